// Functions that have newer names in the glibc of Debian 13 than in the glibc of Debian 12. scripts/static-flags links this file
// into programs, so that one build runs on both. No program of this project uses what the newer functions do differently.
//
// This file includes no header, because headers would rename the functions that are called here.

#define OURS __attribute__((visibility("hidden")))

// 2.38: the same functions, but they also accept binary numbers (0b1).
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
long long strtoll(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
int vsscanf(const char *, const char *, __builtin_va_list);
OURS long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }
OURS unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return strtoul(text, end, base); }
OURS long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }
OURS unsigned long long __isoc23_strtoull(const char *text, char **end, int base) { return strtoull(text, end, base); }
OURS int __isoc23_sscanf(const char *text, const char *format, ...) {
    __builtin_va_list values;
    __builtin_va_start(values, format);
    int count = vsscanf(text, format, values);
    __builtin_va_end(values);
    return count;
}

// 2.38: the same functions without errno.
#ifdef __aarch64__
#define OLDEST "GLIBC_2.17"
#else
#define OLDEST "GLIBC_2.2.5"
#endif
double older_fmod(double, double);
float older_fmodf(float, float);
__asm__(".symver older_fmod, fmod@" OLDEST);
__asm__(".symver older_fmodf, fmodf@" OLDEST);
OURS double fmod(double x, double y) { return older_fmod(x, y); }
OURS float fmodf(float x, float y) { return older_fmodf(x, y); }

// New in 2.38, and used by libdispatch. Weak, since a libdispatch that was built for an older glibc contains one of its own.
unsigned long strlen(const char *);
void *memcpy(void *, const void *, unsigned long);
__attribute__((weak)) OURS unsigned long strlcpy(char *to, const char *from, unsigned long size) {
    unsigned long length = strlen(from);
    if (size > 0) {
        unsigned long kept = length < size ? length : size - 1;
        memcpy(to, from, kept);
        to[kept] = 0;
    }
    return length;
}
