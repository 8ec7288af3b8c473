// The messages of liblo. Its sockets are not used: a send looks up names and blocks.
#ifndef CLIBLO_SHIM_H
#define CLIBLO_SHIM_H

#include <lo/lo.h>
#include <stddef.h>

/// The argument at an index, or NULL. Swift would import the array of pointers to a union with optional pointers of its own.
static inline const lo_arg *cliblo_argument(lo_message message, int index) {
    if (index < 0 || index >= lo_message_get_argc(message)) return NULL;
    lo_arg **arguments = lo_message_get_argv(message);
    return arguments ? arguments[index] : NULL;
}

/// A string or symbol.
static inline const char *cliblo_text(const lo_arg *argument) { return &argument->s; }

#endif
