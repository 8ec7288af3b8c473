"""A card with two screens, as on a board with HDMI and DSI: displays on both, page flips that never complete, and dark
screens."""

import base64
import contextlib
import json
import mmap
import pathlib
import subprocess
import time

from screens import TOUCHSCREEN, Touchscreen, frames

from kit.cases import Skipped, alone_case, expect
from kit.daemon import Daemon, program
from kit.picture import Picture
from kit.waiting import wait_until, wait_until_steady

PARAMETERS = pathlib.Path("/sys/module/bench_card/parameters")
SCREENS = pathlib.Path("/sys/devices/platform/bench-card")
CARD = "/dev/dri/card1"
# The mode that video= sets (scripts/kernel-bench) has priority over the mode that the screen prefers, 720×400.
PANEL, MONITOR = f"{CARD} DSI-1 800×480", f"{CARD} HDMI-A-1 1024×768"
STRIDE = 1024 * 4


@contextlib.contextmanager
def two_screens(monitor="on"):
    """The card with two screens: DSI-1, and HDMI-A-1, which is plugged in or not."""
    if not PARAMETERS.exists():
        raise Skipped("there is no card with two screens")
    present = PARAMETERS / "present"
    present.write_text("1")
    try:
        attribute("HDMI-A-1", "status").write_text(monitor)
        yield
    finally:
        present.write_text("0")


@contextlib.contextmanager
def stuck(connector):
    """In this context, page flips of the screen show nothing and never complete. A modeset still works."""
    (PARAMETERS / "stuck").write_text(connector)
    try:
        yield
    finally:
        (PARAMETERS / "stuck").write_text("none")


def attribute(connector, name):
    return pathlib.Path(f"/sys/class/drm/card1-{connector}/{name}")


def plug(connector, status):
    """Plugs a screen in ("on") or out ("off"), and triggers the kernel's hot-plug message, which other drivers send
    themselves."""
    attribute(connector, "status").write_text(status)
    pathlib.Path("/sys/class/drm/card1/uevent").write_text("change")


@contextlib.contextmanager
def pixels_of(connector):
    """The pixels that a screen shows, black without a picture."""
    with open(SCREENS / connector, "rb") as file, mmap.mmap(file.fileno(), STRIDE * 768, prot=mmap.PROT_READ) as pixels:
        yield pixels


def memory(connector):
    with pixels_of(connector) as pixels:
        return pixels[:]


def is_black(connector):
    part = 16 * STRIDE
    with pixels_of(connector) as pixels:
        return not any(pixels[at : at + part].strip(b"\0") for at in range(0, len(pixels), part))


def settled():
    """Waits until the card copies no more pixels to its screens. Returns how many it has copied."""
    return wait_until_steady("the pictures", lambda: int((PARAMETERS / "copied_pixels").read_text()), 0.5)


def is_drawn(client, display, connector, rotate=0):
    """Waits until all pictures are steady, and compares a display's picture with what its screen shows."""
    settled()
    picture = Picture(base64.b64decode(client.do(op="screenshot", display=display)["png"]))
    planes, width = [b"".join(row[channel::3] for row in picture.rows) for channel in range(3)], picture.width
    assert len(set(zip(*planes))) > 10, "is there a picture?"
    for _ in range(rotate // 90):
        # Rotates clockwise: the left column, from its lower end, becomes the first row.
        height = len(planes[0]) // width
        planes, width = [b"".join(plane[x::width][::-1] for x in range(width)) for plane in planes], height
    shown = memory(connector)
    for y in range(len(planes[0]) // width):
        line = shown[y * STRIDE : (y + 1) * STRIDE]
        # A pixel in the screen's memory: blue, green, red and a byte that means nothing.
        seen = [line[2::4], line[1::4], line[0::4]]
        drawn = [plane[y * width : (y + 1) * width] for plane in planes]
        expect([plane[:width] for plane in seen] == drawn, True, f"{connector} shows what was drawn in row {y}")
        assert not b"".join(plane[width:] for plane in seen).strip(b"\0"), "there are pixels beside the picture"


def displays(more="", **outputs):
    return "".join(f'\n[[display]]\nname = "{name}"\noutput = "{output}"\n{more}' for name, output in outputs.items())


def states(client):
    return {d["display"]: (d["state"], d["detail"]) for d in client.do(op="stats")["displays"]}


def attached(client, **screens):
    wanted = {name: ("attached", screen) for name, screen in screens.items()}
    wait_until(lambda: f"{wanted}, but {states(client)}", lambda: states(client) == wanted)


def doctor(scratch, name):
    words = [program("wheelctl"), "--json", "--socket", scratch.socket, "doctor", "--config", scratch.configuration]
    lines = subprocess.run(words, capture_output=True, text=True, timeout=60).stdout.splitlines()
    (found,) = (line for line in map(json.loads, lines) if line["check"] == f"display {name}")
    return found["verdict"], found["text"]


def reload(scratch, daemon, client, more):
    scratch.configure(lambda text: text + more)
    client.quiet()
    daemon.signal(1)
    client.event("controls")


@alone_case
def each_display_has_the_screen_that_it_names(scratch):
    with two_screens():
        # The display `any` could use either screen, and must leave HDMI-A-1 to the display `monitor`.
        scratch.configure(lambda text: text + displays(any=f"drm:{CARD}", monitor="drm:HDMI-A-1"))
        with Daemon(scratch) as daemon, daemon.client() as client:
            attached(client, any=PANEL, monitor=MONITOR)
            for name, screen, connector in (("any", PANEL, "DSI-1"), ("monitor", MONITOR, "HDMI-A-1")):
                is_drawn(client, name, connector)
                expect(doctor(scratch, name), ("ok", f"{screen}, where wheeld shows its picture"))
            before = memory("DSI-1"), memory("HDMI-A-1")
            client.do(op="set", control="frequency", value=7_100_000)
            is_drawn(client, "any", "DSI-1")
            is_drawn(client, "monitor", "HDMI-A-1")
            assert before[0] != memory("DSI-1") and before[1] != memory("HDMI-A-1"), "one of them shows an old value"
            # Without the display `monitor`, `any` could use either screen, and is opened again.
            reload(scratch, daemon, client, displays(any=f"drm:{CARD}"))
            attached(client, any=MONITOR)
            is_drawn(client, "any", "HDMI-A-1")
            # A display that may use any card must leave the panel to the display that names it.
            reload(scratch, daemon, client, displays(panel="drm:DSI-1", any=f"drm:{CARD}", first="drm"))
            attached(client, panel=PANEL, any=MONITOR, first="/dev/dri/card0 Virtual-1 1024×768")
            is_drawn(client, "panel", "DSI-1")


@alone_case
def a_screen_that_another_display_has_is_told(scratch):
    with two_screens():
        scratch.configure(lambda text: text + displays(a="drm:HDMI-A-1", b="drm:DSI-1", c=f"drm:{CARD}"))
        with Daemon(scratch) as daemon, daemon.client() as client:
            told = f"{CARD}: no screen is plugged in that is not another display's"
            wait_until(lambda: str(states(client)), lambda: states(client) == {
                "a": ("attached", MONITOR), "b": ("attached", PANEL), "c": ("waiting", told)})  # fmt: skip
            expect(doctor(scratch, "c"), ("wrong", told))
            expect(doctor(scratch, "a"), ("ok", f"{MONITOR}, where wheeld shows its picture"))
            reload(scratch, daemon, client, displays(c="drm:HDMI-A-3"))
            told = "no graphics card has a connector HDMI-A-3 (there are: DSI-1, HDMI-A-1, Virtual-1)"
            wait_until(lambda: str(states(client)), lambda: states(client) == {"c": ("waiting", told)})
        scratch.configure(lambda text: text + displays(a=f"drm:{CARD}", b=f"drm:{CARD}", c=f"drm:{CARD}"))
        with Daemon(scratch) as daemon, daemon.client() as client:
            wait_until(lambda: str(states(client)), lambda: sorted(states(client).values())[:2] == [
                ("attached", PANEL), ("attached", MONITOR)])  # fmt: skip
            wait_until(lambda: str(states(client)), lambda: "another display uses its screen" in str(states(client)))


@alone_case
def a_monitor_that_is_plugged_in_leaves_the_panel_its_picture(scratch):
    with two_screens(monitor="off"):
        scratch.configure(lambda text: text + displays(panel="drm:DSI-1"))
        # When the second daemon starts, both screens are plugged in.
        for _ in range(2):
            with Daemon(scratch) as daemon, daemon.client() as client:
                attached(client, panel=PANEL)
                plug("HDMI-A-1", "on")
                client.do(op="step", control="gain", count=1)
                is_drawn(client, "panel", "DSI-1")
                attached(client, panel=PANEL)
                assert is_black("HDMI-A-1")


@alone_case
def a_screen_that_is_unplugged_leaves_the_other_its_picture(scratch):
    with two_screens():
        scratch.configure(lambda text: text + displays(panel="drm:DSI-1", monitor="drm:HDMI-A-1"))
        with Daemon(scratch) as daemon, daemon.client() as client:
            attached(client, panel=PANEL, monitor=MONITOR)
            for status, connector in (("off", "HDMI-A-1"), ("on", "HDMI-A-1"), ("off", "DSI-1"), ("on", "DSI-1")):
                plug(connector, status)
                name, other, screen = ("monitor", "panel", "DSI-1") if "HDMI" in connector else ("panel", "monitor", "HDMI-A-1")
                state = "attached" if status == "on" else "waiting"
                wait_until(f"{name} is {state}", lambda: states(client)[name][0] == state)
                expect(states(client)[other][0], "attached")
                client.do(op="step", control="gain", count=1)
                is_drawn(client, other, screen)
                if status == "on":
                    is_drawn(client, name, connector)


@alone_case
def a_driver_with_damage_clips_gets_what_has_changed(scratch):
    with two_screens():
        for rotate in (0, 90, 180, 270):
            scratch.configure(lambda text: text + displays(f"rotate = {rotate}\n", panel="drm:DSI-1"))
            with Daemon(scratch) as daemon, daemon.client() as client:
                attached(client, panel=PANEL)
                client.do(op="page", page="levels")
                wait_until("the panel shows a picture", lambda: not is_black("DSI-1"))
                before, frames_before, shown = settled(), frames(client), memory("DSI-1")
                client.do(op="step", control="gain", count=-1)
                wait_until("the panel shows the value", lambda: memory("DSI-1") != shown)
                pixels, drawn = settled() - before, frames(client) - frames_before
                assert pixels < drawn * 800 * 480 / 2, f"{pixels} pixels in {drawn} frames, rotated by {rotate}"
                # The next frame is drawn in the other buffer. That buffer lacks this change, and gets it together with the next
                # one.
                for count in (-2, 3, -4):
                    client.do(op="step", control="gain", count=count)
                    is_drawn(client, "panel", "DSI-1", rotate)


@alone_case
def a_flip_that_never_ends_does_not_freeze_the_picture(scratch):
    with two_screens():
        scratch.configure(lambda text: text + displays(main="drm:DSI-1", other="drm:HDMI-A-1"))
        with Daemon(scratch) as daemon, daemon.client() as client:
            attached(client, main=PANEL, other=MONITOR)
            is_drawn(client, "main", "DSI-1")
            client.quiet()
            with stuck("DSI-1"):
                # Only the first loss is logged. Each time the screen is opened again, it shows the newest value.
                for _ in range(2):
                    shown = memory("DSI-1")
                    client.do(op="step", control="frequency", count=1)
                    start = time.monotonic()
                    event = client.event("device", display="main", state="lost")
                    # The loss is reported after 3 s, and not only when the kernel itself gives up waiting for the flip.
                    assert 3 <= time.monotonic() - start < 5, f"told after {time.monotonic() - start:.1f} s"
                    assert "has not shown the last picture within 3 s" in event["detail"], event
                    client.event("device", display="main", state="attached")
                    wait_until("a modeset shows the value", lambda: memory("DSI-1") not in (shown, bytes(len(shown))))
                    expect(states(client)["other"], ("attached", MONITOR))
                    is_drawn(client, "other", "HDMI-A-1")
            attached(client, main=PANEL, other=MONITOR)
            client.do(op="step", control="frequency", count=1)
            wait_until("the flips end", lambda: states(client)["main"] == ("attached", PANEL))
            is_drawn(client, "main", "DSI-1")
            expect([line for line in daemon.log_lines() if "display other: lost" in line], [])
            lines = [line for line in daemon.log_lines() if "display main: lost" in line]
            expect(len(lines), 1, "\n".join(lines))


@alone_case
def a_screen_that_must_not_be_switched_off_shows_black(scratch):
    dark = 'blank_after_s = 1\nblank_by = "{}"\n'
    with two_screens(), Touchscreen() as glass:
        for by, power in (("black", "On"), ("off", "Off")):
            more = displays(dark.format(by), main="drm:HDMI-A-1", panel="drm:DSI-1") + TOUCHSCREEN
            scratch.configure(lambda text: text + more)
            with Daemon(scratch) as daemon, daemon.client() as client:
                attached(client, main=MONITOR, panel=PANEL)
                for _ in range(2):
                    for connector in ("HDMI-A-1", "DSI-1"):
                        wait_until(f"{connector} is dark", lambda: is_black(connector))
                        expect(attribute(connector, "dpms").read_text().strip(), power, connector)
                    # A change while the displays are dark is shown only when they are lit.
                    client.do(op="step", control="gain", count=1)
                    expect((is_black("HDMI-A-1"), is_black("DSI-1")), (True, True))
                    glass.hold(0.5, 0.5)
                    for name, connector in (("main", "HDMI-A-1"), ("panel", "DSI-1")):
                        wait_until(f"{connector} is lit", lambda: not is_black(connector))
                        expect(attribute(connector, "dpms").read_text().strip(), "On", connector)
                    glass.lift()
