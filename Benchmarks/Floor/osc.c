// The least that a bridge to OSC can do with wheel-osc's library: it sends each value of a control to a port.
//
// usage: osc SOCKET PORT
#include "values.h"

#include <lo/lo.h>

static lo_address peer;

static void pass(const char *value) { lo_send(peer, "/wheeld/c0", "f", (float)atof(value)); }

int main(int count, char **words) {
    if (count < 3)
        return 2;
    peer = lo_address_new("127.0.0.1", words[2]);
    return follow(words[1], pass);
}
