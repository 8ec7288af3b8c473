// Finds chips and lines, for both libraries. libgpiod 1.6 has iterators, but they fail at the first chip that cannot be
// opened. libgpiod 2 has none.

#include "inside.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The number in "gpiochipN", -1 for any other name.
static int chip_number(const char *name) {
    static const char prefix[] = "gpiochip";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0)
        return -1;
    const char *digits = name + sizeof prefix - 1;
    if (*digits < '0' || *digits > '9')
        return -1;
    char *end;
    errno = 0;
    long number = strtol(digits, &end, 10);
    return *end == '\0' && errno == 0 && number <= INT_MAX ? (int)number : -1;
}

int cgpio_next_chip(int after) {
    DIR *folder = opendir("/dev");
    if (folder == NULL)
        return cgpio_error();
    int next = -ENOENT;
    const struct dirent *entry;
    while ((entry = readdir(folder)) != NULL) {
        if (entry->d_type != DT_CHR && entry->d_type != DT_UNKNOWN)
            continue;
        int number = chip_number(entry->d_name);
        if (number > after && (next < 0 || number < next))
            next = number;
    }
    closedir(folder);
    return next;
}

int cgpio_chip_open_number(int number, struct cgpio_chip **chip) {
    char path[32];
    snprintf(path, sizeof path, "/dev/gpiochip%d", number);
    return cgpio_chip_open_path(path, chip);
}

// Opens each chip, and keeps the only chip for which `matches` returns a result >= 0. Returns this result.
static int find_chip(int (*matches)(struct cgpio_chip *, const char *), const char *text, struct cgpio_chip **found) {
    int result = -ENOENT;
    int unreadable = 0;
    int number;
    *found = NULL;
    for (number = cgpio_next_chip(-1); number >= 0; number = cgpio_next_chip(number)) {
        struct cgpio_chip *chip;
        int error = cgpio_chip_open_number(number, &chip);
        if (error < 0) {
            // The error is kept, unless the chip was removed after it was listed.
            if (error != -ENOENT && error != -ENODEV && error != -ENXIO && error != -ENOTTY)
                unreadable = error;
            continue;
        }
        int match = matches(chip, text);
        if (match == -ENOTUNIQ || (match >= 0 && *found != NULL)) {
            cgpio_chip_close(chip);
            cgpio_chip_close(*found);
            *found = NULL;
            return -ENOTUNIQ;
        }
        if (match >= 0) {
            *found = chip;
            result = match;
        } else {
            cgpio_chip_close(chip);
        }
    }
    if (number != -ENOENT)
        unreadable = number; // /dev could not be opened
    return result == -ENOENT && unreadable < 0 ? unreadable : result;
}

static int has_label(struct cgpio_chip *chip, const char *label) {
    return strcmp(cgpio_chip_label(chip), label) == 0 ? 0 : -ENOENT;
}

int cgpio_chip_open(const char *which, struct cgpio_chip **chip) {
    *chip = NULL;
    if (which[0] == '/')
        return cgpio_chip_open_path(which, chip);
    int number = chip_number(which);
    int error = number >= 0 ? cgpio_chip_open_number(number, chip) : -ENOENT;
    return error == -ENOENT ? find_chip(has_label, which, chip) : error;
}

int cgpio_chip_find_line(struct cgpio_chip *chip, const char *name) {
    int found = -ENOENT;
    for (uint32_t offset = 0; offset < cgpio_chip_line_count(chip); offset++) {
        struct cgpio_line_info info;
        int error = cgpio_chip_line_info(chip, offset, &info);
        if (error < 0)
            return error;
        if (info.name == NULL || strcmp(info.name, name) != 0)
            continue;
        if (found >= 0)
            return -ENOTUNIQ;
        found = (int)offset;
    }
    return found;
}

int cgpio_find_line(const char *name, struct cgpio_chip **chip) {
    return find_chip(cgpio_chip_find_line, name, chip);
}
