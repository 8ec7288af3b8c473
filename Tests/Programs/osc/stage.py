"""wheel-osc with a daemon, oscdump, and packets that no library would send."""

import pathlib
import socket
import struct
import subprocess

from kit import bridge
from kit.bridge import free_port
from kit.daemon import PATIENCE_S
from kit.process import Process
from kit.waiting import wait_until

CONTROLS = (
    bridge.SYNTHESIZER
    + """
[[preset]]
name = "night"

[preset.values]
cutoff = 12
wave = "sine"
"""
)


def packet(address, types="", *values):
    """The bytes of an OSC message."""

    def padded(data):
        return data + b"\0" * (4 - len(data) % 4)

    body = padded(address.encode()) + padded(b"," + types.encode())
    for kind, value in zip(types, values):
        body += padded(value.encode()) if kind == "s" else struct.pack({"i": ">i", "h": ">q", "f": ">f", "d": ">d"}[kind], value)
    return body


def bundle(*messages):
    return b"#bundle\0" + struct.pack(">Q", 1) + b"".join(struct.pack(">I", len(m)) + m for m in messages)


class Dump(Process):
    """oscdump on a port, and the messages that it has shown, without their times."""

    def __init__(self, port, by="udp"):
        super().__init__(["oscdump", "-L", str(port) if by == "udp" else f"osc.{by}://:{port}"])

        def listens():
            paths = [path for path in (pathlib.Path(f"/proc/net/{by}"), pathlib.Path(f"/proc/net/{by}6")) if path.exists()]
            return any(f":{port:04X} " in path.read_text() for path in paths)

        # Looks in /proc, since oscdump prints nothing when it begins to listen.
        wait_until("oscdump listens", listens)

    def shown(self):
        return [line.split(" ", 1)[1] for line in self.out.read_text().splitlines() if " " in line]

    def times(self, text):
        return {line.split(" ", 1)[0] for line in self.out.read_text().splitlines() if text in line}

    def wait_for_message(self, text):
        wait_until(lambda: f"{text!r} in {self.shown()[-20:]}", lambda: text in self.shown())

    def wait_for_wave(self, position):
        self.wait_for_message(f"/wheeld/wave i {position}")


class Stage(bridge.Stage):
    name, controls, control = "wheel-osc", CONTROLS, "cutoff"

    def __init__(self, scratch, configuration="", options=(), listens=True, at="", controls=None):
        """`at`: the address at which the bridge listens, with a colon."""
        self.port = free_port(socket.SOCK_DGRAM)
        listen = ["--listen", f"{at}{self.port}"] if listens else []
        super().__init__(scratch, configuration, [*options, *listen], controls)

    def await_all(self, wait_for_wave):
        """Waits until the programs have received all that the bridge has to send now.

        Sets two positions of `wave`, and calls `wait_for_wave` with each, to wait until a program has received it. The second
        position is sent after the bridge's interval, so a message that was sent twice, or sent back, arrives before it.
        """
        for name, position in (("square", 1), ("sine", 2)):
            self.set("wave", name)
            wait_for_wave(position)

    def send(self, *words):
        subprocess.run(["oscsend", "127.0.0.1", str(self.port), *map(str, words)], check=True, timeout=PATIENCE_S)
