#ifndef WHEELD_CLINUX_H
#define WHEELD_CLINUX_H

// The parts of the C library that Swift's Glibc module lacks. Most declarations are here for one of two reasons: their
// header is not part of that module, or they need _GNU_SOURCE, which that module is built without. In the second case a
// comment names the header after `_GNU_SOURCE:`. (Defining _GNU_SOURCE here has no effect, because the module's copy of
// the header has been read already.) All functions are inline or in libc, with three exceptions: the command line needs
// a constructor, the Wi-Fi needs a header that conflicts with another one, and the guard of a terminal needs a signal
// handler.

#include <fcntl.h>
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
#include <malloc.h>
#include <sys/epoll.h>
#include <linux/fb.h>
#include <linux/kd.h>
#include <linux/netlink.h>
#include <linux/vt.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>

// The words of the command line, as the kernel has passed them to the process. Swift's CommandLine reads the words from
// /proc, and is empty where /proc cannot be read.
int linux_argument_count(void);
const char *linux_argument(int index);

// SIOCGIWPOWER with a socket: 1 if a Wi-Fi interface saves power, 0 if it does not. -1, with errno, if the driver does
// not answer.
int linux_saves_power(int fd, const char *interface);

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

// _GNU_SOURCE: struct ucred of <sys/socket.h>, the result of SO_PEERCRED.
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

// _GNU_SOURCE: <sys/resource.h>. RUSAGE_THREAD: the voluntary context switches of the calling thread.
static inline long linux_thread_sleeps(void) {
    struct rusage usage;
    return getrusage(1, &usage) == 0 ? usage.ru_nvcsw : 0;
}

// <sys/sysmacros.h> is not part of the Glibc module, and its contents are function-like macros.
static inline unsigned linux_device_major(uint64_t device) {
    return (unsigned)(((device >> 8) & 0xfff) | ((device >> 32) & 0xfffff000));
}

static inline unsigned linux_device_minor(uint64_t device) {
    return (unsigned)((device & 0xff) | ((device >> 12) & 0xffffff00));
}

// ioctl(2) with a number as the argument. Swift imports this variadic function only for certain argument types.
static inline int linux_ioctl_number(int fd, unsigned long request, unsigned long argument) {
    return ioctl(fd, request, argument);
}

// Defined by function-like macros (_IOR, _IOW), which Swift does not import.
enum { linux_fbio_waitforvsync = FBIO_WAITFORVSYNC };
static const unsigned long linux_tiocgdev = TIOCGDEV;

// The steps that restore a terminal.
struct linux_terminal_plan {
    int terminal;
    // The modes to restore, if has_modes is not 0.
    int has_modes;
    struct termios modes;
    // The argument of KDSETMODE; -1 for a terminal that is not a virtual console.
    int console_mode;
    // The file of the virtual console, such as "/dev/tty7"; "" for another terminal.
    const char *console;
    // The argument of VT_ACTIVATE; 0 to stay on the current console.
    int console_before;
    const char *text;
    size_t length;
    // Whether the terminal answers queries.
    int answers;
};

// Starts a child that carries out the plan when this process is killed or crashes (guard.c). The child reads
// `lifeline`, the reading end of a pipe whose other end is `alarm`. Returns the child's process number, or -1.
pid_t linux_start_terminal_guard(int lifeline, int alarm, const struct linux_terminal_plan *plan);

// Ends the child without restoring anything.
void linux_end_terminal_guard(pid_t child, int alarm);

// Starts another program with fork(2) and execv(3), because posix_spawn(3) cannot arrange a signal for the parent's
// end: the kernel sends `signal` to the child when the calling thread ends, even if SIGKILL ends it. The child has its
// own process group, so that Ctrl-C and Ctrl-Z of the terminal do not reach it. The standard output and error of the
// child are `output`. Returns the child's number, or -1.
static inline pid_t linux_start_bound(const char *path, char *const *words, int output, int signal) {
    pid_t parent = getpid();
    pid_t child = fork();
    if (child != 0)
        return child;
    setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int input = open("/dev/null", O_RDONLY);
    if (prctl(PR_SET_PDEATHSIG, signal) == 0 && getppid() == parent && input >= 0 && dup2(input, 0) == 0 &&
        dup2(output, 1) == 1 && dup2(output, 2) == 2) {
        if (input > 2)
            close(input);
        execv(path, words);
    }
    _exit(127);
}

#endif
