"""docs/tutorial.md, done as a reader does it."""

import os
import pathlib
import sys
import time

from script import Shell, exchanges, tokens
from texts import documents

from kit.cases import alone_case, expect
from kit.daemon import ROOT, program

sys.path.append(str(ROOT / "Tests/Programs/terminal"))
from tmux import Terminal  # noqa: E402

KEYS = {"↑": "Up", "↓": "Down"}
# The instrument asks this at `q` while a program is connected.
QUESTION = "1 client is connected. q leaves"
# A turn is committed after 400 ms, and a turn that follows after 800 ms is not accelerated. So the next turn waits
# 0.5 s after the commit.
REST_S = 0.5


@alone_case
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
    rested_at = 0
    with Shell(scratch, environment, lasting=("wheelctl watch", "python3 ")) as shell:
        try:
            for kind, text, name in tokens(documents()["docs/tutorial.md"]):
                done.append(kind)
                if kind == "file":
                    pathlib.Path(scratch.folder, name).write_text(text)
                elif kind == "text":
                    shell.wait_for(text)
                elif kind == "key" and text == "Ctrl-C":
                    shell.end()
                elif kind == "key":
                    if text != "q":
                        if text in KEYS:
                            time.sleep(max(0, rested_at - time.monotonic()))  # Only time ends an acceleration.
                        # Waits until the key has had its effect.
                        with terminal.client() as client:
                            terminal.type(KEYS.get(text, text))
                            client.event("commit" if text in KEYS else "focus")
                        if text in KEYS:
                            rested_at = time.monotonic() + REST_S
                        continue
                    asked = QUESTION in terminal.text()
                    terminal.type(text)
                    if not asked and shell.program:
                        terminal.shows(QUESTION)
                    else:
                        terminal.shows("left")
                        terminal.__exit__()
                        terminal = None
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
    expect({kind: done.count(kind) for kind in done}, {"console": 7, "key": 13, "text": 4, "file": 2})
