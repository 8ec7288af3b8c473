"""Presets of the configuration, recalled and stored through the module."""

import wheeld
from kit.daemon import Daemon, Scratch

PRESET = '[[preset]]\nname = "quiet"\nvalues = { gain = -40 }\nwritable = true\n\n[[page]]'


def test_presets():
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
