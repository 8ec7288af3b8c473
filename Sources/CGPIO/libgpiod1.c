// Chips and lines through libgpiod 1.6, requests through the kernel's own interface v2.

#include "inside.h"

#ifdef CGPIO_OVER_LIBGPIOD_1

#include <fcntl.h>
#include <linux/gpio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct cgpio_chip {
    struct gpiod_chip *chip;
    // A second descriptor, because libgpiod does not give access to its own.
    int fd;
};

int cgpio_chip_open_path(const char *path, struct cgpio_chip **result) {
    *result = NULL;
    struct cgpio_chip *chip = calloc(1, sizeof *chip);
    if (chip == NULL)
        return -ENOMEM;
    chip->fd = -1;
    errno = 0;
    if ((chip->chip = gpiod_chip_open(path)) == NULL || (chip->fd = open(path, O_RDWR | O_CLOEXEC)) < 0) {
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
    if (chip->fd >= 0)
        close(chip->fd);
    if (chip->chip != NULL)
        gpiod_chip_close(chip->chip);
    free(chip);
}

const char *cgpio_chip_name(const struct cgpio_chip *chip) { return gpiod_chip_name(chip->chip); }
const char *cgpio_chip_label(const struct cgpio_chip *chip) { return gpiod_chip_label(chip->chip); }
uint32_t cgpio_chip_line_count(const struct cgpio_chip *chip) { return gpiod_chip_num_lines(chip->chip); }

int cgpio_chip_line_info(struct cgpio_chip *chip, uint32_t offset, struct cgpio_line_info *info) {
    errno = 0;
    struct gpiod_line *line = gpiod_chip_get_line(chip->chip, offset);
    // The library caches a line's state, but the line's consumer may have changed.
    if (line == NULL || gpiod_line_update(line) < 0)
        return cgpio_error();
    *info = (struct cgpio_line_info){
        .offset = offset,
        .name = gpiod_line_name(line),
        .consumer = gpiod_line_consumer(line),
        .used = gpiod_line_is_used(line),
        .output = gpiod_line_direction(line) == GPIOD_LINE_DIRECTION_OUTPUT,
        .active_low = gpiod_line_active_state(line) == GPIOD_LINE_ACTIVE_STATE_LOW,
    };
    return 0;
}

static uint64_t flags_of(const struct cgpio_input *input) {
    uint64_t flags = GPIO_V2_LINE_FLAG_INPUT;
    if (input->edges)
        flags |= GPIO_V2_LINE_FLAG_EDGE_RISING | GPIO_V2_LINE_FLAG_EDGE_FALLING;
    switch (input->bias) {
    case CGPIO_BIAS_AS_IS:
        break;
    case CGPIO_BIAS_DISABLED:
        flags |= GPIO_V2_LINE_FLAG_BIAS_DISABLED;
        break;
    case CGPIO_BIAS_PULL_UP:
        flags |= GPIO_V2_LINE_FLAG_BIAS_PULL_UP;
        break;
    case CGPIO_BIAS_PULL_DOWN:
        flags |= GPIO_V2_LINE_FLAG_BIAS_PULL_DOWN;
        break;
    }
    return input->active_low ? flags | GPIO_V2_LINE_FLAG_ACTIVE_LOW : flags;
}

// Finds or adds the attribute with these flags; NULL if all ten attributes that the kernel allows are in use.
static struct gpio_v2_line_config_attribute *attribute(struct gpio_v2_line_config *config, uint64_t flags) {
    for (uint32_t i = 0; i < config->num_attrs; i++)
        if (config->attrs[i].attr.flags == flags)
            return &config->attrs[i];
    if (config->num_attrs == GPIO_V2_LINE_NUM_ATTRS_MAX)
        return NULL;
    struct gpio_v2_line_config_attribute *new = &config->attrs[config->num_attrs++];
    new->attr.id = GPIO_V2_LINE_ATTR_ID_FLAGS;
    new->attr.flags = flags;
    return new;
}

// Converts the settings of the lines to the kernel's form: the flags of the first line are the default of all lines,
// and an attribute replaces them for the lines with other flags.
static int fill(struct gpio_v2_line_config *config, const struct cgpio_input *inputs, size_t count) {
    memset(config, 0, sizeof *config);
    config->flags = flags_of(&inputs[0]);
    for (size_t i = 0; i < count; i++) {
        uint64_t flags = flags_of(&inputs[i]);
        if (flags == config->flags)
            continue;
        struct gpio_v2_line_config_attribute *attr = attribute(config, flags);
        if (attr == NULL)
            return -E2BIG;
        attr->mask |= UINT64_C(1) << i;
    }
    return 0;
}

// A bit for each line of the request.
static uint64_t mask_of(const struct cgpio_request *request) {
    return UINT64_MAX >> (CGPIO_LINES_MAX - request->count);
}

static int get_lines(struct cgpio_request *request, struct cgpio_chip *chip, const char *consumer,
                     const struct gpio_v2_line_config *config) {
    struct gpio_v2_line_request ask;
    memset(&ask, 0, sizeof ask);
    // A long label is cut off.
    strncpy(ask.consumer, consumer, sizeof ask.consumer - 1);
    ask.num_lines = (uint32_t)request->count;
    ask.event_buffer_size = CGPIO_EVENT_BUFFER_SIZE;
    memcpy(ask.offsets, request->offsets, request->count * sizeof ask.offsets[0]);
    ask.config = *config;
    if (ioctl(chip->fd, GPIO_V2_GET_LINE_IOCTL, &ask) < 0)
        return cgpio_error();
    request->fd = ask.fd;
    return 0;
}

int cgpio_backend_request(struct cgpio_request *request, struct cgpio_chip *chip, const char *consumer,
                          const struct cgpio_input *inputs) {
    struct gpio_v2_line_config config;
    int error = fill(&config, inputs, request->count);
    return error < 0 ? error : get_lines(request, chip, consumer, &config);
}

int cgpio_backend_request_outputs(struct cgpio_request *request, struct cgpio_chip *chip, const char *consumer,
                                  uint64_t levels) {
    struct gpio_v2_line_config config;
    memset(&config, 0, sizeof config);
    config.flags = GPIO_V2_LINE_FLAG_OUTPUT;
    config.num_attrs = 1;
    config.attrs[0].attr.id = GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES;
    config.attrs[0].attr.values = levels;
    config.attrs[0].mask = mask_of(request);
    return get_lines(request, chip, consumer, &config);
}

int cgpio_request_set_levels(struct cgpio_request *request, uint64_t levels) {
    struct gpio_v2_line_values values = {.bits = levels, .mask = mask_of(request)};
    return ioctl(request->fd, GPIO_V2_LINE_SET_VALUES_IOCTL, &values) < 0 ? cgpio_error() : 0;
}

int cgpio_backend_reconfigure(struct cgpio_request *request, const struct cgpio_input *inputs) {
    struct gpio_v2_line_config config;
    int error = fill(&config, inputs, request->count);
    if (error < 0)
        return error;
    return ioctl(request->fd, GPIO_V2_LINE_SET_CONFIG_IOCTL, &config) < 0 ? cgpio_error() : 0;
}

int cgpio_request_fd(const struct cgpio_request *request) { return request->fd; }

int cgpio_request_read(struct cgpio_request *request, struct cgpio_edge *edges, size_t capacity) {
    struct gpio_v2_line_event events[CGPIO_READ_MAX];
    if (capacity > CGPIO_READ_MAX)
        capacity = CGPIO_READ_MAX;
    if (capacity == 0)
        return 0;
    ssize_t bytes;
    do
        bytes = read(request->fd, events, capacity * sizeof events[0]);
    while (bytes < 0 && errno == EINTR);
    if (bytes < 0)
        return errno == EAGAIN ? 0 : cgpio_error();
    size_t count = (size_t)bytes / sizeof events[0];
    for (size_t i = 0; i < count; i++)
        edges[i] = (struct cgpio_edge){
            .time_ns = events[i].timestamp_ns,
            .offset = events[i].offset,
            .sequence = events[i].seqno,
            .line_sequence = events[i].line_seqno,
            .rising = events[i].id == GPIO_V2_LINE_EVENT_RISING_EDGE,
        };
    return (int)count;
}

int cgpio_request_levels(struct cgpio_request *request, uint64_t *levels) {
    struct gpio_v2_line_values values = {.mask = mask_of(request)};
    if (ioctl(request->fd, GPIO_V2_LINE_GET_VALUES_IOCTL, &values) < 0)
        return cgpio_error();
    *levels = values.bits & values.mask;
    return 0;
}

void cgpio_request_release(struct cgpio_request *request) {
    if (request == NULL)
        return;
    close(request->fd);
    free(request);
}

#endif
