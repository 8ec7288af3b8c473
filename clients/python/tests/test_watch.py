"""A remote display that a program watches, with a daemon."""

import base64
import signal

import pytest
from conftest import events_until
from kit.daemon import Daemon

import wheeld

DISPLAY = """
[[display]]
name = "panel"
output = "remote"
size = [320, 240]
"""


@pytest.fixture
def daemon(scratch):
    scratch.configure(lambda text: text + DISPLAY)
    with Daemon(scratch) as daemon:
        yield daemon


def test_the_picture_comes_and_its_changes(panel):
    assert panel.watch_display()["width"] == 320
    whole = events_until(panel, wheeld.FrameEvent)[-1]
    assert (whole.display, whole.width, whole.height, whole.whole) == ("panel", 320, 240, True)
    assert base64.b64decode(whole.png).startswith(b"\x89PNG")
    panel["frequency"].value = 20
    part = events_until(panel, wheeld.FrameEvent)[-1]
    assert not part.whole
    assert panel.unwatch_display()["display"] == "panel"


def test_after_a_restart_the_display_is_watched_again(scratch, daemon, panel):
    panel.watch_display(display="panel")
    events_until(panel, wheeld.FrameEvent)
    daemon.signal(signal.SIGKILL)
    daemon.wait()
    events_until(panel, wheeld.DisconnectedEvent)
    with Daemon(scratch):
        assert events_until(panel, wheeld.FrameEvent)[-1].whole
