// The common part of the smallest servers, which send each value to all clients in a line with the same members as wheeld's.
// They have one control without a range, and no slow clients. evdev.c and gpio.c add a knob.
#ifndef CLIENTS_H
#define CLIENTS_H

#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static struct {
    int fd, is_deaf;
} clients[2048];
static int client_count, poll_fd;
static long seq;
static double value;

static void watch(int fd) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    epoll_ctl(poll_fd, EPOLL_CTL_ADD, fd, &event);
}

// The time is the time of the kernel's event.
static void publish(double delta, long seconds, long microseconds) {
    char line[256];
    value += delta;
    int length = snprintf(line, sizeof line,
                          "{\"event\":\"value\",\"seq\":%ld,\"time\":%ld.%06ld,\"control\":\"c0\",\"value\":%.15g,"
                          "\"delta\":%.15g,\"source\":\"input\",\"input\":\"knob\"}\n",
                          ++seq, seconds, microseconds, value, delta);
    for (int i = 0; i < client_count; i++)
        if (!clients[i].is_deaf)
            send(clients[i].fd, line, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void admit(int listener) {
    static const char hello[] = "{\"event\":\"hello\"}\n";
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    clients[client_count].is_deaf = 0;
    clients[client_count++].fd = fd;
    send(fd, hello, sizeof hello - 1, MSG_NOSIGNAL);
    watch(fd);
}

// Performs requests that set a value. Any `subscribe` counts as a request for no events.
static void answer(int fd) {
    char lines[65536];
    int index = 0;
    while (clients[index].fd != fd)
        index++;
    ssize_t count = recv(fd, lines, sizeof lines - 1, 0);
    if (count <= 0) {
        close(fd);
        clients[index] = clients[--client_count];
        return;
    }
    lines[count] = '\0';
    for (char *rest = lines, *line; (line = strsep(&rest, "\n")) != NULL && *line != '\0';) {
        const char *number = strstr(line, "\"value\":");
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (number != NULL)
            publish(strtod(number + 8, NULL) - value, now.tv_sec, now.tv_nsec / 1000);
        else if (strstr(line, "\"subscribe\"") != NULL)
            clients[index].is_deaf = 1;
    }
}

// Serves at the socket, and calls `turn` when the device can be read; -1 means no device.
static int serve(const char *path, int device, void (*turn)(void)) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct sched_param priority = {.sched_priority = 20};
    struct epoll_event events[64];
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, 1024) < 0)
        return 1;
    poll_fd = epoll_create1(EPOLL_CLOEXEC);
    watch(listener);
    if (device >= 0)
        watch(device);
    // Real-time scheduling, which wheeld uses, too, if it is permitted.
    sched_setscheduler(0, SCHED_FIFO, &priority);
    for (;;) {
        int ready = epoll_wait(poll_fd, events, 64, -1);
        for (int i = 0; i < ready; i++) {
            int fd = events[i].data.fd;
            if (fd == device)
                turn();
            else if (fd == listener)
                admit(listener);
            else
                answer(fd);
        }
    }
}

#endif
