/// GPIO: finds chips and lines, reads the edges of lines that are requested as inputs, and sets outputs.
///
/// One interface over two libraries. libgpiod 2 (Debian 13) opens chips, describes lines and makes requests. libgpiod
/// 1.6 (Debian 12) opens chips and describes lines. But it reports edges without sequence numbers, and if 16 edges of a
/// line wait, further edges are silently dropped. Therefore, with libgpiod 1.6, requests use the kernel's own interface
/// v2 (<linux/gpio.h>).
///
/// Functions that can fail return a negative errno. Two threads must not call functions for the same chip or request at
/// the same time.
#ifndef CGPIO_H
#define CGPIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The maximum number of lines in one request, which is the kernel's limit.
#define CGPIO_LINES_MAX 64
/// The maximum number of edges that one call of `cgpio_request_read` returns.
#define CGPIO_READ_MAX 64

struct cgpio_chip;
struct cgpio_request;

// MARK: Chips

/// The lowest chip number above `after`; -ENOENT after the last chip. Start with -1. Symbolic links, such as those with
/// a chip's former number, are skipped, so that no chip is listed twice.
int cgpio_next_chip(int after);

/// Opens /dev/gpiochipN.
int cgpio_chip_open_number(int number, struct cgpio_chip **chip);

/// Opens the chip with this path (which starts with a slash), name or label. -ENOENT: there is no such chip; -ENOTUNIQ:
/// several chips have the label; -EACCES, -EPERM, -EMFILE, …: no readable chip matches, and this error kept a chip from
/// being read; -ENODEV or -ENOTTY: the path is not a chip.
int cgpio_chip_open(const char *which, struct cgpio_chip **chip);

void cgpio_chip_close(struct cgpio_chip *chip);

// The strings are valid as long as the chip is open.
const char *cgpio_chip_name(const struct cgpio_chip *chip);
const char *cgpio_chip_label(const struct cgpio_chip *chip);
uint32_t cgpio_chip_line_count(const struct cgpio_chip *chip);

// MARK: Lines

struct cgpio_line_info {
    uint32_t offset;
    /// NULL for a line without a name.
    const char *name;
    /// The consumer label; NULL if the line is unused or its user has set no label.
    const char *consumer;
    bool used;
    bool output;
    bool active_low;
};

/// The current state of a line. The strings are valid until the next call for this chip, or until the chip is closed.
int cgpio_chip_line_info(struct cgpio_chip *chip, uint32_t offset, struct cgpio_line_info *info);

/// The offset of the line with this name. -ENOENT: the chip has no such line; -ENOTUNIQ: the chip has several.
int cgpio_chip_find_line(struct cgpio_chip *chip, const char *name);

/// Finds the only line with this name on all chips. Returns its offset and opens its chip. -ENOENT: no chip has the
/// line; -ENOTUNIQ: several lines have the name; -EACCES, -EPERM, -EMFILE, …: no readable chip has the line, and this
/// error kept a chip from being read.
int cgpio_find_line(const char *name, struct cgpio_chip **chip);

// MARK: Requests

enum cgpio_bias {
    /// Keeps the setting that the board or its firmware has made.
    CGPIO_BIAS_AS_IS,
    CGPIO_BIAS_DISABLED,
    CGPIO_BIAS_PULL_UP,
    CGPIO_BIAS_PULL_DOWN,
};

struct cgpio_input {
    uint32_t offset;
    enum cgpio_bias bias;
    bool active_low;
    /// Whether edges are reported, both rising and falling ones.
    bool edges;
};

/// Requests lines of one chip as inputs, with timestamps from CLOCK_MONOTONIC and the largest event buffer that the
/// kernel grants. `consumer` is the label that other programs see; it is cut off after 31 characters. -EBUSY: a line is
/// in use, and `cgpio_chip_line_info` returns its consumer; -ENXIO: the chip has no interrupts and cannot report edges;
/// -ENODEV: the chip was removed; -EINVAL: `count` is 0 or above CGPIO_LINES_MAX, an offset does not exist on the chip,
/// or an offset occurs twice. The chip may be closed after the request.
int cgpio_request_inputs(struct cgpio_chip *chip, const struct cgpio_input *inputs, size_t count,
                         const char *consumer, struct cgpio_request **request);

/// Requests lines of one chip as outputs. Bit N of `levels` is the initial level of line N of the request, counted from
/// 0. The errors are the same as for inputs.
int cgpio_request_outputs(struct cgpio_chip *chip, const uint32_t *offsets, size_t count, uint64_t levels,
                          const char *consumer, struct cgpio_request **request);

/// Sets the levels of all lines of a request of outputs.
int cgpio_request_set_levels(struct cgpio_request *request, uint64_t levels);

/// Changes the bias, the active level and the edge detection of the lines. `inputs` must have the same lines in the
/// same order. Edges that have not been read yet are kept. Outputs become inputs.
int cgpio_request_reconfigure(struct cgpio_request *request, const struct cgpio_input *inputs, size_t count);

/// The descriptor to poll for reading. The descriptor is non-blocking, and the request owns it.
int cgpio_request_fd(const struct cgpio_request *request);

struct cgpio_edge {
    /// CLOCK_MONOTONIC.
    uint64_t time_ns;
    uint32_t offset;
    /// Counts the edges of all lines of the request from 1, including dropped edges, and wraps. Edges of different
    /// lines can arrive out of order.
    uint32_t sequence;
    /// Counts only the edges of this line. The size of a gap in the numbers is the number of dropped edges.
    uint32_t line_sequence;
    /// Whether the line changed from inactive to active. On an active-low line the voltage falls then.
    bool rising;
};

/// Reads the available edges, at most `capacity` and at most CGPIO_READ_MAX, without waiting and without allocating.
/// Returns the number of edges, or 0 if no edge is available. A number below these maxima means that no more edges were
/// available. -ENODEV: the chip was removed.
int cgpio_request_read(struct cgpio_request *request, struct cgpio_edge *edges, size_t capacity);

/// The current values: bit N is set if line N of the request, counted from 0, is active.
int cgpio_request_levels(struct cgpio_request *request, uint64_t *levels);

/// Releases the lines and closes the descriptor.
void cgpio_request_release(struct cgpio_request *request);

#ifdef __cplusplus
}
#endif

#endif
