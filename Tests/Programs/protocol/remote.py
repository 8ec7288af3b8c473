"""Remote displays: clients that watch a picture."""

import base64
import pathlib
import random
import select
import signal
import subprocess
import time

from kit.cases import alone_case, expect
from kit.daemon import Daemon, program
from kit.picture import Picture

REMOTE = """
[[display]]
name = "{name}"
output = "remote"
size = [{width}, {height}]
{more}
"""

# So long after the last change nothing moves any more.
STILL_S = 0.5


def remote(name="panel", width=320, height=240, more=""):
    return REMOTE.format(name=name, width=width, height=height, more=more)


def daemon_with(scratch, *displays):
    scratch.configure(lambda text: text + "".join(displays))
    return Daemon(scratch)


class Watcher:
    """A client that composes the frames of the displays that it watches."""

    def __init__(self, daemon, **members):
        self.client = daemon.client()
        self.rows = {}
        self.size = {}
        self.frames = []
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
        self.frames.append({key: value for key, value in frame.items() if key != "png"})

    def take(self):
        """Takes in the events that the client has read so far."""
        for event in self.client.events:
            # `missed` is of the newest event, and comes before those that wait.
            if event["event"] == "missed":
                continue
            assert event["seq"] >= self.seq, f"{event} after {self.seq}"
            self.seq = event["seq"]
            if event["event"] == "frame":
                self.compose(event)
        self.client.events = []

    def read(self, quiet_s=STILL_S):
        """Reads until nothing has come for so long."""
        self.take()
        while b"\n" in self.client.rest or select.select([self.client.socket], [], [], quiet_s)[0]:
            line = self.client.line()
            assert line is not None, "the connection has ended"
            self.client.events.append(line)
            self.take()

    def whole(self, name):
        """Reads until a whole picture has come."""
        before = len(self.frames)
        end = time.monotonic() + 30
        while not any("whole" in frame and frame["display"] == name for frame in self.frames[before:]):
            assert time.monotonic() < end, f"no picture of {name}"
            self.client.events.append(self.client.line())
            self.take()

    def shows(self, picture, name):
        expect(self.size[name], (picture.width, picture.height))
        different = [y for y in range(picture.height) if bytes(self.rows[name][y]) != picture.rows[y]]
        assert not different, f"{len(different)} rows of {name} differ, the first is {different[0]}"


def screenshot(scratch, *words):
    file = pathlib.Path(scratch.folder, "picture.png")
    subprocess.run(
        [program("wheelctl"), "--socket", scratch.socket, "screenshot", "-o", str(file), *words], check=True
    )
    return Picture(file.read_bytes())


def step(chance, client):
    """Something that may change the picture."""
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
        # A slow machine draws fewer frames for the same steps.
        for number in range(10_000):
            step(chance, hand)
            if chance.random() < 0.3:
                watcher.read(quiet_s=0)
            if number % 250 == 249:
                watcher.read()
                watcher.shows(screenshot(scratch), "panel")
                parts = [frame for frame in watcher.frames if "whole" not in frame]
            if number >= 999 and len(parts) > 100:
                break
        assert len(parts) > 100, f"only {len(parts)} frames"
        # Most frames are of what has changed.
        pixels = sum(frame["width"] * frame["height"] for frame in parts) / len(parts)
        assert pixels < 320 * 240 * 0.9, f"{pixels} pixels in a frame"
        expect(sum("whole" in frame for frame in watcher.frames), 1)
        hand.quiet()


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
            for number in range(40):
                turns(hand, 5 + number)
                reader.read(quiet_s=0.01)
                if number == 20:
                    other.client.socket.close()  # In the middle of its frames.
            grown = daemon.resident_kb() - before
            assert grown < 3072, f"memory has grown by {grown} KiB"
            hand.do(op="page", page="next")
            reader.read()
            picture = screenshot(scratch)
            reader.shows(picture, "panel")
            # The one that stalled gets few frames, and then the same picture. Events are not pushed out by frames.
            stalled.read()
            stalled.shows(picture, "panel")
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
            watcher.read()
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
        watcher.read()
        expect(len(watcher.frames), seen, "frames after the end")
        watcher.client.do(op="unwatch-display")
        # A watcher that subscribes to nothing gets its frames.
        watcher.client.do(op="subscribe", events=[])
        watcher.watch(display="panel")
        watcher.whole("panel")
        turns(hand, 20)
        watcher.read()
        watcher.shows(screenshot(scratch), "panel")


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
            watcher.read()
            for name in ("panel", "second"):
                watcher.shows(screenshot(scratch, "--display", name), name)
            reply = hand.do(op="screenshot", display="second")
            expect((reply["width"], reply["height"]), (400, 200))


@alone_case
def a_definition_leaves_the_pages_of_displays_alone(scratch):
    pages = "".join(
        f'\n[[page]]\nname = "{name}"\ncontrols = ["{control}"]\ndisplay = "{display}"\n'
        for name, control, display in (("beam", "azimuth", "second"), ("front", "gain", "panel"))
    )
    with daemon_with(scratch, remote(), remote("second"), pages) as daemon, daemon.client() as hand:
        # The second display goes on showing its page while the panel's page is one of the first display.
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
        # The daemon shows the first picture only when somebody asks for it.
        screenshot(scratch)
        hand.do(op="set", control="gain", value=6)
        first = screenshot(scratch).rows
        time.sleep(STILL_S)
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
        # Nothing about the display has changed: its frames go on.
        reload(daemon, hand, other, remote())
        turns(hand, 20)
        watcher.read()
        watcher.shows(screenshot(scratch), "panel")
        expect(sum("whole" in frame for frame in watcher.frames), 1)
        # Another size, or anything else of it: a new picture.
        for display in (remote(width=200, height=300), remote(width=200, height=300, more='theme = "light"')):
            reload(daemon, hand, display)
            watcher.whole("panel")
            turns(hand, 20)
            watcher.read()
            watcher.shows(screenshot(scratch), "panel")
            expect(watcher.size["panel"], (200, 300))
        expect(sum("whole" in frame for frame in watcher.frames), 3)
        # The display is removed.
        lost = []
        seen = len(watcher.frames)
        reload(daemon, hand, other)
        while not lost:
            watcher.client.events.append(watcher.client.line())
            lost = [event for event in watcher.client.events if event["event"] == "device" and event["state"] == "lost"]
            watcher.take()
        expect((lost[0]["display"], lost[0]["detail"]),
               ("panel", "the configuration has no remote display of this name now"))  # fmt: skip
        watcher.client.refused("unknown-display", op="unwatch-display", display="panel")
        # The watch does not come back with it.
        reload(daemon, hand, remote())
        turns(hand, 20)
        watcher.read()
        expect(len(watcher.frames), seen)
        watcher.watch()
        watcher.whole("panel")


@alone_case
def a_dark_display_is_black(scratch):
    with daemon_with(scratch, remote(more="blank_after_s = 1.5")) as daemon, Watcher(daemon) as watcher:
        watcher.whole("panel")
        assert any(any(row) for row in watcher.rows["panel"])
        watcher.read(quiet_s=2)
        assert not any(any(row) for row in watcher.rows["panel"]), "the picture is not black"
        # It is for one that comes later, too.
        with Watcher(daemon) as later:
            later.whole("panel")
            assert not any(any(row) for row in later.rows["panel"])
        # A screenshot has the picture, as of any dark display.
        assert any(any(row) for row in screenshot(scratch).rows)


def wakes(daemon, thread):
    for task in pathlib.Path(f"/proc/{daemon.pid}/task").iterdir():
        if (task / "comm").read_text().strip() == thread:
            status = (task / "status").read_text()
            return int(status.split("voluntary_ctxt_switches:")[1].split()[0])
    raise AssertionError(f"there is no thread {thread}")


@alone_case
def nothing_is_drawn_without_a_watcher(scratch):
    with daemon_with(scratch, remote(more="blank_after_s = 0.2")) as daemon, daemon.client() as hand:
        time.sleep(0.3)
        before = wakes(daemon, "display")
        turns(hand, 100)
        time.sleep(0.5)
        expect(wakes(daemon, "display"), before, "wakes before the first watcher")
        expect(hand.do(op="stats")["frames"], 0)
        # A picture that is requested is that of the newest values.
        first = screenshot(scratch)
        hand.do(op="set", control="frequency", value=29.5)
        assert screenshot(scratch).rows != first.rows
    with daemon_with(scratch, remote()) as daemon, daemon.client() as hand:
        with Watcher(daemon) as watcher:
            watcher.whole("panel")
            turns(hand, 10)
            watcher.read()
        hand.do(op="ping")
        time.sleep(0.3)
        before = wakes(daemon, "display"), hand.do(op="stats")["frames"]
        turns(hand, 100)
        time.sleep(0.5)
        expect((wakes(daemon, "display"), hand.do(op="stats")["frames"]), before, "wakes after the last watcher")


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
    """The panel's page is one of the other display."""
    scratch.configure(lambda text: text[: text.index("[[page]]")] + PAGES + remote("a") + remote("b"))
    with Daemon(scratch) as daemon, Watcher(daemon, display="b") as watcher, daemon.client() as client:
        watcher.whole("b")
        client.do(op="page", page="second")
        client.do(op="page", page="own")
        watcher.read()
        before = [bytes(row) for row in watcher.rows["b"]]
        client.do(op="define", owner="x", controls=[{"name": "x", "kind": "int", "range": "[0, 9]"}])
        watcher.read()
        expect([bytes(row) for row in watcher.rows["b"]] == before, True)
