"""Screens and touchscreens that the kernel simulates for a test, and their pictures."""

import fcntl
import functools
import mmap
import os
import pathlib
import struct
import time

from kit.daemon import Daemon
from kit.waiting import wait_until

CARD = "/dev/dri/card0"
CONNECTOR = pathlib.Path("/sys/devices/platform/vkms/drm/card0/card0-Virtual-1/status")
CARD_UEVENT = pathlib.Path("/sys/devices/platform/vkms/drm/card0/uevent")
VFB_DRIVER = pathlib.Path("/sys/bus/platform/drivers/vfb")

DISPLAY = """
[[display]]
name = "main"
output = "{output}"
rotate = {rotate}
"""


def daemon_with(scratch, output, rotate=0, more=""):
    """A daemon with a display; without `output` the scratch folder must already have a configuration."""
    if output:
        scratch.configure(lambda text: text + DISPLAY.format(output=output, rotate=rotate) + more)
    return Daemon(scratch)


def state_of(client, state, within_s=10, **members):
    """Waits until a display has reached this state, and returns the event."""
    start = time.monotonic()
    while True:
        event = client.event("device", display="main", **members)
        if event["state"] == state:
            assert time.monotonic() - start < within_s, f"{state} came after {time.monotonic() - start:.1f} s"
            return event


def shows(client):
    """Waits until there is a picture."""
    wait_until("a display shows something", lambda: client.ask(op="screenshot")["ok"])


def frames(client):
    return client.do(op="stats")["frames"]


# Screens.


def plug(status):
    """Plugs vkms's screen in ("on") or out ("off"), and triggers the kernel's hot-plug message, which other drivers
    send themselves."""
    CONNECTOR.write_text(status)
    CARD_UEVENT.write_text("change")


class Framebuffer:
    """vfb with this size and depth, and the contents of its memory."""

    GET, PUT, FIX = 0x4600, 0x4601, 0x4602

    def __init__(self, width, height, bits, path="/dev/fb1"):
        self.path, self.width, self.height, self.bits = path, width, height, bits
        self.file = os.open(path, os.O_RDWR)
        variable = bytearray(160)
        fcntl.ioctl(self.file, self.GET, variable)
        struct.pack_into("7I", variable, 0, width, height, width, height * 2, 0, 0, bits)
        struct.pack_into("3I", variable, 32 + 36, 0, 0, 0)  # No bits for transparency.
        struct.pack_into("I", variable, 84, 0)  # FB_ACTIVATE_NOW
        fcntl.ioctl(self.file, self.PUT, variable)
        fixed = bytearray(80)
        fcntl.ioctl(self.file, self.FIX, fixed)
        self.bytes_per_row = struct.unpack_from("I", fixed, 48)[0]
        self.memory = mmap.mmap(self.file, self.bytes_per_row * height)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.memory.close()
        os.close(self.file)

    def rows(self):
        """The pixels as (red, green, blue). vfb has red in the lowest bits."""
        size = self.bits // 8

        @functools.cache
        def colour(data):
            if self.bits == 16:
                word = data[0] | data[1] << 8
                red, green, blue = word & 31, word >> 5 & 63, word >> 11
                return red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2
            return data[0], data[1], data[2]

        rows = []
        for y in range(self.height):
            data = self.memory[y * self.bytes_per_row :][: self.width * size]
            rows.append([colour(data[at : at + size]) for at in range(0, len(data), size)])
        return rows


# Touch.

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_TOUCH = 0x14A
ABS_X, ABS_Y, SLOT, TRACKING, MT_X, MT_Y = 0, 1, 0x2F, 0x39, 0x35, 0x36
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_ABSBIT, UI_SET_PROPBIT = 0x40045564, 0x40045565, 0x40045567, 0x4004556E
UI_ABS_SETUP, UI_DEV_SETUP, UI_DEV_CREATE, UI_DEV_DESTROY = 0x401C5504, 0x405C5503, 0x5501, 0x5502

TOUCHSCREEN = """
[[input]]
name = "glass"
type = "touch"
match = { name = "wheeld test glass" }
display = "main"
"""


class Touchscreen:
    """A touchscreen whose units differ from the screen's pixels."""

    WIDTH, HEIGHT = 4096, 2048

    def __init__(self):
        self.file = os.open("/dev/uinput", os.O_RDWR | os.O_NONBLOCK)
        for kind in (EV_KEY, EV_ABS):
            fcntl.ioctl(self.file, UI_SET_EVBIT, kind)
        fcntl.ioctl(self.file, UI_SET_KEYBIT, BTN_TOUCH)
        fcntl.ioctl(self.file, UI_SET_PROPBIT, 1)
        for code, most in ((ABS_X, self.WIDTH - 1), (ABS_Y, self.HEIGHT - 1), (SLOT, 9), (TRACKING, 65535),
                           (MT_X, self.WIDTH - 1), (MT_Y, self.HEIGHT - 1)):  # fmt: skip
            fcntl.ioctl(self.file, UI_SET_ABSBIT, code)
            fcntl.ioctl(self.file, UI_ABS_SETUP, struct.pack("Hxx6i", code, 0, 0, most, 0, 0, 0))
        setup = struct.pack("HHHH80sI", 3, 0x1209, 0x0002, 1, b"wheeld test glass", 0)
        fcntl.ioctl(self.file, UI_DEV_SETUP, setup)
        fcntl.ioctl(self.file, UI_DEV_CREATE)
        self.finger = 0
        self.is_down = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        fcntl.ioctl(self.file, UI_DEV_DESTROY)
        os.close(self.file)

    def say(self, *events):
        os.write(self.file, b"".join(struct.pack("llHHi", 0, 0, *event) for event in (*events, (EV_SYN, 0, 0))))

    def hold(self, x, y):
        """Touches at a place, or moves there. The place is given as fractions of the screen's width and height."""
        if not self.is_down:
            self.finger += 1
            self.is_down = True
        unit_x, unit_y = int(x * self.WIDTH), int(y * self.HEIGHT)
        self.say((EV_ABS, SLOT, 0), (EV_ABS, TRACKING, self.finger), (EV_ABS, MT_X, unit_x), (EV_ABS, MT_Y, unit_y),
                 (EV_KEY, BTN_TOUCH, 1))  # fmt: skip

    def lift(self):
        self.is_down = False
        self.say((EV_ABS, TRACKING, -1), (EV_KEY, BTN_TOUCH, 0))

    def tap(self, x, y):
        self.hold(x, y)
        # A touch of up to 180 ms is a tap.
        time.sleep(0.05)
        self.lift()
