"""Runs wheelctl."""

import json
import os
import subprocess

from kit.builds import VARIABLES
from kit.cases import expect
from kit.daemon import program

DONE, REFUSED, WRONG_USAGE, NO_DAEMON = 0, 1, 2, 3


def run(words, environment=None, bare=False):
    """Runs wheelctl, and returns exit status, output and errors."""
    variables = VARIABLES if bare else {**os.environ, "TERM": "xterm-256color"}
    done = subprocess.run(
        [program("wheelctl"), *words], env={**variables, **(environment or {})}, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert "\x1b" not in done.stdout + done.stderr, "colour without a terminal"
    return done.returncode, done.stdout, done.stderr


def told(daemon, *words):
    """Returns the output of a command, which must succeed without a line on standard error."""
    code, out, err = run([*words], {"WHEELD_SOCKET": daemon.path})
    expect((code, err), (DONE, ""), " ".join(words))
    return out.rstrip("\n")


def json_told(daemon, *words):
    """Returns the only line of a command's output, which is JSON."""
    (line,) = told(daemon, "--json", *words).splitlines()
    return json.loads(line)


def complaint(daemon, code, *words):
    """The error message of a command, which must fail with this status and print one line in the documented form."""
    got, out, err = run([*words], {"WHEELD_SOCKET": daemon.path})
    expect((got, out), (code, ""), f"{' '.join(words)}: {err}")
    assert err.startswith("wheelctl: ") and err.count("\n") == 1 and err.count(": ") >= 2, err
    return err.rstrip("\n")
