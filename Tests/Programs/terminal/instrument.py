"""The contents of the terminal, and the effects of keys and the mouse."""

import base64
import contextlib
import fcntl
import os
import re
import select
import signal
import statistics
import struct
import subprocess
import termios
import threading
import time

from tmux import DOWN, LEFT, RIGHT, UP, Terminal

from kit.cases import alone_case, expect
from kit.client import Client
from kit.daemon import PATIENCE_S, program
from kit.process import wait_until_asleep, wakeups
from kit.waiting import wait_until

WHEEL_UP, WHEEL_DOWN = 64, 65
# From <asm-generic/ioctls.h>: gets the number of a pseudo-terminal.
TIOCGPTN = 0x80045430


def events_until(client, name):
    """Returns all events up to the next one with this name."""
    events = []
    while not events or events[-1]["event"] != name:
        events.append(client.events.pop(0) if client.events else client.line())
    return events


@contextlib.contextmanager
def program_end(person):
    """Opens the programs' end of a pseudo-terminal in the test, too."""
    (number,) = struct.unpack("i", fcntl.ioctl(person, TIOCGPTN, bytes(4)))
    number = os.open(f"/dev/pts/{number}", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        yield number
    finally:
        os.close(number)


def takes(end, within_s):
    """Whether the terminal accepts bytes within this time."""
    return bool(select.select([], [end], [], within_s)[1])


def view_size(client):
    """The size of the only view, as the panel has requested it."""
    (view,) = client.do(op="stats")["views"]
    return view["width"], view["height"]


def value_of(client, control):
    return client.do(op="get", control=control)["value"]


@alone_case
def without_a_file_the_first_page_is_a_panel(scratch):
    with Terminal(scratch, options="--terminal", environment={"XDG_STATE_HOME": scratch.folder}) as terminal:
        with terminal.client() as client:
            expect(client.hello["page"], "panel")
            rows = terminal.text().splitlines()
            for label in ("1 Frequency", "2 Angle", "3 Azimuth", "4 Mode", "5 Volume"):
                assert any(f"─ {label} ─" in row for row in rows), label
            # The page shows the frequency in large digits, and a dial for each of two angles.
            assert sum("██" in row for row in rows[1:9]) >= 5 and sum("▀" in row for row in rows[9:20]) >= 5, rows
            terminal.type(UP)
            event = client.event("value")
            expect((event["control"], event["value"]), ("angle", 3.75))


@alone_case
def keys_turn_the_marked_control(scratch):
    scratch.configure(lambda text: text.replace("decimals = 6", 'decimals = 6\nacceleration = "off"'))
    with Terminal(scratch) as terminal, terminal.client() as client:
        expect(client.hello["page"], "tuning")
        for key, delta in ((UP, 0.1), (RIGHT, 0.1), (DOWN, -0.1), (LEFT, -0.1)):
            before = value_of(client, "frequency")
            client.quiet()
            terminal.type(key)
            event = client.event("value")
            expect((event["control"], event["input"][:5], event["source"]), ("frequency", "view:", "input"))
            assert abs(event["value"] - before - delta) < 1e-9, event
        terminal.type("Tab", UP)
        expect(client.event("value")["control"], "filter")
        terminal.type("BTab", UP)
        expect(client.event("value")["control"], "frequency")


@alone_case
def a_frame_marks_what_the_arrows_turn(scratch):
    # A configuration without inputs uses every knob and touchscreen.
    scratch.configure(lambda text: re.sub(r"\[\[input\]\].*?\n\n", "", text, flags=re.DOTALL))
    with Terminal(scratch) as terminal, terminal.client() as client:
        expect([each["type"] for each in client.hello["inputs"]], ["evdev", "touch"])
        terminal.type("Escape")
        # Waits, since a key right after Escape could be read as the rest of an escape sequence.
        terminal.wait(lambda: "Read every value" not in terminal.text())

        def marked():
            # The label of the marked control is on a plate in the theme's colour `hand`.
            plates = re.findall(r"\x1b\[[\d;]*48;2;92;184;242m([^\x1b]*)", terminal.colours())
            return ["Frequency" in "".join(plates), "Filter" in "".join(plates) or "filter" in "".join(plates)]

        terminal.wait(lambda: marked() == [True, False])
        terminal.type("Tab")
        terminal.wait(lambda: marked() == [False, True])


@alone_case
def plus_and_minus_are_steps(scratch):
    with Terminal(scratch) as terminal, terminal.client() as client:
        terminal.type("PageDown")
        expect(client.event("page")["page"], "levels")
        client.do(op="set", control="gain", value=0)
        client.quiet()
        terminal.type("+", "+", "-")
        values = [client.event("value")["value"] for _ in range(3)]
        expect(values[2], values[0])
        assert values[1] > values[0] > 0, values
        terminal.type("PageUp")
        expect(client.event("page")["page"], "tuning")


@alone_case
def keys_change_nothing_that_hands_may_not(scratch):
    scratch.configure(lambda text: text.replace('unit = "dB"', 'unit = "dB"\nhands = false'))
    with Terminal(scratch) as terminal, terminal.client() as client:
        client.do(op="lock", locked=True)
        client.quiet()
        terminal.type("+", UP, "Tab", "PageDown", "Space")
        expect([client.event("press")["gesture"] for _ in range(3)], ["down", "up", "click"])
        client.do(op="lock", locked=False)
        expect([e["event"] for e in client.quiet()], ["lock"])
        terminal.type("PageDown", "+", "-", UP, "PageUp")
        for page, control in (("levels", "gain"), ("tuning", "frequency")):
            expect(client.event("page")["page"], page)
            expect([(e["event"], e["control"]) for e in [client.event("focus"), *client.events]], [("focus", control)])


@alone_case
def space_is_a_button(scratch):
    with Terminal(scratch) as terminal, terminal.client() as client:
        terminal.type("Space")
        expect([client.event("press")["gesture"] for _ in range(3)], ["down", "up", "click"])
        terminal.type("Space", "Space")
        expect(client.event("speed")["speed"], "fine")


@alone_case
def the_mouse_wheel_turns(scratch):
    with Terminal(scratch) as terminal, terminal.client() as client:
        before = value_of(client, "frequency")
        client.quiet()
        terminal.point(WHEEL_UP, 20, 6)
        assert client.event("value")["value"] > before
        terminal.point(WHEEL_DOWN, 20, 6)
        expect(client.event("value")["value"], before)
        # The wheel turns the control under the pointer.
        terminal.point(WHEEL_UP, 20, 17)
        expect(client.event("value")["control"], "filter")


@alone_case
def a_drag_is_a_finger(scratch):
    with Terminal(scratch) as terminal, terminal.client() as client:
        terminal.type("PageDown")
        client.event("page")
        client.do(op="set", control="gain", value=-30)
        client.quiet()
        # The wheel lies across the lower part of the page.
        terminal.drag((20, 17), (40, 17))
        assert client.event("value")["value"] > -30
        client.event("commit")
        terminal.drag((40, 17), (20, 17))
        values = [client.event("value")["value"] for _ in range(3)]
        assert values == sorted(values, reverse=True), values


@alone_case
def a_double_click_is_the_next_speed(scratch):
    # Long times, because a busy machine may pass the clicks on slowly.
    scratch.configure(lambda text: text + "[touch]\ntap_ms = 2000\ndouble_ms = 5000\n")
    with Terminal(scratch) as terminal, terminal.client() as client:
        terminal.type("PageDown")
        client.event("page")
        terminal.shows("gain")
        terminal.click(30, 17)

        def is_next_speed():
            # Two clicks within 40 ms count as one that bounced, and on a busy machine they may arrive so close together. Then
            # the clicks are repeated.
            time.sleep(0.05)
            terminal.click(30, 17)
            return [event["control"] for event in client.quiet() if event["event"] == "speed"]

        expect(wait_until("there is another speed", is_next_speed)[0], "gain")


@alone_case
def what_is_shown_follows_the_values(scratch):
    with Terminal(scratch) as terminal, terminal.client() as client:
        terminal.type("Escape")
        terminal.shows("Frequency")
        terminal.shows("MHz")
        before = terminal.text()
        client.do(op="set", control="frequency", value=14.074)
        terminal.wait(lambda: terminal.text() != before)
        client.do(op="page", page="levels")
        terminal.shows("gain")
        before = terminal.text()
        client.do(op="set", control="gain", value=-12.5)
        terminal.wait(lambda: terminal.text() != before)
        colours = terminal.colours()
        assert "48;2;" in colours and "█" in colours, "no half blocks in true colour"


@alone_case
def the_first_screen_says_how_to_read(scratch):
    with Terminal(scratch) as terminal:
        (reader,) = [line.split(": ")[-1].strip() for line in terminal.text().splitlines() if scratch.socket in line]
        with subprocess.Popen(reader.split(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as process:
            said = process.stdout.readline()
            process.kill()
        assert '"frequency"' in said or reader.startswith("wheelctl"), f"{reader}: {said}"
        terminal.type("?")
        terminal.shows("the marked control")
        assert "Read every value" not in terminal.text(), terminal.text()
        terminal.type("?")
        terminal.wait(lambda: "the marked control" not in terminal.text())
        terminal.type("?")
        terminal.shows("the marked control")
        terminal.type("Escape")
        terminal.wait(lambda: "the marked control" not in terminal.text())


@alone_case
def a_terminal_of_any_size(scratch):
    with Terminal(scratch) as terminal, terminal.client() as client:
        terminal.type("Escape")
        for columns, rows in ((132, 43), (40, 12), (20, 5), (80, 24)):
            terminal.resize(columns, rows)
            # tmux reports a size only after it has stayed the same for a while. The view leaves out the last row, which
            # shows the keys.
            terminal.wait(lambda: view_size(client) == (columns, rows - 1))  # noqa: B023
            terminal.wait(lambda: "q leave" in terminal.text())
        client.do(op="set", control="frequency", value=8.765432)
        terminal.type("q")
        terminal.shows("q leaves")
        terminal.type("q")
        terminal.shows("left")


@alone_case
def a_reload_leaves_what_is_typed(scratch):
    # Without a terminal as standard input, SIGHUP is a reload.
    options = f"--terminal --config {scratch.configuration} </dev/null"
    with Terminal(scratch, options=options) as terminal, terminal.client() as client:
        terminal.type("=", "1", "4")
        terminal.shows("= 14")
        client.quiet()
        terminal.signal(signal.SIGHUP)
        client.event("controls")
        terminal.type(".", "0", "7", "4")
        terminal.shows("= 14.074")
        terminal.type("Enter")
        expect(client.event("value")["value"], 14.074)
        # The last row shows the keys again. The list of keys stays open over a reload.
        terminal.shows("q leave")
        terminal.type("?")
        terminal.shows("the marked control")
        terminal.signal(signal.SIGHUP)
        client.event("controls")
        terminal.type("?")
        terminal.wait(lambda: "the marked control" not in terminal.text())


@alone_case
def without_a_terminal_it_says_so(scratch):
    done = subprocess.run(
        [program("wheeld"), "--terminal", "--socket", scratch.socket], stdin=subprocess.DEVNULL, capture_output=True,
        text=True, start_new_session=True, timeout=PATIENCE_S,
    )  # fmt: skip
    expect((done.returncode, done.stdout), (1, ""))
    expect(
        done.stderr,
        "wheelctl: panel: there is no terminal here (ENXIO); over SSH, ssh -t gives one\n",
    )


def leaves(ending):
    def body(scratch):
        with Terminal(scratch) as terminal:
            terminal.type(UP)
            ending(terminal)
            assert terminal.is_as_before() or ending is by_kill, "its modes were not those from before"

    return body


def by_key(terminal):
    terminal.type("q")


def by_term(terminal):
    terminal.signal(signal.SIGTERM)


def by_interrupt(terminal):
    terminal.type("C-c")


def by_kill(terminal):
    # The shell may record the terminal's modes before the guard has restored them. `is_as_before` waits until they are
    # restored.
    terminal.kill()


for ending in (by_key, by_term, by_interrupt, by_kill):
    case = leaves(ending)
    case.__name__ = f"the_terminal_is_as_it_was_{ending.__name__}"
    alone_case(case)


@alone_case
def stopping_it_leaves_the_picture(scratch):
    with Terminal(scratch) as terminal, terminal.client() as client:
        terminal.type("C-z")

        def moves():
            # No shell could continue the program, so Ctrl-Z does not stop it. The next key may be lost, so it is repeated.
            terminal.type(UP)
            return any(event.get("control") == "frequency" for event in client.quiet())

        terminal.wait(moves)


@alone_case
def what_is_logged_comes_afterwards(scratch):
    with Terminal(scratch) as terminal:
        assert "info:" not in terminal.text(), terminal.text()
        terminal.type("q")
        terminal.shows("input knob: waiting")


@alone_case
def nothing_runs_while_nothing_happens(scratch):
    with Terminal(scratch) as terminal:
        terminal.type(UP)
        before = wait_until_asleep(terminal.pid)
        assert before, before
        # Only waiting shows that no timer runs. The slowest repeating timer has a period of two seconds.
        time.sleep(2.2)
        expect(wakeups(terminal.pid), before)


def screen_after(sent, columns=80, rows=24):
    """The text on a terminal that has received these bytes. The panel sends only changed cells, so a word may arrive in
    parts."""
    cells = [[" "] * columns for _ in range(rows)]
    row = column = 0
    for part in re.finditer(r"\x1b\[(\d+);(\d+)H|\x1b\[[?>]?[\d;]*[A-Za-z]|[^\x1b]", sent.decode(errors="ignore")):
        if part[1]:
            row, column = int(part[1]) - 1, int(part[2]) - 1
        elif len(part[0]) == 1 and row < rows and column < columns:
            cells[row][column] = part[0]
            column += 1
    return "\n".join("".join(line) for line in cells)


def serves(path):
    try:
        with Client(path):
            return True
    except (FileNotFoundError, ConnectionRefusedError):
        return False


class Stuck:
    """A terminal that reads nothing until the test lets it read."""

    def __init__(self, scratch):
        self.person, program_end = os.openpty()
        fcntl.ioctl(program_end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.text = b""
        self.pid = os.fork()
        if self.pid == 0:
            try:
                os.setsid()
                fcntl.ioctl(program_end, termios.TIOCSCTTY, 0)
                for number in range(3):
                    os.dup2(program_end, number)
                words = [program("wheeld"), "--terminal", "--config", scratch.configuration]
                os.execve(words[0], words, {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8"})
            finally:
                os._exit(127)
        os.close(program_end)
        wait_until("it serves", lambda: serves(scratch.socket))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.person)

    def shows(self, text):
        """Reads until the screen has this text."""

        def take():
            try:
                while True:
                    self.text += os.read(self.person, 65536)
            except OSError:
                pass

        threading.Thread(target=take, daemon=True).start()
        wait_until(lambda: screen_after(self.text), lambda: text in screen_after(self.text))


@alone_case
def a_terminal_that_stands_still_holds_nobody_up(scratch):
    with Stuck(scratch) as terminal, Client(scratch.socket) as client:
        with program_end(terminal.person) as end:
            # Each new page sends many bytes, until the terminal's buffer is full.
            wait_until("it takes nothing", lambda: client.do(op="page", page="next") and not takes(end, 0.1))
        client.do(op="page", page="tuning")
        spans = []
        for number in range(400):
            start = time.monotonic()
            client.do(op="set", control="frequency", value=1 + number / 100)
            spans.append(time.monotonic() - start)
        # If frames delayed replies, they would delay all of them, until the terminal reads. A busy machine delays only
        # some.
        assert statistics.median(spans) < 0.1 and max(spans) < 20, f"answers took {sorted(spans)[200:]} s"
        client.do(op="set", control="frequency", value=29.123456)
        # When the terminal reads again, it gets the newest values, and few of the earlier ones.
        client.do(op="set", control="frequency", value=30)
        terminal.shows(" max ")
        assert terminal.text.count(b"\x1b[?2026h") < 60, terminal.text.count(b"\x1b[?2026h")


@alone_case
def a_typed_value_is_set(scratch):
    with Terminal(scratch) as terminal, terminal.client() as client:
        terminal.type("=", "1", "4", ".", "1", "0", "BSpace", "7")
        terminal.shows("= 14.17")
        terminal.type("Enter")
        expect(client.event("value")["value"], 14.17)
        terminal.type("=", "x", "Enter")
        terminal.shows("! 'x' is not a number")
        terminal.type("=", "7", "Escape")
        terminal.wait(lambda: "= 7" not in terminal.text())
        expect(value_of(client, "frequency"), 14.17)


@alone_case
def leaving_asks_while_clients_are_connected(scratch):
    with Terminal(scratch) as terminal:
        with terminal.client():
            terminal.type("q")
            terminal.shows("1 client is connected. q leaves, any other key stays.")
            terminal.type("x")
            terminal.wait(lambda: "is connected" not in terminal.text())

        def leaves():
            # Repeated, because the daemon may not know yet that the client has disconnected.
            terminal.type("x", "q")
            return "left" in terminal.text()

        terminal.wait(leaves)


@alone_case
def events_stand_beside_a_wide_page(scratch):
    with Terminal(scratch, columns=170, rows=40) as terminal:
        terminal.type(UP)
        terminal.shows("Events")
        terminal.shows("elsewhere:")
        terminal.wait(lambda: re.search(r"\d\d:\d\d:\d\d\.\d{3} commit frequency", terminal.text()))
        terminal.type("e")
        terminal.wait(lambda: "Events" not in terminal.text())


@alone_case
def events_leave_a_page_its_large_digits(scratch):
    """At 120 columns the events would take a third of the width, so they are shown only on request."""
    with Terminal(scratch, columns=120, rows=40) as terminal:
        terminal.type("Escape")
        terminal.shows("e events")
        assert "elsewhere" not in terminal.text(), terminal.text()
        digits = terminal.text().count("██")
        assert digits > 20, terminal.text()
        terminal.type("e")
        terminal.shows("Events")
        terminal.type("e")
        terminal.wait(lambda: "elsewhere" not in terminal.text() and terminal.text().count("██") == digits)


@alone_case
def without_colours_there_is_bold_and_inverse(scratch):
    with Terminal(scratch, environment={"NO_COLOR": "1"}) as terminal:
        terminal.type("Tab")
        terminal.wait(lambda: "\x1b[1;7m" in terminal.colours() or "\x1b[7" in terminal.colours())
        assert not re.search(r"\x1b\[[\d;]*[34]8;", terminal.colours()), terminal.colours()[:400]


@alone_case
def without_utf8_it_is_ascii(scratch):
    with Terminal(scratch, environment={"LC_ALL": "C"}) as terminal:
        terminal.type("Tab")
        terminal.shows("q leave")
        assert terminal.text().isascii(), terminal.text()
