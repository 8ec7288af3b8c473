"""What only lights a dark display: `waking` of a `[[display]]`, with hands that clients feed."""

import time

from kit.cases import alone_case, expect
from kit.daemon import Daemon

from remote import Watcher, remote

INPUTS = """
[[input]]
name = "dial"
type = "client"
controls = ["gain"]
[input.on]
down = "emit"
click = "set:filter=hp"
double = "emit"
long = "set:filter=hp"

[[input]]
name = "glass"
type = "client"
controls = ["gain"]
display = "{display}"
"""

DARK_S = 0.4


def blanking(waking, name="panel"):
    key = f'\nwaking = "{waking}"' if waking else ""
    return remote(name, more=f"blank_after_s = {DARK_S}{key}")


class Dark:
    """A daemon with remote displays that become dark, their watcher, and a client that is the hands."""

    def __init__(self, scratch, *displays, touched="panel"):
        text = "".join(displays) + INPUTS.format(display=touched)
        scratch.configure(lambda standing: standing.replace("[[page]]", text + "\n[[page]]", 1))
        self.names = [line.split('"')[1] for display in displays for line in display.splitlines() if "name" in line]
        self.daemon = Daemon(scratch)
        self.watcher = Watcher(self.daemon, display=self.names[0])
        for name in self.names[1:]:
            self.watcher.watch(display=name)
        self.hands = self.daemon.client()
        self.hands.do(op="page", page="levels")
        self.feed("dial")
        self.feed("glass", size=[320, 240])

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.watcher.client.socket.close()
        self.hands.socket.close()
        self.daemon.__exit__(*arguments)

    def is_dark(self, name):
        return name in self.watcher.rows and not any(any(row) for row in self.watcher.rows[name])

    def wait(self, what):
        end = time.monotonic() + 20
        while not what():
            assert time.monotonic() < end, "the display has not changed"
            self.watcher.read(quiet_s=0.05)

    def darken(self, name="panel"):
        # What the hand did last may have lit it, without the watcher having read that.
        self.wait(lambda: time.monotonic() > self.last_hand + 1.5 * DARK_S and self.is_dark(name))
        self.hands.events = []

    def is_lit(self, name="panel"):
        self.wait(lambda: not self.is_dark(name))

    def feed(self, name, **members):
        self.hands.do(op="feed", input=name, **members)
        self.last_hand = time.monotonic()

    def turn(self, **turn):
        self.feed("dial", **turn)

    def press(self):
        for down in (True, False):
            self.feed("dial", down=down)

    def drag(self, *places):
        for x in places:
            self.feed("glass", contacts=[{"id": 1, "x": x, "y": 160}])

    def lift(self):
        self.feed("glass", contacts=[])

    def happened(self):
        """What has come since the last call, and the commits that still have to come."""
        self.hands.do(op="ping")
        events, self.hands.events = self.hands.events, []
        if any(event["event"] == "value" for event in events):
            while not any(event["event"] == "commit" for event in events):
                events.append(self.hands.line())
        return {event["event"] for event in events} - {"device", "missed"}


@alone_case
def a_touch_only_lights_a_dark_display(scratch):
    with Dark(scratch, blanking(None)) as panel:
        panel.darken()
        panel.drag(160, 120, 100)
        panel.is_lit()
        # It is lit now, but the finger is still down.
        panel.drag(120, 160)
        panel.lift()
        expect(panel.happened(), set())
        panel.drag(160, 120, 100)
        panel.lift()
        expect(panel.happened(), {"value", "commit"})
        # A turn and a press light it, and act.
        panel.darken()
        panel.turn(detents=-1)
        panel.is_lit()
        expect(panel.happened(), {"value", "commit"})
        panel.darken()
        panel.press()
        panel.is_lit()
        expect(panel.happened(), {"press", "value", "commit"})


@alone_case
def with_all_a_detent_and_a_press_only_light_it_too(scratch):
    with Dark(scratch, blanking("all")) as panel:
        panel.darken()
        panel.turn(detents=-1)
        panel.is_lit()
        expect(panel.happened(), set())
        panel.turn(detents=-1)
        expect(panel.happened(), {"value", "commit"})
        # A detent in parts leaves no part behind.
        panel.darken()
        panel.turn(units=-60)
        panel.is_lit()
        panel.turn(units=-60)
        expect(panel.happened(), set())
        panel.turn(units=-60)
        expect(panel.happened(), {"value", "commit"})
        panel.darken()
        panel.press()
        panel.is_lit()
        time.sleep(0.7)
        expect(panel.happened(), set())
        panel.darken()
        panel.feed("dial", down=True)
        time.sleep(0.8)
        panel.feed("dial", down=False)
        expect(panel.happened(), set())
        panel.darken()
        panel.drag(160, 100)
        panel.lift()
        panel.is_lit()
        expect(panel.happened(), set())


@alone_case
def with_none_everything_acts(scratch):
    with Dark(scratch, blanking("none")) as panel:
        panel.darken()
        panel.drag(160, 120, 100)
        panel.lift()
        panel.is_lit()
        expect(panel.happened(), {"value", "commit"})


@alone_case
def a_touch_counts_on_its_own_display(scratch):
    with Dark(scratch, blanking("all"), remote("lit"), touched="lit") as panel:
        # The finger sees what it does, and lights the other display as well.
        panel.darken()
        panel.drag(160, 120, 100)
        panel.lift()
        panel.is_lit()
        expect(panel.happened(), {"value", "commit"})
        # A turn may change what the dark display shows.
        panel.darken()
        panel.turn(detents=-1)
        panel.is_lit()
        expect(panel.happened(), set())
    with Dark(scratch, blanking("touch"), remote("lit"), touched="panel") as panel:
        panel.darken()
        panel.turn(detents=-1)
        expect(panel.happened(), {"value", "commit"})
        panel.darken()
        panel.drag(160, 120, 100)
        panel.lift()
        expect(panel.happened(), set())


@alone_case
def a_display_that_nobody_watches_is_not_dark(scratch):
    with Dark(scratch, blanking("all")) as panel:
        panel.darken()
        panel.watcher.client.do(op="unwatch-display")
        time.sleep(0.2)
        panel.turn(detents=-1)
        expect(panel.happened(), {"value", "commit"})


@alone_case
def a_drag_into_the_dark_is_committed(scratch):
    with Dark(scratch, blanking(None)) as panel:
        panel.drag(160, 100)
        panel.hands.do(op="ping")
        values = [event for event in panel.hands.events if event["event"] == "value"]
        panel.wait(lambda: panel.is_dark("panel"))
        panel.drag(120, 200)
        panel.lift()
        panel.hands.do(op="ping")
        commits = [event for event in panel.hands.events if event["event"] == "commit"]
        expect([event["value"] for event in commits], [values[-1]["value"]])


@alone_case
def a_client_that_gives_its_panel_up_ends_what_it_lit(scratch):
    with Dark(scratch, blanking("all")) as panel:
        panel.darken()
        panel.drag(100)
        panel.hands.do(op="unfeed", input="glass")
        panel.feed("glass", size=[320, 240])
        panel.happened()
        panel.drag(160, 120, 100)
        panel.lift()
        expect(panel.happened(), {"value", "commit"})
