"""The line `hello`, and the other lines that report the whole state."""

import time

from kit.cases import alone_case, case, expect, passed_socket_case
from kit.daemon import Daemon

HELLO = {
    "event", "protocol", "version", "instance", "client", "seq", "clock", "page", "locked", "controls", "inputs",
    "presets",
}  # fmt: skip
EVERY = {"control", "label", "kind", "value", "text", "wrap", "unit", "decimals", "default", "speed", "speeds",
         "editing", "hands", "locked"}  # fmt: skip
NUMBER = EVERY | {"range", "step", "taper"}


@passed_socket_case
@case
def hello_comes_at_once_and_has_every_member(daemon):
    with daemon.client() as client:
        hello = client.hello
        expect(hello["event"], "hello")
        expect(set(hello), HELLO)
        expect(hello["protocol"], 1)
        expect(hello["page"], "tuning")
        expect(hello["locked"], False)
        assert isinstance(hello["version"], str) and isinstance(hello["instance"], str)
        assert abs(hello["clock"]["monotonic"] - time.clock_gettime(time.CLOCK_MONOTONIC)) < 20
        assert abs(hello["clock"]["realtime"] - time.time()) < 20


@case
def ping_reads_both_clocks_again(daemon):
    with daemon.client() as client:
        before = client.hello["clock"]
        answer = client.ask(op="ping", id="x")
        expect(set(answer), {"reply", "ok", "monotonic", "realtime"})
        expect((answer["reply"], answer["ok"]), ("x", True))
        for name in ("monotonic", "realtime"):
            passed = answer[name] - before[name]
            assert 0 < passed < 20, (name, passed)


@case
def hello_numbers_clients_and_keeps_the_instance(daemon):
    with daemon.client() as one, daemon.client() as two:
        assert two.hello["client"] > one.hello["client"]
        expect(two.hello["instance"], one.hello["instance"])


@case
def hello_has_the_seq_of_the_last_event(daemon):
    with daemon.client() as one:
        one.do(op="set", control="frequency", value=9)
        last = one.take()[-1]["seq"]
        with daemon.client() as two:
            expect(two.hello["seq"], last)


@case
def controls_have_the_members_of_their_kind(daemon):
    with daemon.client() as client:
        controls = {c["control"]: c for c in client.hello["controls"]}
        expect(list(controls), ["frequency", "gain", "count", "azimuth", "filter", "steps"])
        expect(set(controls["frequency"]), NUMBER)
        expect(set(controls["gain"]), NUMBER)
        expect(set(controls["count"]), NUMBER)
        expect(set(controls["azimuth"]), NUMBER | {"rotations"})
        expect(set(controls["filter"]), EVERY | {"positions"})
        expect(set(controls["steps"]), EVERY | {"positions", "max_selected", "cursor"})
        frequency = controls["frequency"]
        expect(
            {k: frequency[k] for k in ("label", "kind", "value", "text", "range", "step", "wrap", "taper", "unit")},
            {"label": "Frequency", "kind": "float", "value": 7.1, "text": "7.100000 MHz", "range": "[0.1, 30]",
             "step": None, "wrap": False, "taper": "linear", "unit": "MHz"},
        )  # fmt: skip
        expect((frequency["decimals"], frequency["default"]), (6, 7.1))
        expect((frequency["speed"], frequency["speeds"]), ("coarse", ["coarse", "fine"]))
        expect((frequency["editing"], frequency["hands"], frequency["locked"]), (False, True, False))
        expect(controls["gain"]["step"], 0.5)
        expect((controls["azimuth"]["range"], controls["azimuth"]["wrap"]), ("[0, 360)", True))
        expect(controls["filter"]["positions"][2], {"name": "hp", "label": "High-pass"})
        expect(controls["filter"]["value"], "low-pass")
        expect([p["name"] for p in controls["steps"]["positions"]], [str(n) for n in range(1, 17)])
        expect((controls["steps"]["value"], controls["steps"]["max_selected"]), ([], 3))


@case
def inputs_have_type_state_and_focus(daemon):
    with daemon.client() as client:
        expect(
            client.hello["inputs"],
            [{"input": "knob", "type": "evdev", "state": "waiting", "focus": "frequency", "down": []}],
        )


@case
def list_and_get_say_the_same_as_hello(daemon):
    with daemon.client() as client:
        reply = client.do(op="list")
        expect(set(reply), {"reply", "ok", "page", "locked", "controls", "inputs", "presets"})
        client.do(op="page", page="levels")
        client.do(op="lock", locked=True)
        changed = client.do(op="list")
        expect([(r["page"], r["locked"]) for r in (reply, changed)], [(client.hello["page"], False), ("levels", True)])
        expect(reply["controls"], client.hello["controls"])
        expect(reply["inputs"], client.hello["inputs"])
        for control in client.hello["controls"]:
            got = client.do(op="get", control=control["control"])
            expect({k: v for k, v in got.items() if k not in ("reply", "ok")}, control)


@case
def stats_have_their_counters(daemon):
    with daemon.client() as client:
        before = client.do(op="stats")
        expect(
            set(before),
            {"reply", "ok", "events_in", "events_dropped", "events_published", "clients", "inputs", "frames",
             "frame_us", "uptime_s", "definitions", "displays"},
        )  # fmt: skip
        expect(before["clients"], 1)
        expect([i["input"] for i in before["inputs"]], ["knob"])
        expect(set(before["inputs"][0]), {"input", "detail", "events_in", "events_dropped", "last"})
        client.do(op="set", control="frequency", value=8)
        after = client.do(op="stats")
        expect(after["events_published"], before["events_published"] + 2)
        assert after["uptime_s"] > before["uptime_s"]


@case
def log_level_is_taken(daemon):
    with daemon.client() as client:
        for level in ("error", "warning", "debug", "info"):
            expect(client.ask(op="log-level", level=level, id=1), {"reply": 1, "ok": True})
        client.refused("bad-request", op="log-level", level="loud")


@alone_case
def the_log_level_says_how_much_is_logged(scratch):
    with Daemon(scratch, options=["--log-level", "error"]) as daemon, daemon.client() as client:
        expect(daemon.log_lines(), [])
        client.do(op="log-level", level="debug")
        with daemon.client():
            daemon.wait_for_log(" connected, ")
