"""`replay`."""

import json
import pathlib

from ctl import DONE, REFUSED, run
from kit.cases import alone_case, expect

# The kernel numbers edges with 32 bits, so no more can be lost between two edges.
MOST_LOST = 2**32 - 1


def replayed(scratch, *events):
    """Replays a GPIO recording, and returns file, exit status, output and errors."""
    path = pathlib.Path(scratch.folder, "recording.txt")
    path.write_text("wheeld-recording 1\ninput lines\ntype gpio\n" + "".join(f"0 {event}\n" for event in events))
    scratch.configure(lambda text: text + '\n[[input]]\nname = "lines"\ntype = "gpio"\na = 1\nb = 2\n')
    return (path, *run(["--json", "replay", str(path), "--config", scratch.configuration]))


@alone_case
def all_lost_edges_are_counted(scratch):
    _, code, out, err = replayed(scratch, *[f"LOST {MOST_LOST}"] * 3)
    expect((code, err), (DONE, ""))
    lines = [json.loads(line) for line in out.splitlines()]
    expect([(line["event"], line["total"]) for line in lines], [("dropped", MOST_LOST * n) for n in (1, 2, 3)])


@alone_case
def more_lost_edges_than_there_are_numbers_are_refused(scratch):
    for count in (2**63 - 1, MOST_LOST + 1, -1):
        path, code, out, err = replayed(scratch, f"LOST {count}", f"LOST {count}")
        expect((code, out), (REFUSED, ""), err)
        expect(err, f"wheelctl: {path}: line 4: the value of LOST must be from 0 to {MOST_LOST}\n")
