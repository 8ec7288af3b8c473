"""The expected result of a device's events, computed independently of wheeld's model.

Events of a device are (microseconds, type, code, value). Lines are those of `wheelctl --json replay`. The times of
these lines are microseconds from the same start.
"""

import itertools
import math

import names
from names import EV_ABS, EV_KEY, EV_REL, EV_SYN

COMMIT_AFTER_US = 400_000
# A tap that may become a double tap delays its commit by this time.
DOUBLE_TAP_US = 301_000
# Two fingers that move in opposite directions turn a control when the line between them has turned by this angle.
TWIST_DEGREES = 5
# If one finger rests or both move in the same direction, the line turns by up to 9° in real scrolls.
SCROLL_DEGREES = 10
# If fingers are closer than this, even a tremble turns the line between them far. The unit is the surface's height.
LEAST_DISTANCE = 0.05


def microseconds(line):
    return round(line["time"] * 1_000_000)


def frames(events):
    """Yields frames: the events up to a report, with the time of the report."""
    frame = []
    for time, type_, code, value in events:
        if (type_, code) == (EV_SYN, names.SYN_REPORT):
            yield time, frame
            frame = []
        else:
            frame.append((type_, code, value))


def fingers(device):
    """Yields the fingers that are down after each frame: the time and {finger: (x, y)}."""
    slots, current, multitouch = {}, 0, device.is_multitouch
    taps = itertools.count()
    x, y = (names.ABS_MT_POSITION_X, names.ABS_MT_POSITION_Y) if multitouch else (names.ABS_X, names.ABS_Y)
    for time, frame in frames(device.events):
        for type_, code, value in frame:
            if multitouch and (type_, code) == (EV_ABS, names.ABS_MT_SLOT):
                current = value
                continue
            slot = slots.setdefault(current, {"id": -1, "x": 0, "y": 0, "palm": False})
            if type_ == EV_ABS and code in (x, y):
                slot["x" if code == x else "y"] = value
            elif multitouch and (type_, code) == (EV_ABS, names.ABS_MT_TRACKING_ID):
                slot["id"] = value
            elif multitouch and (type_, code) == (EV_ABS, names.ABS_MT_TOOL_TYPE):
                slot["palm"] = value == names.MT_TOOL_PALM
            elif not multitouch and (type_, code) == (EV_KEY, names.BTN_TOUCH) and value != 2:
                slot["id"] = next(taps) if value else -1
        yield time, {
            (number, slot["id"]): (slot["x"], slot["y"])
            for number, slot in slots.items()
            if slot["id"] >= 0 and not slot["palm"]
        }


def ordered(lines):
    """Yields a sentence for each commit with another value than the change before it, and for a missing or second commit."""
    changed = {}
    for line in lines:
        control = line.get("control")
        if line["event"] == "value":
            changed[control] = line["value"]
        elif line["event"] == "commit":
            if control not in changed:
                yield f"at {line['time']} there is a commit without a change"
            elif changed.pop(control) != line["value"]:
                yield f"at {line['time']} there is a commit of another value than the last"
    for control, value in changed.items():
        yield f"the last value {value} of {control} is never committed"


def touched(device, lines):
    """Yields a sentence for each fault in the lines of a touch device."""
    yield from ordered(lines)
    episodes, pairs = _episodes(device)
    yield from _committed_once(episodes, lines)
    for line in lines:
        if line["event"] != "value":
            continue
        for start, end, count in pairs:
            if start < microseconds(line) <= end:
                what = "two parallel fingers move" if count == 2 else "more than two fingers move"
                yield f"at {line['time']} {what} {line['control']} to {line['value']}"
                return


def _committed_once(episodes, lines):
    """Each touch has at most one commit. The commit of a possible tap may come after the next touch has begun."""
    changed, committed = set(), set()
    for line in lines:
        time = microseconds(line)
        # The next touch may begin in the frame in which this one ends.
        begun = [number for number, (start, _) in enumerate(episodes) if start < time]
        if not begun:
            continue
        touch = begun[-1]
        if line["event"] == "value":
            changed.add(touch)
        elif line["event"] == "commit":
            before = max(changed - committed - {touch}, default=None)
            if before is not None and time <= episodes[before][1] + DOUBLE_TAP_US:
                touch = before
            if touch in committed:
                start = episodes[touch][0] / 1e6
                yield f"at {line['time']} there is a second commit of the touch that begins at {start} s"
            committed.add(touch)


class _Span:
    """A span of time during which the same two or more fingers are down."""

    def __init__(self, device, time, places):
        self.device, self.start, self.end = device, time, time
        self.first = places
        # The greatest angle by which the line between two fingers was turned, and the fingers' places then.
        self.most_turned, self.farthest = 0.0, places

    def take(self, time, places):
        self.end = time
        line, other = _line(self.device, self.first), _line(self.device, places)
        degrees = math.inf
        if line and other:
            turned = math.atan2(other[1], other[0]) - math.atan2(line[1], line[0])
            degrees = abs(math.degrees(math.remainder(turned, math.tau)))
        if degrees > self.most_turned:
            self.most_turned, self.farthest = degrees, places

    @property
    def count(self):
        return len(self.first)

    @property
    def moves_nothing(self):
        if self.count > 2:
            return True
        return self.most_turned < (TWIST_DEGREES if self.goes_opposite_ways else SCROLL_DEGREES)

    @property
    def goes_opposite_ways(self):
        """Whether the two fingers have moved in opposite directions at the greatest angle."""
        (x0, y0), (x1, y1) = (
            (self.farthest[finger][0] - x, self.farthest[finger][1] - y) for finger, (x, y) in self.first.items()
        )
        return x0 * x1 + y0 * y1 < 0


def _episodes(device):
    """The start and end of each touch, and the spans in which fingers must not change a value, with their number."""
    episodes, spans, last = [], [], {}
    for time, places in fingers(device):
        # A finger may touch in the frame in which the last other finger lifts.
        if places.keys().isdisjoint(last):
            if last:
                episodes[-1] = (episodes[-1][0], time)
            if places:
                episodes.append((time, math.inf))
        if len(places) > 1 and places.keys() == last.keys():
            spans[-1].take(time, places)
        elif len(places) > 1:
            spans.append(_Span(device, time, places))
        last = places
    return episodes, [(span.start, span.end, span.count) for span in spans if span.moves_nothing]


def _line(device, places):
    """The vector between two fingers, in units of the surface's height; None if they are close."""
    if len(places) != 2:
        return None
    (_, (x0, y0)), (_, (x1, y1)) = sorted(places.items())
    minimum, maximum, _ = device.axes[names.ABS_MT_POSITION_Y if device.is_multitouch else names.ABS_Y]
    line = (x1 - x0) / max(1, maximum - minimum), (y1 - y0) / max(1, maximum - minimum)
    return line if math.hypot(*line) >= LEAST_DISTANCE else None


def turned(device, lines, axis):
    """Yields a sentence for each fault in the lines about turns of this axis and about presses. A detent changes the
    value by 1."""
    yield from ordered(lines)
    fine = {names.REL_WHEEL: names.REL_WHEEL_HI_RES, names.REL_HWHEEL: names.REL_HWHEEL_HI_RES}.get(axis)
    total, commits, last, held = 0, 0, None, set()
    for time, frame in frames(device.events):
        if last is not None and time >= last + COMMIT_AFTER_US:
            commits, last = commits + 1, None
        # A press commits at once, before the turns of the same frame.
        for type_, code, value in frame:
            if type_ == EV_KEY and value == 1 and code not in held:
                held.add(code)
                if last is not None:
                    commits, last = commits + 1, None
            elif type_ == EV_KEY and value == 0:
                held.discard(code)
        units = [value for type_, code, value in frame if type_ == EV_REL and code == fine]
        detents = sum(value for type_, code, value in frame if type_ == EV_REL and code == axis)
        moved = sum(units) / 120 if units else detents
        if moved:
            total, last = total + moved, time
    commits += last is not None
    values = [line["value"] for line in lines if line["event"] == "value"]
    if abs((values or [0])[-1] - total) > 1e-9:
        yield f"it turned by {total} detents, and the value went to {(values or [0])[-1]}"
    found = sum(line["event"] == "commit" for line in lines)
    if found != commits:
        yield f"there are {found} commits of {commits} interactions"
