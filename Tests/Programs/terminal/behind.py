"""Terminals that read nothing, or answer late, while wheeld goes on and when it ends."""

import fcntl
import os
import select
import signal
import struct
import threading
import time

from instrument import screen_after, value_of
from pixels import CELLS, KITTY, SIXEL, Emulator

from kit.cases import alone_case, expect
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
                # What it answers to what it reads later would come after the end, and be typed into the shell.
                terminal.answers = {}
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
        alone_case(case)


@alone_case
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


class LateReader(Emulator):
    """A terminal that works on frames one after the other, each for as long as `frame_s`, behind a large buffer."""

    def __init__(self, scratch, answers, frame_s):
        self.frame_s, self.answer_at = frame_s, 0
        self.waiting = self.most = 0
        super().__init__(scratch, answers)

    def type(self, text):
        if text != self.answers["ready"]:
            return super().type(text)
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        self.answer_at = max(self.answer_at, time.monotonic()) + self.frame_s
        threading.Timer(self.answer_at - time.monotonic(), self.answer, [text]).start()

    def answer(self, text):
        self.waiting -= 1
        super().type(text)


@alone_case
def frames_do_not_pile_up_before_a_slow_terminal(scratch):
    with LateReader(scratch, KITTY, 7) as terminal, Client(scratch.socket) as client:
        end = time.monotonic() + 25
        while time.monotonic() < end:
            client.do(op="set", control="frequency", value=1 + time.monotonic() % 20)
            time.sleep(0.05)
        # The second frame is sent before it is known how slow the terminal is.
        assert terminal.most <= 2, terminal.most
        assert terminal.frames >= 3, terminal.frames
        terminal.frame_s = 0


@alone_case
def a_terminal_that_does_not_say_when_it_is_done_gets_pictures(scratch):
    answers = {kind: text for kind, text in CELLS.items() if kind != "ready"}
    with Emulator(scratch, answers) as terminal, Client(scratch.socket) as client:
        terminal.wait(lambda: b"\x1b[?2026l" in terminal.sent)
        time.sleep(0.5)
        client.do(op="set", control="frequency", value=7)
        terminal.wait(lambda: b"\x1b[5n" in terminal.sent)
        client.do(op="page", page="levels")
        terminal.wait(lambda: "gain" in screen_after(terminal.sent))


@alone_case
def the_newest_frame_follows_a_slow_one(scratch):
    with LateReader(scratch, CELLS, 0) as terminal, Client(scratch.socket) as client:
        terminal.resize(130, 40)
        terminal.wait(lambda: "elsewhere" in screen_after(terminal.sent, 130, 40))
        terminal.frame_s = 0.3
        time.sleep(0.5)
        count, start = terminal.frames, time.monotonic()
        for number in range(100):
            client.do(op="set", control="frequency", value=1 + number / 10)
            time.sleep(0.01)
        taken = time.monotonic() - start
        # Two frames at most: the one on its way has an older value.
        time.sleep(0.7)
        expect(value_of(client, "frequency"), 10.9)
        assert "frequency 10.9" in screen_after(terminal.sent, 130, 40), screen_after(terminal.sent, 130, 40)
        # One frame in flight: about three in a second.
        frames = terminal.frames - count
        assert taken / 0.3 / 2 <= frames <= taken / 0.3 + 6, (frames, taken)
