"""docs/recordings.md: its example plays, and its codes are the accepted ones."""

import os
import pathlib
import re
import subprocess

from script import Shell, exchanges, tokens
from texts import documents

from kit.cases import alone_case, expect
from kit.daemon import program


@alone_case
def the_examples_of_recordings_play(scratch):
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
    expect(done, ["file", "console", "file", "console"])


@alone_case
def every_code_of_a_recording_is_taken(scratch):
    table = documents()["docs/recordings.md"].split("| code | of | value |")[1].split("\n\n")[0]
    rows = [row.split(" | ") for row in table.splitlines() if row.startswith("| `")]
    codes = {code: row[1] for row in rows for code in re.findall(r"`([A-Z_]+)`", row[0])}
    codes |= {"Y" + code[1:]: kind for code, kind in codes.items() if code.startswith("X_")}
    codes |= {"REL_DIAL": "evdev", "MSC_SCAN": "evdev", "SYN_DROPPED": "evdev", "4:17": "evdev"}
    assert len(codes) > 18, codes
    path = pathlib.Path(scratch.folder, "recording.txt")
    fed = pathlib.Path(scratch.folder, "fed.toml")
    fed.write_text('[[input]]\nname = "knob"\ntype = "client"\n')
    for code, kinds in codes.items():
        kind = "gpio" if kinds == "all" else kinds.split(", ")[0]
        for name, status in ((code, 0), (code + "_NOT", 1)):
            path.write_text(f"wheeld-recording 1\ninput knob\ntype {kind}\n0 {name} 1\n")
            options = ["--config", fed] if kind == "client" else []
            done = subprocess.run([program("wheelctl"), "replay", path, *options], capture_output=True, text=True)
            expect(done.returncode, status, f"{name}: {done.stderr}")
