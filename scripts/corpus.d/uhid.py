"""Creates devices from HID descriptors with /dev/uhid, and reads the event devices that the kernel adds for them."""

import fcntl
import os
import pathlib
import select
import struct
import time

import names
from evemu import Device
from names import EV_ABS, EV_KEY, EV_REL

DESTROY, START, GET_REPORT, GET_REPORT_REPLY = 1, 2, 9, 10
CREATE2, INPUT2, SET_REPORT, SET_REPORT_REPLY = 11, 12, 13, 14
MOST_BYTES = 4096
EVENT_BYTES = 4 + 4372 + 4
EIO = 5
EVENTS = pathlib.Path("/sys/class/input")
PATIENCE_S = 5
EVENT = struct.Struct("qqHHi")


class HIDDevice:
    """A device in a recording of hid-recorder: its descriptor, and its reports with their times in seconds."""

    def __init__(self):
        self.name, self.phys, self.bus, self.vendor, self.product = "", "", 3, 0, 0
        self.descriptor, self.reports = b"", []


def read(path):
    """Returns the devices of a recording, one for each interface."""
    devices = {}
    current = 0
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        key, _, rest = line.partition(":")
        if key == "D":
            current = int(rest)
            continue
        if key not in ("R", "N", "P", "I", "E"):
            continue
        device = devices.setdefault(current, HIDDevice())
        words = rest.split()
        if key == "R":
            device.descriptor = bytes(int(word, 16) for word in words[1 : 1 + int(words[0])])
        elif key == "N":
            device.name = rest.strip()
        elif key == "P":
            device.phys = rest.strip()
        elif key == "I":
            device.bus, device.vendor, device.product = (int(word, 16) for word in words)
        else:
            device.reports.append((float(words[0]), bytes(int(word, 16) for word in words[2 : 2 + int(words[1])])))
    return [device for device in devices.values() if device.descriptor]


class Plugged:
    """A device that is plugged in."""

    def __init__(self, device):
        self.before = event_nodes()
        self.file = os.open("/dev/uhid", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        request = struct.pack(
            "<I128s64s64sHHIIII", CREATE2, device.name.encode()[:127], device.phys.encode()[:63], b"",
            len(device.descriptor), device.bus, device.vendor, device.product, 0, 0,
        )  # fmt: skip
        os.write(self.file, request + device.descriptor.ljust(MOST_BYTES, b"\0"))
        self.started = False
        self.nodes = []
        # The event devices appear before or soon after the start of the device. The kernel requests reports meanwhile.
        end = time.monotonic() + PATIENCE_S
        quiet_since = time.monotonic()
        while time.monotonic() < end and not (self.started and time.monotonic() - quiet_since > 0.2):
            if self.answer(0.05):
                quiet_since = time.monotonic()
        self.nodes = [Node(path) for path in sorted(event_nodes() - self.before)]

    def answer(self, patience_s=0.0):
        """Answers a request of the kernel. Returns whether there was one."""
        if not select.select([self.file], [], [], patience_s)[0]:
            return False
        data = os.read(self.file, EVENT_BYTES)
        (kind,) = struct.unpack_from("<I", data)
        if kind == START:
            self.started = True
        elif kind in (GET_REPORT, SET_REPORT):
            (identity,) = struct.unpack_from("<I", data, 4)
            # Recordings do not have the requested reports.
            reply = (GET_REPORT_REPLY, identity, EIO, 0) if kind == GET_REPORT else (SET_REPORT_REPLY, identity, 0)
            os.write(self.file, struct.pack("<IIHH" if kind == GET_REPORT else "<IIH", *reply))
        return True

    def say(self, report):
        while self.answer():
            pass
        os.write(self.file, struct.pack("<IH", INPUT2, len(report)) + report)

    @property
    def driver(self):
        for node in self.nodes:
            place = (EVENTS / node.path.name / "device/device/driver").resolve()
            return place.name
        return "no event device"

    def unplug(self):
        for node in self.nodes:
            os.close(node.file)
        os.write(self.file, struct.pack("<I", DESTROY))
        os.close(self.file)
        end = time.monotonic() + PATIENCE_S
        while event_nodes() - self.before and time.monotonic() < end:
            time.sleep(0.01)


def event_nodes():
    return {path for path in pathlib.Path("/dev/input").glob("event*")}


class Node:
    """An event device, read like in wheeld."""

    def __init__(self, path):
        self.path = path
        end = time.monotonic() + PATIENCE_S
        while True:
            try:
                self.file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
                break
            except FileNotFoundError:
                assert time.monotonic() < end, f"{path} does not come"
                time.sleep(0.01)
        fcntl.ioctl(self.file, 0x400445A0, struct.pack("i", time.CLOCK_MONOTONIC))  # EVIOCSCLOCKID
        self.device = self.described()
        self.has_overflown = False

    def described(self):
        device = Device()
        folder = EVENTS / self.path.name / "device"
        for type_, name in ((EV_KEY, "key"), (EV_REL, "rel"), (EV_ABS, "abs")):
            device.codes |= {(type_, code) for code in bits(folder / "capabilities" / name)}
        device.properties = bits(folder / "properties")
        self.name = (folder / "name").read_text().strip()
        for type_, code in device.codes:
            if type_ == EV_ABS:
                info = fcntl.ioctl(self.file, 0x80184540 + code, bytes(24))  # EVIOCGABS
                _, minimum, maximum, _, _, resolution = struct.unpack("6i", info)
                device.axes[code] = (minimum, maximum, resolution)
        return device

    def drain(self):
        while True:
            try:
                data = os.read(self.file, EVENT.size * 64)
            except BlockingIOError:
                return
            for seconds, microseconds, type_, code, value in EVENT.iter_unpack(data):
                self.has_overflown |= (type_, code) == (names.EV_SYN, names.SYN_DROPPED)
                self.device.events.append((seconds * 1_000_000 + microseconds, type_, code, value))


def bits(path):
    """The numbers of the bits that are set. The kernel writes words of 64 bits, the lowest word last."""
    found = set()
    for index, word in enumerate(reversed(path.read_text().split())):
        found |= {64 * index + bit for bit in range(64) if int(word, 16) >> bit & 1}
    return found
