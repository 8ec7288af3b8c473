#ifndef WHEELD_CALLOCATIONCOUNTER_H
#define WHEELD_CALLOCATIONCOUNTER_H

#include <stdbool.h>

/// How often the calling thread has allocated since it began. Other threads, such as those of other tests, do not
/// count.
long allocations_of_this_thread(void);

/// False where a sanitizer has its own malloc.
bool allocations_are_counted(void);

#endif
