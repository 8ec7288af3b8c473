#!/usr/bin/env python3
"""Couples the control `frequency` with a radio, both ways, through rigctld, which hamlib has. Python's own library only.

usage: rig.py [HOST:PORT]      of rigctld; localhost:4532 without it
"""

import json
import os
import select
import socket
import sys
import time

POLL_S = 0.2  # how often the radio is asked for its frequency while nobody turns the knob
REST_S = 0.5  # when the radio has not changed for so long, its own dial is at rest


class Radio:
    def __init__(self, place):
        host, port = place.rsplit(":", 1)
        self.lines = socket.create_connection((host, int(port)), timeout=5).makefile("rw")

    def ask(self, command):
        self.lines.write(command + "\n")
        self.lines.flush()
        answer = self.lines.readline().strip()
        if answer == "" or answer.startswith("RPRT") and answer != "RPRT 0":
            raise OSError(f"rigctld answers {answer!r} to {command!r}")
        return answer

    def frequency(self):
        return int(float(self.ask("f")))

    def tune(self, frequency):
        self.ask(f"F {frequency}")


class Knob:
    def __init__(self):
        own = os.environ.get("XDG_RUNTIME_DIR", "") + "/wheeld.sock"
        path = os.environ.get("WHEELD_SOCKET") or (own if os.path.exists(own) else "/run/wheeld/wheeld.sock")
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(path)
        self.rest = b""

    def send(self, **request):
        self.connection.sendall(json.dumps(request).encode() + b"\n")

    def messages(self):
        """What has come, or comes within POLL_S."""
        if not select.select([self.connection], [], [], POLL_S)[0]:
            return []
        received = self.connection.recv(65536)
        if not received:
            raise OSError("wheeld has ended")
        *lines, self.rest = (self.rest + received).split(b"\n")
        return [json.loads(line) for line in lines]


def couple(radio, knob):
    me = None  # this program's number at wheeld
    agreed = None  # the frequency that radio and knob both have
    asked = None  # the frequency that wheeld has been asked to take, until it answers
    moving_since = None  # the last change of the radio's own dial that is not committed yet
    while True:
        turned_to = None
        for message in knob.messages():
            if message.get("event") == "hello":
                me = message["client"]
            elif message.get("event") == "value" and message["control"] == "frequency" and message.get("client") != me:
                turned_to = message["value"]
            elif message.get("reply") == "radio":
                # Refused while somebody turns the knob. Then the knob is right, and the radio follows.
                agreed = asked if message["ok"] else agreed
                asked = None
        if turned_to is not None:
            radio.tune(turned_to)
            agreed = turned_to
        elif asked is None:
            frequency = radio.frequency()
            if frequency != agreed:
                asked, moving_since = frequency, time.monotonic()
                knob.send(id="radio", op="set", control="frequency", value=frequency, commit=False, unless="editing")
            elif moving_since and time.monotonic() - moving_since > REST_S:
                moving_since = None
                knob.send(op="commit", control="frequency")


def main():
    place = sys.argv[1] if len(sys.argv) > 1 else "localhost:4532"
    while True:
        try:
            couple(Radio(place), Knob())
        except OSError as error:
            print(f"rig.py: {error}; trying again", file=sys.stderr)
        time.sleep(1)


try:
    main()
except KeyboardInterrupt:
    pass
