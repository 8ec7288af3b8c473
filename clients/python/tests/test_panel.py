"""`Panel` with a daemon."""

import pathlib
import signal
import socket
import threading
import time

import pytest
from conftest import events_until
from kit.daemon import Daemon

import wheeld


def restarted(scratch, daemon):
    """Kills the daemon and starts it again."""
    daemon.signal(signal.SIGKILL)
    daemon.wait()
    return Daemon(scratch)


def test_values_are_there_at_once(panel):
    assert panel["frequency"].value == 7.1
    assert panel["filter"].value == "low-pass"
    assert panel["steps"].value == []
    assert panel["frequency"].text == "7.100000 MHz"
    assert list(panel.controls) == ["frequency", "gain", "count", "azimuth", "filter", "steps"]
    assert "gain" in panel and "gian" not in panel
    assert panel.current_page == "tuning" and not panel.locked and panel.connected
    assert panel.inputs["knob"]["state"] == "waiting"
    assert repr(panel["gain"]) == "<control 'gain': 0.0 dB>"
    with pytest.raises(KeyError, match="gian"):
        panel["gian"]


def test_a_name_that_is_not_there_is_answered_with_the_nearest(panel):
    assert issubclass(wheeld.UnknownNameError, (wheeld.Error, KeyError))
    for names, name, sentence in (
        (panel, "gian", "no control named 'gian'; did you mean 'gain'?"),
        (panel.controls, "frequenzy", "no control named 'frequenzy'; did you mean 'frequency'?"),
        (panel.inputs, "dial", "no input named 'dial'; there are: knob"),
        (panel.presets, "night", "no preset named 'night'; there are none"),
    ):
        with pytest.raises(wheeld.UnknownNameError) as raised:
            names[name]
        assert str(raised.value) == sentence
    assert panel.inputs.get("dial") is None and "gian" not in panel.controls


def test_an_event_is_printed_in_a_line(panel, other):
    event = panel.next_event()
    assert isinstance(event, wheeld.ConnectedEvent)
    assert repr(event).startswith("ConnectedEvent(seq=") and "hello={'client': " in repr(event)
    assert len(repr(event)) < 200 and len(str(event.members)) > 1000
    other.do(op="turn", control="gain", detents=1)
    event = events_until(panel, wheeld.ValueEvent, control="gain")[-1]
    assert repr(event).startswith(f"ValueEvent(seq={event.seq}, time={event.time}, control='gain', value={event.value}, ")
    assert "None" not in repr(event)
    frame = wheeld.FrameEvent(display="panel", x=0, y=0, width=1, height=1, png="A" * 9999)
    assert len(repr(frame)) < 200
    # An event that this module does not know has no class of its own, so its name is printed.
    assert repr(wheeld.Event(name="new", seq=3)) == "Event(name='new', seq=3, time=0.0)"


def test_an_assigned_value_is_set(panel, other):
    panel["frequency"].value = 14.074
    assert panel["frequency"].value == 14.074
    assert panel["frequency"].text == "14.074000 MHz"
    panel["filter"].value = "hp"
    panel["steps"].value = ["2", "9"]
    values = {state["control"]: state["value"] for state in other.do(op="list")["controls"]}
    assert (values["frequency"], values["filter"], values["steps"]) == (14.074, "hp", ["2", "9"])


def test_values_follow_other_clients(panel, other):
    gain = panel["gain"]
    other.do(op="set", control="gain", value=-20, commit=False)
    events_until(panel, wheeld.ValueEvent, control="gain")
    assert gain.value == -20 and gain.editing and gain.text == "-20.0 dB"
    other.do(op="commit", control="gain")
    events_until(panel, wheeld.CommitEvent, control="gain")
    assert not gain.editing
    other.do(op="page", page="levels")
    other.do(op="lock", locked=True)
    other.do(op="focus", input="knob", control="azimuth")
    other.do(op="speed", control="frequency", speed="fine")
    events_until(panel, wheeld.SpeedEvent)
    assert panel.current_page == "levels" and panel.locked
    assert panel.inputs["knob"]["focus"] == "azimuth"
    assert panel["frequency"].state["speed"] == "fine"


def test_a_hand_turns_and_presses(scratch, hand):
    with wheeld.Panel(scratch.socket) as panel:
        hand.do(op="feed", input="knob", detents=2)
        event = events_until(panel, wheeld.ValueEvent)[-1]
        assert (event.control, event.value, event.source, event.input) == ("frequency", 7.3, "input", "knob")
        assert event.client is None and event.editing and panel["frequency"].editing
        with pytest.raises(wheeld.RefusedError) as caught:
            panel["frequency"].set(1, unless="editing")
        assert caught.value.code == "editing"
        hand.do(op="unfeed", input="knob")
        commit = events_until(panel, wheeld.CommitEvent)[-1]
        assert (commit.value, commit.source, commit.input) == (7.3, "input", "knob")
        assert not panel["frequency"].editing
        hand.do(op="feed", input="knob", down=True)
        assert events_until(panel, wheeld.PressEvent)[-1].gesture == "down"
        assert panel.inputs["knob"]["state"] == "attached"


def test_iteration_gives_every_event(panel, other):
    other.do(op="set", control="azimuth", value=370)
    connected, value, commit = events_until(panel, wheeld.CommitEvent)
    assert isinstance(connected, wheeld.ConnectedEvent) and connected.hello["client"] == panel.client
    assert isinstance(value, wheeld.ValueEvent)
    assert (value.name, value.control, value.value, value.rotations) == ("value", "azimuth", 10, 1)
    assert (
        value.source == "client"
        and value.client == other.hello["client"]
        and value.delta == 360
        and value.members["delta"] == 360
    )
    assert abs(value.time - time.monotonic()) < 60
    assert commit.seq == value.seq + 1
    match value:
        case wheeld.ValueEvent(control="azimuth", value=number):
            assert number == 10
        case _:
            pytest.fail("events can be matched")


def test_a_loop_over_events_ends_with_the_panel(panel):
    threading.Timer(0.2, panel.close).start()
    names = [event.name for event in panel]
    assert names[0] == "connected"
    assert panel.next_event() is None
    with pytest.raises(wheeld.NoDaemonError, match="closed"):
        panel.ping()


def test_callbacks_get_values_in_the_thread_that_runs_the_panel(panel, other):
    calls = []
    panel["gain"].on_change(lambda value: calls.append(("change", value, threading.current_thread())))

    @panel["gain"].on_commit
    def committed(value):
        # A callback may make requests.
        panel["count"].value = int(value) * 2
        calls.append(("commit", value, threading.current_thread()))
        panel.close()

    other.do(op="set", control="filter", value="hp")
    other.do(op="set", control="gain", value=-6)
    # If nothing calls the functions, the test fails instead of waiting for ever.
    timer = threading.Timer(60, panel.close)
    timer.start()
    panel.run()
    timer.cancel()
    here = threading.current_thread()
    assert calls == [("change", -6, here), ("commit", -6, here)]
    assert other.do(op="get", control="count")["value"] == -12


def test_a_program_with_a_loop_of_its_own_asks_for_events(panel, other):
    while panel.next_event(timeout=0) is not None:
        pass
    assert panel.next_event(timeout=0.01) is None
    other.do(op="set", control="gain", value=-1)
    panel.ping()
    assert [panel.next_event(timeout=0).name for _ in range(2)] == ["value", "commit"]


def test_every_command(panel):
    """Each command has its own answer. Members and types come from the declarations, so one example of each is enough."""
    assert panel.set("frequency", 31)["clamped"] is True
    assert panel.set(values={"gain": -3, "filter": "hp"})["values"] == {"gain": -3, "filter": "hp"}
    assert panel.get("gain")["value"] == -3
    assert [state["input"] for state in panel.list()["inputs"]] == ["knob"]
    panel.set("frequency", 7)
    assert panel.turn("frequency", -3, speed="fine")["value"] == 6.997
    assert panel.step("count", 5)["value"] == 5
    assert panel.speed("frequency", "next")["speed"] == "fine"
    assert panel.focus("knob", "azimuth") is None
    assert panel.speed_reset("frequency")["speed"] == "coarse"
    assert panel.page("next")["page"] == "levels"
    assert panel.lock(True) is None and panel.locked
    assert panel.commit("frequency")["value"] == 6.997
    assert panel.reset("frequency")["value"] == 7.1
    assert panel.toggle("steps", "3")["value"] == ["3"]
    assert panel.select("filter", "band-pass")["value"] == "band-pass"
    assert panel.ramp("azimuth", by=360, duration_s=60)["state"] == "running"
    assert panel.ramp_pause("azimuth")["state"] == "paused"
    assert panel.ramp_resume("azimuth")["state"] == "running"
    assert panel.ramp_scrub("azimuth", 0.5)["fraction"] == 0.5
    assert panel.ramp_reverse("azimuth")["control"] == "azimuth"
    assert panel.ramp_restart("azimuth")["state"] == "running"
    assert panel.ramp_cancel("azimuth")["state"] == "cancelled"
    assert panel.ramp(ramp="sweep")["control"] == "azimuth"
    assert panel.stats()["clients"] == 1
    assert panel.log_level("info") is None
    assert abs(panel.ping()["monotonic"] - time.monotonic()) < 20


def test_a_refused_request_raises_what_the_daemon_says(panel):
    with pytest.raises(wheeld.RefusedError) as caught:
        panel.set("freq", 1)
    assert caught.value.code == "unknown-control"
    assert caught.value.message == str(caught.value) == "no control named 'freq'; did you mean 'frequency'?"
    assert isinstance(caught.value, wheeld.Error)
    with pytest.raises(wheeld.RefusedError) as caught:
        panel["filter"].value = 0.5
    assert caught.value.code in ("out-of-kind", "bad-request")
    assert caught.value.mistakes == []
    with pytest.raises(wheeld.RefusedError):
        panel.screenshot()


def test_the_text_of_a_refusal_controls_no_terminal():
    message = "a\x1b[31m\u009b2J\u202e\nb 'é' 日本"
    refused = wheeld.RefusedError({"error": "forbidden", "message": message})
    assert str(refused) == r"a\x1b[31m\x9b2J\u202e\nb 'é' 日本"
    assert refused.message == message


def test_what_is_no_json_is_a_mistake_of_the_program(panel):
    with pytest.raises(ValueError):
        panel.set("gain", float("nan"))
    with pytest.raises(TypeError):
        panel.set("gain", object())
    assert abs(panel.ping()["monotonic"] - time.monotonic()) < 20


def test_requests_of_many_threads_get_their_own_answers(panel):
    wrong = []

    def count(number):
        for _ in range(50):
            if panel.set("count", number)["value"] != number:
                wrong.append(number)

    threads = [threading.Thread(target=count, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_without_a_daemon(tmp_path):
    with pytest.raises(wheeld.NoDaemonError, match=r"nowhere: no daemon answers \(No such file or directory\)"):
        wheeld.Panel(str(tmp_path / "nowhere"), timeout=0.1)


def test_it_waits_for_the_daemon(scratch, monkeypatch):
    found, tried = [], threading.Event()
    connect = socket.socket.connect

    def connecting(self, address):
        try:
            connect(self, address)
        finally:
            tried.set()

    monkeypatch.setattr(socket.socket, "connect", connecting)
    thread = threading.Thread(target=lambda: found.append(wheeld.Panel(scratch.socket, timeout=30)))
    thread.start()
    assert tried.wait(60)
    with Daemon(scratch):
        thread.join()
        assert found[0]["gain"].value == 0
        found[0].close()


def test_the_usual_places(daemon, monkeypatch, tmp_path):
    monkeypatch.setenv("WHEELD_SOCKET", daemon.path)
    with wheeld.Panel() as panel:
        assert panel.connected
    monkeypatch.setenv("WHEELD_SOCKET", "")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert wheeld.socket_path() == "/run/wheeld/wheeld.sock"
    (tmp_path / "wheeld.sock").symlink_to(daemon.path)
    assert wheeld.socket_path() == str(tmp_path / "wheeld.sock")
    with wheeld.Panel() as panel:
        assert panel.connected
    assert wheeld.socket_path("/there") == "/there"


def test_after_a_restart_changes_come_as_events(scratch, daemon, panel):
    panel.set("gain", -6)
    panel.set("frequency", 10, commit=False)
    changes = []
    panel["gain"].on_change(changes.append)
    first = panel.hello["instance"]
    events_until(panel, wheeld.ValueEvent, control="frequency")
    daemon.signal(signal.SIGKILL)
    daemon.wait()
    pathlib.Path(scratch.state).unlink(missing_ok=True)
    events_until(panel, wheeld.DisconnectedEvent)
    assert not panel.connected and panel["gain"].value == -6
    with Daemon(scratch) as again, again.client() as other:
        # The new daemon has no saved state, so both values have changed.
        events = events_until(panel, wheeld.CommitEvent, control="frequency")
        assert isinstance(events[0], wheeld.ConnectedEvent)
        restored = [(event.control, event.value, event.source) for event in events if event.name == "value"]
        assert ("frequency", panel["frequency"].value, "restore") in restored
        assert panel.hello["instance"] != first
        other.do(op="set", control="gain", value=-7)
        events_until(panel, wheeld.ValueEvent, control="gain", value=-7)
        assert changes[-1] == -7


def test_terse_values(daemon, panel):
    panel.subscribe(terse=True)
    with daemon.client() as other:
        other.do(op="set", control="gain", value=-6.5)
        event = events_until(panel, wheeld.ValueEvent, control="gain")[-1]
        assert (event.value, event.source) == (-6.5, None)
        events_until(panel, wheeld.CommitEvent, control="gain")
        # The panel's own request is answered before this `ping`.
        panel.ping()
        assert (panel["gain"].value, panel["gain"].text) == (-6.5, "-6.5 dB")


def test_after_a_restart_the_subscription_is_renewed(scratch, daemon, panel):
    panel.subscribe(controls=["gain"], events=["commit"])
    with restarted(scratch, daemon) as again, again.client() as other:
        events_until(panel, wheeld.ConnectedEvent, seq=panel.hello["seq"])
        events_until(panel, wheeld.ConnectedEvent)
        panel.ping()
        other.do(op="set", values={"frequency": 3, "gain": -5})
        other.do(op="set", control="gain", value=-9)
        events = events_until(panel, wheeld.CommitEvent, control="gain", value=-9, source="client")
        assert {event.name for event in events if event.name != "connected" and event.source != "restore"} == {"commit"}


def test_a_request_waits_for_the_daemon_and_is_not_sent_twice(scratch, daemon, panel):
    daemon.signal(signal.SIGKILL)
    daemon.wait()
    events_until(panel, wheeld.DisconnectedEvent)
    panel.timeout = 0.05
    with pytest.raises(wheeld.NoDaemonError):
        panel.step("count", 1)
    panel.timeout = 30
    thread = threading.Thread(target=lambda: panel.step("count", 10))
    thread.start()
    with Daemon(scratch) as again, again.client() as other:
        thread.join()
        # The first request was given up before it could be sent.
        assert other.do(op="get", control="count")["value"] == 10


def test_an_answer_that_does_not_come(daemon, panel):
    daemon.signal(signal.SIGSTOP)
    try:
        panel.timeout = 0.1
        with pytest.raises(wheeld.NoAnswerError, match="'ping'"):
            panel.ping()
    finally:
        daemon.signal(signal.SIGCONT)
    panel.timeout = 30
    # The late answer is not taken for the answer to another request.
    assert panel.get("gain")["control"] == "gain"


def test_a_reload_brings_other_controls(scratch, daemon, panel):
    gain = panel["gain"]
    scratch.configure(lambda text: text.replace('name = "gain"', 'name = "level"').replace('["gain"]', '["level"]'))
    daemon.signal(signal.SIGHUP)
    events_until(panel, wheeld.ControlsEvent)
    assert "level" in panel and "gain" not in panel
    with pytest.raises(KeyError):
        print(gain.value)


def test_the_daemon_says_why_it_takes_no_more_clients(scratch):
    scratch.configure(lambda text: text.replace("max_clients = 24", "max_clients = 2"))
    with Daemon(scratch), wheeld.Panel(scratch.socket), wheeld.Panel(scratch.socket):
        # The panel retries until its timeout. On a busy machine a short timeout may pass without any answer.
        for timeout in (0.2, 1, 5, 25):
            with pytest.raises(wheeld.NoDaemonError) as caught:
                wheeld.Panel(scratch.socket, timeout=timeout)
            if "clients" in str(caught.value):
                break
        assert "clients" in str(caught.value)


def test_a_value_that_is_pending(scratch):
    scratch.configure(lambda text: text.replace('name = "gain"', 'name = "gain"\nconfirm = true'))
    with Daemon(scratch), wheeld.Panel(scratch.socket) as panel:
        gain = panel["gain"]
        assert gain.state["confirm"] and gain.pending is None and panel["count"].pending is None
        assert "owner" not in gain.state and not gain.state["locked"]
        panel.step("gain", -4)
        assert (gain.pending, gain.value, gain.editing) == (-2, 0, False)
        event = events_until(panel, wheeld.PendingEvent)[-1]
        assert (event.control, event.value, event.source, event.text) == ("gain", -2, "client", "-2.0 dB")
        assert panel.apply("gain")["value"] == -2
        assert (gain.pending, gain.value) == (None, -2)
        panel.step("gain", 1)
        panel.revert("gain")
        assert (gain.pending, gain.value) == (None, -2)
        panel.lock(True, control="gain")
        assert gain.state["locked"] and not panel.locked


def test_buttons_that_are_held(scratch, hand):
    with wheeld.Panel(scratch.socket) as panel:
        assert panel.inputs["knob"]["down"] == []
        hand.do(op="feed", input="knob", down=True)
        panel.ping()
        assert panel.inputs["knob"]["down"] == [""]
        with wheeld.Panel(scratch.socket) as second:
            assert second.inputs["knob"]["down"] == [""]
        hand.do(op="unfeed", input="knob")
        panel.ping()
        assert panel.inputs["knob"]["down"] == []
