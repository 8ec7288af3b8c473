"""Waits for what must become true."""

import pathlib
import time

from .client import PATIENCE_S


def wait_until(what, condition, within_s=PATIENCE_S):
    """Waits until the condition is true, and returns it. `what` is a text, or makes one when it is too late."""
    end = time.monotonic() + within_s
    pause = 0.001
    while True:
        found = condition()
        if found:
            return found
        assert time.monotonic() < end, f"not within {within_s} s: {what() if callable(what) else what}"
        # Most conditions are true soon; for the others the processor is left to those who make them true.
        time.sleep(pause)
        pause = min(2 * pause, 0.02)


def wait_until_steady(what, read, seconds):
    """Waits until `read` has returned the same for so long, and returns it. None is never steady: it is not right yet.

    For what must not happen any more. The time begins anew with each change: a busy machine takes longer and proves the same.
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
    """Whether a process has ended, also one whose parent, as the machine's first process, has not waited for it yet."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True
