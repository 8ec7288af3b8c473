"""What pip gets: the same source gives the same archives, and the wheel works where nothing else is installed."""

import gzip
import io
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import zipfile

import pytest
from kit.daemon import ROOT
from kit.process import Process

import wheeld

pytest.importorskip("hatchling")
pytest.importorskip("pip")

WHEEL = f"wheeld-{wheeld.__version__}-py3-none-any.whl"
SOURCE = f"wheeld-{wheeld.__version__}.tar.gz"


def built(folder, **environment):
    """The archives, by name."""
    folder.mkdir()
    # The Python that runs the tests, which has hatchling.
    path = f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"
    words = [ROOT / "scripts/build-wheel", folder]
    subprocess.run(words, check=True, stdout=subprocess.PIPE, env={**os.environ, "PATH": path, **environment})
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel") / "built"
    built(folder)
    return folder


@pytest.fixture(scope="module")
def python(folder):
    """The interpreter of an environment that has the wheel and not even pip."""
    place = folder.parent / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
    pip = [sys.executable, "-m", "pip", "--python", place, "--quiet", "--disable-pip-version-check", "--no-cache-dir"]
    subprocess.run([*pip, "install", "--no-index", folder / WHEEL], check=True)
    return place / "bin/python"


@pytest.fixture(scope="module")
def example(folder):
    """The program of the module's own page."""
    page = (ROOT / "clients/python/README.md").read_text()
    path = folder.parent / "example.py"
    path.write_text(re.search(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)[1])
    return path


def test_the_same_source_gives_the_same_archives(folder, tmp_path):
    archives = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert sorted(archives) == [WHEEL, SOURCE]
    assert built(tmp_path / "again") == archives


def test_the_archives_have_the_time_that_is_set(tmp_path):
    # 2001-09-09 01:46:40
    archives = built(tmp_path / "built", SOURCE_DATE_EPOCH="1000000000")
    with zipfile.ZipFile(io.BytesIO(archives[WHEEL])) as wheel:
        assert {file.date_time for file in wheel.infolist()} == {(2001, 9, 9, 1, 46, 40)}
    with gzip.open(io.BytesIO(archives[SOURCE])) as unpacked, tarfile.open(fileobj=unpacked) as source:
        assert {file.mtime for file in source} == {unpacked.mtime} == {1_000_000_000}


def test_the_wheel_says_what_it_is(python):
    program = """
import importlib.metadata, pathlib, wheeld
it = importlib.metadata.distribution("wheeld")
files = {path.name for path in it.files}
print(it.version, it.requires, "py.typed" in files, "LICENSE" in files, "# wheeld for Python" in it.read_text("METADATA"))
print(pathlib.Path(wheeld.__file__).parent)
"""
    said = subprocess.run([python, "-I", "-c", program], check=True, capture_output=True, text=True).stdout.splitlines()
    assert said[0] == f"{wheeld.__version__} None True True True"
    assert said[1].startswith(str(python.parents[1])), said


def test_the_example_follows_a_knob(python, example, scratch, hand):
    with Process([python, "-I", "-u", example], {"WHEELD_SOCKET": scratch.socket}) as process:
        hand.event("value", value=14.1)
        hand.do(op="feed", input="knob", detents=1)
        process.wait_for("14.2")


def test_the_example_is_typed(python, example):
    pytest.importorskip("mypy")
    words = [sys.executable, "-m", "mypy", "--strict", "--cache-dir=/dev/null", "--python-executable", python, example]
    done = subprocess.run(words, cwd=example.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
