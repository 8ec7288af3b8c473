"""A daemon with the controls of a rig, wheel-rig, and stand-ins for rigs and programs."""

import contextlib
import re
import socket
import subprocess
import threading
import time

from kit import bridge
from kit.daemon import PATIENCE_S
from kit.process import Process
from kit.waiting import wait_until

CONTROLS = """
[[control]]
name = "vfo"
kind = "float"
range = "[0, 1000000000000]"
step = 1
unit = "Hz"
default = 14074000
commit_after_ms = 50
acceleration = "off"
speeds = [{ name = "one", per_detent = 100 }]

[[control]]
name = "mode"
kind = "choice"
positions = ["usb", "lsb", "cw"]

[[control]]
name = "volume"
kind = "float"
range = "[0, 100]"
unit = "%"
default = 50

[[input]]
name = "dial"
type = "client"
controls = ["vfo"]
"""


class Lines:
    """A TCP connection that exchanges lines."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
        self.file = self.socket.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()
        self.socket.close()

    def say(self, line, answers=1):
        self.socket.sendall(line.encode() + b"\n")
        return [self.file.readline().decode().rstrip("\n") for _ in range(answers)]


def without_zeros(text):
    """A number without trailing zeros, in which Hamlib's versions differ."""
    return text.rstrip("0").rstrip(".") if re.fullmatch(r"-?\d+\.\d+", text) else text


class Rigctld(Process):
    """Hamlib's server with its simulated rig."""

    def __init__(self, port, *options):
        super().__init__(["rigctld", "-m", "1", "-T", "127.0.0.1", "-t", str(port), *options])
        self.port = port

        def answers():
            try:
                return self.ask("\\chk_vfo")
            except OSError:
                return None

        wait_until("rigctld answers", answers)

    def ask(self, line, answers=1):
        """Asks over a new connection, again if necessary: on a busy machine rigctld sometimes resets or closes a
        connection before it has read."""

        def said():
            with contextlib.suppress(ConnectionResetError), Lines(self.port) as lines:
                found = [without_zeros(text) for text in lines.say(line, answers)]
                return found if all(found) else None

        found = wait_until(f"rigctld ends each connection that asks {line!r}", said)
        return found[0] if answers == 1 else found

    def wait_for(self, line, answer):
        wait_until(lambda: f"{line} is {answer}, not {self.ask(line)}", lambda: self.ask(line) == answer)


class FakeRig:
    """A rig that answers with the result of `answer(line)`, and records the lines that it gets. If the result is None,
    the rig does not answer."""

    def __init__(self, answer=None):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.lines = []
        self.values = {"f": "14074000", "m": "USB\n2400", "l AF": "0.500000"}
        self.answer = answer or self.usual
        # Whether the rig closes a connection after its first answer.
        self.closes = False
        # The times at which the bridge connected, and at which the rig closed a connection.
        self.connected, self.closed = [], []
        self.sockets = []
        threading.Thread(target=self.accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()
        for one in self.sockets:
            one.close()

    def leave(self):
        """Ends the server and all its connections."""
        # `shutdown` wakes the thread that accepts connections.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for one in self.sockets:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self.sockets = []

    def come(self):
        self.listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self.accept, daemon=True).start()

    def wait_for_value(self, question, value):
        wait_until(lambda: f"{question} is {value}, not {self.values[question]}", lambda: self.values[question] == value)

    def wait_until_read(self, question):
        """Waits until the bridge has received the answer to a poll that it sends from now on."""
        count = self.lines.count(question)
        wait_until(f"{question} is asked twice", lambda: self.lines.count(question) >= count + 2)

    def accept(self):
        listener = self.listener
        while True:
            try:
                one, _ = listener.accept()
            except OSError:
                return
            self.connected.append(time.monotonic())
            self.sockets.append(one)
            threading.Thread(target=self.serve, args=(one,), daemon=True).start()

    def serve(self, one):
        try:
            for line in one.makefile("rb"):
                text = line.decode().rstrip("\n")
                self.lines.append(text)
                answer = self.answer(text)
                if answer is not None:
                    one.sendall(answer if isinstance(answer, bytes) else answer.encode() + b"\n")
                if self.closes:
                    self.closed.append(time.monotonic())
                    one.shutdown(socket.SHUT_RDWR)
                    return
        except OSError:
            pass

    def usual(self, line):
        words = line.split()
        if line == "\\chk_vfo":
            return "0"
        if words[0] == "F":
            self.values["f"] = words[1]
        elif words[0] == "M":
            self.values["m"] = f"{words[1]}\n2400"
        elif words[0] == "L":
            self.values["l " + words[1]] = words[2]
        else:
            return self.values.get(line, "RPRT -11")
        return "RPRT 0"

    @property
    def connections(self):
        return len(self.connected)

    def sets(self, letter="F"):
        return [line for line in self.lines if line.startswith(letter + " ")]


class Stage(bridge.Stage):
    name, controls, control = "wheel-rig", CONTROLS, "vfo"

    def __init__(self, scratch, *options, configuration="", controls=None):
        super().__init__(scratch, configuration, options, controls)


def rigctl(port, *words):
    """The output of Hamlib's client, which speaks to the server as WSJT-X does."""
    done = subprocess.run(
        ["rigctl", "-m", "2", "-r", f"127.0.0.1:{port}", *words], capture_output=True, text=True, timeout=PATIENCE_S
    )
    return [without_zeros(word) for word in done.stdout.split()]
