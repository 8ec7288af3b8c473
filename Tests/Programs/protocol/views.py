"""Views: pictures of the panel that the daemon draws for single clients, on which these can act as hands."""

import base64
import contextlib
import time

from kit.cases import alone_case, expect
from kit.client import PATIENCE_S
from kit.daemon import Daemon
from kit.picture import Picture

class Viewer:
    """A client with a view. It confirms each frame, and composes the picture."""

    def __init__(self, daemon, **members):
        self.client = daemon.client()
        self.size, self.rows, self.cells, self.colors, self.wholes, self.frames = None, [], [], {}, 0, 0
        self.answer = self.client.do(op="view", **members)
        self.name = self.answer["view"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.socket.close()

    def frame(self, confirms=True):
        """Reads the next frame."""
        event = self.client.event("view")
        expect(event["view"], self.name)
        self.frames += 1
        if "width" in event:
            self.wholes += 1
            self.size = event["width"], event["height"]
            self.rows = [bytearray(event["width"] * 3) for _ in range(event["height"])]
            self.cells = [[" "] * event["width"] for _ in range(event["height"])]
            self.colors = event.get("colors", {})
        parts = event.get("parts", [])
        assert len(parts) <= 8, f"{len(parts)} parts"
        for number, part in enumerate(parts):
            picture = Picture(base64.b64decode(part["png"]))
            expect((picture.width, picture.height), (part["width"], part["height"]))
            for y, row in enumerate(picture.rows):
                self.rows[part["y"] + y][part["x"] * 3 : (part["x"] + part["width"]) * 3] = row
            for other in parts[:number]:
                assert (
                    part["x"] >= other["x"] + other["width"]
                    or other["x"] >= part["x"] + part["width"]
                    or part["y"] >= other["y"] + other["height"]
                    or other["y"] >= part["y"] + part["height"]
                ), f"{part} overlaps {other}"
        for row, column, text, ink, ground, bold, underlined in event.get("runs", []):
            assert ink in self.colors and ground in self.colors, (ink, ground)
            assert isinstance(bold, bool) and isinstance(underlined, bool)
            for offset, character in enumerate(text):
                self.cells[row][column + offset] = character
        if confirms:
            self.client.send(op="seen", view=self.name)
        return event

    def text(self):
        return "\n".join("".join(row) for row in self.cells)

    def read_until(self, condition):
        end = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < end, "no frame shows it"
            self.frame()

    def settle(self):
        """Reads until a whole picture has arrived and nothing moves any more."""
        while not self.size:
            self.frame()
        self.client.socket.settimeout(0.5)
        with contextlib.suppress(TimeoutError):
            while True:
                self.frame()
        self.client.socket.settimeout(PATIENCE_S)


def daemon_with(scratch, more=""):
    scratch.configure(lambda text: text + more)
    return Daemon(scratch)


def value(client, control):
    return client.do(op="get", control=control)["value"]


@alone_case
def a_view_is_drawn_in_the_size_of_its_client(scratch):
    with daemon_with(scratch) as daemon, Viewer(daemon, width=390, height=664, pixels_per_mm=6.2, distance_m=0.35) as viewer:
        expect((viewer.answer["width"], viewer.answer["height"], viewer.answer["hands"]), (390, 664, "none"))
        viewer.frame()
        expect((viewer.size, viewer.wholes), ((390, 664), 1))
        assert len({bytes(row) for row in viewer.rows}) > 20, "nothing is drawn"
        before = [bytes(row) for row in viewer.rows]
        with daemon.client() as other:
            other.do(op="set", control="frequency", value=3)
        viewer.frame()
        viewer.settle()
        expect(viewer.wholes, 1)
        assert [bytes(row) for row in viewer.rows] != before, "a change is not drawn"
        # The composed picture must equal the first picture of a new view of the same size.
        with Viewer(daemon, width=390, height=664, pixels_per_mm=6.2, distance_m=0.35) as second:
            second.settle()
            assert second.rows == viewer.rows, "the parts do not make the picture"


@alone_case
def another_size_is_the_whole_picture_again(scratch):
    with daemon_with(scratch) as daemon, Viewer(daemon, width=320, height=240) as viewer:
        viewer.settle()
        answer = viewer.client.do(op="view", view=viewer.name, width=240, height=320, theme="light")
        expect((answer["view"], answer["width"], answer["height"]), (viewer.name, 240, 320))
        viewer.read_until(lambda: viewer.size == (240, 320))
        assert viewer.rows[0][0] > 128, "the theme is not light"
        viewer.client.do(op="unview", view=viewer.name)
        viewer.client.refused("unknown-view", op="seen", view=viewer.name)
        viewer.client.refused("unknown-view", op="unview", view=viewer.name)


@alone_case
def no_more_than_two_frames_wait_for_a_confirmation(scratch):
    with daemon_with(scratch) as daemon, Viewer(daemon, width=200, height=200, motion="reduced") as viewer:
        viewer.settle()
        with daemon.client() as other:
            for number in range(2):
                other.do(op="set", control="frequency", value=10 + number)
                viewer.frame(confirms=False)
            for number in range(20):
                other.do(op="set", control="frequency", value=2 + number)
        # When the reply has been read, so have all earlier events.
        viewer.client.do(op="ping")
        assert not [e for e in viewer.client.events if e["event"] == "view"], "a third frame"
        viewer.client.do(op="seen", view=viewer.name)
        viewer.frame(confirms=False)
        viewer.client.do(op="seen", view=viewer.name)
        viewer.client.do(op="seen", view=viewer.name)
        viewer.settle()
        with Viewer(daemon, width=200, height=200, motion="reduced") as second:
            second.settle()
            assert second.rows == viewer.rows, "what has changed meanwhile is not in the next frame"


@alone_case
def characters_come_as_runs(scratch):
    with daemon_with(scratch) as daemon, Viewer(daemon, width=80, height=24, format="cells", alphabet="unicode", hands="keys") as viewer:
        viewer.frame()
        expect(viewer.size, (80, 24))
        assert "Frequency" in viewer.text(), viewer.text()
        assert all(color.startswith("#") and len(color) == 7 for color in viewer.colors.values()), viewer.colors
        before = viewer.wholes
        viewer.client.do(op="set", view=viewer.name, control="filter", text="High-pass")
        viewer.frame()
        expect(viewer.wholes, before)
        expect(value(viewer.client, "filter"), "hp")
        # This view shows no line of keys.
        assert "leave" not in viewer.text(), viewer.text()


@alone_case
def a_finger_on_a_view_moves_what_it_shows(scratch):
    with daemon_with(scratch) as daemon, daemon.client() as other:
        with Viewer(daemon, width=400, height=240, hands="touch", page="levels") as viewer:
            viewer.frame()
            expect(viewer.answer["page"], "levels")
            expect(viewer.answer["control"], "gain")
            now = time.clock_gettime(time.CLOCK_MONOTONIC)
            points = [(200, 200), (240, 190), (280, 170), (320, 140)]
            for number, (x, y) in enumerate(points):
                contacts = [{"id": 0, "x": x, "y": y}]
                viewer.client.do(op="feed", input=viewer.name, contacts=contacts, time=now + number * 0.01)
            event = other.event("value", control="gain")
            expect((event["source"], event["input"], event["client"]), ("input", viewer.name, viewer.client.hello["client"]))
            viewer.client.do(op="feed", input=viewer.name, contacts=[])
            expect(other.event("commit", control="gain")["input"], viewer.name)
            # The view acts as an input that is not listed among the panel's inputs, and that no other client can use.
            assert viewer.name not in [i["input"] for i in other.do(op="list")["inputs"]]
            other.refused("unknown-input", op="feed", input=viewer.name, detents=1)
            other.refused("unknown-view", op="step", view=viewer.name, count=1)
            assert not [e for e in other.events if e["event"] in ("device", "controls")], other.events


@alone_case
def keys_do_what_hands_may(scratch):
    with daemon_with(scratch) as daemon:
        with Viewer(daemon, width=80, height=24, format="cells", hands="keys") as viewer:
            client, name = viewer.client, viewer.name
            expect((viewer.answer["page"], viewer.answer["control"]), ("tuning", "frequency"))
            before = value(client, "frequency")
            client.do(op="step", view=name, count=1)
            assert value(client, "frequency") != before
            client.do(op="focus", view=name, by=1)
            expect(client.do(op="set", view=name, text="band-pass")["value"], "band-pass")
            client.do(op="focus", view=name, place=1)
            client.refused("bad-request", op="focus", view=name, place=9)
            client.refused("bad-request", op="set", view=name, control="frequency", text="loud")
            client.refused("bad-request", op="set", view=name)
            client.do(op="speed", view=name, speed="next")
            # The view has the same page as the panel.
            expect(client.do(op="page", view=name, page="levels")["page"], "levels")
            client.do(op="feed", input=name, detents=1)
            expect(client.event("value", control="gain")["input"], name)
            # A lock blocks hands, not clients.
            client.do(op="lock", view=name)
            expect(client.event("lock")["control"], "gain")
            client.refused("locked", op="step", view=name, count=1)
            client.do(op="step", control="gain", count=1)
            client.do(op="lock", view=name)
            client.do(op="step", view=name, count=1)


@alone_case
def a_silent_client_holds_nothing(scratch):
    with daemon_with(scratch) as daemon, daemon.client() as other:
        with Viewer(daemon, width=400, height=240, hands="touch", page="levels") as viewer:
            viewer.settle()
            point = next(
                (x, y)
                for y in range(20, 240, 20)
                for x in range(20, 400, 20)
                if self_moves(viewer, other, x, y)
            )
            # The finger stays down and the client sends nothing, so the daemon lifts the finger and commits the value.
            viewer.client.do(op="feed", input=viewer.name, contacts=[{"id": 9, "x": point[0], "y": point[1]}])
            for step in range(1, 5):
                x = point[0] + step * 12
                viewer.client.do(op="feed", input=viewer.name, contacts=[{"id": 9, "x": x, "y": point[1]}])
            other.event("value")
            start = time.monotonic()
            other.event("commit")
            took = time.monotonic() - start
            assert 0.5 < took, f"committed after {took:.2f} s"
            daemon.wait_for_log("is silent while its hand is on the panel")
            # The finger has no further effect until it lifts.
            viewer.client.do(op="feed", input=viewer.name, contacts=[{"id": 9, "x": 20, "y": point[1]}])
            viewer.client.do(op="feed", input=viewer.name, contacts=[])
            other.do(op="ping")
            assert not [e for e in other.events if e["event"] == "value"], other.events


def self_moves(viewer, other, x, y):
    """Whether a short drag at this place moves a value."""
    other.events = []
    for contacts in ([{"id": 1, "x": x, "y": y}], [{"id": 1, "x": x + 30, "y": y}], []):
        viewer.client.do(op="feed", input=viewer.name, contacts=contacts)
    other.do(op="ping")
    moved = any(e["event"] == "value" for e in other.events)
    if moved:
        other.event("commit")
    other.events = []
    return moved


@alone_case
def who_may_only_read_has_a_view_without_hands(scratch):
    with daemon_with(scratch) as daemon:
        limited(daemon)


def limited(daemon):
    with daemon.client() as client:
        client.do(op="limit", rights="read")
        answer = client.do(op="view", width=100, height=100, hands="touch")
        expect((answer["hands"], answer["control"]), ("none", None))
        client.refused("forbidden", op="set", control="gain", value=1)
        client.refused("forbidden", op="feed", input=answer["view"], detents=1)
        # A client cannot get back rights that it has given up.
        client.do(op="limit", rights="write")
        client.refused("forbidden", op="set", control="gain", value=1)
    with daemon.client() as client:
        client.do(op="limit", rights="write")
        client.do(op="set", control="gain", value=-3)
        client.refused("forbidden", op="define", owner="me", controls=[])


@alone_case
def there_is_room_for_who_may_write(scratch):
    with daemon_with(scratch) as daemon, contextlib.ExitStack() as stack:
        reader, writer = (stack.enter_context(daemon.client()) for _ in range(2))
        reader.do(op="limit", rights="read")
        for number in range(16):
            reader.do(op="view", width=20 + number, height=20)
        reader.refused("too-many-views", op="view", width=20, height=20)
        for number in range(16):
            writer.do(op="view", width=60 + number, height=20)
        writer.refused("too-many-views", op="view", width=20, height=20)
    with daemon_with(scratch) as daemon, daemon.client() as client:
        message = client.refused("too-many-views", op="view", width=4000, height=1001)
        assert "4000000 pixels" in message, message
        for _ in range(3):
            client.do(op="view", width=2000, height=2000, hands="touch")
        client.refused("too-many-views", op="view", width=100, height=100)
        client.refused("bad-request", op="view", width=0, height=100)
        client.refused("bad-request", op="view", width=100)
        client.refused("unknown-page", op="view", width=100, height=100, page="nowhere")
        client.refused("unknown-display", op="view", width=100, height=100, display="nowhere")


@alone_case
def a_definition_and_a_reload_keep_views(scratch):
    with daemon_with(scratch) as daemon, daemon.client() as other:
        with Viewer(daemon, width=80, height=24, format="cells", hands="keys") as viewer:
            viewer.frame()
            controls = [{"name": "squelch", "label": "Squelch", "kind": "int", "range": "[0, 9]"}]
            other.do(op="define", owner="radio", controls=controls, pages=[{"name": "radio", "controls": ["squelch"]}])
            viewer.client.do(op="page", view=viewer.name, page="radio")
            viewer.read_until(lambda: viewer.wholes >= 2 and "Squelch" in viewer.text())
            viewer.client.do(op="set", view=viewer.name, control="squelch", text="4")
            expect(value(other, "squelch"), 4)
            wholes = viewer.wholes
            # The reload adds an input, so the hands of views get other indices.
            more = '[[input]]\nname = "dial"\ntype = "client"\n'
            scratch.configure(lambda text: text.replace("[[page]]", more + "[[page]]", 1))
            other.do(op="reload")
            viewer.read_until(lambda: viewer.wholes > wholes)
            viewer.client.do(op="set", view=viewer.name, control="squelch", text="5")
            viewer.client.do(op="feed", input=viewer.name, detents=1)
            other.do(op="undefine", owner="radio")
            viewer.read_until(lambda: "Squelch" not in viewer.text())


@alone_case
def a_definition_and_a_reload_keep_pictures_that_views_share(scratch):
    with daemon_with(scratch) as daemon, daemon.client() as other, contextlib.ExitStack() as stack:
        viewers = [stack.enter_context(Viewer(daemon, width=80, height=24, format="cells")) for _ in range(2)]
        for viewer in viewers:
            viewer.frame()
        controls = [{"name": "squelch", "label": "Squelch", "kind": "int", "range": "[0, 9]"}]
        other.do(op="define", owner="radio", controls=controls, pages=[{"name": "radio", "controls": ["squelch"]}])
        other.do(op="page", page="radio")
        for viewer in viewers:
            viewer.read_until(lambda viewer=viewer: viewer.wholes == 2 and "Squelch" in viewer.text())
        other.do(op="reload")
        other.do(op="undefine", owner="radio")
        for viewer in viewers:
            viewer.read_until(lambda viewer=viewer: viewer.wholes > 2 and "Squelch" not in viewer.text())


@alone_case
def two_hands_on_one_control_are_one_interaction(scratch):
    with daemon_with(scratch) as daemon, daemon.client() as other, contextlib.ExitStack() as stack:
        viewers = [
            stack.enter_context(Viewer(daemon, width=400, height=240, hands="touch", page="levels")) for _ in range(2)
        ]
        for viewer in viewers:
            viewer.frame()
        for x in range(150, 260, 10):
            for viewer in viewers:
                viewer.client.do(op="feed", input=viewer.name, contacts=[{"id": 0, "x": x, "y": 200}])
        viewers[0].client.do(op="feed", input=viewers[0].name, contacts=[])
        other.do(op="ping")
        assert not [e for e in other.events if e["event"] == "commit"], "a commit while a finger is down"
        viewers[1].client.do(op="feed", input=viewers[1].name, contacts=[])
        commits = [e for e in other.events if e["event"] == "commit"] or [other.event("commit")]
        expect(len(commits), 1)


@alone_case
def a_client_that_leaves_ends_its_view(scratch):
    with daemon_with(scratch) as daemon, daemon.client() as other:
        with Viewer(daemon, width=400, height=240, hands="touch", page="levels") as viewer:
            viewer.frame()
            for x in range(150, 260, 10):
                viewer.client.do(op="feed", input=viewer.name, contacts=[{"id": 0, "x": x, "y": 200}])
            other.event("value")
        expect(other.event("commit")["input"], viewer.name)
        expect(other.do(op="view", width=20, height=20)["view"], viewer.name)
