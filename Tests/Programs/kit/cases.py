"""Registers test cases and runs them against a daemon."""

import contextlib
import sys
import traceback

from .daemon import Daemon, Scratch
from .signals import give_children_defaults

BY_HAND, PASSED_SOCKET = "by hand", "passed socket"

shared = []
alone = []


class Skipped(Exception):
    """Raised by a case that cannot run on this machine."""


def case(function):
    """A case that shares a daemon with other cases. It runs twice: the daemon makes its socket, or gets it passed."""
    shared.append(function)
    return function


def alone_case(function):
    """A case that starts its own daemons. Its arguments: a `Scratch`, and whether to pass the socket."""
    alone.append(function)
    return function


def by_hand_case(function):
    """Like `alone_case`, but only with a daemon that makes its own socket. Its argument is a `Scratch`."""

    def body(scratch, passes):
        assert not passes
        function(scratch)

    body.__name__ = function.__name__
    body.ways = (BY_HAND,)
    return alone_case(body)


def passed_socket_case(function):
    """Like `alone_case`, but only with a passed socket. Its argument is a `Scratch`."""

    def body(scratch, passes):
        assert passes
        function(scratch)

    body.__name__ = function.__name__
    body.ways = (PASSED_SOCKET,)
    return alone_case(body)


def expect(actual, expected, what=""):
    assert actual == expected, f"{what + ': ' if what else ''}{actual!r} instead of {expected!r}"


def run_all(words, ways=(BY_HAND,)):
    """Runs all cases once for each way to start the daemon. Prints the counts and returns the exit status."""
    give_children_defaults()
    verbose = "-v" in words
    wanted = [word for word in words if word != "-v"]

    def selected(cases):
        return [c for c in cases if not wanted or any(word in c.__name__ for word in wanted)]

    counts = {"passed": 0, "failed": 0, "skipped": 0}

    def attempt(name, body, log):
        try:
            body()
            outcome = "passed"
        except Skipped as reason:
            outcome = "skipped"
            print(f"skipped: {name}: {reason}")
        except Exception as error:  # noqa: BLE001: after any error the case has failed, and the next one runs
            outcome = "failed"
            place = traceback.extract_tb(error.__traceback__)
            where = next((f"{f.filename}:{f.lineno}" for f in reversed(place) if "daemon.py" not in f.filename), "")
            print(f"failed: {name or 'what follows a case'}: {type(error).__name__}: {error} ({where})")
            if log():
                print("  the daemon's log:\n    " + "\n    ".join(log()[-8:]))
        if name is None and outcome == "passed":
            return
        counts[outcome] += 1
        if verbose:
            print(f"{outcome}: {name}", flush=True)

    for way in ways:
        passes = way == PASSED_SOCKET
        with contextlib.ExitStack() as stack:
            daemon = None
            for function in selected(shared):
                if daemon is None or not daemon.is_running:
                    if daemon is not None:
                        counts["failed"] += 1
                        print(f"failed: the daemon has ended by itself before {function.__name__} ({way})")
                    daemon = stack.enter_context(Daemon(stack.enter_context(Scratch()), passes=passes))
                attempt(f"{function.__name__} ({way})", lambda f=function: f(daemon), daemon.log_lines)
                attempt(None, daemon.settle, daemon.log_lines)
        for function in selected(alone):
            if way not in getattr(function, "ways", ways):
                continue
            with Scratch() as scratch:
                attempt(f"{function.__name__} ({way})", lambda f=function: f(scratch, passes), scratch.log_lines)

    line = f"{counts['passed']} passed, {counts['failed']} failed"
    if counts["skipped"]:
        line += f", {counts['skipped']} skipped"
    print(line)
    sys.stdout.flush()
    return 1 if counts["failed"] else 0
