"""The mouse and the line of keys, in terminals that show pixels."""

import re

from instrument import screen_after
from pixels import CELL, COLUMNS, KITTY, ROWS, SIXEL, Emulator, shows_kitty, shows_sixel

from kit.cases import alone_case, expect
from kit.client import Client


def last_row(terminal):
    text = re.sub(rb"\x1b[_P][^\x1b]*\x1b\\", b"", terminal.sent)
    return screen_after(text, COLUMNS, ROWS).splitlines()[-1]


def report(terminal, button, x, y, final="M"):
    """Types a report of the mouse at a pixel."""
    terminal.type(f"\x1b[<{button};{x};{y}{final}")


def is_ready(terminal, client):
    """Waits until the last row shows the keys, and not a question."""
    terminal.type("\x1b")
    terminal.wait(lambda: "q leave" in last_row(terminal))
    client.quiet()


@alone_case
def a_drag_ends_outside_of_the_window(scratch):
    with Emulator(scratch, KITTY) as terminal, Client(scratch.socket) as client:
        shows_kitty(terminal)
        terminal.wait(lambda: terminal.modes.get(1016))
        client.do(op="page", page="levels")
        client.do(op="set", control="gain", value=-30)
        is_ready(terminal, client)
        report(terminal, 0, 500, 300)
        for x in range(500, -20, -40):
            report(terminal, 32, x, 300)
        # The panel reads this key after all earlier reports of the mouse.
        terminal.type("=")
        terminal.wait(lambda: "enter sets" in last_row(terminal))
        events = client.quiet()
        assert [e["value"] for e in events if e["event"] == "value"][0] < -30, events
        expect([e for e in events if e["event"] == "commit"], [])
        report(terminal, 0, -5, -3, "m")
        client.event("commit")


@alone_case
def what_is_typed_stands_below_the_picture(scratch):
    for answers, shows in ((KITTY, shows_kitty), (SIXEL, shows_sixel)):
        with Emulator(scratch, answers) as terminal, Client(scratch.socket) as client:
            shows(terminal)
            is_ready(terminal, client)
            terminal.type("=" + "1" * 60)
            terminal.type("4.2")
            # A long text is cut at its beginning.
            terminal.wait(lambda: last_row(terminal).rstrip().endswith("14.2"))  # noqa: B023
            terminal.type("\x1b")
            terminal.wait(lambda: "q leave" in last_row(terminal))  # noqa: B023
            terminal.type("=x")
            terminal.wait(lambda: re.search(r"= x +enter sets", last_row(terminal)))  # noqa: B023
            terminal.type("\r")
            terminal.wait(lambda: last_row(terminal).startswith(" ! 'x' is not a number"))  # noqa: B023
            terminal.type("qq")
            terminal.is_back()


@alone_case
def a_key_below_the_picture_is_pressed(scratch):
    for answers, shows, cell in ((KITTY, shows_kitty, CELL), (SIXEL, shows_sixel, (1, 1))):
        with Emulator(scratch, answers) as terminal, Client(scratch.socket) as client:
            shows(terminal)
            is_ready(terminal, client)

            def click(word):
                column = last_row(terminal).index(word)  # noqa: B023
                place = [int((at + 0.5) * step) + 1 for at, step in zip((column, ROWS - 1), cell)]  # noqa: B023
                report(terminal, 0, *place)  # noqa: B023
                report(terminal, 0, *place, "m")  # noqa: B023

            click("lock")
            client.event("lock")
            terminal.wait(lambda: "l unlock" in last_row(terminal))  # noqa: B023
            click("q leave")
            terminal.wait(lambda: "1 client is connected" in last_row(terminal))  # noqa: B023
            terminal.type("q")
            terminal.is_back()
