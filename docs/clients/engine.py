#!/usr/bin/env python3
"""The parameters of a synthesizer as controls of wheeld. The controls follow the synthesizer's patch. Python's standard
library only.

usage: engine.py [INPUT…]     the inputs that turn the parameters of the page that is shown

The program prints what a real engine would pass to its sound generator: the new parameters, as one JSON object for each
step.
"""

import json
import os
import socket
import sys
import time


def place():
    """Where clients look for the daemon."""
    named = os.environ.get("WHEELD_SOCKET")
    own = os.environ.get("XDG_RUNTIME_DIR", "") + "/wheeld.sock"
    return named or (own if os.path.exists(own) else "/run/wheeld/wheeld.sock")


# Each function makes a [[control]] table. The default of a control is the patch's value.


def number(name, default, range="[0, 100]", unit="%", **keys):
    return {"name": name, "kind": "float", "default": default, "range": range, "unit": unit, **keys}


def whole(name, default, range):
    return {"name": name, "kind": "int", "default": default, "range": range}


def choice(name, *positions):
    return {"name": name, "kind": "choice", "default": positions[0], "positions": positions}


def several(name, default, *positions):
    return {"name": name, "kind": "selection", "default": default, "positions": positions}


def oscillator(n):
    return [
        choice(f"wave-{n}", "saw", "square", "sine"),
        whole(f"octave-{n}", n - 2, "[-3, 3]"),
        number(f"level-{n}", 100 / n),
        number(f"pan-{n}", 0, "[-100, 100]"),
    ]


def envelope(n):
    times = [number(f"{name}-{n}", 0.1, "[0.001, 10]", "s", taper="log") for name in ("attack", "decay", "release")]
    return [*times, number(f"sustain-{n}", 70)]


def effects(**values):
    return [number(name, value) for name, value in values.items()]


# The pages of each patch. Each patch has 32 parameters. The parameters of the page `effects` belong to both patches.
PATCHES = {
    "bass": {
        "oscillators": oscillator(1) + oscillator(2) + oscillator(3),
        "filter": [
            number("cutoff", 440, "[20, 20000]", "Hz", taper="log"),
            number("resonance", 30),
            number("drive", 3, "[0, 24]", "dB"),
            choice("mode", "low-pass", "band-pass", "high-pass"),
        ],
        "envelopes": envelope(1) + envelope(2),
        "modulation": [
            number("rate", 2, "[0.01, 50]", "Hz", taper="log"),
            number("depth", 10),
            choice("shape", "triangle", "random"),
            several("targets", ["cutoff"], "pitch", "cutoff", "pan"),
        ],
        "effects": effects(chorus=0, delay=20, reverb=10, volume=80),
    },
    "organ": {
        "upper": [whole(f"upper-{n}", 8 if n < 4 else 0, "[0, 8]") for n in range(1, 10)],
        "lower": [whole(f"lower-{n}", 8 if n < 3 else 0, "[0, 8]") for n in range(1, 10)],
        "pedals": [whole("pedal-16", 6, "[0, 8]"), whole("pedal-8", 4, "[0, 8]")],
        "percussion": [choice("harmonic", "off", "second", "third"), number("strike", 50), number("fade", 30)],
        "vibrato": [several("manuals", ["upper"], "upper", "lower"), whole("scanner", 3, "[1, 3]")],
        "rotor": [choice("turning", "slow", "fast", "stopped"), number("distance", 40), number("balance", 50)],
        "effects": effects(chorus=30, delay=0, reverb=25, volume=60),
    },
}

# The patch is a control of its own definition. So the daemon remembers the chosen patch, and a knob can choose it.
CHOOSER = {"owner": "engine", "controls": [choice("patch", *PATCHES)]}


def definition(patch, inputs, is_new):
    """The request for a patch. A patch that is loaded gets its own values. After a restart of the daemon, a definition
    without values keeps the values that the controls had."""
    pages = PATCHES[patch]
    controls = [control for page in pages.values() for control in page]
    return {
        "owner": "engine-patch",
        "controls": controls,
        "pages": [
            {"name": page, "controls": [c["name"] for c in controls], **({"inputs": inputs} if inputs else {})}
            for page, controls in pages.items()
        ],
        **({"values": {c["name"]: c["default"] for c in controls}} if is_new else {}),
    }


class Sound:
    """The part that makes the sound, which continues while the daemon is not running."""

    def __init__(self):
        self.heard = {}

    def apply(self, values):
        """Passes all new values on in one step."""
        new = {name: value for name, value in values.items() if self.heard.get(name) != value}
        if new:
            print(json.dumps(new), flush=True)
            self.heard.update(new)


def follow(daemon, inputs, sound):
    """Defines the parameters, and follows them until the connection ends."""

    def send(**request):
        daemon.sendall(json.dumps(request).encode() + b"\n")

    chosen, loaded, values = None, None, {}
    send(op="define", **CHOOSER)
    for line in daemon.makefile("r", encoding="utf-8"):
        event = json.loads(line)
        if event.get("ok") is False:
            sys.exit(event["message"])
        match event.get("event"):
            case "value" if event["control"] in values:
                values[event["control"]] = event["value"]
            case "commit" if event["control"] == "patch":
                chosen = event["value"]
            case "missed":
                send(id=1, op="list")
            case "definition":
                print(f"{event['owner']}: {event['mistakes'][0]['message']}", file=sys.stderr)
        if "controls" in event:  # `hello`, `controls` and the reply to `list` have the state of every control.
            states = {state["control"]: state for state in event["controls"] if "owner" in state}
            values = {name: state["value"] for name, state in states.items() if state["owner"] == "engine-patch"}
            if "patch" in states and not states["patch"]["editing"]:
                chosen = states["patch"]["value"]
        if event.get("more"):
            continue
        sound.apply(values)
        if chosen != loaded:
            send(op="define", **definition(chosen, inputs, is_new=loaded is not None))
            loaded = chosen


def main(inputs):
    sound = Sound()
    while True:
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as daemon:
                daemon.connect(place())
                follow(daemon, inputs, sound)
        except OSError as error:
            print(f"{place()}: {error.strerror}", file=sys.stderr, flush=True)
        # The daemon is being restarted, or not there yet. The program keeps the values for the next definition.
        time.sleep(1)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        pass
