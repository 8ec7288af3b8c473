// The part of requests that is the same for both libraries: checks, and the fallback without a debounce.

#include "inside.h"

#include <fcntl.h>
#include <stdlib.h>

static int check(const struct cgpio_input *inputs, size_t count) {
    if (count == 0 || count > CGPIO_LINES_MAX)
        return -EINVAL;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (inputs[i].offset == inputs[j].offset)
                return -EINVAL;
    return 0;
}

static bool any_debounce(const struct cgpio_input *inputs, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (inputs[i].debounce_us > 0)
            return true;
    return false;
}

// Whether the request may succeed without a debounce after this error. Drivers use different errors to refuse a period.
// The errors below have other causes: the line is in use, gone or forbidden, or a resource is exhausted.
static bool may_be_debounce(int error) {
    switch (error) {
    case -EBUSY:
    case -EACCES:
    case -EPERM:
    case -ENODEV:
    case -ENOMEM:
    case -EMFILE:
    case -ENFILE:
        return false;
    default:
        return true;
    }
}

// With a NULL chip, changes the configuration of an existing request.
static int apply(struct cgpio_request *request, struct cgpio_chip *chip, const char *consumer,
                 const struct cgpio_input *inputs, bool debounce) {
    errno = 0;
    return chip != NULL ? cgpio_backend_request(request, chip, consumer, inputs, debounce)
                        : cgpio_backend_reconfigure(request, inputs, debounce);
}

static int apply_with_debounce_or_without(struct cgpio_request *request, struct cgpio_chip *chip,
                                          const char *consumer, const struct cgpio_input *inputs) {
    bool debounce = any_debounce(inputs, request->count), refused = false;
    int error = apply(request, chip, consumer, inputs, debounce);
    if (error < 0 && debounce && may_be_debounce(error)) {
        error = apply(request, chip, consumer, inputs, false);
        refused = true;
    }
    if (error == 0)
        request->debounce_refused = refused;
    return error;
}

int cgpio_request_inputs(struct cgpio_chip *chip, const struct cgpio_input *inputs, size_t count,
                         const char *consumer, struct cgpio_request **result) {
    *result = NULL;
    int error = check(inputs, count);
    if (error < 0)
        return error;
    struct cgpio_request *request = calloc(1, sizeof *request);
    if (request == NULL)
        return -ENOMEM;
    request->count = count;
    for (size_t i = 0; i < count; i++)
        request->offsets[i] = inputs[i].offset;
    error = apply_with_debounce_or_without(request, chip, consumer, inputs);
    if (error < 0) {
        free(request);
        return error;
    }
    if (fcntl(cgpio_request_fd(request), F_SETFL, O_NONBLOCK) < 0) {
        error = cgpio_error();
        cgpio_request_release(request);
        return error;
    }
    *result = request;
    return 0;
}

int cgpio_request_reconfigure(struct cgpio_request *request, const struct cgpio_input *inputs, size_t count) {
    if (count != request->count)
        return -EINVAL;
    for (size_t i = 0; i < count; i++)
        if (inputs[i].offset != request->offsets[i])
            return -EINVAL;
    return apply_with_debounce_or_without(request, NULL, NULL, inputs);
}

bool cgpio_request_debounce_refused(const struct cgpio_request *request) { return request->debounce_refused; }
