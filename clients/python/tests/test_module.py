"""The module itself: its version, what it needs, what it declares."""

import ast
import re
import subprocess
import sys

import pytest
from kit.daemon import ROOT, program

import wheeld

FOLDER = ROOT / "clients/python/wheeld"


def test_the_version_is_that_of_the_programs():
    said = subprocess.run([program("wheelctl"), "--version"], check=True, capture_output=True, text=True).stdout
    assert said == f"wheelctl {wheeld.__version__}\n"


def test_it_needs_pythons_own_library_alone():
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            modules = []
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                modules = [node.module]
            for module in modules:
                assert module.split(".")[0] in sys.stdlib_module_names, f"{path}: {module}"


def test_every_name_that_it_promises_is_there():
    assert len(set(wheeld.__all__)) == len(wheeld.__all__)
    for name in wheeld.__all__:
        assert getattr(wheeld, name) is not None
    assert (FOLDER / "py.typed").exists()


def test_no_command_hides_another_member():
    commands = {name for name in vars(wheeld.panel.Commands) if not name.startswith("_")}
    others = {name for name in {*vars(wheeld.Panel), *vars(wheeld.view.PanelView)} if not name.startswith("_")}
    assert not commands & others


def test_the_types_are_sound():
    pytest.importorskip("mypy")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir=/dev/null", "-p", "wheeld"],
        cwd=FOLDER.parent, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def test_the_page_names_every_event():
    page = (ROOT / "docs/clients/python.md").read_text()
    for name in ("ConnectedEvent", "DisconnectedEvent", "RefusedError", "NoDaemonError", "NoAnswerError"):
        assert name in page, name
    assert not re.findall(r"wheeld\.(\w+Event|\w+Error)\b", page) or all(
        hasattr(wheeld, name) for name in re.findall(r"wheeld\.(\w+(?:Event|Error|Panel))\b", page)
    )
