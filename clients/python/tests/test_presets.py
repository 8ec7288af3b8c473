"""Presets of the configuration and of a definition, recalled and stored through the module."""

import wheeld
from conftest import events_until
from kit.daemon import Daemon, Scratch

PRESET = '[[preset]]\nname = "quiet"\nvalues = { gain = -40 }\nwritable = true\n\n[[page]]'
CUTOFF = wheeld.Control(name="cutoff", kind="float", range="[20, 20000]")


def test_presets_of_the_configuration():
    with Scratch() as scratch:
        scratch.configure(lambda text: text.replace("[[page]]", PRESET, 1))
        with Daemon(scratch), wheeld.Panel(scratch.socket) as panel:
            panel.recall("quiet")
            assert panel["gain"].value == -40
            panel["gain"].value = -20
            panel.store("quiet")
            panel["gain"].value = 0
            panel.recall("quiet")
            assert panel["gain"].value == -20


def test_presets_of_a_definition(panel):
    bass = wheeld.Preset(name="bass", values={"cutoff": 100}, writable=True)
    panel.define("synth", controls=[CUTOFF], presets=[bass])
    panel.recall("bass")
    assert panel["cutoff"].value == 100
    panel["cutoff"].value = 120
    panel.store("bass")
    panel["cutoff"].value = 1000
    panel.recall("bass")
    assert panel["cutoff"].value == 120


def test_the_panel_has_the_presets(daemon, panel, other):
    assert panel.presets == {}
    bass = wheeld.Preset(name="bass", label="Bass", values={"cutoff": 100}, writable=True)
    panel.define("synth", controls=[CUTOFF], presets=[bass])
    state = {"preset": "bass", "label": "Bass", "writable": True, "values": {"cutoff": 100}}
    assert panel.presets == {"bass": state}
    # The class has the members that the daemon sends.
    assert set(state) == set(wheeld.PresetState.__annotations__)
    with wheeld.Panel(daemon.path) as second:
        assert second.presets == {"bass": state}
        # A program that gets no values also learns of stored presets.
        second.subscribe(events=["preset"])
        panel["cutoff"].value = 120
        other.do(op="store", preset="bass")
        events_until(second, wheeld.PresetEvent)
        second.ping()
        assert second.presets["bass"]["values"] == {"cutoff": 120}
    events_until(panel, wheeld.PresetEvent)
    panel.ping()
    assert panel.presets["bass"]["values"] == {"cutoff": 120}
    panel.undefine("synth")
    assert panel.presets == {}
