#ifndef WHEELD_CLINUX_H
#define WHEELD_CLINUX_H

// What Swift's Glibc module leaves out of the C library, and nothing else. There are two reasons for a line to be
// here: the header is not part of that module, or the declaration is hidden behind _GNU_SOURCE, which that module is
// built without (defining it here would not help: the module's own copy of the header has been read already).
// All is inline or already in libc, so there is nothing to compile.

#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/types.h>

// Headers that the Glibc module does not have.
#include <sys/epoll.h>
#include <linux/fb.h>
#include <linux/kd.h>
#include <linux/netlink.h>
#include <linux/vt.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>

// _GNU_SOURCE: <sys/socket.h>, <unistd.h>. Descriptors that are close-on-exec from the start.
static inline int linux_accept4(int fd, int flags) {
    extern int accept4(int, struct sockaddr *, socklen_t *, int);
    return accept4(fd, NULL, NULL, flags);
}

static inline int linux_pipe2(int fds[2], int flags) {
    extern int pipe2(int[2], int);
    return pipe2(fds, flags);
}

// _GNU_SOURCE: <string.h>. The name ("ENODEV") and the untranslated text of an error; constant strings, or NULL.
static inline const char *linux_error_name(int error) {
    extern const char *strerrorname_np(int);
    return strerrorname_np(error);
}

static inline const char *linux_error_text(int error) {
    extern const char *strerrordesc_np(int);
    return strerrordesc_np(error);
}

// _GNU_SOURCE: <pthread.h>, <unistd.h>.
static inline int linux_set_thread_name(pthread_t thread, const char *name) {
    extern int pthread_setname_np(pthread_t, const char *);
    return pthread_setname_np(thread, name);
}

static inline pid_t linux_thread_id(void) {
    extern pid_t gettid(void);
    return gettid();
}

// _GNU_SOURCE: struct ucred of <sys/socket.h>, as SO_PEERCRED fills it in.
struct linux_peer_credentials {
    pid_t process;
    uid_t user;
    gid_t group;
};

// _GNU_SOURCE: <sched.h>, <sys/resource.h>, <fcntl.h>.
enum {
    linux_sched_reset_on_fork = 0x40000000,
    linux_rlimit_rttime = 15,
};

// <sys/sysmacros.h> is not part of the Glibc module, and its contents are function-like macros.
static inline unsigned linux_device_major(uint64_t device) {
    return (unsigned)(((device >> 8) & 0xfff) | ((device >> 32) & 0xfffff000));
}

static inline unsigned linux_device_minor(uint64_t device) {
    return (unsigned)((device & 0xff) | ((device >> 12) & 0xffffff00));
}

// ioctl(2) with a number for an argument: a variadic function, which Swift takes for certain types only.
static inline int linux_ioctl_number(int fd, unsigned long request, unsigned long argument) {
    return ioctl(fd, request, argument);
}

// A request that is computed by a function-like macro (_IOW).
enum { linux_fbio_waitforvsync = FBIO_WAITFORVSYNC };

// What is to be done to a terminal when a process is gone.
struct linux_terminal_plan {
    int terminal;
    // Its modes, if has_modes is not 0.
    int has_modes;
    struct termios modes;
    // KDSETMODE of a virtual console; -1 for a terminal that is none.
    int console_mode;
    // VT_ACTIVATE; 0 for the console that is seen already.
    int console_before;
    const char *text;
    size_t length;
};

static inline void linux_carry_out(const struct linux_terminal_plan *plan) {
    if (plan->console_mode >= 0)
        (void)!ioctl(plan->terminal, KDSETMODE, (unsigned long)plan->console_mode);
    if (plan->console_before > 0)
        (void)!ioctl(plan->terminal, VT_ACTIVATE, (unsigned long)plan->console_before);
    if (plan->length > 0)
        (void)!write(plan->terminal, plan->text, plan->length);
    if (plan->has_modes)
        tcsetattr(plan->terminal, TCSANOW, &plan->modes);
}

// fork(2), which Swift does not offer, because a child with one thread of many may do little: this one makes system
// calls only. It carries out the plan when `lifeline`, the reading end of a pipe, ends without a byte, as it does
// whatever the parent dies of. A byte sends it away. Returns its process, or -1.
static inline pid_t linux_start_terminal_guard(int lifeline, const struct linux_terminal_plan *plan) {
    sigset_t all, before;
    sigfillset(&all);
    // Blocked from its first moment: what ends the parent, such as Ctrl-C, comes to the whole group. SIGTTOU too,
    // which would stop it, as it is not in the foreground any more when it is needed.
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = fork();
    if (child != 0) {
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        return child;
    }
    // Nothing of the parent's may stay open in here: a screen, a socket that others wait to see closed.
    for (int keep = 0; keep < 2; keep++) {
        int first = lifeline < plan->terminal ? lifeline : plan->terminal;
        int second = lifeline < plan->terminal ? plan->terminal : lifeline;
        unsigned from = keep == 0 ? 0 : (unsigned)first + 1;
        unsigned to = keep == 0 ? (unsigned)first : (unsigned)second;
        for (unsigned fd = from; fd < to; fd++)
            close((int)fd);
        if (keep == 1 && syscall(SYS_close_range, (unsigned)second + 1, ~0U, 0) != 0)
            for (int fd = second + 1; fd < 4096; fd++)
                close(fd);
    }
    char byte;
    ssize_t count;
    do {
        count = read(lifeline, &byte, 1);
    } while (count < 0 && errno == EINTR);
    if (count == 0)
        linux_carry_out(plan);
    _exit(0);
}

#endif
