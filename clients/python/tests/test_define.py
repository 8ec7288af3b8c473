"""Controls that a program defines, with a daemon."""

import asyncio
import pathlib
import signal
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import events_until
from kit.daemon import Daemon

import wheeld

CUTOFF = wheeld.Control(
    name="cutoff",
    label="Cutoff",
    kind="float",
    range="[20, 20000]",
    taper="log",
    unit="Hz",
    speeds=[wheeld.Speed(name="coarse", scale=1), wheeld.Speed(name="fine", scale=0.05)],
)
WAVE = wheeld.Control(name="wave", kind="choice", positions=["sine", wheeld.Position(name="saw", label="Saw")])


def define(panel, *controls, **members):
    panel.define("synth", controls=list(controls), pages=[wheeld.Page(name="voice", controls=["cutoff"])], **members)


def kill_and_forget(scratch, daemon):
    """Kills the daemon. The next daemon starts without saved values."""
    daemon.signal(signal.SIGKILL)
    daemon.wait()
    pathlib.Path(scratch.state).unlink(missing_ok=True)


def test_what_is_defined_is_there(panel, other):
    define(panel, CUTOFF, WAVE, values={"cutoff": 800})
    events_until(panel, wheeld.ControlsEvent)
    assert panel["cutoff"].value == 800 and panel["cutoff"].state["unit"] == "Hz"
    assert panel["wave"].value == "sine"
    assert panel["wave"].state["owner"] == "synth"
    panel["cutoff"].value = 440
    assert other.do(op="get", control="cutoff")["value"] == 440
    define(panel, CUTOFF)
    events_until(panel, wheeld.ControlsEvent)
    assert "wave" not in panel and panel["cutoff"].value == 440
    panel.undefine("synth")
    events_until(panel, wheeld.ControlsEvent)
    assert "cutoff" not in panel and "gain" in panel


def test_a_definition_is_sent_as_its_members(panel):
    panel.define(**vars(wheeld.Definition(owner="synth", controls=[CUTOFF], keep="connected")))
    assert "cutoff" in panel.controls


def test_mistakes_have_their_places(panel):
    with pytest.raises(wheeld.RefusedError) as caught:
        panel.define("synth", controls=[CUTOFF, wheeld.Control(name="wave", kind="float", range="[9, 0]")])
    assert caught.value.code == "bad-definition"
    assert [mistake["path"] for mistake in caught.value.mistakes] == ["controls[1].range"]
    assert caught.value.mistakes[0]["message"]
    assert "cutoff" not in panel


def test_after_a_restart_it_is_defined_again(scratch, daemon, panel):
    define(panel, CUTOFF, values={"cutoff": 800})
    panel["cutoff"].value = 440
    # The daemon saves the value at its end.
    daemon.signal(signal.SIGTERM)
    daemon.wait()
    events_until(panel, wheeld.DisconnectedEvent)
    with Daemon(scratch) as again, again.client() as other:
        panel.ping()
        assert panel["cutoff"].value == 440
        assert other.do(op="get", control="cutoff")["value"] == 440


def test_after_a_restart_another_value_comes_as_an_event(scratch, daemon, panel):
    define(panel, CUTOFF, values={"cutoff": 800})
    values = []
    panel["cutoff"].on_change(values.append)
    kill_and_forget(scratch, daemon)
    events_until(panel, wheeld.DisconnectedEvent)
    with Daemon(scratch):
        events = events_until(panel, wheeld.CommitEvent, control="cutoff")
        assert [event.name for event in events] == ["connected", "controls", "value", "commit"]
        assert (events[2].value, events[2].source, events[2].delta) == (20, "restore", -780)
        assert panel["cutoff"].value == 20 and values == [20]


def test_at_a_restart_a_thread_can_read_all_the_time(scratch, daemon, panel):
    define(panel, CUTOFF, values={"cutoff": 800})
    values, ended = set(), threading.Event()

    def read():
        while not ended.is_set():
            values.add(panel["cutoff"].value)

    with ThreadPoolExecutor() as pool:
        reading = pool.submit(read)
        try:
            kill_and_forget(scratch, daemon)
            events_until(panel, wheeld.DisconnectedEvent)
            with Daemon(scratch):
                panel.ping()
        finally:
            ended.set()
        # Raises an exception of the reading thread.
        reading.result()
    assert values <= {800, 20} and panel["cutoff"].value == 20


def test_it_works_with_asyncio(daemon):
    async def run():
        async with wheeld.AsyncPanel(daemon.path) as panel:
            await panel.define("synth", controls=[CUTOFF])
            await panel["cutoff"].set(440)
            assert panel["cutoff"].value == 440

    asyncio.run(run())
