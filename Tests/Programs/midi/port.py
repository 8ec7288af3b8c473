"""A port of the ALSA sequencer that uses libasound, and sends any bytes."""

import ctypes
import struct

CONTROLLER, NOTE_ON, NOTE_OFF, PROGRAM = 10, 6, 7, 11
READ, WRITE, SUBSCRIBE_READ, SUBSCRIBE_WRITE = 1, 2, 32, 64
DUPLEX, NONBLOCK = 3, 1
MIDI_GENERIC = 2
SUBSCRIBERS, DIRECT = 254, 253

asound = ctypes.CDLL("libasound.so.2")


class Port:
    def __init__(self, name, rights=READ | WRITE | SUBSCRIBE_READ | SUBSCRIBE_WRITE):
        self.handle = ctypes.c_void_p()
        assert asound.snd_seq_open(ctypes.byref(self.handle), b"default", DUPLEX, NONBLOCK) == 0
        asound.snd_seq_set_client_name(self.handle, name.encode())
        self.port = asound.snd_seq_create_simple_port(self.handle, name.encode(), rights, MIDI_GENERIC)
        assert self.port >= 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.handle:
            asound.snd_seq_close(self.handle)
            self.handle = None

    def send(self, kind, body):
        """Sends an event with these twelve bytes of data to all connected ports, without any check."""
        header = struct.pack("BBbBII", kind, 0, 0, DIRECT, 0, 0)
        event = header + struct.pack("BBBB", 0, self.port, SUBSCRIBERS, 253) + body
        buffer = ctypes.create_string_buffer(event, 28)
        return asound.snd_seq_event_output_direct(self.handle, buffer)

    def received(self):
        """The events that have arrived: pairs of their type and their twelve bytes of data."""
        events = []
        event = ctypes.c_void_p()
        while asound.snd_seq_event_input(self.handle, ctypes.byref(event)) >= 0 and event:
            data = ctypes.string_at(event, 28)
            events.append((data[0], data[16:]))
        return events

    def controller(self, number, value, channel=0):
        return self.send(CONTROLLER, struct.pack("BBBBIi", channel, 0, 0, 0, number, value))

    def program(self, number, channel=0):
        return self.send(PROGRAM, struct.pack("BBBBIi", channel, 0, 0, 0, 0, number))

    def note(self, number, velocity, channel=0):
        return self.send(NOTE_ON, struct.pack("BBBBI", channel, number, velocity, 0, 0) + b"\0\0\0\0")
