"""The documents, and the programs' help texts."""

import functools
import re
import subprocess

from kit.daemon import ROOT, program


@functools.cache
def documents():
    """Every page for readers, by its path."""
    found = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
    return {str(path.relative_to(ROOT)): path.read_text() for path in found}


@functools.cache
def said(name, *words):
    return subprocess.run([program(name), *words], check=True, capture_output=True, text=True).stdout


def options(text):
    """The options that a help text lists, with their arguments and descriptions."""
    return re.findall(r"^  (-[\w-]+)((?:\[=\S+\]| \S+)?)  +(\S.*)$", text, re.MULTILINE)


@functools.cache
def commands():
    """wheelctl's commands, in the order of its help."""
    listed = said("wheelctl", "--help").split("Options of every command:")[0]
    return re.findall(r"^  ([a-z][a-z-]*)", listed, re.MULTILINE)


@functools.cache
def options_of(name, command=None):
    """The names of the options that a program or a command accepts."""
    words = [command, "--help"] if command else ["--help"]
    names = {option for option, _, _ in options(said(name, *words))}
    return names | {"--help", "-h", "--version"}
