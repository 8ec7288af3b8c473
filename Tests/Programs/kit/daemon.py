"""Starts daemons, each case in a folder of its own."""

import contextlib
import fcntl
import glob
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile

from .builds import KIND, VARIABLES, resident_kb
from .client import PATIENCE_S, Client  # noqa: F401: cases import PATIENCE_S from here
from .waiting import wait_until

ROOT = pathlib.Path(__file__).resolve().parents[3]

CONFIGURATION = """
[socket]
path = "{socket}"
mode = "0666"
write = ["{user}"]
max_clients = 24

[state]
path = "{state}"

[[control]]
name = "frequency"
label = "Frequency"
kind = "float"
range = "[0.1, 30]"
unit = "MHz"
decimals = 6
default = 7.1
speeds = [{{ name = "coarse", per_detent = 0.1 }}, {{ name = "fine", per_detent = 0.001 }}]
commit_after_ms = 50

[[control]]
name = "gain"
kind = "float"
range = "[-60, 6]"
step = 0.5
unit = "dB"

[[control]]
name = "count"
kind = "int"
range = "[-9007199254740992, 9007199254740992]"
default = 0

[[control]]
name = "azimuth"
kind = "float"
range = "[0, 360)"
wrap = true
unit = "°"
default = 10

[[control]]
name = "filter"
kind = "choice"
positions = ["low-pass", "band-pass", {{ name = "hp", label = "High-pass" }}]

[[control]]
name = "steps"
kind = "selection"
positions = 16
max_selected = 3

[[ramp]]
name = "sweep"
control = "azimuth"
from = 15
by = 345
duration_s = 0.2
hold = true

[[input]]
name = "knob"
type = "evdev"
match = {{ name = "no such device" }}
controls = ["frequency", "azimuth"]

[[page]]
name = "tuning"
controls = ["frequency", "filter"]

[[page]]
name = "levels"
controls = ["gain"]
"""

# Configurations get this instead of the default display, which would log messages at an unknown time after the start, and
# would wake a thread for each picture.
NO_DISPLAY = """
[[display]]
name = "main"
output = "none"
"""

def programs():
    """The folder of the programs under test. `swift` is asked for the folder once, for this process and its
    children."""
    folder = os.environ.get("WHEELD_PROGRAMS")
    if not folder:
        folder = subprocess.check_output(["swift", "build", "--show-bin-path"], cwd=ROOT, text=True).strip()
        os.environ["WHEELD_PROGRAMS"] = folder
    return folder


def program(name):
    """The path of a program under test."""
    path = f"{programs()}/{name}"
    if not os.access(path, os.X_OK):
        raise SystemExit(f"{path} does not exist: build it first, or set $WHEELD_PROGRAMS to its folder")
    return path


def is_locked(path):
    """Whether a daemon has locked this state. While one has, the folder must not be removed: a daemon whose panel was
    killed still saves the state, and would create the folder again."""
    try:
        with open(path) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        pass  # There is no such file.
    return False


class Scratch:
    """A folder with a configuration, a socket, a state file and logs."""

    def __init__(self, passes=False):
        """`passes`: daemons get their socket passed, as from a service manager."""
        self.passes = passes

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="wheeld-kit-")
        os.chmod(self.folder, 0o755)
        self.socket = self.folder + "/s"
        self.state = self.folder + "/state.json"
        self.configuration = self.folder + "/wheeld.toml"
        self.log = self.folder + "/log"
        self.configure()
        return self

    def __exit__(self, *_):
        locks = [self.state + ".lock", self.folder + "/wheeld/state.json.lock"]
        with contextlib.suppress(AssertionError):  # This failure must not hide one of the case itself.
            wait_until("no daemon has the state", lambda: not any(map(is_locked, locks)), within_s=5)
        shutil.rmtree(self.folder, ignore_errors=True)

    def configure(self, edit=lambda text: text):
        """Writes the kit's configuration, changed by `edit`. Adds NO_DISPLAY unless the result has a display."""
        text = edit(CONFIGURATION.format(socket=self.socket, state=self.state, user=os.getuid()))
        pathlib.Path(self.configuration).write_text(text if "[[display]]" in text else text + NO_DISPLAY)

    def log_lines(self):
        return pathlib.Path(self.log).read_text().splitlines() if os.path.exists(self.log) else []

    def set_aside(self):
        return glob.glob(self.state + ".bad-*")


class Daemon:
    def __init__(self, scratch, options=(), environment=None, waits=True, bare=False, terminal=None, under=()):
        """`bare`: the daemon gets only these options and this environment. `terminal`: the descriptor for standard input.
        `under`: the words of a program that becomes the daemon."""
        self.scratch = scratch
        self.path = scratch.socket
        self._status = None
        self._is_direct = not under
        listener = None
        if scratch.passes:
            if os.path.exists(self.path):
                os.unlink(self.path)
            listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            listener.bind(self.path)
            os.chmod(self.path, 0o666)
            listener.listen(64)
        words = [*under, program("wheeld"), *(() if bare else ("--config", scratch.configuration)), *options]
        variables = dict(VARIABLES) if bare else {k: v for k, v in os.environ.items() if not k.startswith(("LISTEN_", "NOTIFY_"))}
        variables.update(environment or {})
        self.pid = os.fork()
        if self.pid == 0:
            try:
                log = os.open(scratch.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
                os.dup2(os.open("/dev/null", os.O_RDONLY) if terminal is None else terminal, 0)
                os.dup2(log, 1)
                os.dup2(log, 2)
                if listener is not None:
                    if listener.fileno() == 3:
                        os.set_inheritable(3, True)
                    else:
                        os.dup2(listener.fileno(), 3)
                    variables.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
                os.execvpe(words[0], words, variables)
            finally:
                os._exit(127)
        if listener is not None:
            listener.close()
        if waits:
            self._wait_until_served()

    def _wait_until_served(self):
        def is_served():
            try:
                with Client(self.path):
                    return True
            except (FileNotFoundError, ConnectionRefusedError):
                if not self.is_running:
                    log = "; ".join(self.scratch.log_lines()[-3:])
                    raise AssertionError(f"the daemon ended with {self._status}: {log}") from None
                return False

        wait_until("the daemon serves", is_served)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.is_running:
            if KIND == "coverage" and self._is_direct:
                # A killed process writes no line counts, so the daemon is asked to end. `unshare --fork` would keep the signal.
                self.signal(signal.SIGCONT)
                self.signal(signal.SIGTERM)
            else:
                self.signal(signal.SIGKILL)
            self.wait()

    @property
    def is_running(self):
        if self._status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._status = os.waitstatus_to_exitcode(status)
        return self._status is None

    def signal(self, number):
        os.kill(self.pid, number)

    def wait(self):
        wait_until("the daemon ends", lambda: not self.is_running)
        return self._status

    def client(self, **options):
        return Client(self.path, **options)

    def log_lines(self):
        return self.scratch.log_lines()

    def wait_for_log(self, text):
        wait_until(
            lambda: f"the log does not say {text!r}: {self.log_lines()[-5:]}",
            lambda: any(text in line for line in self.log_lines()),
        )

    def resident_kb(self):
        return resident_kb(self.pid)
