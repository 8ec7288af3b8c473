"""A daemon of its own for each test that asks for one. The kit that starts it is that of Tests/Programs."""

import pytest
from kit.daemon import Daemon, Scratch

import wheeld


@pytest.fixture
def scratch():
    with Scratch() as scratch:
        yield scratch


@pytest.fixture
def daemon(scratch):
    with Daemon(scratch) as daemon:
        yield daemon


@pytest.fixture
def other(daemon):
    """Another client, which writes and reads the lines of the socket itself."""
    with daemon.client() as client:
        yield client


@pytest.fixture
def hand(scratch):
    """A client that turns and presses the knob of the kit's configuration. The client starts the daemon.

    A control that this client turns stays open until the client releases the knob, however slow the machine is.
    """
    scratch.configure(lambda text: text.replace("commit_after_ms = 50", "commit_after_ms = 60000"))
    with Daemon(scratch, options=("--simulate",)) as daemon, daemon.client() as client:
        yield client


@pytest.fixture
def panel(daemon):
    with wheeld.Panel(daemon.path) as panel:
        yield panel


def events_until(panel, kind, **members):
    """The events up to one of this class with these members."""
    found = []
    while True:
        event = panel.next_event(timeout=30)
        assert event is not None, f"no {kind.__name__} with {members} has come after {found}"
        found.append(event)
        if isinstance(event, kind) and all(getattr(event, name) == value for name, value in members.items()):
            return found
