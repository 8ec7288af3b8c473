"""The first programs of README and of docs/clients: they find the daemon, set a value, print every change, and reconnect."""

import pathlib
import re
import signal
import sys

from texts import documents

from kit.cases import alone_case
from kit.daemon import NO_DISPLAY, ROOT, Daemon
from kit.process import Process


def saved(scratch, page):
    """Saves the first program of a page, and returns the file."""
    path = pathlib.Path(scratch.folder, "program.py")
    path.write_text(re.search(r"^```python\n(.*?)^```", documents()[page], re.MULTILINE | re.DOTALL)[1])
    return path


def finds_the_daemon_by(scratch, environment):
    path = saved(scratch, "docs/clients/README.md")
    scratch.socket = scratch.folder + "/wheeld.sock"
    # Each daemon starts at 0, so that setting 45 is a change.
    scratch.configure(lambda _: NO_DISPLAY + "[state]\nrestore = false\n")
    options = ("--socket", scratch.socket)
    state = {"XDG_STATE_HOME": scratch.folder}
    variables = {"WHEELD_SOCKET": "", "XDG_RUNTIME_DIR": "", "PYTHONUNBUFFERED": "1", **environment}
    with Process([sys.executable, str(path)], variables) as process:
        process.wait_for_lines(1)  # No daemon runs yet.
        with Daemon(scratch, options=options, environment=state) as daemon, daemon.client() as client:
            process.wait_for("angle 45")
            client.do(op="set", control="angle", value=30)
            process.wait_for("angle 30")
            process.skip_lines()
            daemon.signal(signal.SIGKILL)
            daemon.wait()
        with Daemon(scratch, options=options, environment=state) as daemon, daemon.client() as client:
            process.wait_for("angle 45")
            client.do(op="set", control="angle", value=20)
            process.wait_for("angle 20")


@alone_case
def the_program_with_the_module_prints_every_change(scratch):
    path = saved(scratch, "README.md")
    scratch.configure(lambda _: NO_DISPLAY + "[state]\nrestore = false\n")
    options = ("--socket", scratch.socket)
    variables = {"WHEELD_SOCKET": scratch.socket, "PYTHONPATH": f"{ROOT}/clients/python", "PYTHONUNBUFFERED": "1"}
    state = {"XDG_STATE_HOME": scratch.folder}
    with (
        Daemon(scratch, options=options, environment=state) as daemon,
        Process([sys.executable, path], variables) as process,
    ):
        process.wait_for("angle 45")
        daemon.signal(signal.SIGKILL)
        daemon.wait()
        with Daemon(scratch, options=options, environment=state) as again, again.client() as client:
            # The new daemon starts at 0, which is a change.
            process.wait_for("angle 0")
            client.do(op="set", control="angle", value=20)
            process.wait_for("angle 20")


@alone_case
def the_bare_program_finds_the_daemon_of_a_session(scratch):
    finds_the_daemon_by(scratch, {"XDG_RUNTIME_DIR": scratch.folder})


@alone_case
def the_bare_program_finds_the_daemon_that_is_named(scratch):
    finds_the_daemon_by(scratch, {"WHEELD_SOCKET": scratch.folder + "/wheeld.sock"})
