#!/usr/bin/env python3
"""Reads coverage (lcov) from standard input. Prints each line that was not run, then how many were."""

import pathlib
import sys

file, lines, run, count = None, [], 0, 0
for record in sys.stdin:
    name, _, rest = record.strip().partition(":")
    if name == "SF":
        file = pathlib.Path(rest)
        lines = file.read_text().splitlines()
    elif name == "DA":
        number, times = map(int, rest.split(",")[:2])
        count += 1
        run += times > 0
        if times == 0:
            print(f"{file.name}:{number}: {lines[number - 1].strip()}")
print(f"{run} of {count} lines, {100 * run / max(count, 1):.1f} %")
