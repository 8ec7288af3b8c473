"""Remote displays, whose pictures clients watch."""

import base64
import functools
import pathlib
import random
import select
import signal
import subprocess
import time
import zlib

from kit.cases import alone_case, expect
from kit.daemon import PATIENCE_S, Daemon, program
from kit.picture import Picture
from kit.waiting import wait_until, wait_until_steady

REMOTE = """
[[display]]
name = "{name}"
output = "remote"
size = [{width}, {height}]
{more}
"""

# Longer than the motion of a value or a page.
GLIDE_S = 0.35


class Late(Exception):
    """Raised by a case that was stopped so long that a display has become dark, or has been lit, meanwhile."""


def darkening_case(function):
    """A case whose displays become dark after the number of seconds in its second argument.

    A busy machine may stop the case or the display's thread for longer than these seconds. Then the case raises `Late`,
    and runs again with more seconds.
    """

    @functools.wraps(function)
    def body(scratch):
        for dark_s in (0.6, 1.8, 5.4, 16):
            try:
                return function(scratch, dark_s)
            except Late as late:
                print(f"{function.__name__}: {late}; again with more than {dark_s} s", flush=True)
        raise AssertionError("it is late with any time")

    return alone_case(body)


def remote(name="panel", width=320, height=240, more=""):
    return REMOTE.format(name=name, width=width, height=height, more=more)


def daemon_with(scratch, *displays):
    scratch.configure(lambda text: text + "".join(displays))
    return attached(Daemon(scratch), *displays)


def attached(daemon, *displays):
    """Waits until each remote display of this list has a picture."""
    for display in displays:
        if 'output = "remote"' in display:
            name = display.split('"')[1]
            daemon.wait_for_log(f"display {name}: attached")
    return daemon


class Watcher:
    """A client that watches displays, and composes their pictures from the frames."""

    def __init__(self, daemon, **members):
        self.client = daemon.client()
        self.rows = {}
        self.size = {}
        self.frames = []
        # The displays that any frame has shown lit. A later frame, read at the same time, may be dark again.
        self.was_lit = set()
        self.seq = self.client.hello["seq"]
        self.answer = self.watch(**members)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.socket.close()

    def watch(self, **members):
        self.client.events = []
        return self.client.do(op="watch-display", **members)

    def compose(self, frame):
        part = Picture(base64.b64decode(frame["png"]))
        name, x, y = frame["display"], frame["x"], frame["y"]
        expect((part.width, part.height), (frame["width"], frame["height"]))
        if "whole" in frame:
            expect((frame["whole"], x, y), (True, 0, 0))
            self.rows[name] = [bytearray(row) for row in part.rows]
            self.size[name] = (part.width, part.height)
        else:
            width, height = self.size[name]
            assert x >= 0 and y >= 0 and x + part.width <= width and y + part.height <= height, frame
            for number, row in enumerate(part.rows):
                self.rows[name][y + number][x * 3 : (x + part.width) * 3] = row
        expect(frame.get("dark", False), self.is_dark(name))
        if not self.is_dark(name):
            self.was_lit.add(name)
        self.frames.append({key: value for key, value in frame.items() if key != "png"})

    def take(self):
        """Composes the frames among the events that the client has read."""
        for event in self.client.events:
            # `missed` precedes the waiting events, but has the `seq` of the newest of them, so it is out of order.
            if event["event"] == "missed":
                continue
            assert event["seq"] >= self.seq, f"{event} after {self.seq}"
            self.seq = event["seq"]
            if event["event"] == "frame":
                self.compose(event)
        self.client.events = []

    def read(self, quiet_s):
        """Reads until nothing has arrived for this time. More may still arrive later."""
        self.take()
        while b"\n" in self.client.rest or select.select([self.client.socket], [], [], quiet_s)[0]:
            line = self.client.line()
            assert line is not None, "the connection has ended"
            self.client.events.append(line)
            self.take()

    def read_until(self, what, condition, within_s=PATIENCE_S):
        """Reads frames until the condition is true. Otherwise fails with `what`, or returns False if `what` is None."""
        end = time.monotonic() + within_s
        while not condition():
            if time.monotonic() > end:
                assert what is None, f"not within {within_s} s: {what}"
                return False
            self.read(quiet_s=0.02)
        return True

    def whole(self, name):
        """Reads until a whole picture has arrived."""
        before = len(self.frames)
        self.read_until(
            f"a picture of {name}",
            lambda: any("whole" in frame and frame["display"] == name for frame in self.frames[before:]),
        )

    def read_all(self, name):
        """Reads all frames so far. The thread that makes the frames also answers `screenshot`, after these frames."""
        self.client.do(op="screenshot", display=name)
        self.take()

    def differs(self, picture, name):
        """The first row that differs from the picture's row; `None` if all rows are equal."""
        assert self.size[name] == (picture.width, picture.height), f"{name} has {self.size[name]}"
        return next((y for y in range(picture.height) if bytes(self.rows[name][y]) != picture.rows[y]), None)

    def comes_to_screenshot(self, name):
        """Reads until the frames make the picture of a screenshot. While something moves, the frames may be older or
        newer than the screenshot."""
        end = time.monotonic() + PATIENCE_S
        while True:
            # Waits until no frame arrives, since a moving picture need not be compared.
            self.read(quiet_s=0.1)
            reply = self.client.do(op="screenshot", display=name)
            self.take()
            row = self.differs(Picture(base64.b64decode(reply["png"])), name)
            if row is None:
                return
            assert time.monotonic() < end, f"rows of {name} differ from a screenshot, the first is {row}"

    def is_dark(self, name):
        return name in self.rows and all(row.count(0) == len(row) for row in self.rows[name])


class Lights(Watcher):
    """A watcher that only notes whether displays are dark: composing their pictures takes long on a busy machine."""

    def __init__(self, daemon, **members):
        self.dark = {}
        super().__init__(daemon, **members)

    def compose(self, frame):
        name, png = frame["display"], base64.b64decode(frame["png"])
        self.size.setdefault(name, (frame["width"], frame["height"]))
        data, at = b"", 8
        while at < len(png):
            length = int.from_bytes(png[at : at + 4], "big")
            data += png[at + 8 : at + 8 + length] if png[at + 4 : at + 8] == b"IDAT" else b""
            at += 12 + length
        data = zlib.decompress(data)
        # Each row of a PNG file begins with the number of its filter. In a black picture all other bytes are 0, whatever the
        # filter.
        stride = frame["width"] * 3 + 1
        if any(data[row + 1 : row + stride].strip(b"\0") for row in range(0, len(data), stride)):
            self.dark[name] = False
            self.was_lit.add(name)
        elif self.size[name] == (frame["width"], frame["height"]):
            self.dark[name] = True
        self.frames.append({key: value for key, value in frame.items() if key != "png"})

    def is_dark(self, name):
        return self.dark.get(name, False)


def screenshot(scratch, *words):
    file = pathlib.Path(scratch.folder, "picture.png")
    subprocess.run(
        [program("wheelctl"), "--socket", scratch.socket, "screenshot", "-o", str(file), *words], check=True
    )
    return Picture(file.read_bytes())


def step(chance, client):
    """Does something that may change the picture."""
    kind = chance.randrange(8)
    if kind == 0:
        client.do(op="page", page=chance.choice(("next", "previous")))
    elif kind == 1:
        client.do(op="select", control="filter", position=chance.choice(("low-pass", "band-pass", "hp")))
    elif kind == 2:
        client.do(op="speed", control="frequency", speed="next")
    elif kind == 3:
        client.do(op="set", control="gain", value=chance.randint(-120, 12) / 2)
    elif kind == 4:
        client.do(op="lock", locked=chance.random() < 0.5)
    else:
        client.do(op="turn", control="frequency", detents=chance.randint(-9, 9))


@alone_case
def frames_compose_the_picture_of_a_screenshot(scratch):
    chance = random.Random(20261122)
    with daemon_with(scratch, remote()) as daemon, Watcher(daemon) as watcher, daemon.client() as hand:
        expect({k: watcher.answer[k] for k in ("display", "width", "height")},
               {"display": "panel", "width": 320, "height": 240})  # fmt: skip
        watcher.whole("panel")
        parts = []
        # Counts frames and not only steps, because a slow machine draws fewer frames for the same number of steps.
        for number in range(10_000):
            step(chance, hand)
            if chance.random() < 0.3:
                watcher.read(quiet_s=0)
            if number % 250 == 249:
                watcher.comes_to_screenshot("panel")
                parts = [frame for frame in watcher.frames if "whole" not in frame]
            if number >= 999 and len(parts) > 100:
                break
        assert len(parts) > 100, f"only {len(parts)} frames"
        expect(sum("whole" in frame for frame in watcher.frames), 1)
        # A frame contains only what has changed. Above, several controls and pages changed, so a frame may have
        # contained everything.
        hand.do(op="lock", locked=False)
        hand.do(op="page", page="tuning")
        hand.do(op="set", control="frequency", value=10)
        # The frames of the motion to this value must not count as frames of a detent.
        watcher.read(quiet_s=GLIDE_S)
        watcher.comes_to_screenshot("panel")
        for _ in range(10):
            before = len(watcher.frames)
            hand.do(op="turn", control="frequency", detents=1)
            watcher.read_until("the picture of a detent", lambda: len(watcher.frames) > before)
            watcher.comes_to_screenshot("panel")
            largest = max(frame["width"] * frame["height"] for frame in watcher.frames[before:])
            assert largest < 320 * 240 / 2, f"{largest} pixels in a frame of a detent"
        watcher.read_until("the picture of wheelctl", lambda: watcher.differs(screenshot(scratch), "panel") is None)


def turns(client, count, control="frequency"):
    for number in range(count):
        client.do(op="set", control=control, value=1 + number % 280 / 10)


@alone_case
def two_watchers_and_one_that_stalls(scratch):
    with daemon_with(scratch, remote()) as daemon, daemon.client() as hand:
        with Watcher(daemon) as reader, Watcher(daemon) as stalled, Watcher(daemon) as other:
            reader.whole("panel")
            other.whole("panel")
            before = daemon.resident_kb()
            # Sets values in at least 40 rounds, and until `reader` has a hundred frames.
            number = 0
            while number < 40 or len(reader.frames) < 100:
                turns(hand, 5 + number % 40)
                reader.read(quiet_s=0.01)
                if number == 20:
                    other.client.socket.close()  # The other client disconnects in the middle of its frames.
                number += 1
                assert number < 10_000, f"only {len(reader.frames)} frames"
            grown = daemon.resident_kb() - before
            assert grown < 3072, f"memory has grown by {grown} KiB"
            hand.do(op="page", page="next")
            reader.comes_to_screenshot("panel")
            # `stalled` has read nothing so far. It gets few frames, and then has the picture of the screenshot.
            stalled.comes_to_screenshot("panel")
            assert len(stalled.frames) < len(reader.frames) / 3, (len(stalled.frames), len(reader.frames))
            expect(hand.do(op="stats")["clients"], 3)
        assert not [line for line in daemon.log_lines() if "error" in line or "warning" in line]


@alone_case
def a_watcher_that_reads_gets_every_value(scratch):
    with daemon_with(scratch, remote(width=1280, height=800)) as daemon, daemon.client() as hand:
        with Watcher(daemon) as watcher:
            watcher.whole("panel")
            values = []
            watcher.take = lambda: values.extend(watcher.client.take("value"))
            for number in range(300):
                hand.do(op="set", control="gain", value=-60 + number % 120 / 2)
                watcher.read(quiet_s=0)
            watcher.client.do(op="ping")
            watcher.take()
            merged = sum(event.get("skipped", 0) for event in values)
            expect((len(values), merged), (300, 0))


@alone_case
def a_watch_begins_and_ends_at_once(scratch):
    with daemon_with(scratch, remote()) as daemon, daemon.client() as hand, Watcher(daemon) as watcher:
        watcher.whole("panel")
        watcher.watch()
        watcher.whole("panel")
        turns(hand, 20)
        reply = watcher.client.do(op="unwatch-display", display="panel")
        expect((reply["display"], reply["width"], reply["height"]), ("panel", 320, 240))
        watcher.take()
        seen = len(watcher.frames)
        turns(hand, 20)
        watcher.read_all("panel")
        expect(len(watcher.frames), seen, "frames after the end")
        watcher.client.do(op="unwatch-display")
        # A watcher that subscribes to nothing gets its frames.
        watcher.client.do(op="subscribe", events=[])
        watcher.watch(display="panel")
        watcher.whole("panel")
        turns(hand, 20)
        watcher.comes_to_screenshot("panel")


@alone_case
def a_display_that_is_not_remote_cannot_be_watched(scratch):
    other = '[[display]]\nname = "front"\noutput = "none"\n'
    with daemon_with(scratch, other, remote("panel"), remote("second")) as daemon, daemon.client() as client:
        for op in ("watch-display", "unwatch-display"):
            expect(client.refused("unknown-display", op=op, display="front"),
                   "no remote display named 'front'; there are: panel, second")  # fmt: skip
            expect(client.refused("unknown-display", op=op, display="pannel"),
                   "no remote display named 'pannel'; did you mean 'panel'?")  # fmt: skip
        client.refused("unknown-display", op="screenshot", display="x")
        client.refused("no-display", op="screenshot", display="front")
        expect(client.do(op="watch-display")["display"], "panel")
    with daemon_with(scratch, other) as daemon, daemon.client() as client:
        expect(client.refused("unknown-display", op="watch-display"), 'no display has output = "remote"')
        expect(client.refused("unknown-display", op="watch-display", display="front"),
               "no remote display named 'front'; there are none")  # fmt: skip


@alone_case
def displays_have_pages_of_their_own(scratch):
    pages = '\n[[page]]\nname = "beam"\ncontrols = ["azimuth"]\ndisplay = "second"\n'
    with daemon_with(scratch, remote(), remote("second", 400, 200, 'theme = "light"'), pages) as daemon:
        with daemon.client() as hand, Watcher(daemon) as watcher:
            watcher.whole("panel")
            watcher.watch(display="second")
            watcher.whole("second")
            hand.do(op="page", page="beam")
            turns(hand, 30, "azimuth")
            hand.do(op="page", page="levels")
            turns(hand, 30)
            for name in ("panel", "second"):
                watcher.comes_to_screenshot(name)
            watcher.read_until(
                "the picture of wheelctl",
                lambda: watcher.differs(screenshot(scratch, "--display", "second"), "second") is None,
            )
            reply = hand.do(op="screenshot", display="second")
            expect((reply["width"], reply["height"]), (400, 200))


@alone_case
def a_definition_leaves_the_pages_of_displays_alone(scratch):
    pages = "".join(
        f'\n[[page]]\nname = "{name}"\ncontrols = ["{control}"]\ndisplay = "{display}"\n'
        for name, control, display in (("beam", "azimuth", "second"), ("front", "gain", "panel"))
    )
    with daemon_with(scratch, remote(), remote("second"), pages) as daemon, daemon.client() as hand:
        # `second` continues to show `beam` while the panel's page is `front`, which belongs to the first display.
        hand.do(op="page", page="beam")
        screenshot(scratch, "--display", "second")
        hand.do(op="page", page="front")
        before = screenshot(scratch, "--display", "second").rows
        hand.do(op="define", owner="other", controls=[{"name": "cutoff", "kind": "float", "range": "[0, 1]"}])
        assert screenshot(scratch, "--display", "second").rows == before, "another page"
        hand.quiet()


@alone_case
def a_screenshot_of_a_display_that_nobody_watches_shows_the_end_of_a_motion(scratch):
    with daemon_with(scratch, remote()) as daemon, daemon.client() as hand:
        hand.do(op="page", page="levels")
        # The first picture is drawn only when somebody asks for it.
        screenshot(scratch)
        hand.do(op="set", control="gain", value=6)
        first = screenshot(scratch).rows
        # A motion that still ran would change the picture.
        time.sleep(GLIDE_S)
        assert screenshot(scratch).rows == first, "something moved"
        hand.quiet()


def reload(daemon, client, *displays):
    daemon.scratch.configure(lambda text: text + "".join(displays))
    client.quiet()
    daemon.signal(signal.SIGHUP)
    client.event("controls")


@alone_case
def a_reload_keeps_a_watch_while_its_display_remains(scratch):
    other = '[[display]]\nname = "front"\noutput = "none"\n'
    with daemon_with(scratch, remote(), other) as daemon, daemon.client() as hand, Watcher(daemon) as watcher:
        watcher.whole("panel")
        # This reload does not change the watched display, so its frames continue without a new whole picture.
        reload(daemon, hand, other, remote())
        turns(hand, 20)
        watcher.comes_to_screenshot("panel")
        expect(sum("whole" in frame for frame in watcher.frames), 1)
        # After a change of the display, such as its size, the daemon sends a whole picture again.
        for display in (remote(width=200, height=300), remote(width=200, height=300, more='theme = "light"')):
            reload(daemon, hand, display)
            watcher.whole("panel")
            turns(hand, 20)
            watcher.comes_to_screenshot("panel")
            expect(watcher.size["panel"], (200, 300))
        expect(sum("whole" in frame for frame in watcher.frames), 3)
        lost = []
        reload(daemon, hand, other)
        while not lost:
            watcher.client.events.append(watcher.client.line())
            lost = [event for event in watcher.client.events if event["event"] == "device" and event["state"] == "lost"]
            watcher.take()
        seen = len(watcher.frames)
        expect((lost[0]["display"], lost[0]["detail"]),
               ("panel", "the configuration has no remote display of this name now"))  # fmt: skip
        watcher.client.refused("unknown-display", op="unwatch-display", display="panel")
        # When the display is added again, the watch does not continue.
        reload(daemon, hand, remote())
        wait_until("the display is there", lambda: sum("display panel: attached" in line for line in daemon.log_lines()) == 4)
        turns(hand, 20)
        watcher.read_all("panel")
        expect(len(watcher.frames), seen)
        watcher.watch()
        watcher.whole("panel")


@darkening_case
def a_dark_display_is_black(scratch, dark_s):
    with daemon_with(scratch, remote(more=f"blank_after_s = {dark_s}")) as daemon, Watcher(daemon) as watcher:
        watcher.whole("panel")
        watcher.read_until("the picture becomes black", lambda: watcher.is_dark("panel"))
        if not watcher.was_lit:
            raise Late("its first picture is black")
        # A watcher that begins later also gets a black picture.
        with Watcher(daemon) as later:
            later.whole("panel")
            assert later.is_dark("panel"), "the later picture is not black"
        # A screenshot shows the picture although the display is dark.
        assert any(any(row) for row in screenshot(scratch).rows)


def wakes(daemon, thread):
    """How often a thread of the daemon has been woken; `None` while it does not sleep."""
    for task in pathlib.Path(f"/proc/{daemon.pid}/task").iterdir():
        if (task / "comm").read_text().strip() == thread:
            status = (task / "status").read_text()
            return int(status.split("voluntary_ctxt_switches:")[1].split()[0]) if "\nState:\tS" in status else None
    raise AssertionError(f"there is no thread {thread}")


def idle(daemon):
    """Waits until the display's thread has nothing more to do. Returns how often it has been woken."""
    # GLIDE_S is longer than the thread's pauses within a motion, and than `blank_after_s` in the case below.
    return wait_until_steady("the display's thread sleeps", lambda: wakes(daemon, "display"), GLIDE_S)


@alone_case
def nothing_is_drawn_without_a_watcher(scratch):
    with daemon_with(scratch, remote(more="blank_after_s = 0.2")) as daemon, daemon.client() as hand:
        before = idle(daemon)
        turns(hand, 100)
        # `idle` also waits for the time that a motion would take.
        expect(idle(daemon), before, "wakes before the first watcher")
        expect(hand.do(op="stats")["frames"], 0)
        # A screenshot shows the newest values.
        first = screenshot(scratch)
        hand.do(op="set", control="frequency", value=29.5)
        assert screenshot(scratch).rows != first.rows
    with daemon_with(scratch, remote()) as daemon, daemon.client() as hand:
        with Watcher(daemon) as watcher:
            watcher.whole("panel")
            turns(hand, 10)
            watcher.comes_to_screenshot("panel")
        wait_until("the watcher goes", lambda: hand.do(op="stats")["clients"] == 1)
        before = idle(daemon), hand.do(op="stats")["frames"]
        turns(hand, 100)
        expect((idle(daemon), hand.do(op="stats")["frames"]), before, "wakes after the last watcher")


PAGES = """
[[page]]
name = "own"
display = "a"
controls = ["frequency"]

[[page]]
name = "first"
display = "b"
controls = ["filter"]

[[page]]
name = "second"
display = "b"
controls = ["gain"]
"""


@alone_case
def a_definition_turns_no_page_back(scratch):
    """The panel's page belongs to display `a`, and `b` must keep its own page."""
    scratch.configure(lambda text: text[: text.index("[[page]]")] + PAGES + remote("a") + remote("b"))
    with attached(Daemon(scratch), remote("a"), remote("b")) as daemon, daemon.client() as client:
        client.do(op="page", page="second")
        client.do(op="page", page="own")
        # Without a watcher, a screenshot shows the end of all motions.
        before = screenshot(scratch, "--display", "b")
        with Watcher(daemon, display="b") as watcher:
            watcher.whole("b")
            watcher.read_until("the page", lambda: watcher.differs(before, "b") is None)
            client.do(op="define", owner="x", controls=[{"name": "x", "kind": "int", "range": "[0, 9]"}])
            watcher.read_all("b")
            expect(watcher.differs(before, "b"), None)
            watcher.client.do(op="unwatch-display")
            assert screenshot(scratch, "--display", "b").rows == before.rows, "another page"
