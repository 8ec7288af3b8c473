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
#include <pthread.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/types.h>

// Headers that the Glibc module does not have.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>

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

#endif
