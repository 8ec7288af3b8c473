#ifndef WHEELD_CSYSTEMCALLTRACER_H
#define WHEELD_CSYSTEMCALLTRACER_H

#include <stddef.h>

/// A traced program calls this at the start and at the end of the part to record.
void system_call_mark(void);

/// The result of a traced run.
struct system_call_trace {
    /// The program's status from waitpid(2). -1 with errno set if it could not be run.
    int status;
    /// The number of system calls that its first thread has finished between the two marks.
    size_t count;
};

/// Runs a program and records the system calls between the marks in `names` (a buffer of `size` bytes): the name or, if
/// it is unknown here, the number, with a space after each. If `kill_after` is above 0, the program is killed (SIGKILL)
/// right after that number of calls.
struct system_call_trace system_call_trace_run(
    const char *program, char *const arguments[], size_t kill_after, char *names, size_t size);

#endif
