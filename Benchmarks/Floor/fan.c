// Many clients that read values from one server, and one client that sets the values. Each value is read by all before the next
// one is set, so that no client is slow, and the server's processor time contains only its work.
//
// usage: fan SOCKET CLIENTS GREETING HAND EVEN ODD
//     GREETING, HAND: the bytes, in hexadecimal, that each client and the one that sets values send first
//     EVEN, ODD: the messages that set a value, in turn; what reaches a client for a value has one newline
// The program prints "ready" when all first lines have been read. Each line of standard input is a number of values, and is
// answered by the time that these values took, in nanoseconds.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int poll_fd;

struct message {
    unsigned char bytes[4096];
    size_t length;
};

static struct message message(const char *text) {
    struct message made = {.length = 0};
    for (unsigned byte; sscanf(text, "%2x", &byte) == 1 && made.length < sizeof made.bytes; text += 2)
        made.bytes[made.length++] = (unsigned char)byte;
    return made;
}

static int connected(const char *path, const struct message *greeting) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct epoll_event event = {.events = EPOLLIN};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    event.data.fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(event.data.fd, (struct sockaddr *)&address, sizeof address) < 0 ||
        send(event.data.fd, greeting->bytes, greeting->length, MSG_NOSIGNAL) < 0)
        exit(1);
    epoll_ctl(poll_fd, EPOLL_CTL_ADD, event.data.fd, &event);
    return event.data.fd;
}

// Waits for at most this time, and reads what has arrived. Returns the number of newlines; -1 if nothing has arrived.
static int receive(int milliseconds) {
    static char bytes[65536];
    struct epoll_event events[256];
    int lines = 0, ready = epoll_wait(poll_fd, events, 256, milliseconds);
    for (int i = 0; i < ready; i++) {
        ssize_t count = recv(events[i].data.fd, bytes, sizeof bytes, MSG_DONTWAIT);
        if (count == 0)
            exit(1);
        for (char *end = bytes; count > 0 && (end = memchr(end, '\n', (size_t)(bytes + count - end))) != NULL; end++)
            lines++;
    }
    return ready > 0 ? lines : -1;
}

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000 + time.tv_nsec;
}

int main(int count, char **words) {
    char line[64];
    if (count != 7)
        return 2;
    poll_fd = epoll_create1(0);
    int clients = atoi(words[2]);
    struct message greeting = message(words[3]), first = message(words[4]), sets[2] = {message(words[5]), message(words[6])};
    for (int i = 0; i < clients; i++) {
        connected(words[1], &greeting);
        while (i % 100 == 99 && receive(50) >= 0)
            continue;
    }
    int hand = connected(words[1], &first);
    while (receive(500) >= 0)
        continue;
    puts("ready");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        long start = now();
        for (int left = atoi(line); left > 0; left--) {
            const struct message *set = &sets[left % 2];
            send(hand, set->bytes, set->length, MSG_NOSIGNAL);
            for (int lines = 0; lines < clients;) {
                int more = receive(10000);
                if (more < 0)
                    return 1;
                lines += more;
            }
        }
        printf("%ld\n", now() - start);
        fflush(stdout);
    }
    return 0;
}
