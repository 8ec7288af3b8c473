// <linux/fb.h>, <linux/uhid.h>, <linux/uinput.h> and <linux/gpio.h>. The ioctls of the last two are macros that compute their
// numbers from the sizes of types, which Swift does not import. The functions below replace them; each returns a
// negative errno on failure.
#ifndef CDEVICESUPPORT_SHIM_H
#define CDEVICESUPPORT_SHIM_H

#include <errno.h>
#include <linux/fb.h>
#include <linux/gpio.h>
#include <linux/uhid.h>
#include <linux/uinput.h>
#include <malloc.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <unistd.h>

static inline int uinput_result(int result) { return result < 0 ? -errno : 0; }

/// UI_SET_EVBIT for the type, then UI_SET_KEYBIT or its counterpart for the code. (UI_ABS_SETUP enables the code of an
/// axis.)
static inline int uinput_enable(int fd, int type, int code) {
    if (ioctl(fd, UI_SET_EVBIT, (unsigned long)type) < 0)
        return -errno;
    unsigned long value = (unsigned long)code;
    switch (type) {
    case EV_KEY:
        return uinput_result(ioctl(fd, UI_SET_KEYBIT, value));
    case EV_REL:
        return uinput_result(ioctl(fd, UI_SET_RELBIT, value));
    case EV_MSC:
        return uinput_result(ioctl(fd, UI_SET_MSCBIT, value));
    case EV_LED:
        return uinput_result(ioctl(fd, UI_SET_LEDBIT, value));
    case EV_SND:
        return uinput_result(ioctl(fd, UI_SET_SNDBIT, value));
    case EV_SW:
        return uinput_result(ioctl(fd, UI_SET_SWBIT, value));
    case EV_FF:
        return uinput_result(ioctl(fd, UI_SET_FFBIT, value));
    default:
        return -EINVAL;
    }
}

static inline int uinput_set_property(int fd, int property) {
    return uinput_result(ioctl(fd, UI_SET_PROPBIT, (unsigned long)property));
}

static inline int uinput_set_phys(int fd, const char *phys) { return uinput_result(ioctl(fd, UI_SET_PHYS, phys)); }

/// UI_ABS_SETUP. The device also needs UI_SET_EVBIT for EV_ABS once.
static inline int uinput_set_axis(int fd, int code, struct input_absinfo range) {
    struct uinput_abs_setup setup;
    memset(&setup, 0, sizeof setup);
    setup.code = (__u16)code;
    setup.absinfo = range;
    if (ioctl(fd, UI_SET_EVBIT, (unsigned long)EV_ABS) < 0)
        return -errno;
    return uinput_result(ioctl(fd, UI_ABS_SETUP, &setup));
}

static inline int uinput_create(int fd, struct input_id id, const char *name, unsigned effects) {
    struct uinput_setup setup;
    memset(&setup, 0, sizeof setup);
    setup.id = id;
    strncpy(setup.name, name, sizeof setup.name - 1);
    setup.ff_effects_max = effects;
    if (ioctl(fd, UI_DEV_SETUP, &setup) < 0)
        return -errno;
    return uinput_result(ioctl(fd, UI_DEV_CREATE));
}

static inline int uinput_destroy(int fd) { return uinput_result(ioctl(fd, UI_DEV_DESTROY)); }

/// UI_GET_SYSNAME: "input7", the device's name in /sys/devices/virtual/input.
static inline int uinput_sysname(int fd, char *text, size_t size) {
    return uinput_result(ioctl(fd, UI_GET_SYSNAME(size), text));
}

/// UI_BEGIN_FF_UPLOAD. The number of the request comes from an event of EV_UINPUT.
static inline int uinput_begin_upload(int fd, struct uinput_ff_upload *upload) {
    return uinput_result(ioctl(fd, UI_BEGIN_FF_UPLOAD, upload));
}

/// UI_END_FF_UPLOAD. The program that uploads the effect waits for this call.
static inline int uinput_end_upload(int fd, struct uinput_ff_upload *upload) {
    return uinput_result(ioctl(fd, UI_END_FF_UPLOAD, upload));
}

static inline int uinput_begin_erase(int fd, struct uinput_ff_erase *erase) {
    return uinput_result(ioctl(fd, UI_BEGIN_FF_ERASE, erase));
}

static inline int uinput_end_erase(int fd, struct uinput_ff_erase *erase) {
    return uinput_result(ioctl(fd, UI_END_FF_ERASE, erase));
}

/// GPIO_V2_GET_LINEINFO_WATCH_IOCTL: the chip's descriptor reports each request and release of the line from now on.
static inline int gpio_watch_line(int fd, unsigned offset) {
    struct gpio_v2_line_info info;
    memset(&info, 0, sizeof info);
    info.offset = offset;
    return uinput_result(ioctl(fd, GPIO_V2_GET_LINEINFO_WATCH_IOCTL, &info));
}

/// Skips other reports of `gpio_watch_line`. Returns the offset of the next requested line; -EAGAIN if there is none.
static inline int gpio_next_requested_line(int fd) {
    struct gpio_v2_line_info_changed change;
    for (;;) {
        if (read(fd, &change, sizeof change) != (ssize_t)sizeof change)
            return errno > 0 ? -errno : -EIO;
        if (change.event_type == GPIO_V2_LINE_CHANGED_REQUESTED)
            return (int)change.info.offset;
    }
}

/// Prevents all programs, even those of root, from opening a device's node (EACCES), until `allow_opening`.
static inline int forbid_opening(const char *path) {
    if (mount(path, path, NULL, MS_BIND, NULL) < 0)
        return -errno;
    return uinput_result(mount(NULL, path, NULL, MS_BIND | MS_REMOUNT | MS_NODEV, NULL));
}

static inline void allow_opening(const char *path) { umount2(path, MNT_DETACH); }

/// The bytes allocated by malloc in all arenas. <malloc.h> is not part of Swift's Glibc module.
static inline size_t heap_bytes_in_use(void) { return mallinfo2().uordblks; }

#endif
