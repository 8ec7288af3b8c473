// The part of requests that is the same for both libraries: checks, and setting O_NONBLOCK.

#include "inside.h"

#include <fcntl.h>
#include <stdlib.h>

// Allocates a request for these lines. A backend (libgpiod1.c or libgpiod2.c) then makes the request in the kernel.
// Returns NULL and sets `error` if the lines are invalid or no memory is left.
static struct cgpio_request *new_request(const uint32_t *offsets, size_t count, int *error) {
    *error = -EINVAL;
    if (count == 0 || count > CGPIO_LINES_MAX)
        return NULL;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            if (offsets[i] == offsets[j])
                return NULL;
    struct cgpio_request *request = calloc(1, sizeof *request);
    *error = request == NULL ? -ENOMEM : 0;
    if (request == NULL)
        return NULL;
    request->count = count;
    for (size_t i = 0; i < count; i++)
        request->offsets[i] = offsets[i];
    errno = 0;
    return request;
}

// Makes the backend's request non-blocking and stores it in `result`. If the backend has failed, frees the request and
// returns the backend's error.
static int finish(struct cgpio_request *request, int error, struct cgpio_request **result) {
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

int cgpio_request_inputs(struct cgpio_chip *chip, const struct cgpio_input *inputs, size_t count,
                         const char *consumer, struct cgpio_request **result) {
    *result = NULL;
    uint32_t offsets[CGPIO_LINES_MAX];
    for (size_t i = 0; i < count && i < CGPIO_LINES_MAX; i++)
        offsets[i] = inputs[i].offset;
    int error;
    struct cgpio_request *request = new_request(offsets, count, &error);
    if (request == NULL)
        return error;
    return finish(request, cgpio_backend_request(request, chip, consumer, inputs), result);
}

int cgpio_request_outputs(struct cgpio_chip *chip, const uint32_t *offsets, size_t count, uint64_t levels,
                          const char *consumer, struct cgpio_request **result) {
    *result = NULL;
    int error;
    struct cgpio_request *request = new_request(offsets, count, &error);
    if (request == NULL)
        return error;
    return finish(request, cgpio_backend_request_outputs(request, chip, consumer, levels), result);
}

int cgpio_request_reconfigure(struct cgpio_request *request, const struct cgpio_input *inputs, size_t count) {
    if (count != request->count)
        return -EINVAL;
    for (size_t i = 0; i < count; i++)
        if (inputs[i].offset != request->offsets[i])
            return -EINVAL;
    errno = 0;
    return cgpio_backend_reconfigure(request, inputs);
}
