"""Runs the suite KIND on FOLDER, for scripts/corpus."""

import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests/Programs"))

kind, folder = sys.argv[1:]
sys.exit(__import__(f"{kind}_suite").run(folder))
