"""Operations on values, and their replies."""

from kit.cases import case, expect


def answered(reply):
    return {k: v for k, v in reply.items() if k not in ("reply", "ok")}


@case
def set_answers_with_the_value_that_it_now_has(daemon):
    with daemon.client() as client:
        rows = [
            ("frequency", 14.1, {"value": 14.1}),
            ("frequency", 31, {"value": 30, "clamped": True}),
            ("frequency", -5, {"value": 0.1, "clamped": True}),
            ("gain", -3.3, {"value": -3.5, "snapped": True}),
            ("gain", -3.5, {"value": -3.5}),
            ("count", 9007199254740992, {"value": 9007199254740992}),
            ("count", -9007199254740992, {"value": -9007199254740992}),
            ("azimuth", 359.5, {"value": 359.5}),
            ("filter", "hp", {"value": "hp"}),
            ("steps", ["2", "9"], {"value": ["2", "9"], "cursor": "1"}),
        ]
        for control, value, expected in rows:
            expect(answered(client.do(op="set", control=control, value=value)), {"control": control, **expected})


@case
def numbers_read_back_as_the_same_double(daemon):
    with daemon.client() as client:
        for number in (0.30000000000000004, 1 / 3, 29.999999999999996, 0.1, 14.074, 5e0, 3.0000000000000004):
            expect(client.do(op="set", control="frequency", value=number)["value"], number)
            client.take()
        client.send_raw(b'{"id":5,"op":"set","control":"frequency","value":0.30000000000000004}\n')
        assert b'"value":0.30000000000000004,' in client.raw() + b","
        client.raw()
        client.reply()


@case
def set_of_several_is_one_step(daemon):
    with daemon.client() as client:
        reply = client.do(op="set", values={"frequency": 3, "filter": "hp", "steps": ["1"]})
        expect(answered(reply), {"values": {"frequency": 3, "filter": "hp", "steps": ["1"]}})
        names = [(e["event"], e["control"]) for e in client.take()]
        for control in ("frequency", "filter", "steps"):
            assert ("value", control) in names and ("commit", control) in names, names
        expect(client.do(op="set", values={"gain": 99, "frequency": 3})["clamped"], True)


@case
def set_of_several_is_all_or_none(daemon):
    with daemon.client() as client:
        before = client.do(op="list")["controls"]
        for code, values in (
            ("unknown-control", {"frequency": 3, "nothing": 1}),
            ("unknown-position", {"frequency": 3, "filter": "wide"}),
            ("out-of-kind", {"frequency": 3, "count": 1.5}),
            ("out-of-kind", {"count": 1.5, "frequency": 3}),
            ("bad-request", {"frequency": 3, "count": None}),
        ):
            message = client.refused(code, op="set", values=values)
            if code == "out-of-kind":
                assert "count" in message, message
            expect(client.take(), [])
        expect(client.do(op="list")["controls"], before)


@case
def a_set_without_commit_stays_open_until_commit(daemon):
    with daemon.client() as client:
        client.do(op="set", control="gain", value=-6, commit=False)
        expect([e["event"] for e in client.take()], ["value"])
        expect(client.do(op="get", control="gain")["editing"], True)
        expect(answered(client.do(op="commit", control="gain")), {"control": "gain", "value": -6})
        commits = client.take("commit")
        expect([(e["control"], e["value"]) for e in commits], [("gain", -6)])
        expect(client.do(op="get", control="gain")["editing"], False)


@case
def an_open_set_is_committed_when_its_client_goes(daemon):
    with daemon.client() as watcher:
        with daemon.client() as client:
            client.do(op="set", control="gain", value=-9, commit=False)
        expect(watcher.event("commit")["value"], -9)


@case
def unless_editing_lets_through_while_no_hand_is_there(daemon):
    with daemon.client() as client:
        expect(client.do(op="set", control="frequency", value=9, unless="editing")["value"], 9)
        client.refused("bad-request", op="set", control="frequency", value=9, unless="tuesday")
        client.refused("bad-request", op="set", control="frequency", value=9, commit="yes")


@case
def turn_moves_as_an_encoder_and_commits_later(daemon):
    with daemon.client() as client:
        client.do(op="set", control="frequency", value=10)
        client.take()
        expect(answered(client.do(op="turn", control="frequency", detents=3)), {"control": "frequency", "value": 10.3})
        value = client.take("value", "commit")
        expect([(e["event"], e["editing"]) for e in value], [("value", True)])
        expect(client.event("commit")["value"], 10.3)
        expect(client.do(op="turn", control="frequency", detents=-2, speed="fine")["value"], 10.298)
        expect(client.do(op="get", control="frequency")["speed"], "coarse")
        expect(client.do(op="turn", control="frequency", detents=0.5)["value"], 10.348)
        client.event("commit")
        client.refused("unknown-speed", op="turn", control="frequency", detents=1, speed="warp")


@case
def step_moves_by_steps_and_commits(daemon):
    with daemon.client() as client:
        client.do(op="set", control="gain", value=0)
        client.take()
        expect(answered(client.do(op="step", control="gain", count=-3)), {"control": "gain", "value": -1.5})
        expect([e["event"] for e in client.take()], ["value", "commit"])
        expect(client.do(op="step", control="count", count=5)["value"], 5)
        client.refused("bad-request", op="step", control="gain", count=1.5)


@case
def speed_changes_by_name_next_and_previous(daemon):
    with daemon.client() as client:
        for word, name in (("fine", "fine"), ("next", "coarse"), ("next", "fine"), ("previous", "coarse")):
            expect(
                answered(client.do(op="speed", control="frequency", speed=word)),
                {"control": "frequency", "speed": name},
            )
            event = client.take()
            expect([(e["event"], e["control"], e["speed"]) for e in event], [("speed", "frequency", name)])
        client.refused("unknown-speed", op="speed", control="frequency", speed="warp")


@case
def speed_reset_goes_back_to_the_first_speed(daemon):
    with daemon.client() as client:
        client.do(op="speed", control="frequency", speed="fine")
        client.take()
        for events in ([("speed", "frequency", "coarse")], []):
            reply = client.do(op="speed-reset", control="frequency")
            expect(answered(reply), {"control": "frequency", "speed": "coarse"})
            expect([(e["event"], e["control"], e["speed"]) for e in client.take()], events)


@case
def reset_goes_back_to_the_default(daemon):
    with daemon.client() as client:
        client.do(op="set", control="frequency", value=3)
        client.take()
        expect(answered(client.do(op="reset", control="frequency")), {"control": "frequency", "value": 7.1})
        expect([(e["event"], e["value"]) for e in client.take()], [("value", 7.1), ("commit", 7.1)])


@case
def select_and_toggle_choose_positions(daemon):
    with daemon.client() as client:
        expect(client.do(op="select", control="filter", position="hp")["value"], "hp")
        expect([e["event"] for e in client.take()], ["value", "commit"])
        expect(client.do(op="toggle", control="steps", position="3")["value"], ["3"])
        expect(client.do(op="toggle", control="steps", position="1")["value"], ["1", "3"])
        expect(client.do(op="toggle", control="steps", position="3")["value"], ["1"])
        commit = client.take("commit")[-1]
        expect((commit["value"], "cursor" in commit), (["1"], True))
        client.refused("unknown-position", op="select", control="filter", position="wide")
        client.refused("unknown-position", op="toggle", control="steps", position="17")
        client.refused("out-of-kind", op="toggle", control="filter", position="hp")
        client.refused("out-of-kind", op="select", control="gain", position="hp")


@case
def wrapping_controls_count_rotations(daemon):
    with daemon.client() as client:
        client.do(op="set", control="azimuth", value=350)
        client.take()
        client.do(op="ramp", control="azimuth", by=20, duration_s=0)
        event = client.take("value")[-1]
        expect((event["value"], event["rotations"]), (10, 1))
        expect(event["delta"], 20)
        expect(client.do(op="get", control="azimuth")["rotations"], 1)
