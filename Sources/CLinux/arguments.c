#include "CLinux.h"

static int count;
static char **words;

// glibc passes the arguments of main to each constructor.
__attribute__((constructor)) static void take_arguments(int argc, char **argv) {
    count = argc;
    words = argv;
}

int linux_argument_count(void) { return count; }

const char *linux_argument(int index) { return words[index]; }
