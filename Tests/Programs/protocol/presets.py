"""Presets: what they set and store, who may recall and store them, and what survives a restart and a reload."""

import json
import pathlib
import signal

from kit.cases import alone_case, case, expect
from kit.daemon import Daemon

PRESETS = """
[[preset]]
name = "night"
label = "At night"
values = { gain = -30, filter = "hp", steps = ["2", "9"] }

[[preset]]
name = "own"
values = { frequency = 3.65, gain = -6 }
writable = true
"""
NIGHT = {"preset": "night", "label": "At night", "writable": False,
         "values": {"gain": -30, "filter": "hp", "steps": ["2", "9"]}}  # fmt: skip
OWN = {"preset": "own", "label": "own", "writable": True, "values": {"frequency": 3.65, "gain": -6}}


def with_presets(text):
    return text + PRESETS


def names(events):
    return [(e["event"], e.get("control", e.get("preset"))) for e in events]


@case
def a_configuration_without_presets_has_none(daemon):
    with daemon.client() as client:
        expect(client.hello["presets"], [])
        expect(client.do(op="list")["presets"], [])
        expect(client.refused("unknown-preset", op="recall", preset="night"), "no preset named 'night'; there are none")


@alone_case
def presets_are_listed_with_their_values(scratch):
    scratch.configure(with_presets)
    with Daemon(scratch) as daemon, daemon.client() as client:
        expect(client.hello["presets"], [NIGHT, OWN])
        expect(client.do(op="list")["presets"], [NIGHT, OWN])


@alone_case
def a_recall_sets_all_values_in_one_step(scratch):
    scratch.configure(with_presets)
    with Daemon(scratch) as daemon, daemon.client() as client, daemon.client() as other:
        client.do(op="ramp", control="gain", to=0, **{"from": -60}, duration_s=60)
        client.take()
        expect(set(client.do(op="recall", preset="night")), {"reply", "ok"})
        events = client.take()
        moved = [e for e in names(events) if e[0] != "value" or e[1] != "gain"]
        expect(moved, [("ramp", "gain"), ("commit", "gain"), ("value", "filter"), ("commit", "filter"),
                       ("value", "steps"), ("commit", "steps"), ("preset", "night")])  # fmt: skip
        expect(set(events[-1]), {"event", "seq", "time", "preset", "state"})
        expect(events[-1]["state"], "recalled")
        commits = [e for e in events if e["event"] == "commit"]
        expect([e["value"] for e in commits], [-30, "hp", ["2", "9"]])
        expect({e["client"] for e in commits}, {client.hello["client"]})
        expect(other.event("preset")["preset"], "night")
        client.do(op="recall", preset="night")
        expect(names(client.take()), [("preset", "night")])


@alone_case
def store_keeps_the_present_values(scratch):
    scratch.configure(with_presets)
    kept = {"frequency": 14.25, "gain": -12}
    with Daemon(scratch) as daemon, daemon.client() as client:
        client.do(op="set", values=kept)
        client.take()
        expect(set(client.do(op="store", preset="own")), {"reply", "ok"})
        (event,) = client.take()
        expect((event["event"], event["preset"], event["state"]), ("preset", "own", "stored"))
        expect(client.do(op="list")["presets"], [NIGHT, OWN | {"values": kept}])
        client.do(op="set", values={"frequency": 1, "gain": 0})
        client.do(op="recall", preset="own")
        expect([client.do(op="get", control=name)["value"] for name in kept], [14.25, -12])
        message = client.refused("read-only-preset", op="store", preset="night")
        expect(message, "the preset night is not writable")
        message = client.refused("unknown-preset", op="store", preset="nihgt")
        expect(message, "no preset named 'nihgt'; did you mean 'night'?")
        client.refused("bad-request", op="recall")
        client.refused("bad-request", op="recall", preset=3)
        daemon.signal(signal.SIGHUP)
        expect(client.event("controls")["presets"], [NIGHT, OWN | {"values": kept}])
        daemon.signal(signal.SIGTERM)
        expect(daemon.wait(), 0)
    with Daemon(scratch) as daemon, daemon.client() as client:
        expect(client.hello["presets"], [NIGHT, OWN | {"values": kept}])
        daemon.signal(signal.SIGTERM)
        expect(daemon.wait(), 0)
    expect(json.loads(pathlib.Path(scratch.state).read_text())["presets"], [{"preset": "own", "values": kept}])


CHANGES = (
    ("it is no longer 'writable'", lambda text: text.replace("writable = true", "")),
    ("it now names other controls", lambda text: text.replace("frequency = 3.65, ", "")),
    ("gain can no longer hold its value", lambda text: text.replace('"[-60, 6]"', '"[-10, 6]"').replace("-30", "-9")),
    ("the preset no longer exists", lambda text: text.replace('name = "own"', 'name = "mine"')),
)


@alone_case
def stored_values_that_no_longer_fit_are_dropped(scratch):
    """Stored values are dropped at a reload and at a restart, with a line in the log."""
    for reason, change in CHANGES:
        for reloads in (True, False):
            scratch.configure(with_presets)
            with Daemon(scratch) as daemon, daemon.client() as client:
                client.do(op="set", values={"frequency": 14.25, "gain": -12})
                client.do(op="store", preset="own")
                scratch.configure(lambda text, change=change: change(with_presets(text)))
                if reloads:
                    daemon.signal(signal.SIGHUP)
                    presets = client.event("controls")["presets"]
                    what = "a stored value is" if reason.startswith("gain") else "its stored values are"
                    line = f"preset own: {what} dropped: {reason}"
                    daemon.wait_for_log(line)
                else:
                    daemon.signal(signal.SIGTERM)
                    expect(daemon.wait(), 0)
            if not reloads:
                with Daemon(scratch) as daemon, daemon.client() as client:
                    presets = client.hello["presets"]
                    daemon.wait_for_log(f"the values of the preset 'own' do not fit: {reason}")
            # In one case only `gain` no longer fits, and the other stored values are kept.
            expect(14.25 in presets[1]["values"].values(), reason.startswith("gain"), reason)
            pathlib.Path(scratch.state).unlink(missing_ok=True)
            pathlib.Path(scratch.log).unlink()
