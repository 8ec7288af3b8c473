"""A program that runs during a case, and its output."""

import contextlib
import os
import pathlib
import subprocess
import tempfile

from .builds import KIND
from .cases import Skipped
from .client import PATIENCE_S
from .waiting import wait_until, wait_until_steady


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
            # Kills the whole process group, because a shell's pipeline has several processes.
            if KIND == "coverage":
                self.process.terminate()
                self.process.wait(PATIENCE_S)
            os.killpg(self.process.pid, 9)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.folder.cleanup()

    def all_lines(self):
        """All complete lines of the program's output."""
        return self.out.read_text().split("\n")[:-1]

    def lines(self):
        return self.all_lines()[self.skipped :]

    def skip_lines(self):
        """Makes `lines` skip the lines so far."""
        self.skipped = len(self.all_lines())

    def wait_for(self, line, errors=False):
        """Waits until the output has this line or, with `errors`, until standard error contains this text."""

        def said():
            return self.err.read_text() if errors else self.lines()

        def is_said():
            # Checked before the output is read, so that all output of a program that has ended counts.
            runs = errors or self.process.poll() is None
            if line in said():
                return True
            assert runs, f"it ended before {line!r}: {self.err.read_text()[-500:]}"
            return False

        wait_until(lambda: f"it has not said {line!r} but {said()[-500:]!r}; {self.err.read_text()[-500:]}", is_said)

    def wait_for_lines(self, number):
        """Waits until the output has this many lines, and returns them."""

        def told():
            return f"it has said {len(self.lines())} lines and not {number}: {self.lines()}"

        def are_said():
            runs = self.process.poll() is None
            if len(self.lines()) >= number:
                return True
            assert runs, f"it has ended: {told()}"
            return False

        wait_until(told, are_said)
        return self.lines()

    def end(self):
        """Waits until the program ends, and returns the exit status."""
        return self.process.wait(PATIENCE_S)

    def signal(self, number):
        self.process.send_signal(number)


def wakeups(pid):
    """How often each thread of a process has been woken, by the thread's number."""
    if KIND == "thread":
        raise Skipped("the thread sanitizer has a thread that wakes by itself")
    counts = {}
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        # A thread may end in the meantime.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            for line in (task / "status").read_text().splitlines():
                if line.startswith("voluntary_ctxt_switches"):
                    counts[task.name] = int(line.split()[1])
    return counts


def wait_until_asleep(pid, seconds=1.2):
    """Waits until no thread of a process has been woken for this time, which is longer than a timer of one second.
    Returns what `wakeups` returns."""
    return wait_until_steady(f"process {pid} sleeps", lambda: wakeups(pid), seconds)


def cpu_seconds(pid):
    # Skips the first two fields: the second is the program's name in brackets, which may contain spaces.
    words = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
