"""Pending values: what moves, applies and drops them, and which events clients get."""

import signal

from kit.cases import alone_case, expect
from kit.daemon import Daemon

VOLTAGE = """
[[control]]
name = "voltage"
kind = "float"
range = "[0, 30]"
unit = "V"
confirm = true
confirm_timeout_s = 60
speeds = [{ name = "only", per_detent = 1 }]
"""


def with_voltage(text):
    return text + VOLTAGE


def told(events):
    return [(e["event"], e["value"]) for e in events if e.get("control") == "voltage"]


def state(client):
    control = client.do(op="get", control="voltage")
    return control["value"], control["pending"], control["editing"]


@alone_case
def apply_makes_the_pending_value_the_value(scratch):
    scratch.configure(with_voltage)
    with Daemon(scratch) as daemon, daemon.client() as client, daemon.client() as other:
        control = next(each for each in client.hello["controls"] if each["control"] == "voltage")
        expect((control["confirm"], control["pending"]), (True, None))
        other.do(op="subscribe", text=True)
        expect(client.do(op="turn", control="voltage", detents=3)["value"], 0)
        expect(state(client), (0, 3, False))
        event = other.event("pending")
        expect({k: event[k] for k in ("control", "value", "source", "text")},
               {"control": "voltage", "value": 3, "source": "client", "text": "3 V"})  # fmt: skip
        client.refused("editing", op="set", control="voltage", value=5, unless="editing")
        client.do(op="commit", control="voltage")
        client.take()
        expect(client.do(op="apply", control="voltage")["value"], 3)
        events = client.take()
        expect(told(events), [("value", 3), ("pending", None), ("commit", 3)])
        expect([e.get("more") for e in events], [True, True, None])
        expect(state(client), (3, None, False))
        expect(client.do(op="apply", control="voltage")["value"], 3)
        expect(client.take(), [])


@alone_case
def revert_a_set_the_lock_and_a_reload_drop_it(scratch):
    scratch.configure(with_voltage)
    with Daemon(scratch) as daemon, daemon.client() as client:
        for drop in (
            {"op": "revert", "control": "voltage"},
            {"op": "set", "control": "voltage", "value": 12},
            {"op": "lock", "locked": True},
        ):
            client.do(op="step", control="voltage", count=1)
            client.do(op="get", control="voltage")
            client.take()
            client.do(**drop)
            assert ("pending", None) in told(client.take()), drop
            expect(state(client)[1], None)
        client.do(op="turn", control="voltage", detents=1)
        client.take()
        daemon.signal(signal.SIGHUP)
        client.event("controls")
        expect(state(client), (12, None, False))
