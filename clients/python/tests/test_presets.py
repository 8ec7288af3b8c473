"""Presets that a program defines, with a daemon."""

import wheeld

CUTOFF = wheeld.Control(name="cutoff", kind="float", range="[20, 20000]")


def test_presets(panel):
    bass = wheeld.Preset(name="bass", values={"cutoff": 100}, writable=True)
    panel.define("synth", controls=[CUTOFF], presets=[bass])
    panel.recall("bass")
    assert panel["cutoff"].value == 100
    panel["cutoff"].value = 120
    panel.store("bass")
    panel["cutoff"].value = 1000
    panel.recall("bass")
    assert panel["cutoff"].value == 120
