#!/usr/bin/env python3
"""Reads coverage (lcov) from standard input. Prints each line that was not run, then how many were.

Lines that no game can reach are counted apart: BEYOND says why.
"""

import pathlib
import sys

DEVICES = "the daemon reads devices, and the model gets their events"
TEXTS = "what displays and wheelctl write and read"
SETTINGS = "values that are asked of settings, without a model"
# By file: the declarations in it, or all of it, and why no game reaches them.
BEYOND = {
    "QuadratureDecoder.swift": (None, DEVICES),
    "QuadratureLevels.swift": (None, DEVICES),
    "Debouncer.swift": (None, DEVICES),
    "InputEvent.swift": (["public init(units:", "func pixelsPerMillimetre("], DEVICES),
    "TouchSurface.swift": (["func slopPixels(pixelsPerMillimetre:"], DEVICES),
    "TouchLayout.swift": (["static func wheelOfFocus("], DEVICES),
    "ValueText.swift": (
        ["func text(of reading:", "func value(typed", "func divided(", "func position(typed", "var trimmed:"], TEXTS),
    "DigitPlaces.swift": (None, TEXTS),
    "DecimalText.swift": (["static func significant("], TEXTS),
    "UsualScene.swift": (["var drawnScene:"], TEXTS),
    "ChipRows.swift": (["public func place(of position:"], TEXTS),
    "ChartView.swift": (["public var zoom:"], TEXTS),
    "ValueScale.swift": (["public func position(of value:", "public func value(atPosition"], SETTINGS),
    "LastWrite.swift": (["func recordDefinition("], "the daemon's definitions give first values"),
    "Instrument+Presets.swift": (["public var reason:"], "the daemon's messages after a reload"),
}


def beyond(file, lines):
    """The numbers of the lines in a file that no game can reach."""
    declared, _ = BEYOND.get(file, ([], ""))
    found = {number for number, line in enumerate(lines, 1) if "preconditionFailure(" in line}
    if declared is None:
        return set(range(1, len(lines) + 1))
    for number, line in enumerate(lines, 1):
        if any(name in line for name in declared):
            indent = line[: len(line) - len(line.lstrip())]
            ends = (n for n in range(number, len(lines) + 1) if lines[n - 1].startswith(indent + "}"))
            found |= set(range(number, number + 1 if line.rstrip().endswith("}") else next(ends) + 1))
    return found


file, lines, apart, run, count, left = None, [], set(), 0, 0, 0
for record in sys.stdin:
    name, _, rest = record.strip().partition(":")
    if name == "SF":
        file = pathlib.Path(rest)
        lines = file.read_text().splitlines()
        apart = beyond(file.name, lines)
    elif name == "DA":
        number, times = map(int, rest.split(",")[:2])
        if times == 0 and number in apart:
            left += 1
            continue
        count += 1
        run += times > 0
        if times == 0:
            print(f"{file.name}:{number}: {lines[number - 1].strip()}")
print(f"{run} of {count} lines, {100 * run / max(count, 1):.1f} %; {left} that no game can reach are not counted")
