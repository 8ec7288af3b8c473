"""What the service manager does when the daemon fails."""

import os
import pathlib
import signal
import time

from machine import (
    CONFIGURATION, PATIENCE_S, SERVICE, SOCKET_UNIT, check, client, cursor, do, expect, fails, is_active, journal, main_pid,
    serving_pid, show, systemctl, until, value, value_at_last,
)  # fmt: skip
from using import TEXT

STATE = pathlib.Path("/var/lib/wheeld/state.json")


def comes_back(pid, within_s):
    """Waits until a process other than `pid` serves."""
    return until(lambda: is_active() and main_pid() not in (0, pid), "a process in its place", within_s)


def wait_until_saved(number):
    """Waits until the saved state has this number. The state is written at most once a second."""
    until(lambda: STATE.exists() and str(number) in STATE.read_text(), f"{number} in {STATE}")


@check
def a_killed_daemon_is_started_again_with_its_values():
    pid, restarts = serving_pid(), int(show("NRestarts"))
    with client() as one:
        one.do(op="set", control="frequency", value=28.75)
    wait_until_saved(28.75)
    start = time.monotonic()
    os.kill(pid, signal.SIGKILL)
    expect(value_at_last("frequency"), 28.75)
    comes_back(pid, 10)
    print(f"  served again after {time.monotonic() - start:.1f} s")
    expect(int(show("NRestarts")), restarts + 1)


@check
def a_daemon_that_hangs_is_started_again():
    pid = serving_pid()
    with client() as one:
        one.do(op="set", control="frequency", value=29.25)
    wait_until_saved(29.25)
    since = cursor()
    start = time.monotonic()
    os.kill(pid, signal.SIGSTOP)
    comes_back(pid, 45)
    expect(value("frequency"), 29.25)
    print(f"  served again after {time.monotonic() - start:.1f} s")
    assert any("Watchdog timeout" in line for line in journal(since, "-u", SERVICE))
    # The watchdog ends a process that has not notified it for 10 s. The new process must live longer.
    pid = serving_pid()
    time.sleep(11)
    expect(main_pid(), pid)


@check
def a_broken_configuration_is_not_tried_again():
    CONFIGURATION.write_text(TEXT + "nonsense = 1\n")
    since = cursor()
    fails("systemctl", "restart", SERVICE)
    expect((show("ActiveState"), show("ExecMainStatus")), ("failed", "78"))
    # Waits longer than the pause of 1 s before a restart.
    time.sleep(2.5)
    expect((show("ActiveState"), show("NRestarts"), main_pid()), ("failed", "0", 0))
    assert any(f"{CONFIGURATION}:" in line for line in journal(since, "-u", SERVICE))


@check
def clients_that_come_meanwhile_do_no_harm():
    # Each client makes the service manager start the service once, in vain, and learns of the failure at once.
    since = cursor()
    for _ in range(15):
        do("timeout", str(PATIENCE_S), "wheelctl", "ping", status=3)
    # A superfluous restart would happen after the pause of 1 s.
    time.sleep(2.5)
    starts = sum("Starting wheeld.service" in line for line in journal(since, "-u", SERVICE))
    assert 1 <= starts <= 15, f"{starts} starts"
    CONFIGURATION.write_text(TEXT)
    systemctl("restart", SERVICE)
    assert is_active() and is_active(SOCKET_UNIT)
    expect(value("frequency"), 29.25)


@check
def an_end_is_orderly():
    with client() as one, client() as watcher:
        one.do(op="set", control="gain", value=-9, commit=False)
        systemctl("stop", SERVICE)
        expect(watcher.event("commit")["value"], -9)
        while watcher.raw() is not None:
            pass
    expect((show("Result"), show("ExecMainStatus")), ("success", "0"))
    systemctl("start", SERVICE)
    expect(value("gain"), -9)
