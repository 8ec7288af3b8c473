// ptrace(2) and fork(2). Swift can call neither: ptrace is variadic, and Swift marks fork as unavailable.

#include "CSystemCallTracer.h"

#include <errno.h>
#include <linux/ptrace.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// <sys/ptrace.h> and <linux/ptrace.h> cannot be included together.
extern long ptrace(int request, ...);

// A mark is a close(2) of an unused number, which fails.
static const int mark = -424242;

void system_call_mark(void) { syscall(SYS_close, mark); }

static const struct {
    long number;
    const char *name;
} known[] = {
    {SYS_openat, "open"},
    {SYS_read, "read"},
    {SYS_write, "write"},
    {SYS_fsync, "fsync"},
    {SYS_close, "close"},
#ifdef SYS_rename
    {SYS_rename, "rename"},
#endif
    {SYS_renameat, "rename"},
    {SYS_renameat2, "rename"},
    {SYS_unlinkat, "unlink"},
#ifdef SYS_epoll_wait
    {SYS_epoll_wait, "epoll_wait"},
#endif
    {SYS_epoll_pwait, "epoll_wait"},
#ifdef SYS_epoll_pwait2
    {SYS_epoll_pwait2, "epoll_pwait2"},
#endif
    {SYS_getrandom, "getrandom"},
    {SYS_sendto, "send"},
    {SYS_recvfrom, "recv"},
};

static void note(long number, char *names, size_t size) {
    size_t used = strlen(names);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].number == number) {
            snprintf(names + used, size - used, "%s ", known[i].name);
            return;
        }
    }
    snprintf(names + used, size - used, "%ld ", number);
}

struct system_call_trace system_call_trace_run(
    const char *program, char *const arguments[], size_t kill_after, char *names, size_t size) {
    struct system_call_trace trace = {.status = -1, .count = 0};
    names[0] = '\0';

    pid_t child = fork();
    if (child < 0) return trace;
    if (child == 0) {
        // The child calls only functions that take no lock, because another thread of the parent may have held the lock
        // during fork.
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        execv(program, arguments);
        _exit(127);
    }

    bool between_marks = false;
    long entered = -1;
    bool entered_mark = false;
    bool options_set = false;
    for (;;) {
        int status;
        if (waitpid(child, &status, __WALL) < 0) {
            if (errno == EINTR) continue;
            return trace;
        }
        if (!WIFSTOPPED(status)) {
            trace.status = status;
            return trace;
        }
        int deliver = 0;
        if (!options_set) {
            // The stop caused by execv.
            ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)(uintptr_t)(PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL));
            options_set = true;
        } else if (WSTOPSIG(status) == (SIGTRAP | 0x80)) {
            struct ptrace_syscall_info info;
            ptrace(PTRACE_GET_SYSCALL_INFO, child, (void *)sizeof info, &info);
            if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
                entered = (long)info.entry.nr;
                entered_mark = entered == SYS_close && (int)info.entry.args[0] == mark;
            } else if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
                if (entered_mark) {
                    between_marks = !between_marks;
                } else if (between_marks) {
                    trace.count++;
                    note(entered, names, size);
                    if (trace.count == kill_after) {
                        kill(child, SIGKILL);
                        continue;
                    }
                }
            }
        } else {
            deliver = WSTOPSIG(status);
        }
        ptrace(PTRACE_SYSCALL, child, NULL, (void *)(uintptr_t)deliver);
    }
}
