"""`Session` without a connection: lines in, lines out."""

import json

import pytest

from wheeld.lines import CommitEvent, MissedEvent, PendingEvent, ValueEvent
from wheeld.protocol import Pauses, Session, distance
from wheeld.queue import FRAMES, MOST


def control(name, value, editing=False, **members):
    return {"control": name, "value": value, "editing": editing, "text": f"{value}", "speed": "fine", **members}


def hello(*controls, **members):
    return {
        "event": "hello", "seq": 7, "clock": {"monotonic": 5.0, "realtime": 0.0}, "page": None, "locked": False,
        "controls": list(controls), "inputs": [], **members,
    }  # fmt: skip


def value(number, control="gain", **members):
    return {
        "event": "value", "seq": number, "time": 1.0, "control": control, "value": number, "speed": "fine",
        "source": "input", "editing": True, "delta": 1, **members,
    }  # fmt: skip


def controls_event(*controls, **members):
    return {"event": "controls", "seq": 8, "time": 6.0, "controls": list(controls), "inputs": [], **members}


def give(session, *lines):
    session.receive(b"".join(json.dumps(line).encode() + b"\n" for line in lines))


def taken(session):
    events = []
    while session.events:
        events.append(session.take())
    return events


def sent(session):
    return [json.loads(line) for line in session.output().splitlines()]


def said(events):
    return [(event.name, getattr(event, "control", None), getattr(event, "value", None)) for event in events]


@pytest.fixture
def session():
    session = Session()
    give(session, hello(control("gain", 0), control("cutoff", 100)))
    taken(session)
    sent(session)
    return session


def test_lines_may_come_in_any_pieces():
    session = Session()
    for byte in json.dumps(hello(control("gain", 3))).encode() + b"\n":
        session.receive(bytes([byte]))
    assert session.controls["gain"]["value"] == 3
    with pytest.raises(ValueError, match="cannot be understood"):
        session.receive(b"not JSON\n")
    with pytest.raises(ValueError, match="cannot be understood"):
        session.receive(b'{"event":"value"}\n')


def test_members_and_events_that_are_not_known_pass(session):
    give(session, value(1, new="x", more=True), {"event": "new", "seq": 2, "time": 1.5, "color": "red"})
    first, second = taken(session)
    assert first.members["new"] == "x"
    assert first.more and not second.more
    assert (second.name, second.seq, second.time, second.members["color"]) == ("new", 2, 1.5, "red")


def test_after_a_reconnection_what_has_changed_comes_as_events(session):
    give(session, value(2), value(3, "cutoff"))
    taken(session)
    session.disconnect("gone")
    give(session, hello(control("gain", -6), control("cutoff", 3), control("new", 1)))
    events = taken(session)
    assert said(events)[2:] == [
        ("value", "gain", -6),
        ("commit", "gain", -6),
        # The value of `cutoff` has not changed, but the control was being edited, and no longer is.
        ("commit", "cutoff", 3),
    ]
    assert [event.name for event in events[:2]] == ["disconnected", "connected"]
    assert (events[2].delta, events[2].source, events[2].seq, events[2].time) == (-8, "restore", 7, 5.0)


def test_the_distance_across_the_end_of_a_range():
    def azimuth(value, rotations):
        return control("azimuth", value, range="[0, 360)", rotations=rotations)

    assert distance(azimuth(350, 0), azimuth(10, 1)) == 20
    assert distance(azimuth(10, 1), azimuth(350, 0)) == -20
    assert distance(control("filter", "lp"), control("filter", "hp")) == 0


def test_a_text_that_did_not_come_is_asked_for():
    session = Session()
    give(session, hello(control("gain", 0)))
    (subscribe,) = sent(session)
    assert not session.ready
    # Published before the daemon has read the subscription.
    give(session, value(1), {"reply": subscribe["id"], "ok": True})
    assert session.ready
    (get,) = sent(session)
    assert (get["op"], get["control"]) == ("get", "gain")
    give(session, {"reply": get["id"], "ok": True, **control("gain", 1, text="1 dB")})
    assert session.controls["gain"]["text"] == "1 dB"
    give(session, value(2, text="2 dB"), {"reply": get["id"], "ok": True})
    assert session.controls["gain"]["text"] == "2 dB" and sent(session) == []


def terse(number, control="gain"):
    return {"event": "value", "seq": number, "control": control, "value": number}


def test_terse_values_follow_and_the_rest_of_the_state_follows_the_commit(session):
    give(session, terse(2), terse(3))
    assert session.controls["gain"]["value"] == 3 and session.controls["gain"]["text"] == "0"
    assert sent(session) == []
    first, second = taken(session)
    assert (first.seq, first.control, first.value, first.delta, first.time) == (2, "gain", 2, None, None)
    commit = {"event": "commit", "seq": 4, "time": 1.0, "control": "gain", "value": 3, "source": "input"}
    give(session, commit)
    (get,) = sent(session)
    assert (get["op"], get["control"]) == ("get", "gain")
    give(session, {"reply": get["id"], "ok": True, **control("gain", 3, text="3 dB")})
    assert session.controls["gain"]["text"] == "3 dB"
    give(session, commit)
    assert sent(session) == []


def test_a_slow_program_gets_the_newest_terse_values():
    session, count = Session(), 1000
    give(session, hello(control("gain", 0)))
    # The subscription to terse values may take effect between two values.
    give(session, *(value(number) for number in range(count)), *(terse(number) for number in range(count, 2 * count)))
    values = [event.value for event in taken(session) if isinstance(event, ValueEvent)]
    assert len(values) < count and values[-1] == 2 * count - 1


def pending(seq, number, **members):
    return {"event": "pending", "seq": seq, "time": 1.0, "control": "gain", "value": number, "source": "input", **members}


def test_pending_values_follow():
    session = Session()
    give(session, hello(control("gain", 0, confirm=True, pending=None)))
    assert session.controls["gain"]["pending"] is None
    give(session, pending(8, 3, text="3 dB"))
    assert session.controls["gain"]["pending"] == 3 and session.controls["gain"]["value"] == 0
    give(session, pending(9, None))
    assert session.controls["gain"]["pending"] is None
    give(session, pending(10, 4))
    taken(session)
    # A restart drops it.
    session.disconnect("gone")
    give(session, hello(control("gain", 0, confirm=True, pending=None)))
    (event,) = taken(session)[2:]
    assert (event.name, event.control, event.value, event.source) == ("pending", "gain", None, "restore")


def test_what_is_held_and_locked_follows():
    session = Session()
    knob = {"input": "knob", "type": "client", "state": "attached", "focus": "gain", "down": ["b"]}
    give(session, hello(control("gain", 0, locked=False), inputs=[knob]))

    def press(gesture, **members):
        give(session, {"event": "press", "seq": 8, "time": 1.0, "input": "knob", "gesture": gesture, **members})
        return session.inputs["knob"]["down"]

    assert press("down", button="a") == ["b", "a"]
    assert press("long", button="a") == ["b", "a"]
    assert press("up", button="b") == ["a"]
    assert press("click", button="b") == ["a"]
    # The level of a switch at the start.
    assert press("up", button="b", initial=True) == ["a"]
    # The press of an input's only button, which has no name.
    assert press("down") == ["a", ""]
    give(session, {"event": "lock", "seq": 9, "time": 1.0, "control": "gain", "locked": True})
    assert session.controls["gain"]["locked"] and not session.locked
    gain = control("gain", 0, locked=False)
    give(session, controls_event(gain, page="other", locked=True))
    assert (session.page, session.locked, session.controls["gain"]["locked"]) == ("other", True, False)
    # The last page was removed.
    give(session, controls_event(gain, page=None, locked=False))
    assert (session.page, session.locked) == (None, False)


def test_after_missed_events_the_state_is_read_again(session):
    def listing(request, number):
        return {
            "reply": request["id"], "ok": True, "page": "levels", "locked": True, "inputs": [],
            "controls": [control("gain", number), control("cutoff", 100)],
        }  # fmt: skip

    missed = {"event": "missed", "seq": 9, "time": 2.0, "count": 12}
    give(session, missed)
    (first,) = sent(session)
    assert first["op"] == "list"
    # The state is requested once more after the answer, since the second `missed` may be about later events.
    give(session, missed, missed)
    assert sent(session) == []
    give(session, listing(first, -1))
    (second,) = sent(session)
    give(session, listing(second, -2))
    assert sent(session) == []
    assert said(taken(session))[3:] == [
        ("value", "gain", -1), ("commit", "gain", -1), ("value", "gain", -2), ("commit", "gain", -2),
    ]  # fmt: skip
    assert session.controls["gain"]["value"] == -2
    assert (session.page, session.locked) == ("levels", True)


def test_presets_follow(session):
    def preset(number):
        return {"preset": "bass", "label": "Bass", "writable": True, "values": {"gain": number}}

    assert session.presets == {}
    give(session, {"event": "controls", "seq": 8, "time": 2.0, "controls": [], "inputs": [], "presets": [preset(1)]})
    assert session.presets == {"bass": preset(1)}
    give(session, {"event": "preset", "seq": 9, "time": 2.0, "preset": "bass", "state": "recalled"})
    assert sent(session) == []
    give(session, {"event": "preset", "seq": 9, "time": 2.0, "preset": "bass", "state": "stored"})
    (request,) = sent(session)
    listing = {"page": None, "locked": False, "controls": [control("gain", 5)], "inputs": [], "presets": [preset(2)]}
    give(session, {"reply": request["id"], "ok": True, **listing})
    assert session.presets == {"bass": preset(2)}
    # The controls are not taken from it: they may be those that the program has not subscribed to.
    assert session.controls == {}
    session.disconnect("gone")
    give(session, hello(presets=[preset(3)]))
    assert session.presets == {"bass": preset(3)}
    give(session, {"event": "missed", "seq": 9, "time": 2.0, "count": 12})
    (request,) = (line for line in sent(session) if line["op"] == "list")
    give(session, {"reply": request["id"], "ok": True, **listing})
    assert session.presets == {"bass": preset(2)}


def test_a_new_connection_begins_with_what_the_daemon_forgets():
    session, outcomes = Session(), []
    session.request("feed", {"input": "ring", "size": [320, 240]}, outcomes.append)
    session.request("feed", {"input": "ring", "detents": 1}, outcomes.append)
    session.request("feed", {"input": "gone", "detents": 1}, outcomes.append)
    session.request("unfeed", {"input": "gone"}, outcomes.append)
    session.request("define", {"owner": "synth", "controls": [], "values": {"cutoff": 800}}, outcomes.append)
    session.request("define", {"owner": "old", "controls": []}, outcomes.append)
    session.request("undefine", {"owner": "old"}, outcomes.append)
    session.request("subscribe", {"controls": ["cutoff"]}, outcomes.append)
    session.request("watch-display", {"display": None}, outcomes.append)
    assert session.output() == b""
    give(session, hello())
    first = sent(session)
    assert [line["op"] for line in first] == [
        "subscribe", "feed", "feed", "feed", "unfeed", "define", "define", "undefine", "subscribe", "watch-display",
    ]  # fmt: skip
    assert "display" not in first[-1]
    give(session, *({"reply": line["id"], "ok": True} for line in first))
    assert outcomes == [{}] * 9
    session.disconnect("gone")
    give(session, hello())
    again = [{name: value for name, value in line.items() if name != "id"} for line in sent(session)]
    assert again == [
        # The claim is renewed without its event, which has already been performed.
        {"op": "feed", "input": "ring", "size": [320, 240]},
        # The definition is renewed without its values, since the controls may have newer ones.
        {"op": "define", "owner": "synth", "controls": []},
        {"op": "watch-display"},
        {"op": "subscribe", "text": True, "controls": ["cutoff"]},
    ]


def test_a_subscription_that_is_refused_after_a_reconnection_becomes_one_to_everything(session):
    session.request("subscribe", {"controls": ["gain"]}, lambda outcome: None)
    give(session, {"reply": sent(session)[0]["id"], "ok": True})
    session.disconnect("gone")
    give(session, hello())
    (request,) = sent(session)
    refusal = {"reply": request["id"], "ok": False, "error": "unknown-control", "message": "no control named 'gain'"}
    give(session, refusal)
    (request,) = sent(session)
    assert (request["op"], request["text"], "controls" in request) == ("subscribe", True, False)
    give(session, {"reply": request["id"], "ok": True})
    session.disconnect("gone")
    give(session, hello())
    assert len(sent(session)) == 1


def test_what_the_daemon_says_reaches_log_and_reason_without_control_characters(session, caplog):
    session.request("subscribe", {"controls": ["gain"]}, lambda outcome: None)
    give(session, {"reply": sent(session)[0]["id"], "ok": True})
    session.disconnect("gone")
    give(session, hello())
    (request,) = sent(session)
    raw, escaped = "no \x1b[2J\u009b5n\u202e\n", r"no \x1b[2J\x9b5n\u202e\n"
    give(session, {"reply": request["id"], "ok": False, "error": "unknown-control", "message": raw})
    assert caplog.messages == [f"subscribe is not renewed: {escaped}"]
    give(session, {"reply": None, "ok": False, "error": "too-long", "message": raw})
    assert session.disconnect("closed") == escaped


def test_a_display_that_is_given_up_by_its_name_is_not_watched_again(session):
    session.request("watch-display", {"display": None}, lambda outcome: None)
    give(session, {"reply": sent(session)[0]["id"], "ok": True, "display": "panel", "width": 8, "height": 4})
    session.disconnect("gone")
    give(session, hello())
    assert [line for line in sent(session) if line["op"] == "watch-display"][0]["display"] == "panel"
    session.request("unwatch-display", {"display": "panel"}, lambda outcome: None)
    give(session, {"reply": sent(session)[0]["id"], "ok": True, "display": "panel", "width": 8, "height": 4})
    session.disconnect("gone")
    give(session, hello())
    assert [line["op"] for line in sent(session)] == ["subscribe"]


def ramp(state, **members):
    return {"event": "ramp", "seq": 9, "time": 1.0, "control": "gain", "state": state, "fraction": 1, **members}


def test_a_ramp_is_there_while_it_moves_the_control_or_can_be_scrubbed(session):
    for state in ("running", "paused"):
        give(session, ramp(state))
        assert session.controls["gain"]["ramp"] == {"state": state, "fraction": 1}
    give(session, ramp("cancelled"))
    assert "ramp" not in session.controls["gain"]
    assert sent(session) == []
    give(session, ramp("running"), ramp("ended"))
    assert "ramp" not in session.controls["gain"]
    # A ramp that has ended may be held at its end, so the panel asks.
    (request,) = sent(session)
    assert (request["op"], request["control"]) == ("get", "gain")
    held = {"state": "ended", "fraction": 1}
    give(session, {"reply": request["id"], "ok": True, **control("gain", 5, ramp=held)})
    assert session.controls["gain"]["ramp"] == held


def test_controls_are_followed_whatever_events_are_subscribed_to(session):
    session.request("subscribe", {"events": ["value"]}, lambda outcome: None)
    (request,) = sent(session)
    assert request["events"] == ["value", "controls"]
    give(session, {"reply": request["id"], "ok": True})
    for _ in range(2):
        taken(session)
        give(session, controls_event(control("gain", 0), control("mine", 5)))
        assert session.controls["mine"]["value"] == 5
        assert taken(session) == []
        # The same happens after a reconnection.
        session.disconnect("gone")
        give(session, hello(control("gain", 0)))
        (request,) = sent(session)
        assert request["events"] == ["value", "controls"]
        give(session, {"reply": request["id"], "ok": True})
    session.request("subscribe", {"events": ["controls"]}, lambda outcome: None)
    (request,) = sent(session)
    assert request["events"] == ["controls"]
    give(session, {"reply": request["id"], "ok": True}, controls_event(control("gain", 0)))
    assert taken(session)[-1].name == "controls"


def defined(name, value, **members):
    return control(name, value, owner="synth", **members)


@pytest.fixture
def defining():
    """A session whose definition `synth` has the control `res`. The session has reconnected to a daemon that does not
    have this definition."""
    session = Session()
    session.request("define", {"owner": "synth", "controls": [], "presets": [{"name": "bass"}]}, lambda outcome: None)
    give(session, hello())
    listed = controls_event(defined("res", 30, editing=True), control("gain", 0), presets=[{"preset": "bass"}])
    give(session, listed, *({"reply": line["id"], "ok": True} for line in sent(session)))
    session.disconnect("gone")
    give(session, hello(control("gain", 0), presets=[]))
    taken(session)
    return session


def answer(session, **members):
    """Answers the renewed definition."""
    (define,) = (line for line in sent(session) if line["op"] == "define")
    give(session, {"reply": define["id"], "ok": True, **members})


def test_what_a_definition_has_stays_until_it_is_renewed(defining):
    session = defining
    assert session.controls["res"]["value"] == 30 and "bass" in session.presets
    # Another client has defined something.
    give(session, controls_event(control("gain", 0), control("other", 1), presets=[]))
    assert session.controls["res"]["value"] == 30 and "bass" in session.presets
    assert [event.name for event in taken(session)] == ["controls"]
    give(session, controls_event(control("gain", 0), defined("res", 20), presets=[{"preset": "bass"}]))
    assert said(taken(session)) == [("controls", None, None), ("value", "res", 20), ("commit", "res", 20)]
    answer(session)
    assert session.controls["res"]["value"] == 20 and "bass" in session.presets
    assert taken(session) == []
    # From now on the definition ends when the daemon no longer lists it.
    give(session, controls_event(control("gain", 0), presets=[]))
    assert list(session.controls) == ["gain"] and session.presets == {}


def test_what_a_renewed_definition_no_longer_has_goes_with_its_answer(defining):
    answer(defining)
    assert list(defining.controls) == ["gain"] and defining.presets == {}
    # A later control with the same name is a new control.
    give(defining, controls_event(defined("res", 20)))
    assert [event.name for event in taken(defining)] == ["controls"]


def test_what_a_refused_definition_has_goes_with_the_refusal(defining):
    answer(defining, ok=False, error="bad-definition", message="two controls named 'res'")
    assert list(defining.controls) == ["gain"] and defining.presets == {}
    assert taken(defining) == []


def test_a_connection_that_ends_before_a_definition_is_renewed(defining):
    defining.disconnect("gone")
    give(defining, hello(control("gain", 0)))
    assert defining.controls["res"]["value"] == 30
    answer(defining)
    assert "res" not in defining.controls


def test_missed_controls_of_a_renewed_definition_are_read(defining):
    give(defining, {"event": "missed", "seq": 9, "time": 2.0, "count": 1})
    requests = {line["op"]: line["id"] for line in sent(defining)}
    give(defining, {"reply": requests["define"], "ok": True})
    assert defining.controls["res"]["value"] == 30
    listing = {"controls": [defined("res", 20)], "inputs": [], "page": None, "locked": False, "presets": []}
    give(defining, {"reply": requests["list"], "ok": True, **listing})
    assert said(taken(defining))[1:] == [("value", "res", 20), ("commit", "res", 20)]
    assert list(defining.controls) == ["res"] and defining.presets == {}


def test_controls_of_another_owner_are_those_of_the_daemon(session):
    give(session, controls_event(control("gain", 0), control("wave", 1, owner="other")))
    session.disconnect("gone")
    give(session, hello(control("gain", 0)))
    assert list(session.controls) == ["gain"]


def test_the_connection_ends_before_the_answer(session):
    outcomes = []
    session.request("ping", {}, outcomes.append)
    session.output()
    assert session.disconnect("gone") == "gone"
    assert [str(outcome) for outcome in outcomes] == ["gone"]
    give(session, hello())
    assert "ping" not in [line["op"] for line in sent(session)]


def test_the_daemons_own_reason_is_told(session):
    give(session, {"reply": None, "ok": False, "error": "too-long", "message": "the line is longer than 64 KiB"})
    assert session.disconnect("closed") == "the line is longer than 64 KiB"
    assert session.disconnect("closed") == "closed"


def test_a_slow_program_gets_the_newest_values_and_every_commit():
    session, count = Session(), 1000
    give(session, hello(control("gain", 0), control("cutoff", 100)))
    for number in range(count):
        give(session, value(number), {**value(number), "event": "commit"})
    give(session, value(count, "cutoff"))
    events = taken(session)
    assert [event.value for event in events if isinstance(event, CommitEvent)] == list(range(count))
    gain = [event for event in events if isinstance(event, ValueEvent) and event.control == "gain"]
    assert len(gain) < count / 2
    # Only values in between were merged.
    assert sum(event.delta for event in gain) == count
    assert sum((event.skipped or 0) + 1 for event in gain) == count
    assert gain[-1].value == count - 1 and events[-1].value == count
    assert not any(isinstance(event, MissedEvent) for event in events)


def test_a_slow_program_gets_the_newest_pending_value_and_that_it_has_gone():
    session, count = Session(), MOST
    give(session, hello(control("gain", 0, confirm=True, pending=None)))
    give(session, *(pending(number, number) for number in range(count)), pending(count, None), pending(count, 1))
    give(session, *({"event": "press", "seq": 9, "time": 1.0, "input": "knob", "gesture": "long"} for _ in range(MOST)))
    events = taken(session)
    values = [event.value for event in events if isinstance(event, PendingEvent)]
    assert len(values) < 300 and values[-2:] == [None, 1]


def test_a_program_that_keeps_up_gets_every_value():
    session = Session()
    give(session, hello(control("gain", 0)))
    for number in range(0, 2000, 100):
        give(session, *(value(each) for each in range(number, number + 100)))
        assert [event.value for event in taken(session) if event.name == "value"] == list(range(number, number + 100))


def test_a_picture_of_which_a_part_was_dropped_begins_anew(session):
    frame = {"event": "frame", "seq": 7, "time": 1.0, "display": "panel"}
    session.request("watch-display", {"display": "panel"}, lambda outcome: None)
    give(session, {"reply": sent(session)[0]["id"], "ok": True})
    give(session, *[frame] * FRAMES)
    assert len(taken(session)) == FRAMES and sent(session) == []
    give(session, value(1), *[frame] * (FRAMES + 1), value(2))
    assert session.take().name == "value"
    # The picture is requested again only when the program has caught up, so that frames do not overrun it again.
    assert sent(session) == []
    assert [event.name for event in taken(session)] == ["value"]
    assert [line["op"] for line in sent(session)] == ["watch-display"]


def test_events_beyond_the_limit_are_counted_and_commits_stay():
    session, count = Session(), MOST + 100
    give(session, hello(control("gain", 0)))
    for number in range(count):
        give(session, {"event": "press", "seq": number, "time": 1.0, "input": "knob", "gesture": "down"})
    give(session, {"event": "commit", "seq": count, "time": 1.0, "control": "gain", "value": 0, "source": "input"})
    events = taken(session)
    assert isinstance(events[0], MissedEvent)
    assert events[0].count == count + 2 - MOST
    assert len(events) == MOST + 1
    assert isinstance(events[-1], CommitEvent)


def test_a_long_line_costs_no_more_for_each_byte_than_a_short_one(session):
    """When each part was joined with all earlier parts, this took minutes."""
    long = json.dumps(value(1, text="x" * 32_000_000)).encode() + b"\n"
    for begin in range(0, len(long), 4096):
        session.receive(long[begin : begin + 4096])
    assert session.controls["gain"]["value"] == 1


def test_a_line_may_come_in_parts(session):
    lines = b"".join(json.dumps(value(number)).encode() + b"\n" for number in (1, 2, 3))
    for size in (1, 7, 64):
        for begin in range(0, len(lines), size):
            session.receive(lines[begin : begin + size])
        assert [event.value for event in taken(session) if event.name == "value"][-1] == 3


def test_pauses_grow_until_a_connection_has_lasted():
    pauses = Pauses()
    grown = [pauses.after(0.01) for _ in range(8)]
    assert all(0.75 * most <= pause <= most for pause, most in zip(grown, [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5]))
    assert pauses.after(Pauses.LASTING_S) <= 0.1
