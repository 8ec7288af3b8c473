"""Runs scripts/corpus."""

import os
import pathlib
import subprocess

from kit.daemon import ROOT, program

HERE = pathlib.Path(__file__).parent


def corpus(*words):
    """The script's exit status, output lines and errors."""
    programs = os.path.dirname(program("wheeld"))
    done = subprocess.run(
        [ROOT / "scripts/corpus", *words], env={**os.environ, "WHEELD_PROGRAMS": programs}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    return done.returncode, done.stdout.splitlines(), done.stderr


def failures(lines):
    return [line.split(": ")[1] for line in lines if line.startswith("failed: ")]
