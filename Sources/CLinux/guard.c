// Restores a terminal when the process that uses it is killed or crashes.
//
// A child process reads from a pipe whose writing end the process holds. After SIGKILL only the child is left: the pipe
// ends, and the child restores the terminal, although the shell already reads from it. After a crash, such as a failed
// assertion (SIGABRT, SIGILL) or a memory fault (SIGSEGV), the process itself still exists. Its signal handler writes a
// byte to the pipe and waits for the child. The shell waits for the process, and so for the child too.
//
// For example: a program draws a frame, asks the terminal whether the frame is drawn, and crashes. The terminal is slow
// and answers half a second later. If the modes were restored by then, the answer would be echoed, and the shell would
// read it as a command. So the child asks a question of its own after the bytes that restore the screen. Terminals
// answer in order: once this answer has arrived, no earlier answer is missing, and all input is dropped. After SIGKILL
// the child asks nothing, because the shell would read the answer.
//
// A service with a console of its own is the leader of the console's session. When it ends, the kernel hangs the console
// up, and all descriptors of the console, also the child's, stop working. So after SIGKILL the child waits until the
// process has ended, and opens the console again.

#include "CLinux.h"
#include <fcntl.h>
#include <poll.h>

enum { ended = 1, crashed = 2 };

// Writes the text of a plan. The descriptor may be non-blocking, so this function makes several attempts. Returns 0, or
// -1 if the terminal has not accepted the whole text.
static int write_text(const struct linux_terminal_plan *plan, int attempts) {
    size_t done = 0;
    while (attempts-- > 0) {
        ssize_t count = write(plan->terminal, plan->text + done, plan->length - done);
        if (count > 0)
            done += (size_t)count;
        else if (count < 0 && errno != EAGAIN && errno != EINTR)
            return -1;
        if (done == plan->length)
            return 0;
        if (attempts > 0)
            usleep(10000);
    }
    return -1;
}

// Asks for the position of the cursor, and drops all input until the answer, `CSI row ; column R`. Gives up after five
// seconds without input.
static void await_answers(int terminal) {
    struct pollfd input = {.fd = terminal, .events = POLLIN};
    int matched = 0;
    char byte;
    if (write(terminal, "\033[6n", 4) != 4)
        return;
    while (poll(&input, 1, 5000) > 0 && read(terminal, &byte, 1) == 1) {
        if (byte == '\033')
            matched = 1;
        else if (matched == 1)
            matched = byte == '[' ? 2 : 0;
        else if (matched == 2 && byte == 'R')
            return;
        else if (byte != ';' && (byte < '0' || byte > '9'))
            matched = 0;
    }
}

// Opens the console of the plan again if the end of `parent` has hung it up.
static void reopen_console(struct linux_terminal_plan *plan, pid_t parent) {
    int mode;
    for (int attempts = 1000; attempts > 0 && getppid() == parent; attempts--)
        usleep(1000);
    if (ioctl(plan->terminal, KDGETMODE, &mode) == 0)
        return;
    // Without the controlling terminal of a session, only root may change the mode of a console.
    setsid();
    int console = open(plan->console, O_RDWR | O_NONBLOCK);
    if (console >= 0)
        plan->terminal = console;
}

static void carry_out(const struct linux_terminal_plan *plan, int is_awaited) {
    if (plan->console_mode >= 0)
        (void)!ioctl(plan->terminal, KDSETMODE, (unsigned long)plan->console_mode);
    if (plan->console_before > 0)
        (void)!ioctl(plan->terminal, VT_ACTIVATE, (unsigned long)plan->console_before);
    int is_written = is_awaited && plan->answers && write_text(plan, 50) == 0;
    if (is_written)
        await_answers(plan->terminal);
    if (plan->has_modes) {
        // The shell must not read input that was for the program: keys, mouse reports, answers of the terminal.
        tcflush(plan->terminal, TCIFLUSH);
        // TCSANOW does not wait for output: after a wait, the call could overwrite the modes that the shell sets next.
        tcsetattr(plan->terminal, TCSANOW, &plan->modes);
    }
    if (!is_written && plan->length > 0 && write_text(plan, 1) != 0) {
        // The terminal has not yet read earlier output. That output is dropped, so that there is room for the text. A
        // shell that waits to write its prompt prevents all other processes from writing, and dropping output does not
        // wake the shell. Stopping and starting the terminal wakes all waiting writers. The shell may then fill the
        // terminal again, so the attempts continue for a minute.
        tcflush(plan->terminal, TCOFLUSH);
        tcflow(plan->terminal, TCOOFF);
        tcflow(plan->terminal, TCOON);
        write_text(plan, 6000);
    }
}

// The signals of a crash, their previous actions, and the guard that their handler wakes.
static const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
enum { crash_count = sizeof crashes / sizeof *crashes };
static struct sigaction actions[crash_count];
static struct { pid_t child; int alarm; } guard;

static void leave_crashes(void) {
    for (int index = 0; index < crash_count; index++)
        sigaction(crashes[index], &actions[index], NULL);
}

static void crash(int number) {
    char byte = crashed;
    (void)!write(guard.alarm, &byte, 1);
    while (waitpid(guard.child, NULL, 0) < 0 && errno == EINTR) {
    }
    // The signal is blocked during its handler. When the handler returns, the signal is delivered again, with its
    // previous action.
    leave_crashes();
    raise(number);
}

// Only system calls are safe in the child of a process with several threads.
static _Noreturn void keep_watch(int lifeline, struct linux_terminal_plan *plan, pid_t parent) {
    // The child closes its copies of the parent's other descriptors, such as a screen, or a socket whose peer waits
    // until all copies are closed.
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
    if (count == 0 && *plan->console)
        reopen_console(plan, parent);
    if (count == 0 || (count == 1 && byte == crashed))
        carry_out(plan, count == 1);
    _exit(0);
}

pid_t linux_start_terminal_guard(int lifeline, int alarm, const struct linux_terminal_plan *plan) {
    sigset_t all, before;
    sigfillset(&all);
    // The child blocks all signals from its start: a signal that ends the parent, such as SIGINT of Ctrl-C, is sent to
    // the whole process group. SIGTTOU is blocked too: it would stop the child, which is in the background by then.
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        struct linux_terminal_plan own = *plan;
        keep_watch(lifeline, &own, parent);
    }
    if (child > 0 && plan->answers) {
        // A second guard replaces the first one, which is about to end.
        struct sigaction action = {.sa_handler = crash, .sa_flags = SA_ONSTACK};
        for (int index = 0; guard.child == 0 && index < crash_count; index++)
            sigaction(crashes[index], &action, &actions[index]);
        guard.child = child;
        guard.alarm = alarm;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return child;
}

void linux_end_terminal_guard(pid_t child, int alarm) {
    if (child <= 0)
        return;
    if (child == guard.child) {
        leave_crashes();
        guard.child = 0;
    }
    char byte = ended;
    (void)!write(alarm, &byte, 1);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
}
