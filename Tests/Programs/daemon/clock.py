"""Clocks that jump or stop, and devices whose events have times of their own."""

import contextlib
import os
import pathlib
import struct
import time

from kit.cases import Skipped, alone_case, expect
from kit.daemon import Daemon, Scratch
from kit.devices import EV_REL, EV_SYN, NAME, REL_DIAL, Knob
from kit.process import cpu_seconds
from kit.waiting import wait_until

YEAR = 365 * 86400
# Times to set: in 1970, as on a board without a clock; the last second that fits into signed 32 bits; ten years later;
# the last second that the kernel accepts.
MOMENTS = {"1970": 86400, "2038": 2**31 - 1, "in ten years": None, "2232": 2**63 // 10**9 - 30 * YEAR - 1}
COMMIT_AFTER_S = 1.5
DAMAGED = '{"version":1,\n"controls":[\n{"control":"gain","value":-9},\n{"control":"x"}],\n"inputs":[],\n"page":null}\n'


@contextlib.contextmanager
def a_clock_to_set():
    """The machine's wall clock, which is set back at the end."""
    if os.environ.get("WHEELD_KERNEL_BENCH") != "1":
        raise Skipped("the clock is only set in the kernel bench")
    offset = time.time() - time.clock_gettime(time.CLOCK_MONOTONIC)
    try:
        yield
    finally:
        time.clock_settime(time.CLOCK_REALTIME, time.clock_gettime(time.CLOCK_MONOTONIC) + offset)


def set_clock(moment):
    time.clock_settime(time.CLOCK_REALTIME, time.time() + 10 * YEAR if moment is None else moment)


def with_knob(scratch):
    scratch.configure(
        lambda text: text.replace("no such device", NAME).replace(
            "commit_after_ms = 50", f"commit_after_ms = {1000 * COMMIT_AFTER_S:.0f}"
        )
    )


def attached(client):
    if client.do(op="list")["inputs"][0]["state"] != "attached":
        client.event("device", input="knob", state="attached")
    client.take()


@alone_case
def the_clock_is_set_while_a_hand_holds_a_value(scratch):
    with a_clock_to_set(), Knob() as knob:
        with_knob(scratch)
        with Daemon(scratch) as daemon, daemon.client() as client:
            attached(client)
            for moment in MOMENTS.values():
                knob.turn(1)
                value = client.event("value")
                set_clock(moment)
                commit = client.event("commit")
                expect((commit["value"], round(commit["time"] - value["time"], 6)), (value["value"], COMMIT_AFTER_S))
                start = client.do(op="ramp", control="azimuth", to=100, duration_s=0.5) and client.event("ramp")
                expect(round(client.event("ramp", state="ended")["time"] - start["time"], 6), 0.5)
                client.do(op="reset", control="azimuth")
                clocks = client.do(op="ping")
                assert abs(clocks["realtime"] - time.time()) < 1, clocks
                assert abs(clocks["monotonic"] - time.clock_gettime(time.CLOCK_MONOTONIC)) < 1, clocks
                wait_until("the value is saved", lambda: f"{value['value']}" in pathlib.Path(scratch.state).read_text())
                busy = cpu_seconds(daemon.pid)
                time.sleep(1)  # During this second a daemon that waited by the wall clock would spin.
                assert cpu_seconds(daemon.pid) - busy < 0.5, "it spins"
                client.take()


@alone_case
def the_clock_of_a_board_without_one_is_good_enough(scratch):
    with a_clock_to_set():
        for moment in MOMENTS.values():
            set_clock(moment)
            with Scratch() as other:
                pathlib.Path(other.state).write_text(DAMAGED)
                with Daemon(other) as daemon, daemon.client() as client:
                    expect(client.do(op="get", control="gain")["value"], -9)
                    client.do(op="set", control="gain", value=-8)
                    wait_until("it is saved", lambda: "-8" in pathlib.Path(other.state).read_text())
                expect(len(other.set_aside()), 1, "damaged files that were kept")


@alone_case
def a_suspend_stops_all_times(scratch):
    """CLOCK_BOOTTIME, a day ahead here, counts the time of a suspend: timers that used this clock would end each hold, ramp and
    double click at once."""
    under = ("unshare", "--time", "--fork", "--kill-child", "--boottime", "86400")
    if os.system(" ".join([*under, "true 2>/dev/null"])) != 0:
        raise Skipped("no time namespaces can be made here")
    with Daemon(scratch, under=under) as daemon, daemon.client() as client:
        client.do(op="turn", control="frequency", detents=1)
        value, commit = client.event("value"), client.event("commit")
        expect(round(commit["time"] - value["time"], 6), 0.05)
        assert abs(value["time"] - time.clock_gettime(time.CLOCK_MONOTONIC)) < 60, value


@alone_case
def the_clock_of_a_device_may_be_late(scratch):
    """uinput accepts events with times up to ten seconds in the past. However late a turn is read, one commit follows
    it."""
    with Knob() as knob:
        with_knob(scratch)
        with Daemon(scratch) as daemon, daemon.client() as client:
            attached(client)
            for seconds in (9, 0, 5, 9, 0.001):
                before = client.do(op="get", control="frequency")["value"]
                moment = time.clock_gettime(time.CLOCK_MONOTONIC) - seconds
                stamp = (int(moment), int(moment % 1 * 1e6))
                os.write(
                    knob.file,
                    struct.pack("llHHi", *stamp, EV_REL, REL_DIAL, 1) + struct.pack("llHHi", *stamp, EV_SYN, 0, 0),
                )
                value, commit = client.event("value"), client.event("commit")
                expect(round(value["value"] - before, 6), 0.1)
                expect(commit["value"], value["value"])
                assert value["seq"] < commit["seq"] and commit["time"] >= value["time"], (value, commit)
                # Even a commit that was due before the turn was read is sent only once.
                expect([e["event"] for e in client.quiet() if e["event"] in ("value", "commit")], [])
