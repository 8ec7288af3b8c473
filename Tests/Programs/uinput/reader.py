"""Reads an event device directly, with read(2) and ioctl(2), and through libinput's tools."""

import fcntl
import os
import pathlib
import re
import select
import struct
import subprocess
import threading
import time

from kit.daemon import PATIENCE_S
from kit.process import Process
from kit.waiting import wait_until, wait_until_steady

EVENT = struct.Struct("llHHi")
EV_SYN, EV_KEY, EV_REL, EV_ABS = 0, 1, 2, 3
SYN_DROPPED = 3
# Asks for the keys that are down. The number contains the answer's size, 96 bytes.
EVIOCGKEY = 0x80604518
# The time in a line of `libinput debug-events`. In newer versions a count of equal events may precede it.
AT = r"\s+(?:\d+\s+)?\S+\s+"


def node_of(name):
    """The event device of this name that wheel-uinput has made; None if there is none."""
    for folder in pathlib.Path("/sys/class/input").glob("event*"):
        try:
            if (folder / "device/name").read_text().strip() == name and (
                folder / "device/phys"
            ).read_text().strip() == "wheel-uinput":
                return f"/dev/input/{folder.name}"
        except OSError:
            continue
    return None


class Reader:
    """The events of a device, each (type, code, value). A thread reads them, so that the kernel drops none."""

    def __init__(self, node):
        self.file = os.open(node, os.O_RDONLY | os.O_NONBLOCK)
        self.events = []
        self.last = time.monotonic()
        self.has_ended = False
        self.thread = threading.Thread(target=self.read)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.has_ended = True
        self.thread.join()
        os.close(self.file)

    def read(self):
        while not self.has_ended:
            if not select.select([self.file], [], [], 0.1)[0]:
                continue
            try:
                data = os.read(self.file, EVENT.size * 256)
            except OSError:
                return
            self.last = time.monotonic()
            self.events += [tuple(event[2:]) for event in EVENT.iter_unpack(data)]

    def of(self, type_):
        assert (EV_SYN, SYN_DROPPED, 0) not in self.events, "the reader was too slow"
        return [(code, value) for kind, code, value in self.events if kind == type_]

    def wait_for(self, type_, wanted):
        wait_until(lambda: f"{wanted} in {self.of(type_)}", lambda: self.of(type_) == wanted)

    def keys_down(self):
        bits = fcntl.ioctl(self.file, EVIOCGKEY, bytes(96))
        return [code for code in range(768) if bits[code // 8] >> code % 8 & 1]

    def rest(self, pause=0.3):
        """Waits until no event has arrived for `pause` seconds: the number of events is unknown, because turns may be
        coalesced. Returns the time of the last event."""
        wait_until_steady("events", lambda: self.last, pause)
        return self.last


class Libinput(Process):
    """`libinput debug-events` with one device."""

    def __init__(self, node):
        super().__init__(
            ["stdbuf", "-oL", "libinput", "debug-events", "--verbose", "--show-keycodes", "--device", node]
        )
        wait_until(lambda: f"libinput has the device: {self.said()}", lambda: "DEVICE_ADDED" in self.said())

    def said(self):
        return self.out.read_text()

    def keys(self):
        """The key events, each as `KEY_Z pressed`."""
        found = re.findall(rf"KEYBOARD_KEY{AT}(KEY_\w+) \(\d+\) (\w+)", self.said())
        return [f"{name} {state}" for name, state in found]

    def wheels(self):
        """Each scroll event as (vertical degrees, vertical 120ths, horizontal degrees, horizontal 120ths)."""
        line = rf"POINTER_SCROLL_WHEEL{AT}vert ([-\d.]+)/([-\d.]+)\*? horiz ([-\d.]+)/([-\d.]+)"
        found = re.findall(line, self.said())
        return [tuple(float(number) for number in line) for line in found]


def recorded(node, seconds):
    """The output of `libinput record` about a device."""
    with Process(["timeout", "-s", "INT", str(seconds), "libinput", "record", "--show-keycodes", node]) as record:
        record.process.wait(PATIENCE_S)
        return record.out.read_text()


def properties(node):
    done = subprocess.run(["udevadm", "info", "-q", "property", node], capture_output=True, text=True, check=True)
    return dict(line.split("=", 1) for line in done.stdout.splitlines())
