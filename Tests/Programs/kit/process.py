"""A program that runs during a case, and its output."""

import os
import pathlib
import subprocess
import tempfile
import time

from .daemon import PATIENCE_S


class Process:
    def __init__(self, words, environment=None):
        self.folder = tempfile.TemporaryDirectory(prefix="wheeld-kit-")
        self.out = pathlib.Path(self.folder.name, "out")
        self.skipped = 0
        self.err = pathlib.Path(self.folder.name, "err")
        with open(self.out, "wb") as out, open(self.err, "wb") as err:
            self.process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env={**os.environ, **(environment or {})},
                start_new_session=True,
            )  # fmt: skip

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            # The whole process group, because a shell's pipeline has several processes.
            os.killpg(self.process.pid, 9)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.folder.cleanup()

    def all_lines(self):
        """All complete lines of its output."""
        return self.out.read_text().split("\n")[:-1]

    def lines(self):
        return self.all_lines()[self.skipped :]

    def skip_lines(self):
        """Skips the lines so far."""
        self.skipped = len(self.all_lines())

    def wait_for(self, line, errors=False):
        """Waits until its output has this line."""
        end = time.monotonic() + PATIENCE_S
        while True:
            said = self.err.read_text() if errors else self.lines()
            if line in said:
                return
            told = f"it has not said {line!r} but {said[-500:]!r}; {self.err.read_text()[-500:]}"
            assert time.monotonic() < end, told
            assert errors or self.process.poll() is None, f"it ended before {line!r}: {self.err.read_text()[-500:]}"
            time.sleep(0.02)

    def wait_for_lines(self, number):
        """Waits until its output has this many lines, and returns them."""
        end = time.monotonic() + PATIENCE_S
        while len(self.lines()) < number:
            told = f"it has said {len(self.lines())} lines and not {number}: {self.lines()}"
            assert time.monotonic() < end and self.process.poll() is None, told
            time.sleep(0.02)
        return self.lines()

    def end(self):
        """Waits for its end and returns the exit status."""
        return self.process.wait(PATIENCE_S)

    def signal(self, number):
        self.process.send_signal(number)


def wakeups(pid):
    """How often each thread of a process has been woken."""
    counts = {}
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        for line in (task / "status").read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                counts[task.name] = int(line.split()[1])
    return counts


def cpu_seconds(pid):
    """How much time of a processor a process has used."""
    # The name, which may have spaces, is in brackets.
    words = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
