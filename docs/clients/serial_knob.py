#!/usr/bin/env python3
"""Feeds an input of wheeld from a knob on a serial port. Python's standard library only.

usage: serial_knob.py [--baud BAUD] PORT INPUT

PORT is the port's file, best its link in /dev/serial/by-id. INPUT has `type = "client"`. The knob sends a line for each event:

    +1, -2, +0.25        detents, always with a sign
    down, up             the button
    down:NAME, up:NAME   the button of [input.on.NAME]
"""

import argparse
import json
import os
import re
import select
import socket
import sys
import termios
import time
import tty

# A number needs its sign: the port may be opened in the middle of a line, and the rest of `-1` must not become a turn.
EVENT = re.compile(r"(?P<detents>[+-]\d+(\.\d+)?)|(?P<button>down|up)(:(?P<name>.+))?")


class Ended(Exception):
    """Why the port or the daemon cannot be used now."""


def place():
    """Where clients look for the daemon."""
    named = os.environ.get("WHEELD_SOCKET")
    own = os.environ.get("XDG_RUNTIME_DIR", "") + "/wheeld.sock"
    return named or (own if os.path.exists(own) else "/run/wheeld/wheeld.sock")


def open_port(path, baud):
    # Without O_NONBLOCK the call waits for the carrier of a modem.
    port = os.open(path, os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        # This also drops bytes that have already arrived: old turns must not move the control.
        tty.setraw(port)
        modes = termios.tcgetattr(port)
        modes[2] |= termios.CLOCAL | termios.CREAD
        # With HUPCL, closing the port and opening it again would reset an Arduino.
        modes[2] &= ~termios.HUPCL
        modes[4] = modes[5] = baud
        termios.tcsetattr(port, termios.TCSANOW, modes)
    except termios.error as error:
        os.close(port)
        raise Ended(f"{path}: {error.args[1]}") from None
    return port


class Lines:
    """Complete lines from a port or a socket."""

    def __init__(self, path, read):
        self.path, self.read, self.rest = path, read, b""

    def take(self):
        """The complete lines of one read."""
        try:
            received = self.read(4096)
        except OSError as error:
            raise Ended(f"{self.path}: {error.strerror}") from None
        if not received:
            raise Ended(f"{self.path}: it was closed")
        *lines, self.rest = (self.rest + received).split(b"\n")
        return [line.decode("utf-8", "replace").strip() for line in lines]


def request(line, name):
    """The request for a line of the knob, or None. The `id` is the line itself, so that a refusal names the line."""
    match = EVENT.fullmatch(line)
    if match is None:
        return None
    members = {"id": line, "op": "feed", "input": name, "time": time.monotonic()}
    if match["detents"]:
        return {**members, "detents": float(match["detents"])}
    return {**members, "down": match["button"] == "down", **({"button": match["name"]} if match["name"] else {})}


def feed(port, daemon, path, name):
    """Feeds the input until the port or the daemon disconnects."""

    def send(members):
        daemon.sendall(json.dumps(members).encode() + b"\n")

    # Of the daemon's lines only replies are needed. A `feed` without an event claims the input.
    send({"op": "subscribe", "events": []})
    send({"id": 0, "op": "feed", "input": name})
    knob = Lines(path, lambda size: os.read(port, size))
    replies = Lines(place(), daemon.recv)
    while True:
        ready = select.select([port, daemon], [], [])[0]
        for line in replies.take() if daemon in ready else []:
            reply = json.loads(line)
            if reply.get("ok") is False:
                # If the input is refused, no line can be fed. A refused line does not affect the next line.
                if reply.get("reply") in (0, None):
                    raise Ended(reply["message"])
                print(f"{reply['reply']}: {reply['message']}", file=sys.stderr, flush=True)
        for line in knob.take() if port in ready else []:
            if event := request(line, name):
                send(event)
            elif line:
                print(f"{path}: not an event: {line}", file=sys.stderr, flush=True)


def run(path, baud, name):
    port = open_port(path, baud)
    try:
        # The daemon releases the buttons when the connection ends.
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as daemon:
            try:
                daemon.connect(place())
            except OSError as error:
                raise Ended(f"{place()}: {error.strerror}") from None
            feed(port, daemon, path, name)
    finally:
        os.close(port)


def speed(text):
    """The constant of a number of baud."""
    if not hasattr(termios, "B" + text):
        raise argparse.ArgumentTypeError(f"no number of baud: {text}")
    return getattr(termios, "B" + text)


parser = argparse.ArgumentParser(description="Feeds an input of wheeld from a knob on a serial port.")
parser.add_argument("--baud", type=speed, default="115200", help="115200 without it; a port that is USB itself has none")
parser.add_argument("port", metavar="PORT", help="/dev/serial/by-id/…")
parser.add_argument("input", metavar="INPUT", help='an input with type = "client"')
options = parser.parse_args()
said = None
try:
    while True:
        try:
            run(options.port, options.baud, options.input)
        except (Ended, OSError) as error:
            problem = str(error) if isinstance(error, Ended) else f"{error.filename or place()}: {error.strerror}"
            # Each reason is printed once, not every second.
            if problem != said:
                print(problem, file=sys.stderr, flush=True)
            said = problem
        # The port is not plugged in, or the daemon is being restarted.
        time.sleep(1)
except KeyboardInterrupt:
    pass
