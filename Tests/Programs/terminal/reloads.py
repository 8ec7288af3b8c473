"""What a reload does to the terminal."""

import os
import signal

from instrument import instrument, screen_after
from pixels import CELLS, Emulator

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


@instrument
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
