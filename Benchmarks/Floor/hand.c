// Turns a knob of its own, whose node is its first line, and reads what a server sends. usage: hand NAME SOCKET
// Each line of standard input is a command, and is answered by a line:
//     connect   opens the socket and reads what is there
//     turn N    N detents, each after the value of the last: median and 99th percentile of the times in ns, and the last line
//     burst N   N detents without a pause, and one after them: how many lines told of a loss, and the last line
#define _GNU_SOURCE
#include <fcntl.h>
#include <glob.h>
#include <linux/uinput.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int knob, server, losses;
static char rest[1 << 20], last[512];
static size_t filled;

static void exit_unless(int is_well) { is_well ? (void)0 : exit(1); }

static void open_knob(const char *name) {
    struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x1209, .product = 1}};
    char folder[64] = "", pattern[128];
    glob_t found;
    knob = open("/dev/uinput", O_RDWR);
    strncpy(setup.name, name, sizeof setup.name - 1);
    ioctl(knob, UI_SET_EVBIT, EV_REL);
    ioctl(knob, UI_SET_RELBIT, REL_DIAL);
    ioctl(knob, UI_DEV_SETUP, &setup);
    exit_unless(ioctl(knob, UI_DEV_CREATE) >= 0 && ioctl(knob, UI_GET_SYSNAME(sizeof folder), folder) >= 0);
    snprintf(pattern, sizeof pattern, "/sys/devices/virtual/input/%s/event*", folder);
    exit_unless(glob(pattern, 0, NULL, &found) == 0);
    printf("/dev/input%s\n", strrchr(found.gl_pathv[0], '/'));
    fflush(stdout);
}

static void turn(void) {
    static const struct input_event frame[2] = {{.type = EV_REL, .code = REL_DIAL, .value = 1}, {.type = EV_SYN}};
    exit_unless(write(knob, frame, sizeof frame) > 0);
}

// Reads once. Returns whether a value was among the lines.
static int receive(void) {
    int is_there = 0;
    ssize_t count = recv(server, rest + filled, sizeof rest - 1 - filled, 0);
    exit_unless(count > 0);
    filled += (size_t)count;
    rest[filled] = '\0';
    char *start = rest;
    for (char *end; (end = strchr(start, '\n')) != NULL; start = end + 1) {
        *end = '\0';
        losses += strncmp(start, "{\"event\":\"dropped\"", 18) == 0;
        if (strncmp(start, "{\"event\":\"value\"", 16) == 0) {
            is_there = 1;
            snprintf(last, sizeof last, "%.500s", start);
        }
    }
    filled -= (size_t)(start - rest);
    memmove(rest, start, filled);
    return is_there;
}

static void drain(int milliseconds) {
    struct pollfd polled = {.fd = server, .events = POLLIN};
    while (poll(&polled, 1, milliseconds) > 0)
        receive();
}

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000 + time.tv_nsec;
}

// All times are below two seconds.
static int by_size(const void *a, const void *b) { return (int)(*(const long *)a - *(const long *)b); }

int main(int count, char **words) {
    static long times[100000];
    char command[64];
    int many;
    exit_unless(count == 3);
    open_knob(words[1]);
    while (fgets(command, sizeof command, stdin) != NULL) {
        if (strncmp(command, "connect", 7) == 0) {
            struct sockaddr_un address = {.sun_family = AF_UNIX};
            strncpy(address.sun_path, words[2], sizeof address.sun_path - 1);
            server = socket(AF_UNIX, SOCK_STREAM, 0);
            exit_unless(connect(server, (struct sockaddr *)&address, sizeof address) == 0);
            drain(300);
            puts("connected");
        } else if (sscanf(command, "turn %d", &many) == 1 && many > 0 && many <= 100000) {
            for (int i = 0; i < many; i++) {
                long start = now();
                turn();
                while (!receive())
                    continue;
                times[i] = now() - start;
            }
            qsort(times, (size_t)many, sizeof *times, by_size);
            printf("%ld %ld %s\n", times[many / 2], times[many * 99 / 100], last);
        } else if (sscanf(command, "burst %d", &many) == 1) {
            losses = 0;
            for (; many > 0; many--)
                turn();
            drain(500);
            turn();
            drain(500);
            printf("%d %s\n", losses, last);
        }
        fflush(stdout);
    }
    return 0;
}
