// libevdev, and what Swift cannot take from the kernel's header by itself.
#ifndef CEVDEV_SHIM_H
#define CEVDEV_SHIM_H

#include <errno.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <stdint.h>
#include <sys/ioctl.h>

/// When the event happened, by the clock set for the device. The members of the time are reached by macros, because
/// they differ between 32-bit and 64-bit systems; Swift imports neither the macros nor, on some, the members.
static inline int64_t cevdev_microseconds(const struct input_event *event) {
    return (int64_t)event->input_event_sec * 1000000 + (int64_t)event->input_event_usec;
}

// The EVIOC* macros compute their numbers from the sizes of types, which Swift does not import. libevdev has calls for
// most of them; not for those below. Each returns a negative errno.

/// EVIOCSCLOCKID. libevdev_set_clock_id does the same, but only once libevdev has read the device's state; asked for
/// before that, while the queue is empty, the kernel has no reason to queue a SYN_DROPPED.
static inline int cevdev_set_clock(int fd, int clock) { return ioctl(fd, EVIOCSCLOCKID, &clock) < 0 ? -errno : 0; }

/// EVIOCSFF: gives the device an effect; the kernel puts its number into `effect` where that is -1.
static inline int cevdev_upload_effect(int fd, struct ff_effect *effect) {
    return ioctl(fd, EVIOCSFF, effect) < 0 ? -errno : 0;
}

/// EVIOCRMFF: takes the effect of this number out of the device.
static inline int cevdev_erase_effect(int fd, int number) {
    return ioctl(fd, EVIOCRMFF, (unsigned long)number) < 0 ? -errno : 0;
}

/// EVIOCGEFFECTS: how many effects the device can hold at once.
static inline int cevdev_effect_capacity(int fd) {
    int count = 0;
    return ioctl(fd, EVIOCGEFFECTS, &count) < 0 ? -errno : count;
}

#endif
