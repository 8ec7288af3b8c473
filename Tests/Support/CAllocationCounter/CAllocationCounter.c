// Replaces the C library's malloc family in a program that links this: counts each call and passes it on. Swift can
// neither define these symbols nor have a thread-local variable before the first allocation.

#include "CAllocationCounter.h"

#include <errno.h>
#include <stddef.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

static _Thread_local long allocations;

long allocations_of_this_thread(void) { return allocations; }

#ifdef SANITIZED

bool allocations_are_counted(void) { return false; }

#else

// Without the optimiser Swift allocates iterators, closures and literals.
bool allocations_are_counted(void) {
#ifdef __OPTIMIZE__
    return true;
#else
    return false;
#endif
}

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    allocations++;
    return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    allocations++;
    void *memory = __libc_memalign(alignment, size);
    if (memory == NULL) return ENOMEM;
    *result = memory;
    return 0;
}

#endif
