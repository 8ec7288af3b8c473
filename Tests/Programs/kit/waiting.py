"""Waits for what must become true."""

import time

from .daemon import PATIENCE_S


def wait_until(what, condition, within_s=PATIENCE_S):
    """Waits until the condition is true, and returns it. `what` is a text, or makes one when it is too late."""
    end = time.monotonic() + within_s
    while True:
        found = condition()
        if found:
            return found
        assert time.monotonic() < end, f"not within {within_s} s: {what() if callable(what) else what}"
        time.sleep(0.02)
