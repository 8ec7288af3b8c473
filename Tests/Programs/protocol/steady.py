"""What a detent costs: the daemon's system calls while a knob turns, by strace."""

import re
import shutil
import signal
import subprocess
import time

from kit.cases import alone_case, Skipped

from devices import Stage

DETENTS = 200


def calls(trace):
    """The names of the loop's system calls."""
    with open(trace) as file:
        return [m[1] for m in (re.match(r"(\w+)\(", line) for line in file) if m]


@alone_case
def a_detent_costs_a_wait_a_read_and_a_send(scratch):
    count_calls(scratch)


@alone_case
def a_detent_costs_the_same_with_terse_values(scratch):
    count_calls(scratch, terse=True)


def count_calls(scratch, **subscription):
    if shutil.which("strace") is None:
        raise Skipped("strace is not installed")
    with Stage(scratch) as (knob, client, daemon):
        client.do(op="subscribe", **subscription)
        trace = scratch.folder + "/trace"
        knob.turn(1)
        client.event("value")
        # Only the main thread is the loop; another thread writes the state.
        tracer = subprocess.Popen(["strace", "-o", trace, "-p", str(daemon.pid)], stderr=subprocess.PIPE)
        tracer.stderr.readline()
        start = time.monotonic()
        for number in range(DETENTS):
            knob.turn(1 if number % 2 else -1)
            client.event("value")
        seconds = time.monotonic() - start
        tracer.send_signal(signal.SIGINT)
        tracer.wait()
        made = calls(trace)
        count = {name: made.count(name) for name in set(made)}
        # In the bench each reading of the time is a system call, and the loop reads it once in an iteration. Elsewhere the vDSO
        # returns the time without a system call.
        clock = count.pop("clock_gettime", 0)
        assert clock <= 1.2 * DETENTS + 20, f"the clock is read {clock / DETENTS:.2f} times for a detent"
        # Twenty times a second a real-time loop checks whether it has slept.
        looks = count.pop("getrusage", 0)
        assert looks <= 20 * seconds + 2, f"getrusage {looks} times in {seconds:.1f} s"
        # Once a second the loop hands the state to the thread that writes it, by a write to its event descriptor.
        saves = count.pop("write", 0)
        assert saves <= seconds + 2, f"{saves} times the state was kept in {seconds:.1f} s"
        # Handing over the state takes a lock, which reads the thread's number.
        asked = count.pop("gettid", 0)
        assert asked <= seconds + 2, f"gettid {asked} times in {seconds:.1f} s"
        told = ", ".join(f"{name} {count[name] / DETENTS:.2f}" for name in sorted(count))
        print(f"system calls for each of {DETENTS} detents: {told}")
        assert set(count) <= {"epoll_wait", "epoll_pwait", "epoll_pwait2", "read", "sendto"}, told
        assert count["sendto"] == DETENTS, told
        assert count["read"] <= DETENTS + 2, told
        assert sum(count.values()) <= 3 * DETENTS + 10, told
