// The sequencer of libasound. The functions below access the unions in its events, and replace the macros that make
// events, which Swift does not import.
#ifndef CALSA_SHIM_H
#define CALSA_SHIM_H

#include <alsa/asoundlib.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// The members of a `snd_seq_event_t` that Swift needs.
struct calsa_event {
    int type;
    /// The client and port that sent the event. For an announcement, the client and port that it is about.
    int client, port;
    /// The receiving client and port. Set only for announcements about a connection.
    int other_client, other_port;
    int channel, param, value;
};

static inline void calsa_no_message(const char *file, int line, const char *function, int error, const char *format, ...) {}

/// Stops libasound from writing its errors to standard error, because this program reports errors itself.
static inline void calsa_be_silent(void) { snd_lib_error_set_handler(calsa_no_message); }

/// Reads the next event. Returns 1, or 0 if there is no event, or a negative errno; -ENOSPC: events were lost.
static inline int calsa_read(snd_seq_t *sequencer, struct calsa_event *event) {
    snd_seq_event_t *read = NULL;
    int result = snd_seq_event_input(sequencer, &read);
    if (result == -EAGAIN) return 0;
    if (result < 0) return result;
    if (!read) return 0;
    *event = (struct calsa_event){.type = read->type, .client = read->source.client, .port = read->source.port};
    switch (read->type) {
    case SND_SEQ_EVENT_NOTEON:
    case SND_SEQ_EVENT_NOTEOFF:
        event->channel = read->data.note.channel;
        event->param = read->data.note.note;
        event->value = read->data.note.velocity;
        break;
    case SND_SEQ_EVENT_CONTROLLER:
    case SND_SEQ_EVENT_PGMCHANGE:
    case SND_SEQ_EVENT_CONTROL14:
    case SND_SEQ_EVENT_NONREGPARAM:
        event->channel = read->data.control.channel;
        // The number is unsigned in libasound. The conversion must not turn a number above 0xffff, which MIDI does not
        // have, into a valid number.
        event->param = read->data.control.param > 0xffff ? -1 : (int)read->data.control.param;
        event->value = read->data.control.value;
        break;
    case SND_SEQ_EVENT_CLIENT_CHANGE:
    case SND_SEQ_EVENT_CLIENT_START:
    case SND_SEQ_EVENT_CLIENT_EXIT:
    case SND_SEQ_EVENT_PORT_START:
    case SND_SEQ_EVENT_PORT_EXIT:
    case SND_SEQ_EVENT_PORT_CHANGE:
        event->client = read->data.addr.client;
        event->port = read->data.addr.port;
        break;
    case SND_SEQ_EVENT_PORT_SUBSCRIBED:
    case SND_SEQ_EVENT_PORT_UNSUBSCRIBED:
        event->client = read->data.connect.sender.client;
        event->port = read->data.connect.sender.port;
        event->other_client = read->data.connect.dest.client;
        event->other_port = read->data.connect.dest.port;
        break;
    }
    return 1;
}

/// The route of an event: from a port of this client to a port of another client. If `client` is negative, the event is
/// sent to all subscribers of the port.
struct calsa_way {
    int port, client, other_port;
};

static inline void calsa_address(snd_seq_event_t *event, struct calsa_way way) {
    snd_seq_ev_clear(event);
    snd_seq_ev_set_source(event, way.port);
    if (way.client < 0)
        snd_seq_ev_set_subs(event);
    else
        snd_seq_ev_set_dest(event, way.client, way.other_port);
    snd_seq_ev_set_direct(event);
}

/// Sends an event without buffering. Returns 0 or more, or a negative errno; -EAGAIN: there is no room now.
static inline int calsa_send_controller(snd_seq_t *sequencer, struct calsa_way way, int channel, int number, int value) {
    snd_seq_event_t event;
    calsa_address(&event, way);
    snd_seq_ev_set_controller(&event, channel, number, value);
    return snd_seq_event_output_direct(sequencer, &event);
}

static inline int calsa_send_program(snd_seq_t *sequencer, struct calsa_way way, int channel, int program) {
    snd_seq_event_t event;
    calsa_address(&event, way);
    snd_seq_ev_set_pgmchange(&event, channel, program);
    return snd_seq_event_output_direct(sequencer, &event);
}

static inline int calsa_send_note(snd_seq_t *sequencer, struct calsa_way way, int channel, int note, int velocity, bool on) {
    snd_seq_event_t event;
    calsa_address(&event, way);
    if (on)
        snd_seq_ev_set_noteon(&event, channel, note, velocity);
    else
        snd_seq_ev_set_noteoff(&event, channel, note, velocity);
    return snd_seq_event_output_direct(sequencer, &event);
}

/// Finds, among the ports of other clients, a port whose name begins with `name`. Returns the client's number times 256
/// plus the port's number; -1 if there is no such port.
static inline int calsa_find_port(snd_seq_t *sequencer, const char *name) {
    snd_seq_client_info_t *client = NULL;
    snd_seq_port_info_t *port = NULL;
    int found = -1;
    if (snd_seq_client_info_malloc(&client) < 0) return -1;
    if (snd_seq_port_info_malloc(&port) < 0) {
        snd_seq_client_info_free(client);
        return -1;
    }
    snd_seq_client_info_set_client(client, -1);
    while (found < 0 && snd_seq_query_next_client(sequencer, client) >= 0) {
        int number = snd_seq_client_info_get_client(client);
        if (number == snd_seq_client_id(sequencer)) continue;
        snd_seq_port_info_set_client(port, number);
        snd_seq_port_info_set_port(port, -1);
        while (found < 0 && snd_seq_query_next_port(sequencer, port) >= 0)
            if (strncmp(snd_seq_port_info_get_name(port), name, strlen(name)) == 0)
                found = number << 8 | snd_seq_port_info_get_port(port);
    }
    snd_seq_port_info_free(port);
    snd_seq_client_info_free(client);
    return found;
}

/// The descriptor that becomes readable when an event has arrived; negative if there is no descriptor.
static inline int calsa_descriptor(snd_seq_t *sequencer) {
    struct pollfd polled = {.fd = -1};
    return snd_seq_poll_descriptors(sequencer, &polled, 1, POLLIN) == 1 ? polled.fd : -1;
}

#endif
