"""Runs cases side by side, each in a process of its own.

Most cases wait for a daemon most of the time, so more cases run at once than there are processors. Since each case has
its own process, no case is affected by the variables of another, and a case that hangs or crashes fails alone.

A number of tokens limits how many cases run at once. Suites that run at the same time share the tokens, as with the job
server of make. $WHEELD_JOBS names a fifo with one byte for each token. A suite reads a byte before it starts a case,
and writes it back when the case has ended. Example with two tokens: suite A starts two cases, suite B waits; a case of
A ends, its byte is written back, and the suite that reads first gets it. The tokens of a killed suite are lost, so the
whole run must be repeated.
"""

import faulthandler
import json
import os
import select
import signal
import sys
import time
import traceback

# A case that takes longer hangs, since no wait is longer than PATIENCE_S.
LIMIT_S = 300


def spare_processors():
    # The kernel bench has one processor and one set of devices, so its cases run one after another.
    return 1 if "WHEELD_KERNEL_BENCH" in os.environ else 4 * len(os.sched_getaffinity(0))


class Tokens:
    def __init__(self, count):
        shared = os.environ.get("WHEELD_JOBS")
        if shared and count > 1:
            # For reading and writing, so that the fifo stays open; non-blocking, because another suite may take the
            # last byte.
            self.source = self.sink = os.open(shared, os.O_RDWR | os.O_NONBLOCK)
        else:
            self.source, self.sink = os.pipe()
            os.set_blocking(self.source, False)
            os.write(self.sink, b"t" * count)

    def take(self):
        try:
            return bool(os.read(self.source, 1))
        except BlockingIOError:
            return False

    def put(self):
        os.write(self.sink, b"t")


class Running:
    """A case that runs in a child process, which reports its result through a pipe."""

    def __init__(self, case):
        self.case, self.started, self.said = case, time.monotonic(), b""
        self.pipe, end = os.pipe()
        sys.stdout.flush()
        self.pid = os.fork()
        if self.pid:
            os.close(end)
            return
        try:
            # Prints where the case hangs, shortly before it is killed.
            faulthandler.dump_traceback_later(LIMIT_S - 5)
            os.write(end, json.dumps(case()).encode())
        except BaseException:  # noqa: BLE001: the child must not return into its parent's code
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(0)

    def read(self):
        """Reads more of the result. Returns whether the case has ended."""
        more = os.read(self.pipe, 65536)
        self.said += more
        return not more

    def end(self, why=None):
        """Returns how the case ended. `why` is the reason if the case must be killed."""
        if why:
            os.kill(self.pid, signal.SIGKILL)
        os.close(self.pipe)
        _, status = os.waitpid(self.pid, 0)
        if self.said and not why:
            return json.loads(self.said)
        why = why or f"its process ended with {os.waitstatus_to_exitcode(status)} and said nothing"
        return {"outcome": "failed", "message": why, "seconds": f"{time.monotonic() - self.started:.1f} s", "seen": {}}


def run_side_by_side(cases, jobs, report):
    """Runs the cases, and calls `report` with each case and how it ended."""
    tokens = Tokens(jobs)
    waiting, running = list(cases), {}
    while waiting or running:
        sources = [*running, *([tokens.source] if waiting else [])]
        ready, _, _ = select.select(sources, [], [], 1)
        for source in ready:
            if source != tokens.source:
                if running[source].read():
                    one = running.pop(source)
                    report(one.case, one.end())
                    tokens.put()
            elif tokens.take():
                one = Running(waiting.pop(0))
                running[one.pipe] = one
        for one in [one for one in running.values() if time.monotonic() - one.started > LIMIT_S]:
            del running[one.pipe]
            report(one.case, one.end(f"it did not end within {LIMIT_S} s"))
            tokens.put()
