"""Replays recordings of evemu with `wheelctl replay`."""

import json
import pathlib
import subprocess
import tempfile

import evemu
import names
import oracle
from kit.daemon import program
from verdicts import Verdicts

SUFFIXES = (".events", ".evemu", ".desc", ".device", ".ev")

CONFIGURATION = """
[[display]]
name = "none"
output = "none"

[[control]]
name = "value"
kind = "float"
{control}

[[input]]
name = "device"
{input}
"""
TOUCHED = 'range = "[0, 100]"\ndefault = 50'
TURNED = 'range = "(-inf, inf)"\ndefault = 0\nspeeds = [{ name = "one", per_detent = 1 }]'


def configuration(device):
    """A configuration for the device: a control on the whole surface, or a number that each detent changes by 1."""
    if device.has_places:
        return CONFIGURATION.format(control=TOUCHED, input='type = "touch"')
    axis = f'axis = "{names.name(names.EV_REL, device.axis)}"' if device.axis is not None else ""
    return CONFIGURATION.format(control=TURNED, input=f'type = "evdev"\n{axis}')


def run(folder):
    folder = pathlib.Path(folder)
    verdicts = Verdicts("evemu")
    for path in sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES and path.is_file()):
        name = str(path.relative_to(folder))
        device = evemu.read(path)
        if not device.events:
            verdicts.skip(name, "descriptions without events")
            continue
        try:
            lines = replayed(device)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            verdicts.take(name, device.kind, str(error))
            continue
        for what in ("value", "commit"):
            verdicts.count(f"  {what}s of a {device.kind}", sum(line["event"] == what for line in lines))
        touched = device.has_places
        problems = list(oracle.touched(device, lines) if touched else oracle.turned(device, lines, device.axis))
        verdicts.take(name, device.kind, "; ".join(problems[:3]) or None)
    return verdicts.finish()


def replayed(device):
    """Returns the lines that a daemon would send."""
    with tempfile.TemporaryDirectory(prefix="wheeld-corpus-") as folder:
        recording, settings = pathlib.Path(folder, "recording"), pathlib.Path(folder, "wheeld.toml")
        recording.write_text(evemu.recording(device))
        settings.write_text(configuration(device))
        process = subprocess.run(
            [program("wheelctl"), "--json", "replay", recording, "--config", settings],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
    assert process.returncode == 0, f"wheelctl replay ends with {process.returncode}: {process.stderr.strip()[-300:]}"
    return [json.loads(line) for line in process.stdout.splitlines()]
