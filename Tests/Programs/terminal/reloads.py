"""What a reload does to the terminal."""

import os
import pathlib
import signal

from instrument import screen_after
from pixels import CELLS, Emulator

from kit.cases import alone_case, expect
from kit.client import Client

HERE = '[[display]]\nname = "here"\noutput = "terminal"\n'
KEYS = '[[input]]\nname = "keys"\ntype = "terminal"\n'


def reload(scratch, terminal, client, edit):
    scratch.configure(edit)
    client.do(op="ping")
    client.quiet()
    # SIGHUP is a reload where no terminal is the standard input.
    os.kill(terminal.daemon, signal.SIGHUP)
    client.event("controls")


def shown(terminal):
    """What stands on the terminal since a picture was begun."""
    return screen_after(terminal.sent[terminal.sent.rfind(b"\x1b[?1049h") :], 130, 30)


@alone_case
def a_display_that_is_replaced_has_all_around_the_page(scratch):
    scratch.configure(lambda text: text + KEYS + HERE)
    with Emulator(scratch, CELLS, "</dev/null", start="") as terminal, Client(scratch.socket) as client:
        terminal.resize(130, 30)
        terminal.wait(lambda: "elsewhere" in shown(terminal))
        terminal.type("\x1b[A=14.0")
        texts = ["1 client", "Events", "elsewhere", "value", "= 14.0"]
        terminal.wait(lambda: all(text in shown(terminal) for text in texts))
        begun = terminal.sent.count(b"\x1b[?1049h")
        reload(scratch, terminal, client, lambda text: text + KEYS + HERE + 'theme = "light"\n')
        terminal.wait(lambda: terminal.sent.count(b"\x1b[?1049h") > begun)
        terminal.wait(lambda: all(text in shown(terminal) for text in texts))
        terminal.type("\x1b?")
        terminal.wait(lambda: "these keys" in shown(terminal))
        reload(scratch, terminal, client, lambda text: text + KEYS + HERE)
        terminal.wait(lambda: terminal.sent.count(b"\x1b[?1049h") > begun + 1)
        terminal.wait(lambda: "these keys" in shown(terminal))


@alone_case
def a_terminal_may_come_and_go(scratch):
    with Emulator(scratch, CELLS, "</dev/null", start="", log=False) as terminal, Client(scratch.socket) as client:
        terminal.wait(lambda: b"input knob" in terminal.sent)
        before = terminal.state()
        # Without a terminal to give back, Ctrl-Z stops as it does any program.
        terminal.type("\x1a")
        stat = pathlib.Path(f"/proc/{terminal.daemon}/stat")
        terminal.wait(lambda: stat.read_text().rsplit(")", 1)[1].split()[0] == "T")
        terminal.type("fg\n")
        reload(scratch, terminal, client, lambda text: text + KEYS + HERE)
        terminal.wait(lambda: terminal.modes.get(1049) and "Read every value" in shown(terminal))
        # What is logged would stand in the picture.
        reload(scratch, terminal, client, lambda text: text + KEYS + HERE)
        terminal.is_drawn()
        assert b"configuration: reloaded" not in terminal.sent[terminal.sent.rfind(b"\x1b[?1049h") :], terminal.sent[-300:]
        terminal.type("\x1a")
        terminal.is_back()
        terminal.type("fg\n")
        terminal.wait(lambda: terminal.modes.get(1049))
        reload(scratch, terminal, client, lambda text: text)
        terminal.wait(lambda: terminal.state() == before)
        # Nothing is held any longer.
        place = len(terminal.sent)
        reload(scratch, terminal, client, lambda text: text)
        terminal.wait(lambda: b"configuration: reloaded" in terminal.sent[place:])
        expect(terminal.state(), before)
