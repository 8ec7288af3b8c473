"""The judges' verdicts about lines that no correct daemon sends."""

import pathlib

import evemu
import oracle
from kit.cases import alone_case, expect

RIGHT = pathlib.Path(__file__).parent / "right/evemu"
X, Y, SLOT, ID = 0x35, 0x36, 0x2F, 0x39


def lines(text):
    """Makes lines of the daemon from a text with times in seconds: `0.1 value 3, 0.5 commit 3`."""
    found = []
    for part in text.split(", ") if text else []:
        time, event, value = part.split()
        found.append({"event": event, "time": float(time), "control": "c", "value": float(value)})
    return found


def two_fingers(*places, height=480):
    """A recording of two fingers: they touch at 0 s, move to the next pair of places every 0.01 s, and then lift."""
    events = []
    for number, frame in enumerate(places):
        for slot, (x, y) in enumerate(frame):
            events.append((number * 10_000, 3, SLOT, slot))
            if number == 0:
                events.append((0, 3, ID, slot))
            events += [(number * 10_000, 3, X, x), (number * 10_000, 3, Y, y)]
        events.append((number * 10_000, 0, 0, 0))
    end = len(places) * 10_000
    events += [(end, 3, SLOT, 0), (end, 3, ID, -1), (end, 3, SLOT, 1), (end, 3, ID, -1), (end, 0, 0, 0)]
    codes = {(3, code) for code in (X, Y, SLOT, ID)}
    return evemu.Device(codes=codes, axes={Y: (0, height - 1, 0), SLOT: (0, 9, 0)}, events=events)


@alone_case
def each_change_needs_one_commit_of_it(_):
    for text, problem in (
        ("", None),
        ("0.1 value 1, 0.2 value 2, 0.6 commit 2", None),
        ("0.1 value 1", "the last value 1.0 of c is never committed"),
        ("0.1 value 1, 0.2 commit 2", "at 0.2 there is a commit of another value than the last"),
        ("0.1 value 1, 0.2 commit 1, 0.3 commit 1", "at 0.3 there is a commit without a change"),
    ):
        expect(list(oracle.ordered(lines(text))), [problem] if problem else [], text)


@alone_case
def a_touch_has_one_commit(_):
    device = evemu.read(RIGHT / "screen.drag-and-taps.events")
    expect(list(oracle.touched(device, lines("0.05 value 1, 0.1 value 2, 0.21 commit 2"))), [])
    twice = lines("0.05 value 1, 0.07 commit 1, 0.1 value 2, 0.21 commit 2")
    judged = "at 0.21 there is a second commit of the touch that begins at 0.0 s"
    expect(list(oracle.touched(device, twice)), [judged])
    # The second touch lasts from 1.11 s to 1.17 s, the third begins at 2.07 s: this commit is the second's.
    held = lines("1.15 value 1, 1.16 value 2, 1.47 commit 2")
    expect(list(oracle.touched(device, held)), [])


@alone_case
def a_commit_that_was_held_back_is_of_the_touch_before(_):
    taps = [
        (time, *event)
        for time, id_ in ((0, 5), (50_000, -1), (250_000, 6), (900_000, -1))
        for event in ((3, SLOT, 0), (3, ID, id_), (0, 0, 0))
    ]
    device = two_fingers()
    device.events = taps
    both = "0.01 value 1, 0.35 commit 1, 0.5 value 2, 0.9 commit 2"
    expect(list(oracle.touched(device, lines(both))), [])
    late = "0.01 value 1, 0.02 commit 1, 0.3 value 2, 0.4 commit 2, 0.5 value 3, 0.9 commit 3"
    judged = "at 0.9 there is a second commit of the touch that begins at 0.25 s"
    expect(list(oracle.touched(device, lines(late))), [judged])


@alone_case
def parallel_fingers_move_nothing(_):
    moved, judged = lines("0.02 value 1, 0.03 commit 1"), "at 0.02 two parallel fingers move c to 1.0"
    scroll = [[(100, y), (300, y + 5)] for y in (100, 110, 120)]
    # In each recording the line between the fingers turns by 8°: while both move in the same direction, while one
    # rests, and while they move in opposite directions.
    leaning = [[(100, 100 + y), (300, 100 + 1.5 * y)] for y in (0, 30, 58)]
    resting = [[(100, 100), (300, 100 + y)] for y in (0, 15, 28)]
    twist = [[(100, 100 - y), (300, 100 + y)] for y in (0, 7, 14)]
    expect(list(oracle.touched(two_fingers(*scroll), moved)), [judged])
    expect(list(oracle.touched(two_fingers(*leaning), moved)), [judged])
    expect(list(oracle.touched(two_fingers(*resting), moved)), [judged])
    expect(list(oracle.touched(two_fingers(*twist), moved)), [])
    expect(list(oracle.touched(two_fingers(*scroll), [])), [])


@alone_case
def more_than_two_fingers_move_nothing(_):
    device = evemu.read(RIGHT / "screen.four-fingers.events")
    expect(list(oracle.touched(device, [])), [])
    moved = lines("0.1 value 1, 0.3 commit 1")
    expect(list(oracle.touched(device, moved)), ["at 0.1 more than two fingers move c to 1.0"])


@alone_case
def turns_come_to_their_sum_with_a_commit_for_each_pause(_):
    device = evemu.read(RIGHT / "dial.turns.events")

    def turned(text):
        return list(oracle.turned(device, lines(text), device.axis))

    expect(turned("0 value 1, 0.4 value 2, 0.8 commit 2"), [])
    expect(turned("0 value 1, 0.4 value 3, 0.8 commit 3"), ["it turned by 2 detents, and the value went to 3.0"])
    expect(turned("0 value 1, 0.1 commit 1, 0.4 value 2, 0.8 commit 2"), ["there are 2 commits of 1 interactions"])
