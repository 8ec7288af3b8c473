"""Clients that go, that change their mind, and that are too many for the process."""

import os
import pathlib
import resource
import signal
import socket
import time

from kit.cases import alone_case, case, expect
from kit.client import Client
from kit.daemon import NO_DISPLAY, PATIENCE_S, Daemon


def processor_seconds(daemon):
    fields = pathlib.Path(f"/proc/{daemon.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def expect_sleep(daemon):
    """It sleeps: an endless loop takes all of the second that a busy machine has for it."""
    before = processor_seconds(daemon)
    time.sleep(1)
    used = processor_seconds(daemon) - before
    assert used < 0.15, f"it used {used:.2f} s of a second"


def wait_for_clients(client, number):
    end = time.monotonic() + PATIENCE_S
    while (count := client.do(op="stats")["clients"]) != number:
        assert time.monotonic() < end, f"there are {count} clients and not {number}"
        time.sleep(0.01)


@case
def who_goes_while_a_value_is_held_back_is_gone(daemon):
    with daemon.client() as other:
        with daemon.client() as client:
            # A commit lets its value go.
            client.do(op="subscribe", controls=["azimuth"], events=["value"], interval_ms=3600000)
            other.do(op="ramp", control="azimuth", by=3600, duration_s=3600)
            client.event("value")
            time.sleep(0.2)
            other.do(op="ramp-pause", control="azimuth")
        wait_for_clients(other, 1)
        expect_sleep(daemon)


@alone_case
def what_a_leaver_had_open_is_committed_at_once(scratch, passes):
    # An input that waits for its device wakes the daemon each second.
    scratch.configure(lambda text: "input = []\n" + text.split("[[input]]")[0] + NO_DISPLAY)
    with Daemon(scratch, passes) as daemon, daemon.client() as watcher:
        with daemon.client() as leaver:
            leaver.do(op="set", control="gain", value=-7, commit=False)
            watcher.event("value", control="gain")
            # The state is written within a second, which wakes the daemon as well.
            time.sleep(2.5)
            left = time.monotonic()
        expect(watcher.event("commit")["value"], -7)
        took = time.monotonic() - left
        # Nothing else wakes the daemon before the ten seconds for which a value may stay open.
        assert took < 4, f"the commit took {took:.1f} s"


@case
def what_waits_is_no_newer_than_what_was_asked_for(daemon):
    with daemon.client() as client, daemon.client() as other:
        client.do(op="subscribe", interval_ms=3600000)
        for value in (1, 2, 3):
            other.do(op="set", control="frequency", value=value, commit=False)
        client.event("value", value=1)
        client.do(op="subscribe", controls=["gain"])
        expect([e["value"] for e in client.take("value")], [3])
        other.do(op="set", control="frequency", value=4)
        expect(client.quiet(), [])


@alone_case
def a_reload_keeps_what_waits(scratch, passes):
    with Daemon(scratch, passes) as daemon, daemon.client() as slow, daemon.client() as other:
        start = slow.hello["seq"]
        for value in range(100):
            other.do(op="set", values={"frequency": 1 + value / 10, "gain": -value / 2})
        scratch.configure(lambda text: text.replace('name = "gain"', 'name = "level"').replace('["gain"]', '["level"]'))
        daemon.signal(signal.SIGHUP)
        other.event("controls")
        last = other.do(op="stats")["events_published"]
        got = []
        while not got or got[-1]["event"] != "controls":
            got.append(slow.line())
        told = len(got) + sum(e.get("skipped", 0) for e in got)
        expect(told, last - start, "received and skipped events")
