"""A session as text: one step to a line, and the content of a file indented below its step.

    config                   writes the configuration below; `@/` in it is the session's own folder
    state                    writes the state file below
    start, stop, kill        the daemon: stop is SIGTERM, kill SIGKILL
    reload                   SIGHUP
    connect NAME             connects a client, which reads all the time unless paused
    send NAME LINE           sends a line and waits until all earlier ones are answered
    flood NAME COUNT LINE    COUNT lines at once; `#` is the number of the line
    pause NAME, resume NAME  stops reading, reads again
    close NAME               disconnects the client
    wait MS
    wheelctl ["WORD", …]     runs it against the daemon; `watch` is interrupted after 50 ms
    preview ["WORD", …]      draws the configuration
    replay                   plays the recording below

A line that cannot be printed literally is written as a JSON string after `!`. Lines that begin with `#` are comments.
"""

import json
from typing import NamedTuple

BLOCKS = ("config", "state", "replay")


class Step(NamedTuple):
    kind: str
    words: tuple = ()
    # The content of a file, or the line to send.
    text: str = ""


# The number of words before the text.
WORDS = {"connect": 1, "send": 1, "flood": 2, "pause": 1, "resume": 1, "close": 1, "wait": 1}


def written(steps):
    lines = []
    for step in steps:
        words = [step.kind, *step.words]
        if step.kind in BLOCKS:
            lines.append(" ".join(words))
            lines += ["    " + line for line in step.text.rstrip("\n").split("\n")]
            continue
        if step.text:
            stands = step.text.isprintable() and step.text == step.text.strip()
            words.append(step.text if stands else "!" + json.dumps(step.text))
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def read(text):
    steps = []
    for line in text.splitlines():
        if line.startswith("    ") and steps:
            steps[-1] = steps[-1]._replace(text=steps[-1].text + line[4:] + "\n")
            continue
        if not line.strip() or line.startswith("#"):
            continue
        kind, _, rest = line.partition(" ")
        words = rest.split(" ", WORDS.get(kind, 0))
        count = WORDS.get(kind, 0)
        text = words[count] if len(words) > count else ""
        if text.startswith("!"):
            text = json.loads(text[1:])
        steps.append(Step(kind, tuple(words[:count]), text))
    return steps
