// The messages of liblo. The sockets of liblo are not used, because its functions for sending look up names and block.
#ifndef CLIBLO_SHIM_H
#define CLIBLO_SHIM_H

#include <lo/lo.h>
#include <stddef.h>
#include <string.h>

/// The bytes of the argument at an index; NULL if there is no such argument.
static inline const void *cliblo_argument(lo_message message, int index) {
    if (index < 0 || index >= lo_message_get_argc(message)) return NULL;
    lo_arg **arguments = lo_message_get_argv(message);
    return arguments ? arguments[index] : NULL;
}

// An argument is copied, not read through liblo's union `lo_arg`: the union may be longer than the last argument of a
// message, and an argument of 8 bytes may have an address that is only a multiple of 4.
static inline int32_t cliblo_int(const void *argument) {
    int32_t value;
    memcpy(&value, argument, sizeof value);
    return value;
}

static inline int64_t cliblo_long(const void *argument) {
    int64_t value;
    memcpy(&value, argument, sizeof value);
    return value;
}

static inline float cliblo_float(const void *argument) {
    float value;
    memcpy(&value, argument, sizeof value);
    return value;
}

static inline double cliblo_double(const void *argument) {
    double value;
    memcpy(&value, argument, sizeof value);
    return value;
}

#endif
