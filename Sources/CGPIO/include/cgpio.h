/// GPIO as this project needs it: finding chips and lines, and the edges of lines requested as inputs.
///
/// One interface over two libraries. libgpiod 2 (Debian 13) does all of it. libgpiod 1.6 (Debian 12) finds chips and
/// lines, but its edges have no sequence numbers, it knows no debounce and silently drops what exceeds 16 edges a
/// line; there the kernel's own interface v2 (<linux/gpio.h>) is used for requests.
///
/// Functions that can fail return a negative errno. Nothing here may be called for one chip or one request from two
/// threads at once.
#ifndef CGPIO_H
#define CGPIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The most lines that one request can hold; the kernel's own limit.
#define CGPIO_LINES_MAX 64
/// The most edges that one call of `cgpio_request_read` returns.
#define CGPIO_READ_MAX 64

struct cgpio_chip;
struct cgpio_request;

/// What the library is called and its version, for diagnostics: "libgpiod 2.2.1".
const char *cgpio_library(void);

// MARK: Chips

/// The number of the first chip behind `after` in the order of their numbers, -ENOENT behind the last. Start with -1.
/// Links such as those to a chip's former number are passed over, so that no chip is listed twice.
int cgpio_next_chip(int after);

/// Opens /dev/gpiochipN.
int cgpio_chip_open_number(int number, struct cgpio_chip **chip);

/// Opens the chip of this path (with a slash at its start), name or label. -ENOENT: there is none; -ENOTUNIQ: several
/// have the label; -EACCES, -EPERM, -EMFILE, …: no readable chip has it, and that is why not every chip could be read;
/// -ENODEV or -ENOTTY: no chip.
int cgpio_chip_open(const char *which, struct cgpio_chip **chip);

void cgpio_chip_close(struct cgpio_chip *chip);

// Valid as long as the chip is open.
const char *cgpio_chip_path(const struct cgpio_chip *chip);
const char *cgpio_chip_name(const struct cgpio_chip *chip);
const char *cgpio_chip_label(const struct cgpio_chip *chip);
uint32_t cgpio_chip_line_count(const struct cgpio_chip *chip);

// MARK: Lines

struct cgpio_line_info {
    uint32_t offset;
    /// NULL for a line without a name.
    const char *name;
    /// Who uses the line; NULL where nobody does, or where who does has not said.
    const char *consumer;
    bool used;
    bool output;
    bool active_low;
};

/// What the kernel says of a line now. The strings are valid until the chip is asked for another line or closed.
int cgpio_chip_line_info(struct cgpio_chip *chip, uint32_t offset, struct cgpio_line_info *info);

/// The offset of the line of this name; -ENOENT: the chip has none, -ENOTUNIQ: it has several.
int cgpio_chip_find_line(struct cgpio_chip *chip, const char *name);

/// Finds the one line of this name on any chip: its offset, and its chip opened. -ENOENT: no chip has it; -ENOTUNIQ:
/// several lines have the name; -EACCES, -EPERM, -EMFILE, …: no readable chip has it, and that is why not every chip
/// could be read.
int cgpio_find_line(const char *name, struct cgpio_chip **chip);

// MARK: Requests

enum cgpio_bias {
    /// As the board or its firmware left it.
    CGPIO_BIAS_AS_IS,
    CGPIO_BIAS_DISABLED,
    CGPIO_BIAS_PULL_UP,
    CGPIO_BIAS_PULL_DOWN,
};

struct cgpio_input {
    uint32_t offset;
    enum cgpio_bias bias;
    bool active_low;
    /// The kernel passes on an edge once the line has been quiet for so long; 0: at once.
    uint32_t debounce_us;
};

/// Requests lines of one chip as inputs with both edges, their times by CLOCK_MONOTONIC, in the largest event buffer
/// that the kernel grants. `consumer` is the name by which others see the lines taken (31 characters at most, the rest
/// is cut off). Where the kernel or the chip's driver refuses to debounce, the request is made without; see
/// `cgpio_request_debounce_refused`. -EBUSY: a line is taken, `cgpio_chip_line_info` says by whom; -EINVAL: no line,
/// more than CGPIO_LINES_MAX, an offset that the chip does not have, or one twice. The chip may be closed afterwards.
int cgpio_request_inputs(struct cgpio_chip *chip, const struct cgpio_input *inputs, size_t count,
                         const char *consumer, struct cgpio_request **request);

/// Whether a debounce was asked for and refused, so that whoever reads the edges has to do it.
bool cgpio_request_debounce_refused(const struct cgpio_request *request);

/// Changes bias, active-low and debounce of the lines; `inputs` must name the same lines in the same order. Edges that
/// wait to be read stay.
int cgpio_request_reconfigure(struct cgpio_request *request, const struct cgpio_input *inputs, size_t count);

/// To be polled for reading; it belongs to the request and never blocks.
int cgpio_request_fd(const struct cgpio_request *request);

struct cgpio_edge {
    /// CLOCK_MONOTONIC.
    uint64_t time_ns;
    uint32_t offset;
    /// Counts the edges of all lines of the request, those that the kernel dropped included; the first is 1; wraps.
    /// Two lines' edges can arrive out of order.
    uint32_t sequence;
    /// The same for this line alone: a gap is the number of edges dropped.
    uint32_t line_sequence;
    /// From inactive to active, which is a falling level on an active-low line.
    bool rising;
};

/// Reads the edges that are there, at most `capacity` and CGPIO_READ_MAX, without waiting and without allocating;
/// returns how many, 0 for none. Fewer than could have been means that no more were there. -ENODEV: the chip is gone.
int cgpio_request_read(struct cgpio_request *request, struct cgpio_edge *edges, size_t capacity);

/// The lines' values now: bit N is set if the Nth line of the request is active.
int cgpio_request_levels(struct cgpio_request *request, uint64_t *levels);

/// Gives the lines back and closes the descriptor.
void cgpio_request_release(struct cgpio_request *request);

#ifdef __cplusplus
}
#endif

#endif
