#!/usr/bin/env python3
"""Couples the control `frequency` with a radio, both ways, through hamlib's rigctld. The program needs the Python
module wheeld.

usage: rig.py [HOST:PORT]      of rigctld; localhost:4532 without it
"""

import socket
import sys
import time

import wheeld

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


def turned_to(panel):
    """The newest frequency that somebody else has set, or sets within POLL_S; None if nobody does."""
    newest, timeout = None, POLL_S
    while event := panel.next_event(timeout):
        timeout = 0
        if isinstance(event, wheeld.ValueEvent) and event.control == "frequency" and event.client != panel.client:
            newest = event.value
    return newest


def couple(radio, panel):
    agreed = None  # the frequency that radio and knob both have
    moving_since = None  # the last change of the radio's own dial that is not committed yet
    while True:
        frequency = turned_to(panel)
        if frequency is not None:
            radio.tune(frequency)
            agreed = frequency
            continue
        frequency = radio.frequency()
        if frequency != agreed:
            try:
                panel["frequency"].set(frequency, commit=False, unless="editing")
                agreed, moving_since = frequency, time.monotonic()
            except wheeld.RefusedError as error:
                # While somebody turns the knob, the knob is right, and the radio follows.
                if error.code != "editing":
                    raise
        elif moving_since and time.monotonic() - moving_since > REST_S:
            moving_since = None
            panel.commit("frequency")


def main():
    place = sys.argv[1] if len(sys.argv) > 1 else "localhost:4532"
    with wheeld.Panel(timeout=None) as panel:
        while True:
            try:
                couple(Radio(place), panel)
            except OSError as error:
                print(f"rig.py: {error}; trying again", file=sys.stderr)
            time.sleep(1)


try:
    main()
except KeyboardInterrupt:
    pass
