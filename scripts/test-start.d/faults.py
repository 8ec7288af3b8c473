"""The faults that each system call can have: while the daemon starts, and in its steady state. Each fault is tried
alone."""

# One errno of each class that the call can meet: interrupted, not now, no memory or descriptors, device or peer gone, disk full or
# broken, not permitted. A call without a line gets an EIO.
FAULTS = {
    "accept4": ((), ("EINTR", "EAGAIN", "EMFILE", "ENOMEM", "ECONNABORTED", "EPERM")),
    "bind": (("EACCES", "ENOSPC"), ()),
    "chmod": (("EROFS",), ()),
    "clone": (("EAGAIN", "ENOMEM"), ("EAGAIN", "ENOMEM")),
    "clone3": (("EAGAIN", "ENOMEM"), ("EAGAIN", "ENOMEM")),
    "connect": (("EACCES",), ()),
    "epoll_create1": (("EMFILE", "ENOMEM"), ()),
    "epoll_ctl": (("ENOMEM", "ENOSPC"), ("ENOMEM", "ENOSPC")),
    "epoll_pwait2": (("EINTR",), ("EINTR",)),
    "eventfd2": (("EMFILE", "ENFILE", "ENOMEM"), ()),
    "fcntl": (("EMFILE",), ("EMFILE",)),
    "flock": (("ENOLCK", "EINTR"), ("ENOLCK", "EINTR")),
    "fstat": (("EIO", "ENOMEM"), ("EIO", "ENOMEM")),
    "fsync": ((), ("EINTR", "EIO", "ENOSPC")),
    "getrandom": (("EAGAIN",), ("EINTR",)),
    "getsockopt": ((), ("ENOMEM",)),
    "inotify_add_watch": (("ENOSPC", "ENOMEM"), ("ENOSPC", "ENOMEM")),
    "inotify_init1": (("EMFILE", "ENOMEM"), ()),
    "ioctl": ((), ("EINTR", "ENOMEM", "ENODEV", "EPERM")),
    "lchown": (("EPERM",), ()),
    "link": (("ENOSPC", "EPERM", "EMLINK", "EIO"), ()),
    "listen": (("EADDRINUSE",), ()),
    "mkdir": (("ENOSPC", "EROFS", "EACCES"), ()),
    "mmap": (("ENOMEM",), ()),
    "mprotect": (("ENOMEM",), ()),
    "newfstatat": (("EIO", "ENOMEM"), ("EIO", "ENOMEM", "EPERM")),
    "openat": (("EIO", "EMFILE", "ENFILE", "ENOMEM"), ("EINTR", "EMFILE", "ENOMEM", "ENODEV", "ENOSPC", "EIO", "EPERM")),
    "poll": (("ENOMEM",), ("EINTR", "ENOMEM")),
    "prctl": (("EPERM",), ()),
    "prlimit64": (("EPERM",), ()),
    "read": (("EIO", "EINTR", "ENOMEM"), ("EINTR", "EAGAIN", "ENOMEM", "ENODEV", "EIO", "EPERM")),
    "recvfrom": ((), ("EINTR", "EAGAIN", "ENOMEM", "ECONNRESET", "EPERM")),
    "recvmsg": ((), ("EINTR", "EAGAIN", "ENOMEM", "ECONNRESET", "EPERM")),
    "rename": (("EIO", "ENOSPC"), ("EIO", "ENOSPC", "EPERM")),
    "sched_setscheduler": (("EPERM",), ("EPERM",)),
    "sendmsg": ((), ("EINTR", "EAGAIN", "ENOMEM", "EPIPE", "ECONNRESET", "EPERM")),
    "sendto": (("ENOBUFS", "ENOMEM"), ("EINTR", "EAGAIN", "ENOMEM", "EPIPE", "ECONNRESET", "EPERM")),
    "setsockopt": (("ENOMEM",), ("ENOMEM",)),
    "signalfd4": (("EMFILE", "ENOMEM"), ()),
    "socket": (("EMFILE", "ENFILE", "ENOMEM"), ("EMFILE", "ENOMEM")),
    "unlink": (("EROFS",), ("EIO",)),
    "write": (("EIO", "ENOSPC"), ("EINTR", "EAGAIN", "ENOSPC", "EIO", "EPIPE")),
    "writev": ((), ("EINTR", "EAGAIN", "ENOMEM", "EPIPE", "ECONNRESET", "EPERM")),
}  # fmt: skip
# The faults of an unreadable state file: it belongs to another user, or its file system is damaged.
OF_STATE = [("newfstatat", "EACCES"), ("newfstatat", "EUCLEAN"), ("openat", "EACCES"), ("openat", "EUCLEAN"), ("read", "EUCLEAN")]
# These calls cannot fail when the arguments are valid, or no program could continue without them. A `close` that fails has
# closed the descriptor nevertheless, but an injected error would leave it open.
CERTAIN = {
    "arch_prctl", "brk", "clock_gettime", "clock_nanosleep", "close", "execve", "exit", "exit_group", "futex", "getegid",
    "geteuid", "getgid", "getpid", "gettid", "getuid", "madvise", "munmap", "restart_syscall", "rseq", "rt_sigaction",
    "rt_sigprocmask", "rt_sigreturn", "sched_getaffinity", "sched_yield", "set_robust_list", "set_tid_address", "sigaltstack",
    "tgkill", "umask",
}  # fmt: skip


def at_start(call):
    return FAULTS.get(call, (("EIO",), ()))[0] or ("EIO",)


def in_steady_state(call):
    return FAULTS.get(call, ((), ("EIO",)))[1] or ("EIO",)
