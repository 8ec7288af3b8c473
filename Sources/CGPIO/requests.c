// The part of requests that is the same for both libraries: checks, and setting O_NONBLOCK.

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
    errno = 0;
    error = cgpio_backend_request(request, chip, consumer, inputs);
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
    errno = 0;
    return cgpio_backend_reconfigure(request, inputs);
}
