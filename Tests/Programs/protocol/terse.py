"""Values in the terse form."""

import json
import re

from kit.cases import case, expect
from kit.daemon import ROOT
from several import set_three
from slow import drain

TERSE = ("event", "seq", "control", "value", "more")


def reduced(event):
    """The terse form of a whole event."""
    return {name: event[name] for name in TERSE if name in event} if event["event"] == "value" else event


def are_terse(values):
    return all(set(event) <= set(TERSE) for event in values)


@case
def the_example_of_the_document(daemon):
    section = (ROOT / "docs/protocol.md").read_text().split("\n### Terse values\n")[1].split("\n## ")[0]
    request, reply, value, commit = re.search(r"```json\n(.*?)```", section, re.DOTALL)[1].splitlines()
    shown = json.loads(value)
    with daemon.client() as client, daemon.client() as other:
        client.send_raw(request.encode() + b"\n")
        expect(client.raw().decode(), reply)
        other.do(op="set", control=shown["control"], value=shown["value"], commit=False)
        line = client.raw().decode()
        expect(re.sub(r'"seq":\d+', f'"seq":{shown["seq"]}', line), value)
        assert len(value) < 60, value
        other.do(op="commit", control=shown["control"])
        expect(list(client.line()), list(json.loads(commit)))


@case
def beside_whole_values(daemon):
    with daemon.client() as terse, daemon.client() as whole, daemon.client() as other:
        terse.do(op="subscribe", terse=True)
        set_three(other)
        other.do(op="speed", control="frequency", speed="next")
        other.do(op="toggle", control="steps", position="4")
        other.do(op="set", control="azimuth", value=-10, commit=False)
        other.do(op="commit", control="azimuth")
        events = whole.quiet()
        assert len(events) > 10 and any("more" in e for e in events if e["event"] == "value"), events
        expect(terse.quiet(), [reduced(e) for e in events])


@case
def values_before_the_subscription_and_states_are_whole(daemon):
    with daemon.client() as client, daemon.client() as other:
        state = other.do(op="list")["controls"][1]
        other.do(op="set", control="gain", value=-1, commit=False)
        client.do(op="subscribe", terse=True, text=True)
        (before,) = client.take()
        assert "time" in before, before
        other.do(op="set", control="gain", value=-2, commit=False)
        (value,) = client.quiet()
        expect(set(value), set(TERSE) - {"more"})
        after = client.do(op="list")["controls"][1]
        expect((set(after), after["value"]), (set(state), -2))
        client.do(op="subscribe", text=True)
        other.do(op="set", control="gain", value=-3)
        assert all("time" in event for event in client.quiet())
        client.refused("bad-request", op="subscribe", terse="yes")


@case
def a_slow_reader_gets_the_newest_value_and_every_commit(daemon):
    with daemon.client() as slow, daemon.client() as other:
        slow.do(op="subscribe", terse=True)
        for number in range(2000):
            other.do(op="set", control="frequency", value=1 + (number % 1000) / 100, commit=number % 20 == 0)
        other.do(op="set", control="frequency", value=29)
        lines = drain(slow, lambda e: e["event"] == "commit" and e["value"] == 29)
        values = [e for e in lines if e["event"] == "value"]
        assert are_terse(values), values
        expect(values[-1]["value"], 29)
        expect(sum(e["event"] == "commit" for e in lines), 101)
        assert len(values) < 2001, "nothing was merged: the reader was not slow"
        seqs = [e["seq"] for e in lines]
        expect(seqs, sorted(set(seqs)))
        assert "more" not in lines[-1]


@case
def an_interval_holds_values_back(daemon):
    with daemon.client() as client, daemon.client() as other:
        # The interval is so long that all values are set within it.
        client.do(op="subscribe", terse=True, interval_ms=1000, events=["value"])
        for number in range(1, 6):
            other.do(op="set", control="frequency", value=number, commit=False)
        (first,) = client.quiet()
        last = client.line()
        expect((first["value"], last["value"]), (1, 5))
        assert are_terse((first, last))
