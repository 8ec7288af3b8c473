// The common part of the smallest bridges: a client of wheeld that reads values.
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

// Calls `pass` with the text that begins with the value of each event `value`. Returns when the daemon has ended.
static int follow(const char *path, void (*pass)(const char *value)) {
    static const char start[] = "{\"event\":\"value\"", request[] = "{\"op\":\"subscribe\",\"events\":[\"value\"]}\n";
    static char bytes[1 << 20];
    size_t filled = 0;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int daemon = socket(AF_UNIX, SOCK_STREAM, 0);
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    if (connect(daemon, (struct sockaddr *)&address, sizeof address) < 0)
        return 1;
    send(daemon, request, sizeof request - 1, MSG_NOSIGNAL);
    for (ssize_t count; (count = recv(daemon, bytes + filled, sizeof bytes - 1 - filled, 0)) > 0;) {
        filled += (size_t)count;
        bytes[filled] = '\0';
        char *line = bytes;
        for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
            *end = '\0';
            const char *value = strncmp(line, start, sizeof start - 1) == 0 ? strstr(line, "\"value\":") : NULL;
            if (value != NULL)
                pass(value + 8);
        }
        filled -= (size_t)(line - bytes);
        memmove(bytes, line, filled);
    }
    return 0;
}
