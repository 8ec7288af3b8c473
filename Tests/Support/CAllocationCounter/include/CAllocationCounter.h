#ifndef WHEELD_CALLOCATIONCOUNTER_H
#define WHEELD_CALLOCATIONCOUNTER_H

#include <stdbool.h>

/// The number of allocations of the calling thread since its start. Other threads, such as those of other tests, are
/// not counted.
long allocations_of_this_thread(void);

/// False if a sanitizer has replaced malloc, and in a debug build, which may allocate.
bool allocations_are_counted(void);

#endif
