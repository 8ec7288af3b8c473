"""Registers test cases and runs them, several at the same time, each in a process of its own."""

import functools
import os
import time
import traceback

from . import seen
from .daemon import Daemon, Scratch, program
from .side_by_side import run_side_by_side, spare_processors
from .signals import give_children_defaults


def processor_seconds():
    """The processor time of this process and its ended children."""
    return sum(os.times()[:4])


class Case:
    def __init__(self, function, passes=False):
        """`function` takes a `Scratch`. `passes`: as for `Scratch`."""
        self.function, self.passes = function, passes
        self.name = function.__name__ + (" (passed socket)" if passes else "")

    def __call__(self):
        start, before = time.monotonic(), processor_seconds()
        outcome, message = "passed", ""
        with Scratch(self.passes) as scratch:
            try:
                self.function(scratch)
            except Skipped as reason:
                outcome, message = "skipped", str(reason)
            except Exception as error:  # noqa: BLE001: after any error the case has failed
                outcome = "failed"
                place = traceback.extract_tb(error.__traceback__)
                where = next((f"{f.filename}:{f.lineno}" for f in reversed(place) if "daemon.py" not in f.filename), "")
                message = f"{type(error).__name__}: {error} ({where})"
                if log := scratch.log_lines():
                    message += "\n  the daemon's log:\n    " + "\n    ".join(log[-8:])
        seconds = f"{time.monotonic() - start:.1f} s, {processor_seconds() - before:.1f} s of a processor"
        return {"outcome": outcome, "message": message, "seconds": seconds, "seen": seen.records()}


registered = []
closing = []


class Skipped(Exception):
    """Raised by a case that cannot run on this machine."""


def alone_case(function):
    """A case that starts its own daemons, or none. Its argument is a `Scratch`."""
    registered.append(Case(function))
    return function


def passed_socket_case(function):
    """Like `alone_case`, but the case passes its daemons their socket. Written above another decorator, it makes the case run
    in both ways."""
    registered.append(Case(function, passes=True))
    return function


def case(function):
    """A case whose argument is a running daemon."""

    @functools.wraps(function)
    def body(scratch):
        with Daemon(scratch) as daemon:
            function(daemon)
            assert daemon.is_running, "the daemon ended by itself"

    return alone_case(body)


def closing_case(function):
    """A case that judges what all other cases have recorded in `seen`. It runs after them, and only if no case was left
    out."""
    closing.append(Case(function))
    return function


def expect(actual, expected, what=""):
    assert actual == expected, f"{what + ': ' if what else ''}{actual!r} instead of {expected!r}"


def run_all(words):
    """Runs all cases, or those whose names contain one of the words. Prints the counts and returns the exit status.

    -v names each case. --jobs N: at most N cases at the same time, by default four for each processor, or as many as
    $WHEELD_JOBS permits, which several suites may share.
    """
    give_children_defaults()
    program("wheeld")  # Ends here if wheeld was not built.
    words = list(words)
    verbose = "-v" in words
    jobs = spare_processors()
    if "--jobs" in words:
        at = words.index("--jobs")
        jobs = int(words[at + 1])
        del words[at : at + 2]
    wanted = [word for word in words if word != "-v"]
    selected = [one for one in registered if not wanted or any(word in one.name for word in wanted)]
    counts = {"passed": 0, "failed": 0, "skipped": 0}

    def report(one, end):
        counts[end["outcome"]] += 1
        seen.add(end["seen"])
        if verbose or end["outcome"] != "passed":
            said = f": {end['message']}" if end["message"] else ""
            print(f"{end['outcome']}: {one.name}{said} ({end['seconds']})", flush=True)

    run_side_by_side(selected, jobs, report)
    if not wanted:
        for one in closing:
            report(one, one())

    line = f"{counts['passed']} passed, {counts['failed']} failed"
    if counts["skipped"]:
        line += f", {counts['skipped']} skipped"
    print(line, flush=True)
    return 1 if counts["failed"] else 0
