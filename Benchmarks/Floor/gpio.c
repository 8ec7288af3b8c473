// The least that a program can do to pass the detents of an encoder on, by the same library and with the same buffer as wheeld.
// Four transitions are a detent; a transition that is impossible counts as none.
//
// usage: gpio SOCKET CHIP A B
#include "clients.h"

#include "cgpio.h"

static struct cgpio_request *request;
static unsigned line_a;

static void turn(void) {
    // By the former and the new state of both contacts: A is 2, B is 1.
    static const int steps[16] = {0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0};
    static unsigned state;
    static int quarters;
    struct cgpio_edge edges[CGPIO_READ_MAX];
    int count = cgpio_request_read(request, edges, CGPIO_READ_MAX);
    for (int i = 0; i < count; i++) {
        unsigned bit = edges[i].offset == line_a ? 2 : 1, next = edges[i].rising ? state & ~bit : state | bit;
        quarters += steps[state << 2 | next];
        state = next;
        if (state != 0)
            continue;
        if (quarters / 4 != 0)
            publish(quarters / 4, (long)(edges[i].time_ns / 1000000000), (long)(edges[i].time_ns / 1000 % 1000000));
        quarters = 0;
    }
}

int main(int count, char **words) {
    struct cgpio_chip *chip;
    struct cgpio_input inputs[2];
    if (count < 5 || cgpio_chip_open(words[2], &chip) < 0)
        return 1;
    for (int i = 0; i < 2; i++)
        inputs[i] = (struct cgpio_input){
            .offset = (uint32_t)atoi(words[3 + i]), .bias = CGPIO_BIAS_PULL_UP, .edges = true};
    line_a = inputs[0].offset;
    if (cgpio_request_inputs(chip, inputs, 2, "floor", &request) < 0)
        return 1;
    return serve(words[1], cgpio_request_fd(request), turn);
}
