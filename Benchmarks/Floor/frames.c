// Notes when a program hands a frame to a screen: writes the time, in ns, to the file $WHEELD_BENCH_FRAMES at each page flip.
// For LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void note(void) {
    static int file = -1;
    struct timespec time;
    if (file < 0)
        file = open(getenv("WHEELD_BENCH_FRAMES"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    clock_gettime(CLOCK_MONOTONIC, &time);
    int64_t now = time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
    if (write(file, &now, sizeof now) < 0)
        abort();
}

int drmModeAtomicCommit(int fd, void *request, uint32_t flags, void *data) {
    int (*real)(int, void *, uint32_t, void *) = dlsym(RTLD_NEXT, "drmModeAtomicCommit");
    int result = real(fd, request, flags, data);
    note();
    return result;
}

int drmModePageFlip(int fd, uint32_t crtc, uint32_t buffer, uint32_t flags, void *data) {
    int (*real)(int, uint32_t, uint32_t, uint32_t, void *) = dlsym(RTLD_NEXT, "drmModePageFlip");
    int result = real(fd, crtc, buffer, flags, data);
    note();
    return result;
}
