"""The programs of docs/clients/python.md run as they stand."""

import re
import sys
import threading

import pytest
from kit.daemon import ROOT, Daemon
from kit.process import Process

import wheeld

CONTROLS = """
[[control]]
name = "cutoff"
kind = "float"
range = "[20, 20000]"

[[control]]
name = "voltage"
kind = "float"
range = "[0, 30]"
confirm = true

[[control]]
name = "preset"
kind = "choice"
positions = 8
"""
INPUTS = """
[[input]]
name = "dial"
type = "client"

[[input]]
name = "pad"
type = "client"
"""
PAGE = (ROOT / "docs/clients/python.md").read_text()
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


class Synth:
    """What a program moves."""

    def set_cutoff(self, value):
        pass

    def load(self, value):
        pass

    def set_resonance(self, value):
        pass


@pytest.mark.parametrize("block", BLOCKS, ids=range(1, len(BLOCKS) + 1))
def test_a_program_of_the_page(block, scratch, monkeypatch):
    scratch.configure(lambda text: text + CONTROLS + INPUTS)
    monkeypatch.setenv("WHEELD_SOCKET", scratch.socket)
    with Daemon(scratch):
        if "asyncio" in block:
            (program := ROOT.__class__(scratch.folder, "program.py")).write_text(block)
            with Process(
                [sys.executable, program], {"PYTHONPATH": f"{ROOT}/clients/python", "PYTHONUNBUFFERED": "1"}
            ) as process:
                lines = process.wait_for_lines(3)
                assert lines[1].startswith("ValueEvent("), lines
            return
        with wheeld.Panel() as panel:
            # A block that runs until the panel is closed. The block may end before that.
            if "panel.run()" in block or "in panel:" in block:
                threading.Timer(0.2, panel.close).start()
            exec(block, {"wheeld": wheeld, "panel": panel, "synth": Synth()})
