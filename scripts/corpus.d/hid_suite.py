"""Plays recordings of HID devices through uhid to a daemon that uses the resulting event devices."""

import pathlib
import subprocess
import time

import oracle
import uhid
from kit.daemon import Daemon, Scratch
from verdicts import Verdicts

CONFIGURATION = """
[socket]
path = "{socket}"
[state]
path = "{state}"
[[display]]
name = "none"
output = "none"
[[control]]
name = "touched"
kind = "float"
range = "[0, 100]"
default = 50
[[control]]
name = "turned"
kind = "float"
range = "(-inf, inf)"
default = 0
speeds = [{{ name = "one", per_detent = 1 }}]
[[input]]
name = "screens"
type = "touch"
controls = ["touched"]
[[input]]
name = "knobs"
type = "evdev"
controls = ["turned"]
[[input]]
name = "mice"
type = "evdev"
match = {{ property = "ID_INPUT_MOUSE=1" }}
controls = ["turned"]
"""
# Only the first reports of a long recording are played.
MOST_REPORTS = 2000
# The kernel buffers a few hundred events of a device for each reader.
REPORTS_AT_ONCE = 2
LONGEST_PAUSE_S = 0.02


def run(folder):
    folder = pathlib.Path(folder)
    verdicts = Verdicts("hid")
    with Scratch() as scratch:
        scratch.configure(lambda _: CONFIGURATION.format(socket=scratch.socket, state=scratch.state))
        with Daemon(scratch) as daemon:
            for path in sorted(folder.rglob("*.hid")):
                try:
                    groups, problems = played(daemon, path)
                except (AssertionError, OSError) as error:
                    groups, problems = {"not played": 1}, [f"{type(error).__name__}: {error}"]
                if not daemon.is_running:
                    raise SystemExit(f"failed: {path}: the daemon has ended: {daemon.log_lines()[-3:]}")
                group = groups.pop("group", "not played")
                for what, count in groups.items():
                    verdicts.count(f"  {what}", count)
                verdicts.take(str(path.relative_to(folder)), group, "; ".join(problems[:3]) or None)
    return verdicts.finish()


def played(daemon, path):
    """Returns the kind of devices of a recording, and what is wrong with the daemon's lines."""
    devices = uhid.read(path)
    assert devices, "there is no descriptor in it"
    with daemon.client() as client:
        for control in ("touched", "turned"):
            client.do(op="reset", control=control)
        client.do(op="subscribe", events=["value", "commit", "device", "dropped"])
        client.quiet()
        lines = []
        plugged = [uhid.Plugged(device) for device in devices]
        counts = {}
        try:
            assert all(device.started for device in plugged), "the kernel does not take the descriptor"
            for device in plugged:
                counts[f"of {device.driver}"] = counts.get(f"of {device.driver}", 0) + 1
            # The daemon opens a device after udev has handled it.
            subprocess.run(["udevadm", "settle", "--timeout=10"], check=False)
            time.sleep(0.05)
            lines += client.quiet()
            play(devices, plugged, client, lines)
        finally:
            for device in plugged:
                device.unplug()
        lines += settled(client)
        nodes = [node for device in plugged for node in device.nodes]
    attached = {line["input"]: line["detail"] for line in lines if is_attachment(line)}
    counts["event devices"] = len(nodes)
    counts["group"] = " and ".join(sorted(attached)) or "not taken"
    for what in ("value", "commit"):
        counts[f"{what}s"] = sum(line["event"] == what for line in lines)
    return counts, list(problems(nodes, attached, lines))


def play(devices, plugged, client, lines):
    """Plays the reports of all devices in the order of their times, and returns the daemon's lines."""
    reports = sorted(
        ((time_s, index, report) for index, device in enumerate(devices) for time_s, report in device.reports),
        key=lambda entry: entry[0],
    )[:MOST_REPORTS]
    last = reports[0][0] if reports else 0
    for number, (time_s, index, report) in enumerate(reports):
        if time_s - last > LONGEST_PAUSE_S:
            time.sleep(LONGEST_PAUSE_S)
        last = time_s
        plugged[index].say(report)
        if number % REPORTS_AT_ONCE == 0 or number == len(reports) - 1:
            for device in plugged:
                for node in device.nodes:
                    node.drain()
            lines += client.quiet()


def settled(client):
    """Returns the lines until all devices are gone and all changes are committed."""
    lines = []
    while True:
        time.sleep(0.05)
        lines += client.quiet()
        if not any(control["editing"] for control in client.ask(op="list")["controls"]):
            return lines + client.quiet()


def is_attachment(line):
    return line["event"] == "device" and line["state"] == "attached"


def problems(nodes, attached, lines):
    """Yields a sentence for each fault. If several devices move one control, it only checks that each change has its commit."""
    for control, inputs in (("touched", ("screens",)), ("turned", ("knobs", "mice"))):
        own = [line for line in lines if line.get("control") == control]
        details = ", ".join(attached[name] for name in inputs if name in attached)
        taken = [node for node in nodes if f"({node.path})" in details and node.device.events]
        lost = any(line["event"] == "dropped" for line in lines) or any(node.has_overflown for node in taken)
        if len(taken) != 1 or lost:
            yield from oracle.ordered(own)
        elif control == "touched":
            yield from oracle.touched(taken[0].device, own)
        else:
            yield from oracle.turned(taken[0].device, own, taken[0].device.wheel)
