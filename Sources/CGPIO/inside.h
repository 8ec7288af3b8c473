// Declarations that the files of this target share.
#ifndef CGPIO_INSIDE_H
#define CGPIO_INSIDE_H

#include "cgpio.h"

#include <errno.h>
#include <gpiod.h>

// The header of libgpiod 1.6 defines this macro, the header of libgpiod 2 does not.
#ifdef GPIOD_LINE_BULK_MAX_LINES
#define CGPIO_OVER_LIBGPIOD_1 1
#else
#define CGPIO_OVER_LIBGPIOD_2 1
#endif

// The size of the largest event buffer that the kernel grants, in edges (GPIO_V2_LINES_MAX * 16). The kernel reduces
// larger requests to this size.
#define CGPIO_EVENT_BUFFER_SIZE 1024

// The negative errno; -EIO if a library function has failed without setting errno.
static inline int cgpio_error(void) { return errno > 0 ? -errno : -EIO; }

struct cgpio_request {
    size_t count;
    uint32_t offsets[CGPIO_LINES_MAX];
#ifdef CGPIO_OVER_LIBGPIOD_1
    int fd;
#else
    struct gpiod_line_request *request;
    struct gpiod_edge_event_buffer *events;
#endif
};

// The functions that libgpiod1.c and libgpiod2.c offer to chips.c and requests.c, in addition to those in cgpio.h.

int cgpio_chip_open_path(const char *path, struct cgpio_chip **chip);

// Makes the request in the kernel.
int cgpio_backend_request(struct cgpio_request *request, struct cgpio_chip *chip, const char *consumer,
                          const struct cgpio_input *inputs);

int cgpio_backend_request_outputs(struct cgpio_request *request, struct cgpio_chip *chip, const char *consumer,
                                  uint64_t levels);

int cgpio_backend_reconfigure(struct cgpio_request *request, const struct cgpio_input *inputs);

#endif
