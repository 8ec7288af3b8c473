#ifndef WHEELD_CSYSTEMCALLTRACER_H
#define WHEELD_CSYSTEMCALLTRACER_H

#include <stddef.h>

/// A traced program calls this where the part that is of interest begins, and again where it ends.
void system_call_mark(void);

/// What came of a traced run.
struct system_call_trace {
    /// How the program ended, as waitpid(2) says it; -1 and errno set when it could not be run.
    int status;
    /// How many system calls its first thread finished between the two marks.
    size_t count;
};

/// Runs a program and records in `names` (a buffer of `size` bytes) the system calls between the marks, by name where
/// this knows it and else by number, with a space after each. With `kill_after` above 0 the program is killed
/// (SIGKILL) as soon as that many of them are done, before it can do anything else.
struct system_call_trace system_call_trace_run(
    const char *program, char *const arguments[], size_t kill_after, char *names, size_t size);

#endif
