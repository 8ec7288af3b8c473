"""A display must not wake the daemon while nothing happens, and must not delay clients while the screen hangs."""

import os
import pathlib
import shutil
import statistics
import subprocess
import time

from screens import CARD, daemon_with, frames, shows

from kit.cases import Skipped, alone_case, expect
from kit.process import wakeups

# To watch for a minute: WHEELD_IDLE_S=60 Tests/Programs/screens/run nothing_runs
IDLE_S = float(os.environ.get("WHEELD_IDLE_S", "10"))
ROUNDS, REQUESTS, ATTEMPTS = 6, 200, 3


def threads(pid):
    return {task.name: (task / "comm").read_text().strip() for task in pathlib.Path(f"/proc/{pid}/task").iterdir()}


@alone_case
def nothing_runs_while_nothing_happens(scratch):
    with daemon_with(scratch, "drm:" + CARD) as daemon:
        with daemon.client() as client:
            shows(client)
            client.do(op="set", control="gain", value=-3)
            # Waits for the last frame, and for the state's write, a second after the change.
            time.sleep(2)
            drawn = frames(client)
        # Waits until the daemon has noticed the client's end.
        time.sleep(1)
        before = wakeups(daemon.pid)
        expect(sorted(threads(daemon.pid).values()), ["display", "state", "wheeld"])
        # In this time no thread may wake.
        time.sleep(IDLE_S)
        expect(wakeups(daemon.pid), before)
        with daemon.client() as client:
            expect(frames(client), drawn)
        print(f"{IDLE_S:.0f} s without a frame, and without a wake-up of {len(before)} threads")


@alone_case
def a_screen_that_hangs_holds_nobody_up(scratch):
    """The driver's calls take half a second each, as if the driver hung. Clients must get answers as fast as without
    this delay."""
    if shutil.which("strace") is None:
        raise Skipped("strace is not installed")
    with daemon_with(scratch, "drm:" + CARD) as daemon, daemon.client() as client:
        shows(client)
        display = next(number for number, name in threads(daemon.pid).items() if name == "display")

        def measure():
            times = []
            for number in range(REQUESTS):
                start = time.monotonic()
                client.do(op="set", control="gain", value=-(number % 60))
                times.append(time.monotonic() - start)
            return times

        measure()
        # A busy machine disturbs one or the other measurement at random, so the best ratio counts.
        ratios = []
        while len(ratios) < ATTEMPTS and min(ratios, default=2) > 1.05:
            free, held = [], []
            for _ in range(ROUNDS):
                # Both measurements are traced, because tracing itself takes time.
                for times, delay in ((free, ""), (held, ":delay_exit=500000")):
                    tracer = subprocess.Popen(
                        ["strace", "-qq", "-o", "/dev/null", "-p", display, "-e", "trace=ioctl"]
                        + (["-e", "inject=ioctl" + delay] if delay else []),
                    )
                    # strace does not report when it is attached.
                    time.sleep(0.5)
                    times += measure()
                    tracer.terminate()
                    tracer.wait()
                    # In this time the last delayed call ends.
                    time.sleep(0.7)
            ratios.append(statistics.median(held) / statistics.median(free))
            print(
                f"median of {len(free)} answers: {statistics.median(free) * 1e6:.0f} µs, "
                f"with a display that hangs {statistics.median(held) * 1e6:.0f} µs, ratio {ratios[-1]:.3f}; "
                f"longest {max(free) * 1e3:.1f} ms and {max(held) * 1e3:.1f} ms"
            )
        assert min(ratios) <= 1.05, ratios
