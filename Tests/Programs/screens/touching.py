"""One minute of a touch user: a recording that a simulated touchscreen plays."""

import pathlib
import time

from screens import (BTN_TOUCH, EV_ABS, EV_KEY, MT_X, MT_Y, SLOT, TRACKING, Framebuffer, Touchscreen, daemon_with,
                     shows)  # fmt: skip

from kit.cases import alone_case, expect

RECORDING = pathlib.Path(__file__).with_name("touching.txt")

CONTROLS = """
[[control]]
name = "vfo"
kind = "float"
range = "[0, 30000000]"
decimals = 0
unit = "Hz"
shown = { group = " " }
default = 14099000
scene = "digits"
speeds = [{ name = "fine", per_detent = 100 }, { name = "coarse", per_detent = 1000 }]
[[control]]
name = "azimuth"
kind = "float"
range = "[0, 360]"
decimals = 1
scene = "rotor"
[[control]]
name = "elevation"
kind = "float"
range = "[0, 90]"
decimals = 1
scene = "angle"
[[control]]
name = "mode"
kind = "choice"
positions = 4
[[control]]
name = "patch"
kind = "choice"
positions = [{patches}]
[[control]]
name = "band"
kind = "choice"
positions = 12
[[control]]
name = "volume"
kind = "float"
range = "[0, 100]"
decimals = 1
scene = "wheel"
[[control]]
name = "squelch"
kind = "float"
range = "[0, 100]"
decimals = 1
scene = "wheel"
[[ramp]]
name = "round"
control = "azimuth"
to = 360
duration_s = 10
[[page]]
name = "tune"
controls = ["vfo"]
[[page]]
name = "aerial"
controls = ["azimuth", "elevation"]
[[page]]
name = "patches"
controls = ["patch"]
[[page]]
name = "bands"
controls = ["band"]
[[page]]
name = "bank"
controls = ["vfo", "azimuth", "elevation", "mode", "patch", "band", "volume", "squelch"]
[[input]]
name = "glass"
type = "touch"
match = { name = "wheeld test glass" }
display = "main"
[[display]]
name = "main"
output = "fbdev:/dev/fb1"
size_mm = [109.6, 65.8]
"""

CODES = {
    "ABS_MT_TRACKING_ID": (EV_ABS, TRACKING),
    "ABS_MT_POSITION_X": (EV_ABS, MT_X),
    "ABS_MT_POSITION_Y": (EV_ABS, MT_Y),
    "BTN_TOUCH": (EV_KEY, BTN_TOUCH),
}


def configured(text):
    """The kit's configuration with these controls in place of its own."""
    patches = ", ".join(f'{{ name = "{n}", label = "Patch {n}" }}' for n in range(1, 61))
    return text[: text.index("[[control]]")] + CONTROLS.replace("{patches}", patches)


def play(glass, recording):
    """Plays a recording on the touchscreen, each event at its time, scaled from 800×480 pixels to the touchscreen's
    units."""
    scale = {"ABS_MT_POSITION_X": glass.WIDTH / 800, "ABS_MT_POSITION_Y": glass.HEIGHT / 480}
    start, frame = time.monotonic(), [(EV_ABS, SLOT, 0)]
    for line in recording.read_text().splitlines():
        words = line.split("#")[0].split()
        if len(words) != 3 or words[1] not in (*CODES, "SYN_REPORT"):
            continue
        if words[1] != "SYN_REPORT":
            frame.append((*CODES[words[1]], int(int(words[2]) * scale.get(words[1], 1))))
            continue
        time.sleep(max(0, start + float(words[0]) - time.monotonic()))
        glass.say(*frame)
        frame = [(EV_ABS, SLOT, 0)]


def told(events):
    """The events that the hand has caused, without values of a ramp and without intermediate values of drags."""
    texts = []
    for event in events:
        kind, control = event["event"], event.get("control")
        if event.get("source") == "ramp":
            continue
        if kind == "commit":
            texts.append(f"{control} {event['value']}")
        elif kind == "ramp":
            texts.append(f"{control} {event['state']}")
        elif kind in ("page", "speed"):
            texts.append(f"{kind} {event[kind]}")
        elif kind == "focus":
            texts.append(f"on {control}")
    return texts


@alone_case
def a_touch_users_minute(scratch):
    scratch.configure(configured)
    with Framebuffer(800, 480, 32), Touchscreen() as glass, daemon_with(scratch, None) as daemon:
        with daemon.client() as client:
            shows(client)
            client.do(op="page", page="tune")
            if client.do(op="list")["inputs"][0]["state"] != "attached":
                client.event("device", input="glass", state="attached")
            client.quiet()
            play(glass, RECORDING)
            # Waits for what follows the last touch: a double tap, a commit.
            time.sleep(1)
            texts = told(client.quiet())
    patch = [text for text in texts if text.startswith("patch ")]
    volume = [text for text in texts if text.startswith("volume ")]
    assert len(patch) == len(volume) == 1, texts
    expect(texts, [
        "vfo 14100000",
        "page aerial", "on azimuth", "speed medium",
        "azimuth running", "azimuth paused",
        "page patches", "on patch", *patch,
        "page bank", "on volume", *volume,
    ])  # fmt: skip
