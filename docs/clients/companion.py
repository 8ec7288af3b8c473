#!/usr/bin/env python3
"""Makes the panel of wheeld a surface of Bitfocus Companion, by its Satellite API. Python's standard library only.

usage: companion.py [--port PORT] HOST [INPUT…]

Each INPUT is a key of the surface, in a row; without INPUT, every input is one. A detent rotates the key's encoder, and the
input's button presses the key. Each control is a variable of Companion, and the variable set-CONTROL sets it.
"""

import argparse
import base64
import json
import math
import os
import re
import select
import socket
import sys
import time

# Companion expects a ping every two seconds, and closes a silent connection.
PING_S = 2
# After this time without an answer the connection counts as lost.
DEAD_S = 10
MOST_LINE = 1 << 20
# The maximum number of rotations for one event: a program may set a control to any value.
MOST_ROTATIONS = 20
ARGUMENT = re.compile(r'([A-Z_]+)=("((?:[^"\\]|\\.)*)"|\S*)')


class Ended(Exception):
    """Why Companion or the daemon cannot be used now."""


def place():
    """Where clients look for the daemon."""
    named = os.environ.get("WHEELD_SOCKET")
    own = os.environ.get("XDG_RUNTIME_DIR", "") + "/wheeld.sock"
    return named or (own if os.path.exists(own) else "/run/wheeld/wheeld.sock")


class Peer:
    """A connection with lines in both directions."""

    def __init__(self, name, family, address):
        self.name, self.rest = name, b""
        self.socket = socket.socket(family, socket.SOCK_STREAM)
        self.socket.settimeout(5)
        try:
            self.socket.connect(address)
        except OSError as error:
            self.socket.close()
            raise Ended(f"{name}: {error.strerror or error}") from None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, line):
        try:
            self.socket.sendall(line.encode() + b"\n")
        except OSError as error:
            raise Ended(f"{self.name}: {error.strerror or error}") from None

    def take(self):
        """The complete lines of one read."""
        try:
            received = self.socket.recv(65536)
        except OSError as error:
            raise Ended(f"{self.name}: {error.strerror or error}") from None
        if not received:
            raise Ended(f"{self.name}: it was closed")
        *lines, self.rest = (self.rest + received).split(b"\n")
        if len(self.rest) > MOST_LINE:
            raise Ended(f"{self.name}: a line is too long")
        return [line.decode("utf-8", "replace").rstrip("\r") for line in lines]

    def first(self):
        while True:
            for line in self.take():
                return line


def arguments(line):
    """The arguments of a line of Companion: NAME=VALUE, NAME="VALUE"."""
    return {match[1]: match[2] if match[3] is None else match[3] for match in ARGUMENT.finditer(line)}


def encoded(text):
    return base64.b64encode(text.encode()).decode()


def detent(control):
    """How far a control moves for a detent: a 24th of its range, on a grid to the nearest step."""
    if "range" not in control:
        return 1
    lower, upper = (float(end) for end in control["range"].strip("[]()").split(","))
    step, span = control["step"], upper - lower
    if span == float("inf"):
        return step
    return step * max(1, round(span / 24 / step)) if step else span / 24


class Surface:
    """The panel as Companion sees it."""

    def __init__(self, daemon, companion, wanted, identity):
        self.daemon, self.companion, self.identity = daemon, companion, identity
        hello = json.loads(daemon.first())
        if hello.get("event") != "hello":
            raise Ended(hello.get("message", "the daemon does not say hello"))
        inputs = [state["input"] for state in hello["inputs"]]
        if missing := [name for name in wanted if name not in inputs]:
            raise Ended(f"the daemon has no input named {missing[0]}; it has {', '.join(inputs) or 'none'}")
        self.keys = {name: index for index, name in enumerate(wanted or inputs)}
        self.down, self.rests, self.problems = set(), {}, set()
        self.controls = {state["control"]: state for state in hello["controls"]}
        begin = companion.first()
        if not begin.startswith("BEGIN "):
            raise Ended(f"{companion.name}: it does not speak the Satellite API")
        found = re.search(r'ApiVersion="?(\d+)\.(\d+)', begin)
        version = [int(found[1]), int(found[2])] if found else [0, 0]
        if version < [1, 3]:
            raise Ended(f"{companion.name}: this Companion is too old to know encoders")
        self.has_variables = version >= [1, 7]
        daemon.send(json.dumps({"op": "subscribe", "events": ["value", "press", "controls"]}))
        self.add()

    def add(self):
        words = {"PRODUCT_NAME": '"wheeld"', "KEYS_TOTAL": max(1, len(self.keys)), "KEYS_PER_ROW": max(1, len(self.keys)),
                 "BITMAPS": 0, "COLORS": 0, "TEXT": 0}  # fmt: skip
        if self.has_variables:
            variables = [
                variable
                for name, state in self.controls.items()
                for variable in (
                    {"id": name, "type": "input", "name": state["label"], "description": "The value of the control"},
                    {"id": "set-" + name, "type": "output", "name": f"Set {state['label']}",
                     "description": "Sets the control"},
                )
            ]  # fmt: skip
            words |= {"BRIGHTNESS": 0, "VARIABLES": f'"{encoded(json.dumps(variables))}"'}
        self.say("ADD-DEVICE", **words)
        for name, state in self.controls.items():
            self.tell(name, state["value"])

    def say(self, command, **words):
        more = "".join(f" {name}={value}" for name, value in words.items())
        self.companion.send(f'{command} DEVICEID="{self.identity}"{more}')

    def tell(self, control, value):
        if self.has_variables:
            text = value if isinstance(value, str) else json.dumps(value)
            self.say("SET-VARIABLE-VALUE", VARIABLE=f'"{control}"', VALUE=f'"{encoded(text)}"')

    def complain(self, problem):
        # Each problem is printed once.
        if problem not in self.problems:
            self.problems.add(problem)
            print(problem, file=sys.stderr, flush=True)

    def hear_daemon(self, line):
        event = json.loads(line)
        kind = event.get("event")
        if kind == "value":
            self.tell(event["control"], event["value"])
            if event.get("input") in self.keys:
                self.rotate(self.keys[event["input"]], event)
        elif kind == "press" and event["input"] in self.keys and not event.get("initial"):
            key, is_down = self.keys[event["input"]], event["gesture"] == "down"
            if event["gesture"] in ("down", "up") and is_down != (key in self.down):
                (self.down.add if is_down else self.down.discard)(key)
                self.say("KEY-PRESS", KEY=key, PRESSED=int(is_down))
        elif kind == "controls":
            # The controls or the inputs have changed, so the surface is added again.
            raise Ended("the configuration has changed")
        elif event.get("ok") is False:
            self.complain(f"{event.get('reply')}: {event['message']}")

    def rotate(self, key, event):
        size = detent(self.controls[event["control"]])
        # A control without a step and without ends has no detents.
        exact = self.rests.get(key, 0) + (event["delta"] / size if size else 0)
        count = int(exact + (1e-6 if exact > 0 else -1e-6))
        self.rests[key] = exact - count
        for _ in range(min(abs(count), MOST_ROTATIONS)):
            self.say("KEY-ROTATE", KEY=key, DIRECTION=1 if count > 0 else -1)

    def hear_companion(self, line):
        command, _, rest = line.partition(" ")
        words = arguments(rest)
        if command == "PING":
            self.companion.send(f"PONG {rest}")
        elif command == "VARIABLE-VALUE":
            self.set(words.get("VARIABLE", ""), words.get("VALUE", ""))
        elif command == "ERROR" or rest.startswith("ERROR"):
            self.complain(f"{self.companion.name}: {line[:200]}")

    def set(self, variable, value):
        control = self.controls.get(variable.removeprefix("set-"))
        try:
            text = base64.b64decode(value, validate=True).decode()
            if control is None or not variable.startswith("set-") or not text:
                return
            if control["kind"] in ("float", "int"):
                text = float(text)
                if not math.isfinite(text):
                    raise ValueError
            elif control["kind"] == "selection":
                text = json.loads(text)
        except (ValueError, RecursionError):
            return self.complain(f"{variable}: Companion sends a value that cannot be used")
        self.daemon.send(json.dumps({"id": variable, "op": "set", "control": control["control"], "value": text}))

    def run(self):
        heard, asked = time.monotonic(), 0
        while True:
            now = time.monotonic()
            if now >= asked + PING_S:
                asked = now
                self.companion.send("PING wheeld")
            if now >= heard + DEAD_S:
                raise Ended(f"{self.companion.name}: it does not answer")
            ready = select.select([self.daemon.socket, self.companion.socket], [], [], asked + PING_S - now)[0]
            if self.daemon.socket in ready:
                for line in self.daemon.take():
                    self.hear_daemon(line)
            if self.companion.socket in ready:
                heard = time.monotonic()
                for line in self.companion.take():
                    self.hear_companion(line)


def run(options):
    with Peer(place(), socket.AF_UNIX, place()) as daemon:
        address = (options.host, options.port)
        with Peer(f"{options.host}:{options.port}", socket.AF_INET, address) as companion:
            surface = Surface(daemon, companion, options.input, options.name)
            print(f"connected with {companion.name}", file=sys.stderr, flush=True)
            try:
                surface.run()
            finally:
                # Companion removes the surface, and releases its keys.
                try:
                    companion.send("QUIT")
                except Ended:
                    pass


parser = argparse.ArgumentParser(description="Makes the panel of wheeld a surface of Bitfocus Companion.")
parser.add_argument("--port", type=int, default=16622, help="of its Satellite API (16622)")
parser.add_argument("--name", default=f"wheeld:{socket.gethostname()}", help="what Companion knows this panel by")
parser.add_argument("host", metavar="HOST", help="where Companion runs")
parser.add_argument("input", metavar="INPUT", nargs="*", help="an input that is a key of the surface (all of them)")
options = parser.parse_args()
said = None
try:
    while True:
        try:
            run(options)
        except (Ended, OSError, ValueError) as error:
            # Each reason is printed once, not every second.
            if str(error) != said:
                print(error, file=sys.stderr, flush=True)
            said = str(error)
        # Companion or the daemon is being restarted.
        time.sleep(1)
except KeyboardInterrupt:
    pass
