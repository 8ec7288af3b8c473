#!/usr/bin/env python3
"""Plants faults in a copy of the model, to see which of them the oracle's games find.

faults.txt has three lines for each fault, and an empty one after it: the name of the file, a piece of its code that stands there once, and
the piece with the fault. In the latter FAULT is true while the fault is in effect, so one build has all of them.

usage: Fuzz/oracle/faults.py FOLDER   copies the project there, and plants them; what is the same already stays, and is not built again
"""

import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SWITCH = """
import Glibc

/// The planted fault that is in effect; $WHEELD_FAULT has its number.
package let plantedFault = unsafe getenv("WHEELD_FAULT").map { unsafe Int(atol($0)) } ?? 0
"""


def pieces():
    for text in (HERE / "faults.txt").read_text().strip().split("\n\n"):
        file, before, after = (line for line in text.splitlines() if not line.startswith("#"))
        yield file, before, after


def read():
    return [f"{file}: {after}" for file, _, after in pieces()]


def planted():
    """The files of the model with all faults, by path."""
    root = HERE.parents[1]
    paths = {path.name: str(path.relative_to(root)) for folder in ("WheelModel", "WheelTouch")
             for path in (root / "Sources" / folder).rglob("*.swift")}
    texts = {}
    for number, (name, before, after) in enumerate(pieces()):
        file = paths[name]
        text = texts.get(file) or (root / file).read_text()
        if text.count(before) != 1:
            sys.exit(f"faults.txt: {file} has {text.count(before)} times: {before}")
        texts[file] = text.replace(before, after.replace("FAULT", f"(plantedFault == {number + 1})"))
    return {**texts, "Sources/WheelModel/PlantedFault.swift": SWITCH}


def copy(folder):
    root = HERE.parents[1]
    listed = subprocess.check_output(["git", "ls-files", "-co", "--exclude-standard"], cwd=root, text=True).split("\n")
    texts = {name: (root / name).read_bytes() for name in listed if (root / name).is_file()}
    texts.update({name: text.encode() for name, text in planted().items()})
    for name, text in texts.items():
        path = folder / name
        if not path.exists() or path.read_bytes() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)
    for path in (folder / "Sources").rglob("*"):
        if path.is_file() and str(path.relative_to(folder)) not in texts:
            path.unlink()


if __name__ == "__main__":
    copy(pathlib.Path(sys.argv[1]))
