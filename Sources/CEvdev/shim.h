// libevdev, and functions for parts of the kernel's header that Swift cannot import.
#ifndef CEVDEV_SHIM_H
#define CEVDEV_SHIM_H

#include <errno.h>
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <stdint.h>
#include <sys/ioctl.h>

/// The event's time, by the clock that is set for the device. The members of the time are accessed by macros, because
/// their names differ between 32-bit and 64-bit systems. Swift does not import these macros, and on some systems it
/// does not import the members.
static inline int64_t cevdev_microseconds(const struct input_event *event) {
    return (int64_t)event->input_event_sec * 1000000 + (int64_t)event->input_event_usec;
}

// The EVIOC* macros compute their numbers from the sizes of types, so Swift does not import them. libevdev has no
// suitable functions for the following calls. Each function returns a negative errno on failure.

/// EVIOCSCLOCKID. libevdev_set_clock_id makes the same call, but only after libevdev has read the device's state. This
/// function can be called before that, while the queue is empty. If the queue had events, the kernel would add a
/// SYN_DROPPED.
static inline int cevdev_set_clock(int fd, int clock) { return ioctl(fd, EVIOCSCLOCKID, &clock) < 0 ? -errno : 0; }

/// EVIOCSFF: uploads an effect. If the effect's number is -1, the kernel stores the new number in `effect`.
static inline int cevdev_upload_effect(int fd, struct ff_effect *effect) {
    return ioctl(fd, EVIOCSFF, effect) < 0 ? -errno : 0;
}

/// EVIOCRMFF: erases the effect with this number.
static inline int cevdev_erase_effect(int fd, int number) {
    return ioctl(fd, EVIOCRMFF, (unsigned long)number) < 0 ? -errno : 0;
}

/// EVIOCGEFFECTS: how many effects the device can hold at once.
static inline int cevdev_effect_capacity(int fd) {
    int count = 0;
    return ioctl(fd, EVIOCGEFFECTS, &count) < 0 ? -errno : count;
}

/// UI_SET_PHYS: sets the phys of a uinput device, before the device is made. libevdev has no function for it.
static inline int cevdev_set_phys(int fd, const char *phys) { return ioctl(fd, UI_SET_PHYS, phys) < 0 ? -errno : 0; }

#endif
