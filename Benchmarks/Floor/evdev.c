// The least that a program can do to pass the detents of an event device on. Without a device it passes on the values that
// clients set.
//
// usage: evdev SOCKET [NODE]
#include "clients.h"

#include <fcntl.h>
#include <linux/input.h>
#include <sys/ioctl.h>

static int knob = -1;

static void turn(void) {
    static double delta;
    struct input_event events[64];
    ssize_t bytes = read(knob, events, sizeof events);
    for (struct input_event *event = events; (char *)event < (char *)events + bytes; event++) {
        if (event->type == EV_REL)
            delta += event->value;
        if (event->type == EV_SYN && event->code == SYN_REPORT && delta != 0) {
            publish(delta, event->input_event_sec, event->input_event_usec);
            delta = 0;
        }
    }
}

int main(int count, char **words) {
    int clock = CLOCK_MONOTONIC;
    if (count > 2 && (knob = open(words[2], O_RDONLY | O_NONBLOCK | O_CLOEXEC)) < 0)
        return 1;
    ioctl(knob, EVIOCSCLOCKID, &clock);
    return serve(words[1], knob, turn);
}
