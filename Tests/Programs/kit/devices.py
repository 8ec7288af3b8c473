"""Simulated devices: a knob through uinput, an encoder on lines of gpio-sim."""

import fcntl
import os
import pathlib
import struct
import time

from .cases import Skipped

EV_SYN, EV_KEY, EV_REL, EV_ABS = 0, 1, 2, 3
REL_DIAL = 7
BTN_0, BTN_1 = 0x100, 0x101
UI_SET_EVBIT, UI_SET_KEYBIT, UI_SET_RELBIT, UI_SET_ABSBIT = 0x40045564, 0x40045565, 0x40045566, 0x40045567
UI_DEV_SETUP, UI_DEV_CREATE, UI_DEV_DESTROY = 0x405C5503, 0x5501, 0x5502
NAME = "wheeld test knob"


class Knob:
    """A knob with two buttons, or an input device with other keys and axes."""

    def __init__(self, name=NAME.encode(), keys=(BTN_0, BTN_1), relative=(REL_DIAL,), absolute=(), ids=(0x1209, 0x0001)):
        try:
            self.file = os.open("/dev/uinput", os.O_RDWR | os.O_NONBLOCK)
        except OSError as error:
            raise Skipped(f"no input devices can be made here ({error})") from None
        for type_, request, codes in (
            (EV_KEY, UI_SET_KEYBIT, keys), (EV_REL, UI_SET_RELBIT, relative), (EV_ABS, UI_SET_ABSBIT, absolute),
        ):  # fmt: skip
            if codes:
                fcntl.ioctl(self.file, UI_SET_EVBIT, type_)
            for code in codes:
                fcntl.ioctl(self.file, request, code)
        fcntl.ioctl(self.file, UI_DEV_SETUP, struct.pack("HHHH80sI", 3, *ids, 1, name, 0))
        fcntl.ioctl(self.file, UI_DEV_CREATE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.unplug()

    def unplug(self):
        if self.file is not None:
            fcntl.ioctl(self.file, UI_DEV_DESTROY)
            os.close(self.file)
            self.file = None

    def say(self, *events):
        """Sends a frame of events, each (type, code, value)."""
        os.write(self.file, b"".join(struct.pack("llHHi", 0, 0, *event) for event in (*events, (EV_SYN, 0, 0))))

    def turn(self, detents):
        self.say((EV_REL, REL_DIAL, detents))

    def burst(self, count):
        """Sends `count` turns at once, so that a reader cannot keep up."""
        frame = struct.pack("llHHi", 0, 0, EV_REL, REL_DIAL, 1) + struct.pack("llHHi", 0, 0, EV_SYN, 0, 0)
        os.write(self.file, frame * count)

    def press(self, button=BTN_0):
        self.say((EV_KEY, button, 1))

    def release(self, button=BTN_0):
        self.say((EV_KEY, button, 0))

    def click(self, button=BTN_0):
        self.press(button)
        # A hand's short click takes this time. The daemon judges the click by the kernel's timestamps.
        time.sleep(0.02)
        self.release(button)


class Lines:
    """A simulated GPIO chip. All lines are high at first. `names` has the names of some lines, by their offsets."""

    FOLDER = pathlib.Path("/sys/kernel/config/gpio-sim")

    def __init__(self, count, names=None):
        self.device = self.FOLDER / f"wheeld-kit-{os.getpid()}"
        self.bank = self.device / "bank"
        try:
            self.bank.mkdir(parents=True)
        except OSError as error:
            raise Skipped(f"no GPIO lines can be made here ({error})") from None
        (self.bank / "num_lines").write_text(str(count))
        self.named = [self.bank / f"line{offset}" for offset in names or ()]
        for folder, name in zip(self.named, (names or {}).values(), strict=True):
            folder.mkdir()
            (folder / "name").write_text(name)
        (self.device / "live").write_text("1")
        self.chip = (self.bank / "chip_name").read_text().strip()
        attributes = pathlib.Path("/sys/devices/platform") / (self.device / "dev_name").read_text().strip() / self.chip
        self.pulls = [attributes / f"sim_gpio{n}" / "pull" for n in range(count)]
        for pull in self.pulls:
            pull.write_text("pull-up")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        (self.device / "live").write_text("0")
        for folder in (*self.named, self.bank):
            folder.rmdir()
        self.device.rmdir()

    def set(self, line, high):
        self.pulls[line].write_text("pull-up" if high else "pull-down")
        # Waits longer than a timer tick, so that the kernel does not merge edges.
        time.sleep(0.005)

    def turn(self, detents, a=0, b=1):
        """Turns by full cycles of both lines; b changes first for negative detents."""
        first, second = (a, b) if detents > 0 else (b, a)
        for _ in range(abs(detents)):
            for line, high in ((first, False), (second, False), (first, True), (second, True)):
                self.set(line, high)
