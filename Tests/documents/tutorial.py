"""docs/tutorial.md and other pages, done as a reader does them."""

import os
import pathlib
import re
import subprocess
import sys
import time

from script import Shell, exchanges, tokens
from texts import documents

from kit.cases import by_hand_case, expect
from kit.daemon import ROOT, program

sys.path.append(str(ROOT / "Tests/terminal"))
from tmux import Terminal  # noqa: E402

KEYS = {"↑": "Up", "↓": "Down"}
# After this an interaction is over (400 ms), and the next turn is not accelerated (800 ms).
REST_S = 0.9


@by_hand_case
def the_tutorial_can_be_done(scratch):
    scratch.socket = scratch.folder + "/wheeld.sock"
    programs = str(pathlib.Path(program("wheeld")).parent)
    environment = {
        "HOME": scratch.folder,
        "PATH": f"{programs}:{os.environ['PATH']}",
        "XDG_RUNTIME_DIR": scratch.folder,
        "XDG_STATE_HOME": scratch.folder,
    }
    done = []
    terminal = None
    with Shell(scratch, environment, lasting=("wheelctl watch", "python3 ")) as shell:
        try:
            for kind, text, name in tokens(documents()["docs/tutorial.md"]):
                done.append(kind)
                if kind == "file":
                    pathlib.Path(scratch.folder, name).write_text(text)
                elif kind == "text":
                    shell.wait_for(text)
                elif kind == "key":
                    terminal.type(KEYS.get(text, text))
                    if text == "q":
                        terminal.shows("left")
                        terminal.__exit__()
                        terminal = None
                    else:
                        time.sleep(REST_S)
                else:
                    for command, printed in exchanges(text):
                        if command.startswith("scripts/run "):
                            assert terminal is None, "the instrument still runs"
                            options = command.removeprefix("scripts/run ")
                            terminal = Terminal(scratch, options=options, environment=environment)
                        else:
                            shell.run(command, printed)
        finally:
            if terminal:
                terminal.__exit__()
    expect({kind: done.count(kind) for kind in done}, {"console": 7, "key": 11, "text": 4, "file": 2})


@by_hand_case
def the_example_of_a_recording_plays(scratch):
    environment = {"PATH": f"{pathlib.Path(program('wheeld')).parent}:{os.environ['PATH']}", "HOME": scratch.folder}
    done = []
    with Shell(scratch, environment, lasting=("-",)) as shell:
        for kind, text, name in tokens(documents()["docs/recordings.md"]):
            done.append(kind)
            if kind == "file":
                pathlib.Path(scratch.folder, name).write_text(text)
            else:
                for command, printed in exchanges(text):
                    shell.run(command, printed)
    expect(done, ["file", "console"])


@by_hand_case
def every_code_of_a_recording_is_taken(scratch):
    table = documents()["docs/recordings.md"].split("| code | of | value |")[1].split("\n\n")[0]
    rows = [row.split(" | ") for row in table.splitlines() if row.startswith("| `")]
    codes = {code: row[1] for row in rows for code in re.findall(r"`([A-Z_]+)`", row[0])}
    codes |= {"Y" + code[1:]: kind for code, kind in codes.items() if code.startswith("X_")}
    codes |= {"REL_DIAL": "evdev", "MSC_SCAN": "evdev", "SYN_DROPPED": "evdev", "4:17": "evdev"}
    assert len(codes) > 18, codes
    path = pathlib.Path(scratch.folder, "recording.txt")
    for code, kinds in codes.items():
        kind = "gpio" if kinds == "all" else kinds.split(", ")[0]
        for name, status in ((code, 0), (code + "_NOT", 1)):
            path.write_text(f"wheeld-recording 1\ninput knob\ntype {kind}\n0 {name} 1\n")
            done = subprocess.run([program("wheelctl"), "replay", path], capture_output=True, text=True)
            expect(done.returncode, status, f"{name}: {done.stderr}")
