"""A real terminal, xterm under Xvfb, whose answers to queries show its state before and after wheeld."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

from kit.cases import Skipped, alone_case, expect
from kit.daemon import program
from kit.waiting import wait_until

ENDINGS = ["SIGTERM", "SIGINT", "SIGABRT", "SIGKILL", "SIGTSTP"]
PATIENCE_S = 240


class Server:
    """An X server without a screen, which ends with the `with` block."""

    def __init__(self):
        reading, writing = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1024x768x24"],
            pass_fds=[writing], stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(writing)
        with os.fdopen(reading) as number:
            self.display = ":" + number.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def is_left_as_it_was(identity, wanted):
    def body(scratch):
        for name in ("Xvfb", "xterm"):
            if shutil.which(name) is None:
                raise Skipped(f"{name} is not installed")
        report, log = (pathlib.Path(scratch.folder, name) for name in ("report", "log"))
        witness = pathlib.Path(__file__).with_name("witness.py")
        daemon = [program("wheeld"), "--terminal", "--log-level", "debug", "--socket", scratch.socket, "--config", scratch.configuration]
        words = [sys.executable, str(witness), str(report), wanted, scratch.socket, str(log), *ENDINGS, "--", *daemon]
        environment = os.environ | {"HOME": scratch.folder, "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8"}
        with Server() as server:
            environment["DISPLAY"] = server.display
            with subprocess.Popen(["xterm", *identity, "-e", *words], env=environment, stderr=subprocess.DEVNULL) as xterm:
                try:
                    wait_until("the witness says something", lambda: report.exists() or xterm.poll() is not None, PATIENCE_S)
                    assert report.exists(), "xterm ended"
                finally:
                    xterm.terminate()
        for found in json.loads(report.read_text()):
            assert found["shown"], (found["signal"], log.read_text())
            assert "\x1b[?25;1$y" in found["before"]["terminal"], "xterm does not answer"
            for after in found["after"]:
                expect((found["signal"], after), (found["signal"], found["before"]))

    return body


for name, identity, wanted in (("cells", [], "cells"), ("sixel", ["-ti", "vt340"], "png")):
    case = is_left_as_it_was(identity, wanted)
    case.__name__ = f"xterm_is_as_it_was_after_{name}"
    alone_case(case)
