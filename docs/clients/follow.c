/* Follows wheeld, or sets a value. Reads and writes JSON with jansson.
 *
 *   cc -O2 -Wall follow.c -o follow -ljansson
 *
 * usage: follow                  every value, as it changes
 *        follow CONTROL          this control's
 *        follow CONTROL VALUE    sets it, and prints the value that it now has
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Where clients look for the daemon. */
static void place(struct sockaddr_un *address) {
    const char *named = getenv("WHEELD_SOCKET"), *folder = getenv("XDG_RUNTIME_DIR");

    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (named) {
        snprintf(address->sun_path, sizeof address->sun_path, "%s", named);
        return;
    }
    if (folder) {
        snprintf(address->sun_path, sizeof address->sun_path, "%s/wheeld.sock", folder);
        if (access(address->sun_path, F_OK) == 0)
            return;
    }
    strcpy(address->sun_path, "/run/wheeld/wheeld.sock");
}

static void show(json_t *state, const char *wanted) {
    const char *control = json_string_value(json_object_get(state, "control"));
    char *value;

    if (!control || (wanted && strcmp(control, wanted) != 0))
        return;
    value = json_dumps(json_object_get(state, "value"), JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    printf("%s %s\n", control, value);
    fflush(stdout);
    free(value);
}

/* `hello` and `controls` have every control. Later each change is an event. */
static void take(json_t *event, const char *wanted) {
    const char *name = json_string_value(json_object_get(event, "event"));
    json_t *state;
    size_t index;

    json_array_foreach(json_object_get(event, "controls"), index, state) show(state, wanted);
    if (name && strcmp(name, "value") == 0)
        show(event, wanted);
}

/* Prints the answer to a set; the exit status. */
static int answer(json_t *reply) {
    char *value;

    if (!json_is_true(json_object_get(reply, "ok"))) {
        fprintf(stderr, "%s\n", json_string_value(json_object_get(reply, "message")));
        return 1;
    }
    value = json_dumps(json_object_get(reply, "value"), JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    puts(value);
    free(value);
    return 0;
}

static void ask_to_set(FILE *out, const char *control, const char *text) {
    json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);
    json_t *request;

    if (!value)
        value = json_string(text);
    request = json_pack("{s:i, s:s, s:s, s:o}", "id", 1, "op", "set", "control", control, "value", value);
    json_dumpf(request, out, JSON_COMPACT);
    fputc('\n', out);
    fflush(out);
    json_decref(request);
}

int main(int count, char **words) {
    const char *wanted = count > 1 ? words[1] : NULL;
    struct sockaddr_un address;
    char *line = NULL;
    size_t room = 0;
    int status = -1;
    int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    FILE *lines, *requests;

    place(&address);
    if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address) < 0) {
        perror(address.sun_path);
        return 1;
    }
    lines = fdopen(connection, "r");
    requests = fdopen(dup(connection), "w");
    if (!lines || !requests) {
        perror("fdopen");
        return 1;
    }
    if (count > 2)
        ask_to_set(requests, words[1], words[2]);

    while (status < 0 && getline(&line, &room, lines) > 0) {
        json_t *object = json_loads(line, 0, NULL);

        if (count <= 2)
            take(object, wanted);
        else if (json_integer_value(json_object_get(object, "reply")) == 1)
            status = answer(object);
        json_decref(object);
    }
    free(line);
    fclose(requests);
    fclose(lines);
    if (status < 0)
        fprintf(stderr, "%s: the daemon has closed the connection\n", address.sun_path);
    return status < 0 ? 1 : status;
}
