"""`wheelctl panel`: a client of a running daemon, or of a daemon that it starts."""

import os
import pathlib
import signal
import subprocess
import time

from instrument import value_of
from pixels import CELLS, Emulator, children
from tmux import UP, Terminal

from kit.cases import alone_case, expect
from kit.client import Client
from kit.daemon import PATIENCE_S, Daemon, program
from kit.waiting import has_ended, wait_until


@alone_case
def it_shows_a_daemon_that_runs_and_leaves_it_running(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client:
        with Terminal(scratch, panel="") as terminal, Terminal(scratch, panel="--theme light") as other:
            for shown in (terminal, other):
                shown.shows("1 Frequency")
            assert "48;2;241;242;240" in other.colours(), other.colours()[:200]
            terminal.type(UP)
            expect(client.event("value")["control"], "frequency")
            # The panel asks nothing, since the daemon keeps running.
            terminal.type("q")
            expect(terminal.status(), 0)
            assert terminal.is_as_before()
            other.type("PageDown")
            expect(client.event("page")["page"], "levels")
        assert daemon.is_running


@alone_case
def without_a_daemon_it_says_so(scratch):
    with Terminal(scratch, panel="", waits=False) as terminal:
        expect(terminal.status(), 3)
        assert "no daemon answers" in terminal.text() and terminal.is_as_before(), terminal.text()


@alone_case
def a_daemon_that_ends_is_missed_and_comes_back(scratch):
    with Terminal(scratch, panel="", waits=False) as terminal:
        terminal.shows("left")
    first = Daemon(scratch)
    with Terminal(scratch, panel="") as terminal:
        terminal.type("=", "7")
        terminal.shows("= 7")
        first.signal(signal.SIGKILL)
        first.wait()
        terminal.shows("no daemon since ")
        assert "Frequency" not in terminal.text(), terminal.text()
        # Without a daemon, keys have no effect.
        terminal.type(UP, "=", "1")
        with Daemon(scratch) as daemon:
            terminal.wait(lambda: "1 Frequency" in terminal.text() and "no daemon" not in terminal.text())
            with daemon.client() as client:
                terminal.type(UP)
                expect(client.event("value")["control"], "frequency")
            daemon.signal(signal.SIGTERM)
            terminal.shows("no daemon since ")
        terminal.type("q")
        expect(terminal.status(), 0)
        assert terminal.is_as_before()


@alone_case
def a_reload_and_a_page_of_others_are_followed(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client, Terminal(scratch, panel="") as terminal:
        terminal.type("Escape")
        terminal.shows("tab next")
        client.do(op="page", page="levels")
        terminal.wait(lambda: "tab next" not in terminal.text() and "gain" in terminal.text())
        client.quiet()
        terminal.type(UP)
        expect(client.event("value")["control"], "gain")
        scratch.configure(lambda text: text.replace('name = "gain"', 'name = "gain"\nlabel = "Loudness"'))
        daemon.signal(signal.SIGHUP)
        terminal.shows("Loudness")
        client.quiet()
        terminal.type(UP)
        expect(client.event("value")["control"], "gain")


@alone_case
def who_may_only_read_only_looks(scratch):
    scratch.configure(lambda text: text.replace(f'write = ["{os.getuid()}"]', 'write = ["4242"]\ndefine = ["4242"]'))
    with Daemon(scratch) as daemon, daemon.client() as client, Terminal(scratch, panel="") as terminal:
        before = value_of(client, "frequency")
        terminal.type(UP)
        terminal.shows("you may only look")
        expect(value_of(client, "frequency"), before)


def pressed(terminal):
    """Presses the mouse button over a control's wheel, and drags."""
    for column in (20, 24, 28, 32):
        terminal.type(f"\x1b[<{0 if column == 20 else 32};{column};18M")


def on_gain(client):
    client.do(op="page", page="levels")
    client.do(op="set", control="gain", value=-30)
    client.quiet()


@alone_case
def a_button_that_is_held_is_proven_by_the_terminal(scratch):
    with Emulator(scratch, CELLS) as terminal, Client(scratch.socket) as client:
        on_gain(client)
        terminal.is_drawn()
        client.quiet()
        pressed(terminal)
        client.event("value", control="gain")
        queries = terminal.sent.count(b"\x1b[5n")
        # Waits longer than the second of silence after which the daemon would lift the finger.
        time.sleep(2)
        assert terminal.sent.count(b"\x1b[5n") >= queries + 4, "the terminal is not asked"
        # A key that `is_drawn` types may have turned a control of the earlier page, so only commits of `gain` count.
        expect([event for event in client.quiet() if event["event"] == "commit" and event["control"] == "gain"], [])
        # Now the terminal answers no query, as after a broken connection.
        with terminal.lock:
            terminal.answers = {}
        start = time.monotonic()
        client.event("commit", control="gain")
        assert time.monotonic() - start < 10
        client.quiet()
        # The finger has no effect until the mouse button is pressed again.
        terminal.type("\x1b[<32;60;18M")
        expect([event["event"] for event in client.quiet()], [])


@alone_case
def a_panel_that_hangs_lets_go(scratch):
    with Emulator(scratch, CELLS) as terminal, Client(scratch.socket) as client:
        on_gain(client)
        terminal.is_drawn()
        client.quiet()
        pressed(terminal)
        client.event("value", control="gain")
        os.kill(terminal.panel, signal.SIGSTOP)
        client.event("commit", control="gain")
        os.kill(terminal.panel, signal.SIGCONT)


@alone_case
def ctrl_z_lifts_and_stops_the_panel_alone(scratch):
    with Emulator(scratch, CELLS) as terminal, Client(scratch.socket) as client:
        on_gain(client)
        terminal.is_drawn()
        client.quiet()
        pressed(terminal)
        client.event("value", control="gain")
        terminal.type("\x1a")
        client.event("commit", control="gain")
        terminal.is_back()
        client.do(op="set", control="gain", value=1)
        terminal.type("fg\n")
        terminal.wait(lambda: terminal.modes.get(1049))


@alone_case
def a_wrong_configuration_is_said_before_any_picture(scratch):
    scratch.configure(lambda text: text + "[[control]]\nnmae = 1\n")
    with Terminal(scratch, waits=False) as terminal:
        with terminal.everything() as sent:
            expect(terminal.status(), 78)
            assert b"\x1b[?1049h" not in sent()
        assert "unknown key 'nmae'" in terminal.text(), terminal.text()


@alone_case
def a_daemon_that_ends_by_itself_ends_its_panel(scratch):
    with Terminal(scratch) as terminal:
        (daemon,) = [pid for pid in children(terminal.pid) if pathlib.Path(f"/proc/{pid}/comm").read_text() == "wheeld\n"]
        expect(os.getpgid(daemon), daemon)
        os.kill(daemon, signal.SIGTERM)
        expect(terminal.status(), 0)
        assert terminal.is_as_before()


@alone_case
def a_panel_that_is_killed_takes_its_daemon_along(scratch):
    with Terminal(scratch) as terminal:
        (daemon,) = [pid for pid in children(terminal.pid) if pathlib.Path(f"/proc/{pid}/comm").read_text() == "wheeld\n"]
        terminal.kill()
        wait_until("the daemon has ended", lambda: has_ended(daemon))


@alone_case
def another_daemon_is_not_taken_for_its_own(scratch):
    with Daemon(scratch), Terminal(scratch, waits=False) as terminal:
        expect(terminal.status(), 1)
        assert "a daemon answers" in terminal.text(), terminal.text()


@alone_case
def options_of_the_daemon_need_it(scratch):
    for words in (["--simulate"], ["--config", scratch.configuration], ["--graphics", "sextants"], ["--theme", "pink"]):
        done = subprocess.run(
            [program("wheelctl"), "panel", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=PATIENCE_S, check=False,
        )  # fmt: skip
        expect((words, done.returncode), (words, 2))
