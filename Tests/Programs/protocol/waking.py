"""The key `waking` of a `[[display]]`: which hands only light a dark display. Clients feed the hands' inputs."""

import time

from kit.cases import expect
from kit.daemon import Daemon

from remote import Late, Lights, attached, darkening_case, remote

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

[[input]]
name = "witness"
type = "client"
controls = ["gain"]
[input.on]
click = "emit"
double = "emit"
long = "emit"
"""


class Dark:
    """A daemon with remote displays, a client that watches them, and a client that acts as the hands. The display
    `panel` becomes dark after `dark_s`."""

    def __init__(self, scratch, dark_s, waking, *others, touched="panel"):
        self.dark_s = dark_s
        key = f'\nwaking = "{waking}"' if waking else ""
        displays = [remote("panel", more=f"blank_after_s = {dark_s}{key}"), *others]
        text = "".join(displays) + INPUTS.format(display=touched)
        scratch.configure(lambda standing: standing.replace("[[page]]", text + "\n[[page]]", 1))
        self.names = [line.split('"')[1] for display in displays for line in display.splitlines() if "name" in line]
        self.daemon = attached(Daemon(scratch), *displays)
        self.watcher = Lights(self.daemon, display=self.names[0])
        for name in self.names[1:]:
            self.watcher.watch(display=name)
        self.hands = self.daemon.client()
        self.hands.do(op="page", page="levels")
        self.last_hand = time.monotonic()
        self.longest_rest = 0
        self.feed("dial")
        self.feed("glass", size=[320, 240])
        self.feed("witness")

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.watcher.client.socket.close()
        self.hands.socket.close()
        self.daemon.__exit__(*arguments)

    def is_dark(self, name="panel"):
        return self.watcher.is_dark(name)

    def darken(self):
        """Waits until the display is dark."""
        # An earlier dark picture proves nothing, so this first waits until `dark_s` have passed since a hand last
        # acted.
        time.sleep(max(0, self.last_hand + self.dark_s - time.monotonic()))
        # The display's thread makes the display dark before it answers the request in `read_all`.
        self.watcher.read_all("panel")
        self.watcher.read_until("it is dark", self.is_dark)
        self.watcher.was_lit.clear()
        self.hands.events = []

    def is_lit(self):
        """Waits until the watcher has seen a lit picture. If the display's thread is very late, there may be none, and
        the case is repeated."""
        if not self.watcher.read_until(None, lambda: "panel" in self.watcher.was_lit, within_s=2 + self.dark_s):
            raise Late("it was not lit")
        self.longest_rest = 0

    def stayed_lit(self):
        """Raises `Late` if the display may have become dark between two actions of the hands since `is_lit`."""
        if self.longest_rest >= self.dark_s:
            raise Late("it may have become dark between the hands")

    def feed(self, name, **members):
        self.hands.do(op="feed", input=name, **members)
        # Each `feed` counts as an action of a hand, except one that only claims the input or gives its size.
        if members.keys() - {"size"}:
            before, self.last_hand = self.last_hand, time.monotonic()
            self.longest_rest = max(self.longest_rest, self.last_hand - before)

    def turn(self, **turn):
        self.feed("dial", **turn)

    def press(self, name="dial"):
        # One request makes this a click, however busy the machine is.
        self.feed(name, events=[{"down": True}, {"down": False}])

    def witnesses(self, gesture):
        """Waits for a gesture of the input `witness`. This gesture has begun after all others and ends by the same timer, so
        the others have ended, too."""
        self.stayed_lit()
        while not any((e.get("input"), e.get("gesture")) == ("witness", gesture) for e in self.hands.events):
            self.hands.events.append(self.hands.line())

    def drag(self, *places):
        for x in places:
            self.feed("glass", contacts=[{"id": 1, "x": x, "y": 160}])

    def lift(self):
        self.feed("glass", contacts=[])

    def happened(self):
        """The events since the last call, and the commits that must still follow."""
        self.hands.do(op="ping")
        events, self.hands.events = [e for e in self.hands.events if e.get("input") != "witness"], []
        if any(event["event"] == "value" for event in events):
            while not any(event["event"] == "commit" for event in events):
                events.append(self.hands.line())
        return {event["event"] for event in events} - {"device", "missed"}


@darkening_case
def a_touch_only_lights_a_dark_display(scratch, dark_s):
    with Dark(scratch, dark_s, None) as panel:
        panel.darken()
        panel.drag(160, 120, 100)
        panel.is_lit()
        # The display is lit now, but this finger has no effect until it lifts.
        panel.drag(120, 160)
        panel.lift()
        expect(panel.happened(), set())
        panel.drag(160, 120, 100)
        panel.lift()
        panel.stayed_lit()
        expect(panel.happened(), {"value", "commit"})
        # A turn and a press light the display, and also act.
        panel.darken()
        panel.turn(detents=-1)
        panel.is_lit()
        expect(panel.happened(), {"value", "commit"})
        panel.darken()
        panel.press()
        panel.is_lit()
        expect(panel.happened(), {"press", "value", "commit"})


@darkening_case
def with_all_a_detent_and_a_press_only_light_it_too(scratch, dark_s):
    with Dark(scratch, dark_s, "all") as panel:
        panel.darken()
        panel.turn(detents=-1)
        panel.is_lit()
        expect(panel.happened(), set())
        panel.turn(detents=-1)
        panel.stayed_lit()
        expect(panel.happened(), {"value", "commit"})
        # The first half detent only lights the display, and does not count.
        panel.darken()
        panel.turn(units=-60)
        panel.is_lit()
        panel.turn(units=-60)
        expect(panel.happened(), set())
        panel.turn(units=-60)
        panel.stayed_lit()
        expect(panel.happened(), {"value", "commit"})
        panel.darken()
        panel.press()
        panel.is_lit()
        # If the press had effects, they would precede those of `witness`, which is pressed next.
        panel.press("witness")
        panel.witnesses("click")
        expect(panel.happened(), set())
        panel.darken()
        panel.feed("dial", down=True)
        panel.is_lit()
        panel.feed("witness", down=True)
        panel.witnesses("long")
        panel.feed("dial", down=False)
        panel.feed("witness", down=False)
        expect(panel.happened(), set())
        panel.darken()
        panel.drag(160, 100)
        panel.lift()
        panel.is_lit()
        expect(panel.happened(), set())


@darkening_case
def with_none_everything_acts(scratch, dark_s):
    with Dark(scratch, dark_s, "none") as panel:
        panel.darken()
        panel.drag(160, 120, 100)
        panel.lift()
        panel.is_lit()
        expect(panel.happened(), {"value", "commit"})


@darkening_case
def a_touch_counts_on_its_own_display(scratch, dark_s):
    with Dark(scratch, dark_s, "all", remote("lit"), touched="lit") as panel:
        # The finger acts, since its own display is lit, and also lights the other display.
        panel.darken()
        panel.drag(160, 120, 100)
        panel.lift()
        panel.is_lit()
        expect(panel.happened(), {"value", "commit"})
        # A turn may change the picture of the dark display, so this turn only lights that display.
        panel.darken()
        panel.turn(detents=-1)
        panel.is_lit()
        expect(panel.happened(), set())
    with Dark(scratch, dark_s, "touch", remote("lit"), touched="panel") as panel:
        panel.darken()
        panel.turn(detents=-1)
        expect(panel.happened(), {"value", "commit"})
        panel.darken()
        panel.drag(160, 120, 100)
        panel.lift()
        expect(panel.happened(), set())


@darkening_case
def a_display_that_nobody_watches_is_not_dark(scratch, dark_s):
    with Dark(scratch, dark_s, "all") as panel:
        panel.darken()
        panel.watcher.client.do(op="unwatch-display")
        # The display's thread may have begun the first screenshot before the watch ended. At the second it has noticed the end
        # of the watch.
        for _ in range(2):
            panel.hands.do(op="screenshot", display="panel")
        panel.turn(detents=-1)
        expect(panel.happened(), {"value", "commit"})


@darkening_case
def a_drag_into_the_dark_is_committed(scratch, dark_s):
    with Dark(scratch, dark_s, None) as panel:
        panel.drag(160, 100)
        panel.hands.do(op="ping")
        values = [event for event in panel.hands.events if event["event"] == "value"]
        if not values:
            raise Late("it was dark before the drag")
        # These are the steps of `darken`, which would also discard events.
        time.sleep(max(0, panel.last_hand + dark_s - time.monotonic()))
        panel.watcher.read_all("panel")
        panel.watcher.read_until("it is dark", panel.is_dark)
        panel.drag(120, 200)
        panel.lift()
        panel.hands.do(op="ping")
        commits = [event for event in panel.hands.events if event["event"] == "commit"]
        expect([event["value"] for event in commits], [values[-1]["value"]])


@darkening_case
def a_client_that_gives_its_panel_up_ends_what_it_lit(scratch, dark_s):
    with Dark(scratch, dark_s, "all") as panel:
        panel.darken()
        panel.drag(100)
        panel.is_lit()
        panel.hands.do(op="unfeed", input="glass")
        panel.feed("glass", size=[320, 240])
        panel.happened()
        panel.drag(160, 120, 100)
        panel.lift()
        panel.stayed_lit()
        expect(panel.happened(), {"value", "commit"})
