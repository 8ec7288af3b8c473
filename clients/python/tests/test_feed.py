"""A program that is the device of an input, with a daemon."""

import asyncio
import signal
import time

import pytest
from conftest import events_until
from kit.daemon import Daemon

import wheeld

INPUTS = """
[[input]]
name = "dial"
type = "client"
controls = ["count"]
[input.on.shift]
down = "emit"
[input.on.fire]
down = "emit"
"""


@pytest.fixture
def daemon(scratch):
    scratch.configure(lambda text: text + INPUTS)
    with Daemon(scratch) as daemon:
        yield daemon


def test_a_turn_moves_the_control(panel):
    panel.feed("dial", detents=3)
    event = events_until(panel, wheeld.CommitEvent)[-1]
    assert (event.control, event.source, event.input) == ("count", "input", "dial")
    before = panel["count"].value
    panel.feed("dial", units=-120)
    assert panel["count"].value < before
    assert panel.inputs["dial"]["state"] == "attached"
    panel.unfeed("dial")
    events_until(panel, wheeld.DeviceEvent, state="waiting")
    assert panel.inputs["dial"]["state"] == "waiting"


def test_several_events_have_their_own_times(panel):
    panel.feed("dial")
    # A time before the claim is replaced by the claim's time, and a time in the future by the time of arrival.
    first = events_until(panel, wheeld.DeviceEvent, state="attached")[-1].time + 0.01
    second = first + 0.02
    time.sleep(max(0, second + 0.01 - time.monotonic()))
    panel.feed("dial", events=[wheeld.FedEvent(detents=1, time=first), wheeld.FedEvent(detents=-1, time=second)])
    times = [event.time for event in events_until(panel, wheeld.CommitEvent) if event.name == "value"]
    assert times == pytest.approx([first, second], abs=1e-5)


def test_buttons_and_fingers(panel):
    panel.feed("dial", button="shift", down=True)
    press = events_until(panel, wheeld.PressEvent)[-1]
    assert (press.input, press.button, press.gesture) == ("dial", "shift", "down")
    panel.feed("dial", size=[320, 240], contacts=[wheeld.Contact(id=0, x=12.5, y=80)])
    panel.feed("dial", contacts=[])


def test_another_program_is_refused(panel, other):
    panel.feed("dial")
    assert "dial" in other.refused("busy", op="feed", input="dial", detents=1)
    with pytest.raises(wheeld.RefusedError) as caught:
        panel.feed("dial", button="shoot", down=True)
    assert caught.value.code == "unknown-button"


def test_it_works_with_asyncio(daemon):
    async def run():
        async with wheeld.AsyncPanel(daemon.path) as panel:
            await panel.feed("dial", detents=1)
            assert panel["count"].value != 0

    asyncio.run(run())


def test_after_a_restart_the_input_is_claimed_again(scratch, daemon, panel):
    panel.feed("dial")
    daemon.signal(signal.SIGKILL)
    daemon.wait()
    events_until(panel, wheeld.DisconnectedEvent)
    with Daemon(scratch) as again, again.client() as other:
        events_until(panel, wheeld.ConnectedEvent)
        panel.ping()
        other.refused("busy", op="feed", input="dial")
