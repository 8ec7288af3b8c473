"""Several events of one step: `more`."""

import signal
import time

from kit.cases import alone_case, case, expect
from kit.daemon import Daemon
from slow import drain

BUTTON = """
[[input]]
name = "pedal"
type = "client"
controls = ["gain"]
[input.on]
down = "none"
up = "emit"
double = "none"
click = [{ op = "set", values = { filter = "hp", gain = -7 } }, { op = "page", page = "next" }]

[[page]]
"""


def told(events):
    """Each event's name and control, with a + if the step continues."""
    events = list(events)
    assert all(e.get("more", True) is True for e in events), events
    return [f"{e['event']} {e.get('control', '')}".strip() + ("+" if "more" in e else "") for e in events]


def set_three(client):
    client.do(op="set", values={"frequency": 3, "filter": "hp", "gain": -7})


THREE = ["value frequency+", "commit frequency+", "value filter+", "commit filter+", "value gain+", "commit gain"]


@case
def a_set_of_several_is_told_as_one_step(daemon):
    with daemon.client() as client, daemon.client() as other:
        set_three(client)
        expect(told(client.take()), THREE)
        expect(told(other.quiet()), THREE)
        client.do(op="set", control="gain", value=-8, commit=False)
        client.do(op="speed", control="frequency", speed="next")
        expect(told(client.take()), ["value gain", "speed frequency"])


@case
def a_step_ends_with_the_last_event_for_the_client(daemon):
    for members, events in (
        ({"controls": ["frequency", "filter"]}, THREE[:3] + ["commit filter"]),
        ({"controls": ["frequency", "gain"]}, THREE[:2] + THREE[4:]),
        ({"events": ["value"]}, ["value frequency+", "value filter+", "value gain"]),
        ({"events": ["commit"], "controls": ["filter"]}, ["commit filter"]),
        ({"text": True}, THREE),
    ):
        with daemon.client() as client, daemon.client() as other:
            client.do(op="set", values={"frequency": 1, "filter": "low-pass", "gain": 0})
            other.do(op="subscribe", **members)
            other.take()
            set_three(client)
            expect(told(other.quiet()), events, str(members))


@case
def a_value_that_is_held_back_is_no_part_of_a_step(daemon):
    with daemon.client() as client, daemon.client() as other:
        client.do(op="set", values={"frequency": 1, "filter": "low-pass", "gain": 0})
        # The interval is so long that the set of three follows within it.
        other.do(op="subscribe", interval_ms=1000, events=["value"])
        client.do(op="set", control="gain", value=-1, commit=False)
        other.event("value", value=-1)
        client.do(op="set", values={"frequency": 3, "gain": -7, "filter": "hp"}, commit=False)
        expect(told(other.quiet()), ["value frequency+", "value filter"])
        last = other.event("value")
        expect((last["value"], told([last])), (-7, ["value gain"]))


@case
def a_slow_reader_gets_no_more_with_merged_values(daemon):
    with daemon.client() as slow, daemon.client() as other:
        for number in range(300):
            other.do(op="set", values={"frequency": 1 + number / 100, "gain": -number / 10}, commit=False)
        other.do(op="set", values={"frequency": 29, "gain": -50})
        lines = drain(slow, lambda e: e["event"] == "commit" and e["control"] == "gain")
        merged = [e for e in lines if "skipped" in e]
        assert merged, "nothing was merged: the reader was not slow"
        assert all("more" not in e for e in merged), merged
        assert "more" not in lines[-1]
        assert any("more" in e for e in lines), "no step was left whole"


@case
def what_was_due_before_a_request_is_no_part_of_its_step(daemon):
    with daemon.client() as client:
        client.do(op="turn", control="frequency", detents=1)
        # A daemon that was stopped finds the request and the due commit of the turn at the same time.
        daemon.signal(signal.SIGSTOP)
        client.send(id="set", op="set", values={"gain": -7, "filter": "hp"})
        time.sleep(0.06)
        daemon.signal(signal.SIGCONT)
        expect(client.reply()["reply"], "set")
        commits = [e for e in client.take() if e["event"] == "commit"]
        expect(told(commits), ["commit frequency", "commit gain+", "commit filter"])


@alone_case
def a_press_and_all_commands_of_its_action_are_one_step(scratch):
    scratch.configure(lambda text: text.replace("[[page]]", BUTTON.strip(), 1))
    with Daemon(scratch) as daemon, daemon.client() as client, daemon.client() as other:
        client.send(op="feed", input="pedal", events=[{"down": True}, {"down": False}])
        for reader in (client, other):
            names = told(e for e in drain(reader, lambda e: e["event"] == "page") if e["event"] != "device")
            step = ["press+", "value filter+", "commit filter+", "value gain+", "commit gain+", "page"]
            expect(names, ["press", *step])
