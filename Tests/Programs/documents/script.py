"""A page that is followed literally: its commands are run, its files saved, its keys pressed, its output waited for.

A page has four kinds of instructions, which are performed in their order:

    ```console        `$ ` commands, each with what it prints; those that continue to run print what follows as ```text
    ```…              a file, where the paragraph before it says `Save this` and then, in backticks, its name
    ```text           else: what the program that is running prints next
    <kbd>Tab</kbd>    a key that is pressed in the terminal
"""

import re
import subprocess

from kit.client import Client
from kit.daemon import PATIENCE_S
from kit.process import Process
from kit.waiting import is_at_rest, wait_until

TOKEN = re.compile(r"^```(console|python|toml|text)\n(.*?)^```$|<kbd>(.*?)</kbd>", re.MULTILINE | re.DOTALL)


def tokens(text):
    """The instructions of a page: `console`, `file`, `text` or `key`, with the contents and, for a file, its name."""
    for found in TOKEN.finditer(text):
        kind, body, key = found.groups()
        paragraph = text[: found.start()].rstrip().rsplit("\n\n", 1)[-1]
        if key:
            yield "key", key, None
        elif saved := re.search(r"\bSave\s+this\s+as\s+`([^`]+)`", paragraph):
            yield "file", body, saved[1]
        elif kind in ("console", "text"):
            yield kind, body, None


def exchanges(block):
    """The commands of a console, each with what it prints."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield command, printed


class Shell:
    """Runs a page's commands in a folder. Commands that begin with a word of `lasting` continue to run, as clients of a daemon
    do."""

    def __init__(self, scratch, environment, lasting):
        self.scratch = scratch
        self.folder = scratch.folder
        self.environment = environment
        self.lasting = lasting
        self.program = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        if self.program:
            self.program.__exit__()
        self.program = None

    def run(self, command, printed):
        if command.startswith(self.lasting):
            self.end()
            words = ["sh", "-c", f"cd {self.folder} && exec {command}"]
            with Client(self.scratch.socket) as client:
                # Counts the clients before the program connects, since a panel in a terminal is a client, too.
                before = client.do(op="stats")["clients"]
                self.program = Process(words, {**self.environment, "PYTHONUNBUFFERED": "1"})
                wait_until("the program connects", lambda: client.do(op="stats")["clients"] > before)
                # Once the program and the daemon both sleep, the program has subscribed, and gets the effect of the next key.
                ends = [self.program.process.pid, client.daemon()]
                wait_until("both ends are at rest", lambda: all(map(is_at_rest, ends)))
            return
        done = subprocess.run(
            ["sh", "-c", f"exec 2>&1; {command}"], cwd=self.folder, env=self.environment, capture_output=True,
            text=True, timeout=PATIENCE_S,
        )  # fmt: skip
        assert done.stdout == printed, f"{command!r} printed {done.stdout!r} and not {printed!r}"

    def wait_for(self, text):
        """Waits until the running program has printed these lines next."""
        wanted = text.splitlines()

        def lines():
            return self.program.lines()[: len(wanted)]

        def are_printed():
            printed = lines()
            assert printed == wanted[: len(printed)], f"printed {printed} and not {wanted}"
            return printed == wanted

        wait_until(lambda: f"printed {lines()} and not {wanted}", are_printed)
        self.program.skipped += len(wanted)
