"""Ramps: starts, stops, and scrubbing."""

from kit.cases import case, expect


def answered(reply):
    return {k: v for k, v in reply.items() if k not in ("reply", "ok")}


@case
def a_ramp_runs_to_its_end_exactly(daemon):
    with daemon.client() as client:
        reply = client.do(op="ramp", control="frequency", to=9.1, duration_s=0.15, curve="linear")
        expect((reply["control"], reply["state"], reply["fraction"]), ("frequency", "running", 0))
        started = client.event("ramp")
        expect(set(started), {"event", "seq", "time", "control", "state", "fraction"})
        expect((started["state"], started["fraction"]), ("running", 0))
        values, ended = [], None
        while ended is None:
            event = client.line()
            if event["event"] == "value":
                values.append(event)
            elif event["event"] == "ramp":
                ended = event
        expect((ended["state"], ended["fraction"]), ("ended", 1))
        expect(values[-1]["value"], 9.1)
        expect({e["source"] for e in values}, {"ramp"})
        expect([e["value"] for e in values], sorted(e["value"] for e in values))
        assert "ramp" not in client.do(op="get", control="frequency")
        commit = client.take("commit") or [client.event("commit")]
        expect((commit[-1]["value"], commit[-1]["source"]), (9.1, "ramp"))


@case
def ramps_pause_resume_and_cancel(daemon):
    with daemon.client() as client:
        client.do(op="ramp", control="frequency", to=20, duration_s=60)
        expect(client.do(op="get", control="frequency")["ramp"]["state"], "running")
        for op, state in (("ramp-pause", "paused"), ("ramp-resume", "running"), ("ramp-cancel", "cancelled")):
            reply = client.do(op=op, control="frequency")
            expect(set(reply), {"reply", "ok", "control", "state", "fraction"})
            expect((reply["control"], reply["state"]), ("frequency", state))
            assert 0 <= reply["fraction"] < 0.9
            expect([e["state"] for e in client.take("ramp")][-1], state)
        for op in ("ramp-pause", "ramp-resume", "ramp-cancel"):
            client.refused("no-ramp", op=op, control="frequency")
        client.refused("no-ramp", op="ramp-scrub", control="frequency", fraction=0.5)


@case
def ramps_are_restarted_and_reversed(daemon):
    with daemon.client() as client:
        client.do(op="set", control="gain", value=-60)
        client.do(op="ramp", control="gain", to=0, duration_s=0.2, hold=True, curve="linear")
        client.event("ramp", state="ended", fraction=1)
        reply = client.do(op="ramp-reverse", control="gain")
        expect((reply["control"], reply["state"], reply["fraction"]), ("gain", "running", 1))
        client.event("ramp", state="ended", fraction=0)
        expect(client.do(op="get", control="gain")["value"], -60)
        expect(client.do(op="ramp-restart", control="gain")["state"], "running")
        client.event("ramp", state="ended", fraction=1)
        client.do(op="ramp-cancel", control="gain")
        for op in ("ramp-restart", "ramp-reverse"):
            client.refused("no-ramp", op=op, control="gain")


@case
def ramps_are_scrubbed_and_held(daemon):
    with daemon.client() as client:
        client.do(op="set", control="gain", value=-60)
        client.do(op="ramp", control="gain", to=0, duration_s=0, hold=True, curve="linear")
        client.event("ramp", state="ended")
        reply = client.do(op="ramp-scrub", control="gain", fraction=0.5)
        expect(set(reply), {"reply", "ok", "control", "value", "state", "fraction"})
        expect((reply["value"], reply["fraction"]), (-30, 0.5))
        expect(client.do(op="ramp-scrub", control="gain", fraction=0)["value"], -60)
        client.do(op="ramp-cancel", control="gain")
        client.refused("bad-request", op="ramp-scrub", control="gain", fraction="half")


@case
def named_ramps_start_by_their_name(daemon):
    with daemon.client() as client:
        reply = client.do(op="ramp", ramp="sweep")
        expect((reply["control"], reply["state"]), ("azimuth", "running"))
        client.event("ramp", state="ended")
        got = client.do(op="get", control="azimuth")
        expect((got["value"], got["rotations"]), (0, 1))
        client.refused("unknown-ramp", op="ramp", ramp="nothing")
        client.refused("bad-request", op="ramp", ramp="sweep", to=3)


@case
def every_curve_is_taken(daemon):
    with daemon.client() as client:
        for curve in ("linear", "ease-in", "ease-out", "ease-in-out", [0.42, 0, 0.58, 1]):
            client.do(op="ramp", control="gain", by=1, **{"from": -20}, duration_s=0, curve=curve)
            client.event("ramp", state="ended")
            expect(client.do(op="get", control="gain")["value"], -19)


@case
def ramps_that_make_no_sense_are_refused(daemon):
    with daemon.client() as client:
        for code, members in (
            ("bad-request", {}),
            ("bad-request", {"to": 3, "by": 3}),
            ("bad-request", {"to": "there"}),
            ("bad-request", {"to": 3, "duration_s": -1}),
            ("bad-request", {"to": 3, "curve": "wavy"}),
            ("bad-request", {"to": 3, "curve": [2, 0, 0, 1]}),
            ("bad-request", {"to": 3, "hold": 1}),
        ):
            client.refused(code, op="ramp", control="gain", **members)
        client.refused("out-of-kind", op="ramp", control="filter", to=1)
        client.refused("unknown-control", op="ramp", control="nothing", to=1)
        expect(client.take("ramp"), [])


@case
def a_set_ends_a_ramp(daemon):
    with daemon.client() as client:
        client.do(op="ramp", control="gain", to=0, duration_s=60)
        client.do(op="set", control="gain", value=-5)
        expect([e["state"] for e in client.take("ramp")][-1], "cancelled")
        expect(client.do(op="get", control="gain")["value"], -5)
