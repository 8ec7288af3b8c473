"""Lanes: parts of a run that run in parallel, each with its output in a file of its own.

A lane is a function that runs commands one after the other, in a thread. The files are printed when all lanes have ended, in the
order in which the lanes were named, so that the outputs of two runs have the same order. Failures are printed again at the
end, since they may be thousands of lines above it.
"""

import os
import pathlib
import re
import signal
import subprocess
import threading
import time

from counts import Counts, counts_in

# The beginnings of lines about failures, and of their continuation lines, as suites of programs, scripts/count-tests
# and Swift Testing print them.
FAILURE = re.compile(r"failed: |did not end: |✘ .* recorded an issue")
CONTINUED = re.compile(r"\s|↳")


class Lane:
    def __init__(self, name, folder, work):
        """`work` takes the lane, and calls `check` and `suite`."""
        self.name, self.counts = name, Counts()
        # Elapsed time, and processor time.
        self.seconds = self.computing = 0.0
        self.folder = pathlib.Path(folder)
        self.file = self.folder / (name.replace("/", "-") + ".out")
        self.process = None
        self.is_stopped = False
        self.thread = threading.Thread(target=self._run, args=[work])

    def _run(self, work):
        start = time.monotonic()
        with open(self.file, "w", encoding="utf-8", buffering=1) as self.out:
            work(self)
        self.seconds = time.monotonic() - start
        print(f"-- {self.name}: {self.counts} ({self.times})", flush=True)

    @property
    def times(self):
        return f"{self.seconds:.0f} s, {self.computing:.0f} s of a processor"

    def say(self, text):
        self.out.write(text + "\n")

    def run(self, words, environment=None):
        """Runs a command, with its output to the lane's file, and returns its status."""
        if self.is_stopped:
            return 1
        self.process = subprocess.Popen(
            [str(word) for word in words], stdin=subprocess.DEVNULL, stdout=self.out, stderr=subprocess.STDOUT,
            env={**os.environ, **(environment or {})}, start_new_session=True,
        )  # fmt: skip
        _, status, used = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.computing += used.ru_utime + used.ru_stime
        return self.process.returncode

    def check(self, what, *words):
        """Runs a command and counts it as one test. Returns whether the command passed."""
        self.say(f"== {what}")
        status = self.run(words)
        self.counts += Counts(passed=1) if status == 0 else Counts(failed=1)
        if status != 0:
            self.say(f"failed: {what}")
        return status == 0

    def suite(self, *words, has_all=False):
        """Runs a command that prints the counts of one or more suites, and adds them. `has_all`: no test may be skipped."""
        begin = self.file.stat().st_size
        status = self.run(words)
        counts = counts_in(self.file.read_bytes()[begin:].decode(errors="replace"), status)
        if counts is None:
            self.say(f"failed: {' '.join(map(str, words))} ended with status {status} and without a count of failures")
            counts = Counts(failed=1)
        self.counts += counts.with_skips_failed() if has_all else counts

    def failures(self):
        """The lines about failures in the lane's output."""
        is_failure = False
        for line in self.file.read_text(encoding="utf-8", errors="replace").splitlines():
            is_failure = bool(FAILURE.match(line) or is_failure and CONTINUED.match(line))
            if is_failure:
                yield line

    def stop(self):
        self.is_stopped = True
        if self.process:
            try:
                os.killpg(self.process.pid, signal.SIGTERM)
            except ProcessLookupError:
                pass


def run_lanes(lanes):
    """Runs the lanes side by side, prints their output in order, and returns the sum of their counts."""
    try:
        for lane in lanes:
            lane.thread.start()
        for lane in lanes:
            lane.thread.join()
    except BaseException:
        for lane in lanes:
            lane.stop()
        raise
    for lane in lanes:
        print(f"\n==== {lane.name} ({lane.times})")
        print(lane.file.read_text(encoding="utf-8", errors="replace"), end="", flush=True)
    for lane in lanes:
        if lane.counts.failed:
            print(f"\n==== what failed in {lane.name}", *lane.failures(), sep="\n", flush=True)
    return sum((lane.counts for lane in lanes), Counts())
