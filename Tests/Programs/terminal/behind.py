"""Terminals that read nothing, or answer late, while wheeld goes on and when it ends."""

import fcntl
import os
import select
import signal
import struct
import time

from instrument import instrument
from pixels import CELLS, KITTY, SIXEL, Emulator

from kit.client import Client

# <asm-generic/ioctls.h>: the number of a pseudo-terminal.
TIOCGPTN = 0x80045430


def falls_behind(terminal):
    """Reads nothing until the terminal takes nothing. Its answers go on, as those of a network far away."""
    terminal.wait(lambda: b"\x1b[?2026l" in terminal.sent)
    terminal.is_reading = False
    (number,) = struct.unpack("i", fcntl.ioctl(terminal.person, TIOCGPTN, bytes(4)))
    number = os.open(f"/dev/pts/{number}", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        for count in range(40):
            # Each size has a picture of its own.
            terminal.resize(200 - count % 2, 60)
            time.sleep(0.1)
            terminal.type(terminal.answers["ready"])
            if not select.select([], [number], [], 0)[1]:
                return
    finally:
        os.close(number)
    assert False, "it takes everything"


def ends_behind(end, answers):
    def body(scratch):
        with Emulator(scratch, answers) as terminal:
            daemon = terminal.daemon
            falls_behind(terminal)
            if isinstance(end, str):
                terminal.type(end)
            else:
                os.kill(daemon, end)
            time.sleep(2)
            terminal.is_reading = True
            terminal.is_back()

    return body


ENDS = {"term": signal.SIGTERM, "kill": signal.SIGKILL, "abrt": signal.SIGABRT, "q": "q", "ctrl_z": "\x1a"}
for name, ending in ENDS.items():
    for kind, answers in (("kitty", KITTY), ("sixel", SIXEL), ("cells", CELLS)):
        case = ends_behind(ending, answers)
        case.__name__ = f"{kind}_that_is_behind_is_as_before_after_{name}"
        instrument(case)


@instrument
def a_display_that_a_reload_replaces_leaves_a_terminal_that_is_behind(scratch):
    with Emulator(scratch, KITTY, "</dev/null") as terminal, Client(scratch.socket) as client:
        falls_behind(terminal)
        scratch.configure(lambda text: text + '[[display]]\nname = "here"\noutput = "terminal"\ntheme = "light"\n')
        os.kill(terminal.daemon, signal.SIGHUP)
        client.event("controls")
        time.sleep(2)
        terminal.is_reading = True
        terminal.wait(lambda: b"\x1b[?1049l" in terminal.sent)
        # The control string that was cut off has its end before the rest.
        before = terminal.sent[: terminal.sent.find(b"\x1b[?1049l")]
        assert before.rfind(b"\x1b\\") > before.rfind(b"\x1b_G"), before[-200:]
