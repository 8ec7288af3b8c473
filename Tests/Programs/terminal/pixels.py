"""Terminals with pixels: the queries, the frames, and the restored terminal."""

import contextlib
import fcntl
import itertools
import os
import pathlib
import pty
import re
import select
import signal
import struct
import termios
import threading
import time

from instrument import events_until, serves, view_size

from kit.builds import KIND
from kit.cases import Skipped, alone_case, expect
from kit.client import Client
from kit.daemon import PATIENCE_S, program
from kit.waiting import wait_until

COLUMNS, ROWS, CELL = 80, 24, (9, 18)
QUERIES = [
    ("\x1b]11;?\x1b\\", "ground"),
    ("\x1b[16t", "cell"),
    ("\x1b[?2;1;0S", "area"),
    ("\x1b[?1;1;0S", "registers"),
    ("\x1b[?1;4;0S", "most registers"),
    ("\x1b[?1016$p", "pixel mouse"),
    ("\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\", "kitty"),
    ("\x1b[c", "attributes"),
    ("\x1b[5n", "ready"),
    ("\x1b[6n", "cursor"),
]
KITTY = {
    "ground": "\x1b]11;rgb:0000/0000/0000\x1b\\", "cell": "\x1b[6;18;9t", "pixel mouse": "\x1b[?1016;2$y",
    "kitty": "\x1b_Gi=31;OK\x1b\\", "attributes": "\x1b[?62;c", "ready": "\x1b[0n",
    "cursor": "\x1b[1;1R",
}  # fmt: skip
SIXEL = {
    "ground": "\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "cell": "\x1b[6;18;9t", "area": "\x1b[?2;0;1000;1000S",
    "registers": "\x1b[?1;0;16S", "most registers": "\x1b[?1;0;256S", "attributes": "\x1b[?63;1;4;22c", "ready": "\x1b[0n",
    "cursor": "\x1b[1;1R",
}  # fmt: skip
CELLS = {
    "ground": "\x1b]11;rgb:0000/0000/0000\x1b\\", "attributes": "\x1b[?62;22c", "ready": "\x1b[0n", "cursor": "\x1b[1;1R",
}  # fmt: skip


class Emulator:
    """A terminal that answers queries and remembers its modes and images. wheeld runs in it as a job of a shell."""

    def __init__(self, scratch, answers, options="", name="xterm-256color", delay=0, start="--run", log=True):
        """`delay` delays each answer, in seconds. Without `log` the log lines are written to the terminal."""
        self.answers, self.delay = answers, delay
        # The delayed answers, each with the time at which it arrives.
        self.late = []
        # While this is false the terminal reads nothing.
        self.is_reading = True
        self.sent = b""
        self.modes = {7: True, 25: True}
        self.images = set()
        self.registers = 16
        # The number of bytes of the output that have been interpreted.
        self.place = 0
        # For each frame that ends with a query: its end in the output, and the number of images on the screen then.
        self.ends = []
        self.answered = []
        self.pid, self.person = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM=name, PS1="prompt", COLORTERM="truecolor", SWIFT_BACKTRACE="enable=no")
            os.execvp("bash", ["bash", "--norc", "--noprofile", "--noediting", "-i"])
        self.resize(COLUMNS, ROWS)
        self.is_open = True
        self.lock = threading.Lock()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.wait(lambda: b"prompt" in self.sent)
        self.before = self.state()
        words = f"{program('wheelctl')} panel {start} --socket {scratch.socket} --config {scratch.configuration} {options}"
        self.type(f"{words} 2>{scratch.folder}/log\n" if log else f"{words}\n")
        self.wait(lambda: serves(scratch.socket))
        if start:
            self.wait(lambda: self.modes.get(1049))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if words := pathlib.Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split():
            os.kill(int(words[0]), signal.SIGKILL)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        self.is_open = False
        self.reader.join()
        os.close(self.person)

    def read(self):
        while self.is_open:
            if not self.is_reading:
                time.sleep(0.02)
                continue
            with self.lock:
                while self.late and self.late[0][0] <= time.monotonic():
                    _, kind = self.late.pop(0)
                    if kind in self.answers:
                        self.answer(kind)
            if select.select([self.person], [], [], 0.05)[0]:
                try:
                    more = os.read(self.person, 65536)
                except OSError:
                    return
                with self.lock:
                    self.sent += more
                    self.interpret()

    def interpret(self):
        start, text = self.place, self.sent[self.place :].decode("latin-1")
        pattern = r"\x1b\[[?>=]?[\d;]*[$]?[A-Za-z]|\x1b_[^\x1b]*\x1b\\|\x1bP[^\x1b]*\x1b\\|\x1b\][^\x1b\x07]*(?:\x1b\\|\x07)"
        for found in re.finditer(pattern, text, re.DOTALL):
            self.place = start + found.end()
            sequence = found[0]
            for query, kind in QUERIES:
                if sequence == query and kind == "ready":
                    self.ends.append((self.place, len(self.images)))
                if sequence == query and kind in self.answers:
                    if self.delay:
                        self.late.append((time.monotonic() + self.delay, kind))
                    else:
                        self.answer(kind)
            if mode := re.fullmatch(r"\x1b\[\?([\d;]+)([hl])", sequence):
                for number in mode[1].split(";"):
                    self.modes[int(number)] = mode[2] == "h"
            elif command := re.fullmatch(r"\x1b_G(.*?)(?:;.*)?\x1b\\", sequence, re.DOTALL):
                keys = dict(pair.split("=") for pair in command[1].split(",") if "=" in pair)
                if keys.get("a") == "t" and "i" in keys:
                    self.images.add(keys["i"])
                elif keys.get("a") == "d":
                    self.images = set() if keys["d"] == "A" else self.images - {keys["i"]}
            elif registers := re.fullmatch(r"\x1b\[\?1;3;(\d+)S", sequence):
                self.registers = int(registers[1])

    @property
    def frames(self):
        return len(self.ends)

    def answer(self, kind):
        self.type(self.answers[kind])
        self.answered.append(kind)

    def resize(self, columns, rows):
        fcntl.ioctl(self.person, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text):
        try:
            os.write(self.person, text.encode())
        except OSError:
            # A delayed answer may be sent after the terminal was closed.
            assert not self.is_open

    def unread(self):
        """The number of typed bytes that the panel has not read."""
        name = os.open(os.readlink(f"/proc/{self.pid}/fd/0"), os.O_RDONLY | os.O_NOCTTY)
        try:
            return struct.unpack("i", fcntl.ioctl(name, termios.FIONREAD, bytes(4)))[0]
        finally:
            os.close(name)

    def wait(self, condition):
        return wait_until(lambda: f"it comes to that: {self.sent[-300:]!r}, {self.state()}", condition)

    def is_drawn(self):
        """Turns a control until a whole frame has been drawn after this call. This frame shows all earlier changes. A frame
        ends with a request for an answer. (Frames before the answers to the queries have no such request.)"""
        count = self.frames
        # Five steps up and five down keep the control away from its ends.
        keys = itertools.cycle(["\x1b[A"] * 5 + ["\x1b[B"] * 5)

        def has_begun_and_ended():
            self.type(next(keys))
            # Waits for two frames, because the first may have been drawn before the key was typed.
            return self.frames >= count + 2

        self.wait(has_begun_and_ended)

    @property
    def panel(self):
        return children(self.pid)[0]

    def state(self):
        """Termios's modes, the terminal's own modes, the images on the screen, and the number of colour registers."""
        modes = {number for number, is_set in self.modes.items() if is_set}
        return termios.tcgetattr(self.person), modes - {2004}, frozenset(self.images), self.registers

    def is_back(self):
        """Waits until the shell has the terminal again, and the terminal has the state from before the panel."""
        self.wait(lambda: self.state() == self.before)
        self.type("echo $((6*7))\n")
        self.wait(lambda: b"42" in self.sent[self.sent.rfind(b"\x1b[?1049l") :])


def children(pid):
    """The processes that a process has started, by any of its threads."""
    found = []
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        # A thread may end in the meantime.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            found += [int(word) for word in (task / "children").read_text().split()]
    return found


def shows_kitty(terminal):
    terminal.wait(lambda: terminal.images)


def shows_sixel(terminal):
    terminal.wait(lambda: b"\x1bP0;1;0q" in terminal.sent)


def acted_on(client):
    """Waits until the key has turned a control. Checks that no earlier bytes have acted as keys."""
    kinds = [each["event"] for each in events_until(client, "value")]
    expect([kind for kind in kinds if kind in ("value", "press", "focus", "page", "lock")], ["value"])


@alone_case
def kitty_pictures_are_shown_and_replaced(scratch):
    with Emulator(scratch, KITTY) as terminal, Client(scratch.socket) as client:
        shows_kitty(terminal)
        # The background of the last line is an image.
        line = rb"\x1b\[%d;1H\x1b_Ga=p,i=\d+,c=%d,r=1,C=1,z=-1,q=2\x1b\\" % (ROWS, COLUMNS)
        terminal.wait(lambda: re.search(line, terminal.sent))
        terminal.wait(lambda: view_size(client) == (COLUMNS * CELL[0], (ROWS - 1) * CELL[1]))
        terminal.wait(lambda: terminal.modes.get(1016))
        # Another client is connected, so the panel asks before it leaves.
        terminal.type("qq")
        terminal.is_back()


@alone_case
def sixel_pictures_are_shown(scratch):
    with Emulator(scratch, SIXEL) as terminal, Client(scratch.socket) as client:
        shows_sixel(terminal)
        expect(view_size(client), (COLUMNS * CELL[0], (ROWS - 1) * CELL[1]))
        expect(terminal.registers, 256)
        # Another client is connected, so the panel asks before it leaves.
        terminal.type("qq")
        terminal.is_back()


@alone_case
def the_theme_goes_with_the_ground(scratch):
    light = CELLS | {"ground": SIXEL["ground"]}
    for answers, more, ground in ((CELLS, "", b"13;16;20"), (light, "", b"241;242;240"), (light, "--theme dark", b"13;16;20")):
        with Emulator(scratch, answers, more) as terminal:
            terminal.wait(lambda: b"48;2;" + ground in terminal.sent)  # noqa: B023
            terminal.type("q")
            terminal.is_back()


@alone_case
def a_terminal_without_pixels_shows_cells(scratch):
    with Emulator(scratch, CELLS) as terminal:
        terminal.is_drawn()
        assert not terminal.images and b"\x1bP" not in terminal.sent
        terminal.type("q")
        terminal.is_back()


@alone_case
def cells_may_be_forced(scratch):
    with Emulator(scratch, KITTY, "--graphics cells") as terminal:
        terminal.wait(lambda: b"\x1b[?2026l" in terminal.sent)
        assert b"\x1b_G" not in terminal.sent and b"\x1b[16t" not in terminal.sent
        terminal.type("q")
        terminal.is_back()


@alone_case
def pictures_may_be_forced(scratch):
    with Emulator(scratch, {}, "--graphics kitty") as terminal:
        shows_kitty(terminal)
        terminal.type("q")
        terminal.is_back()


@alone_case
def a_multiplexer_shows_cells(scratch):
    with Emulator(scratch, SIXEL, name="tmux-256color") as terminal:
        terminal.is_drawn()
        assert b"\x1b_G" not in terminal.sent and b"\x1b[16t" not in terminal.sent and b"\x1bP" not in terminal.sent
        terminal.type("q")
        terminal.is_back()


@alone_case
def a_multiplexer_is_not_asked_for_kitty(scratch):
    with Emulator(scratch, SIXEL, "--graphics sixel", name="screen-256color") as terminal:
        shows_sixel(terminal)
        assert b"\x1b_G" not in terminal.sent
        terminal.type("q")
        terminal.is_back()


@alone_case
def late_answers_are_no_keys(scratch):
    # The panel waits one second for answers, so answers after 1.2 s are late.
    with Emulator(scratch, KITTY, delay=1.2) as terminal, Client(scratch.socket) as client:
        client.quiet()
        terminal.wait(lambda: KITTY.keys() - {"ready", "cursor"} <= set(terminal.answered))
        terminal.type("\x1b[A")
        acted_on(client)
        count = terminal.sent.count(b"\x1b[?2026l")
        for value in (7, 8):
            # Makes two changes, because the frame that arrives after the first change may have been drawn before that change.
            count += 1
            client.do(op="set", control="frequency", value=value)
            terminal.wait(lambda: terminal.sent.count(b"\x1b[?2026l") >= count)  # noqa: B023
        assert not terminal.images


@alone_case
def an_answer_that_is_lost_keeps_no_keys_from_the_shell(scratch):
    """At Ctrl-Z the kernel drops answers that the panel has not read. If the panel waited for them, it would take the keys
    that are meant for the shell."""
    answers = {kind: answer for kind, answer in CELLS.items() if kind != "ready"}
    spans = []
    with Emulator(scratch, answers) as terminal:
        start = 0
        # A panel that waits for the answer takes 0.5 s every time. One that does not wait takes so long only on a busy machine.
        while min(spans, default=1) >= 0.4:
            assert len(spans) < 20, spans
            terminal.type("\x1b[A")
            terminal.wait(lambda: b"\x1b[5n" in terminal.sent[start:])  # noqa: B023
            stopped = time.monotonic()
            terminal.type("\x1a")
            terminal.wait(lambda: terminal.state() == terminal.before)
            spans.append(time.monotonic() - stopped)
            start = len(terminal.sent)
            terminal.type("fg\n")
            terminal.wait(lambda: terminal.modes.get(1049))
        terminal.type("q")
        terminal.is_back()


@alone_case
def the_late_rest_of_an_answer_is_no_key(scratch):
    with Emulator(scratch, CELLS) as terminal, Client(scratch.socket) as client:
        terminal.wait(lambda: b"Read every value" in terminal.sent)
        # The terminal stops answering, so that no answer to a frame arrives between the two parts of a sequence.
        with terminal.lock:
            terminal.answers = {}
        client.quiet()
        for begin, rest in (("\x1b[6;1", "2;9t"), ("\x1b_Gi=31;ENODATA:", "lost\x1b\\"), ("\x1b[<0;5", ";2m")):
            terminal.type(begin)
            # Waits longer than 1 s: after that time the panel no longer expects the rest of the sequence.
            time.sleep(1.1)
            terminal.type(rest)
        terminal.type("\x1b[A")
        acted_on(client)


@alone_case
def frames_have_few_bytes(scratch):
    for answers, most in ((KITTY, 30_000), (SIXEL, 60_000)):
        with Emulator(scratch, answers) as terminal, Client(scratch.socket) as client:
            terminal.wait(lambda: terminal.images or b"\x1bP" in terminal.sent)
            terminal.is_drawn()
            count = terminal.frames
            client.do(op="set", control="frequency", value=14.074)
            # One of the frames that are drawn before `is_drawn` returns shows the new value.
            terminal.is_drawn()
            ends = [place for place, _ in terminal.ends[count - 1 :]]
            sent, frames = ends[-1] - ends[0], len(ends) - 1
            assert sent <= most * frames, (sent, frames)
            # Another client is connected, so the panel asks before it leaves.
            terminal.type("qq")
            terminal.is_back()


def ends(number, answers):
    def body(scratch):
        with Emulator(scratch, answers) as terminal:
            terminal.wait(lambda: terminal.images or b"\x1bP" in terminal.sent or answers is CELLS)
            terminal.wait(lambda: b"\x1b[?2026l" in terminal.sent)
            if number == signal.SIGKILL:
                # The terminal stops answering frames: the shell would read an answer that arrives after the kill.
                with terminal.lock:
                    terminal.answers = {kind: text for kind, text in terminal.answers.items() if kind != "ready"}
                terminal.wait(lambda: terminal.unread() == 0)
            os.kill(terminal.panel, number)
            terminal.is_back()

    return body


for signal_number in (signal.SIGTERM, signal.SIGABRT, signal.SIGKILL, signal.SIGINT):
    for kind, answers in (("kitty", KITTY), ("sixel", SIXEL), ("cells", CELLS)):
        case = ends(signal_number, answers)
        case.__name__ = f"{kind}_leaves_nothing_after_{signal_number.name.lower()}"
        alone_case(case)


def ends_before_an_answer(end):
    """The answer to a frame arrives after the panel has ended. In the shell it would appear as ^[[0n."""

    def body(scratch):
        with Emulator(scratch, SIXEL) as terminal:
            terminal.is_drawn()
            # On a busy machine a terminal may take 1.5 s to answer.
            terminal.delay = 1.5
            frames = terminal.frames
            # Marking another control always draws a frame.
            terminal.type("\t")
            terminal.wait(lambda: terminal.frames > frames)
            if isinstance(end, str):
                terminal.type(end)
            else:
                os.kill(terminal.panel, end)
            terminal.is_back()
            assert "ready" in terminal.answered[-2:] and not terminal.late, (terminal.answered, terminal.late)
            assert b"^[" not in terminal.sent[terminal.sent.rfind(b"\x1b[?1049l") :], terminal.sent[-100:]

    return body


for name, ending in {"q": "q", "ctrl_z": "\x1a", "term": signal.SIGTERM, "abrt": signal.SIGABRT}.items():
    case = ends_before_an_answer(ending)
    case.__name__ = f"a_late_answer_is_not_for_the_shell_after_{name}"
    alone_case(case)


@alone_case
def a_hangup_that_somebody_sends_is_a_reload(scratch):
    for answers in (KITTY, SIXEL, CELLS):
        with Emulator(scratch, answers) as terminal, Client(scratch.socket) as client:
            terminal.wait(lambda: terminal.images or b"\x1bP" in terminal.sent or answers is CELLS)  # noqa: B023
            # Before the first frame a key has no control to turn.
            terminal.wait(lambda: b"\x1b[?2026l" in terminal.sent)  # noqa: B023
            client.quiet()
            os.kill(terminal.panel, signal.SIGHUP)
            client.event("controls")
            terminal.type("\x1b[A")
            acted_on(client)
            terminal.type("qq")
            terminal.is_back()


@alone_case
def a_terminal_too_large_for_pixels_is_left_without_any(scratch):
    for answers in (KITTY, SIXEL):
        with Emulator(scratch, answers) as terminal:
            terminal.wait(lambda: terminal.images or terminal.registers == 256)  # noqa: B023
            expect(bool(terminal.modes.get(1016)), answers is KITTY)
            terminal.resize(512, 256)
            terminal.wait(lambda: not terminal.images and terminal.registers == 16 and not terminal.modes.get(1016))  # noqa: B023
            terminal.resize(COLUMNS, ROWS)
            terminal.wait(lambda: terminal.images or terminal.registers == 256)  # noqa: B023
            terminal.type("q")
            terminal.is_back()


@alone_case
def a_terminal_that_goes_away_is_not_read_on(scratch):
    if KIND in ("address", "thread"):
        raise Skipped("at the end the sanitizer reads, too")
    pid, person = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", SWIFT_BACKTRACE="enable=no")
        words = [program("wheelctl"), "panel", "--run", "--graphics", "cells", "--socket", scratch.socket]
        os.execv(words[0], [*words, "--config", str(scratch.configuration)])
    fcntl.ioctl(person, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    sent, is_answered, end = b"", False, time.monotonic() + PATIENCE_S
    # The terminal answers only DA1, never the query after a frame, so the panel waits for an answer when the terminal is
    # closed.
    while b"\x1b[5n" not in sent:
        assert time.monotonic() < end, sent[-300:]
        if select.select([person], [], [], 0.5)[0]:
            sent += os.read(person, 65536)
        if b"\x1b[c" in sent and not is_answered:
            is_answered = True
            os.write(person, CELLS["attributes"].encode())
        elif is_answered:
            os.write(person, b"\x1b[A")

    def reads():
        return int(re.search(r"syscr: (\d+)", pathlib.Path(f"/proc/{pid}/io").read_text())[1])

    before = reads()
    os.close(person)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    count = reads() - before
    os.waitpid(pid, 0)
    assert count < 100, f"{count} reads"


@alone_case
def it_stops_and_comes_back(scratch):
    for answers in (KITTY, SIXEL, CELLS):
        with Emulator(scratch, answers) as terminal, Client(scratch.socket) as client:
            terminal.is_drawn()
            terminal.type("\x1a")
            terminal.is_back()
            stat = pathlib.Path(f"/proc/{terminal.panel}/stat").read_text()
            expect(stat.rsplit(")", 1)[1].split()[0], "T")
            count = terminal.sent.count(b"\x1b[?2026l")
            terminal.type("fg\n")
            terminal.wait(lambda: terminal.modes.get(1049) and terminal.sent.count(b"\x1b[?2026l") > count)  # noqa: B023
            if answers is KITTY:
                shows_kitty(terminal)
            client.do(op="ping")
            client.quiet()
            terminal.type("\x1b[A")
            client.event("value")
            # Another client is connected, so the panel asks before it leaves.
            terminal.type("qq")
            terminal.is_back()
