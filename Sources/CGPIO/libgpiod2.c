// Chips, lines and requests through libgpiod 2.

#include "inside.h"

#ifdef CGPIO_OVER_LIBGPIOD_2

#include <stdlib.h>

struct cgpio_chip {
    struct gpiod_chip *chip;
    struct gpiod_chip_info *info;
    // The info of the last queried line. Callers may still use the strings of this info.
    struct gpiod_line_info *line;
};

int cgpio_chip_open_path(const char *path, struct cgpio_chip **result) {
    *result = NULL;
    struct cgpio_chip *chip = calloc(1, sizeof *chip);
    if (chip == NULL)
        return -ENOMEM;
    errno = 0;
    if ((chip->chip = gpiod_chip_open(path)) == NULL || (chip->info = gpiod_chip_get_info(chip->chip)) == NULL) {
        int error = cgpio_error();
        cgpio_chip_close(chip);
        return error;
    }
    *result = chip;
    return 0;
}

void cgpio_chip_close(struct cgpio_chip *chip) {
    if (chip == NULL)
        return;
    if (chip->line != NULL)
        gpiod_line_info_free(chip->line);
    if (chip->info != NULL)
        gpiod_chip_info_free(chip->info);
    if (chip->chip != NULL)
        gpiod_chip_close(chip->chip);
    free(chip);
}

const char *cgpio_chip_name(const struct cgpio_chip *chip) { return gpiod_chip_info_get_name(chip->info); }
const char *cgpio_chip_label(const struct cgpio_chip *chip) { return gpiod_chip_info_get_label(chip->info); }
uint32_t cgpio_chip_line_count(const struct cgpio_chip *chip) {
    return (uint32_t)gpiod_chip_info_get_num_lines(chip->info);
}

int cgpio_chip_line_info(struct cgpio_chip *chip, uint32_t offset, struct cgpio_line_info *info) {
    errno = 0;
    struct gpiod_line_info *line = gpiod_chip_get_line_info(chip->chip, offset);
    if (line == NULL)
        return cgpio_error();
    if (chip->line != NULL)
        gpiod_line_info_free(chip->line);
    chip->line = line;
    *info = (struct cgpio_line_info){
        .offset = offset,
        .name = gpiod_line_info_get_name(line),
        .consumer = gpiod_line_info_get_consumer(line),
        .used = gpiod_line_info_is_used(line),
        .output = gpiod_line_info_get_direction(line) == GPIOD_LINE_DIRECTION_OUTPUT,
        .active_low = gpiod_line_info_is_active_low(line),
    };
    return 0;
}

static enum gpiod_line_bias bias_of(const struct cgpio_input *input) {
    switch (input->bias) {
    case CGPIO_BIAS_AS_IS:
        return GPIOD_LINE_BIAS_AS_IS;
    case CGPIO_BIAS_DISABLED:
        return GPIOD_LINE_BIAS_DISABLED;
    case CGPIO_BIAS_PULL_UP:
        return GPIOD_LINE_BIAS_PULL_UP;
    case CGPIO_BIAS_PULL_DOWN:
        return GPIOD_LINE_BIAS_PULL_DOWN;
    }
    return GPIOD_LINE_BIAS_AS_IS;
}

static bool set_input(struct gpiod_line_settings *settings, const struct cgpio_input *input) {
    enum gpiod_line_edge edges = input->edges ? GPIOD_LINE_EDGE_BOTH : GPIOD_LINE_EDGE_NONE;
    gpiod_line_settings_set_active_low(settings, input->active_low);
    return gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT) == 0 &&
           gpiod_line_settings_set_edge_detection(settings, edges) == 0 &&
           gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC) == 0 &&
           gpiod_line_settings_set_bias(settings, bias_of(input)) == 0;
}

static enum gpiod_line_value value_of(uint64_t levels, size_t line) {
    return levels >> line & 1 ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
}

static bool set_output(struct gpiod_line_settings *settings, enum gpiod_line_value value) {
    return gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT) == 0 &&
           gpiod_line_settings_set_output_value(settings, value) == 0;
}

// Converts the settings of the request's lines to the library's form. `inputs` is NULL for outputs, which begin with
// `levels`. Returns NULL and sets errno on failure.
static struct gpiod_line_config *config_of(const struct cgpio_request *request, const struct cgpio_input *inputs,
                                           uint64_t levels) {
    struct gpiod_line_config *config = gpiod_line_config_new();
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    bool done = config != NULL && settings != NULL;
    for (size_t i = 0; done && i < request->count; i++) {
        unsigned int offset = request->offsets[i];
        done = (inputs != NULL ? set_input(settings, &inputs[i]) : set_output(settings, value_of(levels, i))) &&
               gpiod_line_config_add_line_settings(config, &offset, 1, settings) == 0;
    }
    int error = errno;
    if (settings != NULL)
        gpiod_line_settings_free(settings);
    if (!done && config != NULL) {
        gpiod_line_config_free(config);
        config = NULL;
    }
    errno = error;
    return config;
}

// Makes the request with this configuration, and frees the configuration.
static int request_lines(struct cgpio_request *request, struct cgpio_chip *chip, const char *consumer,
                         struct gpiod_line_config *config) {
    struct gpiod_edge_event_buffer *events = gpiod_edge_event_buffer_new(CGPIO_READ_MAX);
    struct gpiod_request_config *how = gpiod_request_config_new();
    if (events != NULL && how != NULL && config != NULL) {
        gpiod_request_config_set_consumer(how, consumer);
        gpiod_request_config_set_event_buffer_size(how, CGPIO_EVENT_BUFFER_SIZE);
        request->request = gpiod_chip_request_lines(chip->chip, how, config);
    }
    int error = request->request == NULL ? cgpio_error() : 0;
    // The library's free functions accept NULL.
    gpiod_line_config_free(config);
    gpiod_request_config_free(how);
    if (error < 0)
        gpiod_edge_event_buffer_free(events);
    else
        request->events = events;
    return error;
}

int cgpio_backend_request(struct cgpio_request *request, struct cgpio_chip *chip, const char *consumer,
                          const struct cgpio_input *inputs) {
    return request_lines(request, chip, consumer, config_of(request, inputs, 0));
}

int cgpio_backend_request_outputs(struct cgpio_request *request, struct cgpio_chip *chip, const char *consumer,
                                  uint64_t levels) {
    return request_lines(request, chip, consumer, config_of(request, NULL, levels));
}

int cgpio_request_set_levels(struct cgpio_request *request, uint64_t levels) {
    enum gpiod_line_value values[CGPIO_LINES_MAX];
    for (size_t i = 0; i < request->count; i++)
        values[i] = value_of(levels, i);
    errno = 0;
    int result = gpiod_line_request_set_values_subset(request->request, request->count, request->offsets, values);
    return result < 0 ? cgpio_error() : 0;
}

int cgpio_backend_reconfigure(struct cgpio_request *request, const struct cgpio_input *inputs) {
    struct gpiod_line_config *config = config_of(request, inputs, 0);
    if (config == NULL)
        return cgpio_error();
    int error = gpiod_line_request_reconfigure_lines(request->request, config) < 0 ? cgpio_error() : 0;
    gpiod_line_config_free(config);
    return error;
}

int cgpio_request_fd(const struct cgpio_request *request) { return gpiod_line_request_get_fd(request->request); }

int cgpio_request_read(struct cgpio_request *request, struct cgpio_edge *edges, size_t capacity) {
    if (capacity == 0)
        return 0;
    int count;
    do
        count = gpiod_line_request_read_edge_events(request->request, request->events, capacity);
    while (count < 0 && errno == EINTR);
    if (count < 0)
        return errno == EAGAIN ? 0 : cgpio_error();
    for (int i = 0; i < count; i++) {
        struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(request->events, (unsigned long)i);
        edges[i] = (struct cgpio_edge){
            .time_ns = gpiod_edge_event_get_timestamp_ns(event),
            .offset = gpiod_edge_event_get_line_offset(event),
            .sequence = (uint32_t)gpiod_edge_event_get_global_seqno(event),
            .line_sequence = (uint32_t)gpiod_edge_event_get_line_seqno(event),
            .rising = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE,
        };
    }
    return count;
}

int cgpio_request_levels(struct cgpio_request *request, uint64_t *levels) {
    enum gpiod_line_value values[CGPIO_LINES_MAX];
    errno = 0;
    if (gpiod_line_request_get_values_subset(request->request, request->count, request->offsets, values) < 0)
        return cgpio_error();
    *levels = 0;
    for (size_t i = 0; i < request->count; i++)
        if (values[i] == GPIOD_LINE_VALUE_ACTIVE)
            *levels |= UINT64_C(1) << i;
    return 0;
}

void cgpio_request_release(struct cgpio_request *request) {
    if (request == NULL)
        return;
    gpiod_line_request_release(request->request);
    gpiod_edge_event_buffer_free(request->events);
    free(request);
}

#endif
