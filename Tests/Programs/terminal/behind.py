"""Terminals that read nothing, or answer late, while wheeld runs and when it ends."""

import array
import fcntl
import os
import pathlib
import signal
import termios
import time

from instrument import program_end, screen_after, takes, value_of
from pixels import CELLS, KITTY, SIXEL, Emulator, children

from kit.cases import alone_case, expect
from kit.client import Client
from kit.waiting import has_ended, is_at_rest, wait_until


def falls_behind(terminal, end):
    """Stops the terminal's reading, and waits until its buffer is full. Its answers still arrive, as on a slow network. `end`
    is the programs' end of the terminal."""
    terminal.wait(lambda: b"\x1b[?2026l" in terminal.sent)
    terminal.is_reading = False
    columns = 200

    def takes_nothing():
        nonlocal columns
        # Each new size makes wheeld send a new picture.
        columns = 399 - columns
        terminal.resize(columns, 60)
        terminal.type(terminal.answers["ready"])
        # The buffer must stay full, since the kernel may still forward some bytes after it was full once.
        return not takes(end, 0.1)

    wait_until("it takes nothing", takes_nothing)

    def has_read_all():
        unread = array.array("i", [0])
        fcntl.ioctl(end, termios.FIONREAD, unread)
        return not unread[0]

    # From now on the terminal answers nothing: an answer that wheeld does not read would be typed into the shell.
    terminal.answers = {}
    wait_until("wheeld has read the answers", has_read_all)


def reads_on(terminal, guards):
    """Lets the terminal read again when wheeld has given up. The guard, which restores the terminal after wheeld, has
    ended by then."""
    assert guards
    wait_until("the guard has ended", lambda: all(map(has_ended, guards)))
    terminal.is_reading = True


def name_of(pid):
    return pathlib.Path(f"/proc/{pid}/comm").read_text().strip()


def ends_behind(end, answers):
    def body(scratch):
        with Emulator(scratch, answers) as terminal, program_end(terminal.person) as far_end:
            panel = terminal.panel
            falls_behind(terminal, far_end)
            guards = [child for child in children(panel) if name_of(child) != "wheeld"]
            if isinstance(end, str):
                terminal.type(end)
            else:
                os.kill(panel, end)
            reads_on(terminal, guards)
            terminal.is_back()

    return body


ENDS = {"term": signal.SIGTERM, "kill": signal.SIGKILL, "abrt": signal.SIGABRT, "q": "q", "ctrl_z": "\x1a"}
for name, ending in ENDS.items():
    for kind, answers in (("kitty", KITTY), ("sixel", SIXEL), ("cells", CELLS)):
        case = ends_behind(ending, answers)
        case.__name__ = f"{kind}_that_is_behind_is_as_before_after_{name}"
        alone_case(case)


class LateReader(Emulator):
    """A terminal with a large buffer, which processes a frame when the test allows it. `on_their_way` has the arrival
    times of the frames that it has not processed."""

    def __init__(self, scratch, answers):
        self.is_late = False
        self.on_their_way = []
        super().__init__(scratch, answers)

    def answer(self, kind):
        if self.is_late and kind == "ready":
            self.on_their_way.append(time.monotonic())
        else:
            super().answer(kind)

    def is_done_with_one(self):
        self.on_their_way.pop(0)
        super().answer("ready")

    def is_late_from_now_on(self, client):
        """Makes the terminal late, and waits for a first frame that it does not process."""
        self.is_late = True
        self.wait(lambda: change(client) and self.on_their_way)


def change(client):
    return client.do(op="step", control="frequency", count=1 if value_of(client, "frequency") < 20 else -10)


@alone_case
def frames_do_not_pile_up_before_a_slow_terminal(scratch):
    with LateReader(scratch, KITTY) as terminal, Client(scratch.socket) as client:
        terminal.is_late_from_now_on(client)
        # The panel sends the second frame before it knows that the terminal is slow.
        terminal.wait(lambda: change(client) and len(terminal.on_their_way) > 1)
        first, second = terminal.on_their_way
        # The first frame was processed late. So the third frame waits until the terminal has processed the second.
        terminal.is_done_with_one()
        end = second + (second - first) * 1.1
        terminal.wait(lambda: change(client) and time.monotonic() > end)
        expect(len(terminal.on_their_way), 1)
        terminal.is_done_with_one()
        terminal.wait(lambda: change(client) and terminal.on_their_way)
        assert terminal.on_their_way[0] - second > (second - first) * 1.1, (first, second, terminal.on_their_way)


@alone_case
def a_terminal_that_does_not_say_when_it_is_done_gets_pictures(scratch):
    answers = {kind: text for kind, text in CELLS.items() if kind != "ready"}
    with Emulator(scratch, answers) as terminal, Client(scratch.socket) as client:
        # The panel asks for an answer to this frame, and gets none. The next frame is sent after five seconds.
        terminal.wait(lambda: change(client) and b"\x1b[5n" in terminal.sent)
        client.do(op="page", page="levels")
        terminal.wait(lambda: "gain" in screen_after(terminal.sent))


@alone_case
def the_newest_frame_follows_a_slow_one(scratch):
    with LateReader(scratch, CELLS) as terminal, Client(scratch.socket) as client:
        terminal.resize(165, 40)
        terminal.wait(lambda: "elsewhere" in screen_after(terminal.sent, 165, 40))
        terminal.is_late_from_now_on(client)
        programs = [terminal.panel, *(child for child in children(terminal.panel) if name_of(child) == "wheeld")]
        assert len(programs) == 2, programs
        for round_ in range(3):
            count = terminal.frames
            for number in range(100):
                client.send(id=number, op="set", control="frequency", value=1 + round_ * 7 + number / 20)
            expect([client.reply()["reply"] for _ in range(100)], list(range(100)))
            # The panel is a client, too, and must have read all values.
            terminal.wait(lambda: all(map(is_at_rest, programs)))
            # The frame in flight is followed by the newest frame, without those in between.
            expect((terminal.frames, len(terminal.on_their_way)), (count, 1))
            terminal.is_done_with_one()
            terminal.wait(lambda: terminal.frames > count)  # noqa: B023
            text = f"frequency {1 + round_ * 7 + 99 / 20:g}"
            assert text in screen_after(terminal.sent, 165, 40), screen_after(terminal.sent, 165, 40)
            expect((terminal.frames, len(terminal.on_their_way)), (count + 1, 1))
