"""Reads files of evemu-record and converts them to recordings for `wheelctl replay`."""

import dataclasses
import pathlib
import re

import names
from names import EV_ABS, EV_KEY, EV_REL

DESCRIPTIONS = (".desc", ".device")


@dataclasses.dataclass
class Device:
    """The capabilities of a device, and its events."""

    codes: set = dataclasses.field(default_factory=set)
    properties: set = dataclasses.field(default_factory=set)
    # For each axis: minimum, maximum, units per millimetre.
    axes: dict = dataclasses.field(default_factory=dict)
    # For each event: microseconds since the first event, type, code, value.
    events: list = dataclasses.field(default_factory=list)

    def has(self, type_, *codes):
        return all((type_, code) in self.codes for code in codes)

    @property
    def is_multitouch(self):
        return self.has(EV_ABS, names.ABS_MT_POSITION_X, names.ABS_MT_POSITION_Y, names.ABS_MT_SLOT)

    @property
    def has_places(self):
        return self.is_multitouch or (
            self.has(EV_ABS, names.ABS_X, names.ABS_Y) and self.has(EV_KEY, names.BTN_TOUCH)
        )

    @property
    def kind(self):
        """The kind of device as wheeld sees it."""
        if not self.has_places:
            return "knob, mouse or keys"
        if names.INPUT_PROP_DIRECT in self.properties and not self.has(EV_KEY, names.BTN_TOOL_PEN):
            return "touchscreen"
        if names.INPUT_PROP_POINTER not in self.properties and not any(
            self.has(EV_KEY, tool) for tool in (names.BTN_TOOL_PEN, names.BTN_TOOL_FINGER)
        ):
            return "touchscreen"
        return "touchpad or tablet, as a touchscreen"

    @property
    def wheel(self):
        """The axis that wheeld uses by default."""
        wheels = (names.REL_DIAL, names.REL_WHEEL, names.REL_HWHEEL)
        return next((code for code in wheels if self.has(EV_REL, code)), None)

    @property
    def axis(self):
        """The axis to turn: a wheel, or else any relative axis."""
        others = sorted(code for type_, code in self.codes if type_ == EV_REL)
        return next((code for code in [self.wheel, *others] if code is not None), None)


def read(path):
    """Reads a file of events. The description is in the file, or in a file beside it whose name is a prefix."""
    device = Device()
    _take(path, device, with_events=True)
    if not device.codes:
        beside = [
            other
            for other in path.parent.iterdir()
            if other.suffix in DESCRIPTIONS and path.name.startswith(other.name.removesuffix(other.suffix))
        ]
        if beside:
            _take(max(beside, key=lambda other: len(other.name)), device, with_events=False)
    for _, type_, code, value in device.events:
        # Without a description, the device has the codes of its events.
        if (type_, code) not in device.codes:
            device.codes.add((type_, code))
        if type_ == EV_ABS and code not in device.axes:
            values = [event[3] for event in device.events if event[1:3] == (type_, code)]
            device.axes[code] = (min(0, *values), max(values), 0)
    return device


def _take(path, device, with_events):
    bits = {}
    for line in pathlib.Path(path).read_text(encoding="utf-8", errors="replace").splitlines():
        key, _, rest = line.partition(":")
        words = rest.split("#")[0].split()
        if key == "P":
            bits.setdefault("P", []).extend(int(word, 16) for word in words)
        elif key == "B":
            bits.setdefault(int(words[0], 16), []).extend(int(word, 16) for word in words[1:])
        elif key == "A":
            minimum, maximum, _, _, *resolution = (int(word) for word in words[1:])
            device.axes[int(words[0], 16)] = (minimum, maximum, resolution[0] if resolution else 0)
        elif key == "E" and with_events and len(words) == 4:
            seconds, microseconds = re.fullmatch(r"(\d+)\.(\d{6})", words[0]).groups()
            time = int(seconds) * 1_000_000 + int(microseconds)
            device.events.append((time, int(words[1], 16), int(words[2], 16), int(words[3])))
    for type_, data in bits.items():
        numbers = {8 * index + bit for index, byte in enumerate(data) for bit in range(8) if byte >> bit & 1}
        if type_ == "P":
            device.properties |= numbers
        elif type_ != 0:
            device.codes |= {(type_, number) for number in numbers}
    if with_events and device.events:
        start, last, events = device.events[0][0], 0, []
        for time, *event in device.events:
            last = max(last, time - start)
            events.append((last, *event))
        device.events = events


def recording(device):
    """Returns the recording for `wheelctl replay`."""
    lines = ["wheeld-recording 1", "input device", f"type {'touch' if device.has_places else 'evdev'}", ""]
    if device.has_places:
        slots = device.axes[names.ABS_MT_SLOT][1] + 1 if device.is_multitouch else 0
        lines.append(f"0.000000 SLOTS {slots}")
        places = (names.ABS_MT_POSITION_X, names.ABS_MT_POSITION_Y) if device.is_multitouch else (0, 1)
        for letter, code in zip("XY", places):
            for word, value in zip(("MINIMUM", "MAXIMUM", "RESOLUTION"), device.axes.get(code, (0, 0, 0))):
                lines.append(f"0.000000 {letter}_{word} {value}")
    for time, type_, code, value in device.events:
        lines.append(f"{time // 1_000_000}.{time % 1_000_000:06} {names.name(type_, code)} {value}")
    return "\n".join(lines) + "\n"
