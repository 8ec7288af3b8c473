"""Waits for conditions."""

import pathlib
import time

from .client import PATIENCE_S


def wait_until(what, condition, within_s=PATIENCE_S):
    """Waits until `condition` returns something true, and returns that. `what` is the text of the failure, or a function that
    returns it."""
    end = time.monotonic() + within_s
    pause = 0.001
    while True:
        found = condition()
        if found:
            return found
        assert time.monotonic() < end, f"not within {within_s} s: {what() if callable(what) else what}"
        # The pauses grow, because a condition that is not true soon should leave the processor to other processes.
        time.sleep(pause)
        pause = min(2 * pause, 0.02)


def wait_until_steady(what, read, seconds):
    """Waits until `read` has returned the same result for this time, and returns the result. None never counts as
    steady: with None `read` reports that the state is not right yet.

    Used to check that nothing happens any more. Each change restarts the time, so a busy machine makes the check
    longer, but not weaker.
    """
    last, since = None, time.monotonic()

    def is_steady():
        nonlocal last, since
        found, now = read(), time.monotonic()
        if found is None or found != last:
            last, since = found, now
        return now - since >= seconds

    wait_until(lambda: f"{what() if callable(what) else what} (at last {last!r})", is_steady)
    return last


def has_ended(pid):
    """Whether a process has ended. A process whose parent has not waited for it yet has ended, too."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


def is_at_rest(pid):
    """Whether a process has done all that it was asked for: each of its threads sleeps."""
    tasks = pathlib.Path(f"/proc/{pid}/task").iterdir()
    return all(task.joinpath("stat").read_text().rsplit(")", 1)[1].split()[0] == "S" for task in tasks)
