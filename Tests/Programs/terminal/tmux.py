"""A terminal inside tmux that a test can type into, point at and read."""

import contextlib
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import tempfile

from kit.cases import Skipped
from kit.client import Client
from kit.daemon import program
from kit.waiting import wait_until

UP, DOWN, LEFT, RIGHT = "Up", "Down", "Left", "Right"


class Terminal:
    """A terminal that runs a panel, and then a shell that reports the terminal's state."""

    count = 0

    def __init__(self, scratch, columns=80, rows=24, options=None, environment=None, panel=None, waits=True):
        """wheeld runs in the scratch folder with these options, the socket, and this environment. With `panel`,
        `wheelctl panel` runs with these options instead. If `waits` is false, this does not wait for a picture."""
        self.begin(scratch)
        before, after = scratch.folder + "/before", scratch.folder + "/after"
        options = options or f"--terminal --config {scratch.configuration}"
        environment = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "COLORTERM": "truecolor"} | (environment or {})
        variables = " ".join(f"{name}={shlex.quote(value)}" for name, value in environment.items())
        words = f"{program('wheeld')} --socket {scratch.socket} {options}"
        if panel is not None:
            words = f"{program('wheelctl')} panel --socket {scratch.socket} {panel}"
        run = f"cd {scratch.folder}; exec env {variables} {words}"
        # Saves the terminal's modes before and after. With `exec` the panel keeps the process id of the subshell.
        script = (
            f"stty -a >{before}; (echo $BASHPID >{scratch.folder}/pid; {run}); echo $? >{scratch.folder}/status; "
            f"stty -a >{after}.new; mv {after}.new {after}; echo left; sleep 1000"
        )
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), "bash", "-c", script)
        # This text is part of the first picture.
        if waits:
            try:
                self.wait(lambda: "Read every value" in self.text())
            except BaseException:
                self.__exit__()
                raise

    def begin(self, scratch):
        if shutil.which("tmux") is None:
            raise Skipped("tmux is not installed")
        self.scratch = scratch
        Terminal.count += 1
        self.server = f"wheeld-{os.getpid()}-{Terminal.count}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        subprocess.run(["tmux", "-L", self.server, "kill-server"], check=False, capture_output=True)

    def tmux(self, *words):
        done = subprocess.run(["tmux", "-L", self.server, *words], check=True, capture_output=True, text=True)
        return done.stdout

    def wait(self, condition):
        return wait_until(lambda: f"it comes to that; the terminal shows:\n{self.text()}", condition)

    # Keys and mouse.

    def type(self, *keys):
        self.tmux("send-keys", *keys)

    def point(self, button, column, row, final="M"):
        """Types a report of the mouse, as terminals send it."""
        self.tmux("send-keys", "-l", f"\x1b[<{button};{column + 1};{row + 1}{final}")

    def click(self, column, row):
        self.point(0, column, row)
        self.point(0, column, row, "m")

    def drag(self, start, end, steps=8):
        self.point(0, *start)
        for step in range(1, steps + 1):
            self.point(32, *(round(a + (b - a) * step / steps) for a, b in zip(start, end)))
        self.point(0, *end, "m")

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    # What the terminal shows.

    def text(self):
        return self.tmux("capture-pane", "-p")

    def colours(self):
        return self.tmux("capture-pane", "-p", "-e")

    @contextlib.contextmanager
    def everything(self):
        """Yields a function that returns everything that the program has written since this call, including what it has
        overwritten."""
        # Each call has its own file, since an earlier `cat` may still write.
        file, log = tempfile.mkstemp(dir=self.scratch.folder)
        os.close(file)
        self.tmux("pipe-pane", f"exec cat >{log}")
        try:
            yield pathlib.Path(log).read_bytes
        finally:
            self.tmux("pipe-pane")

    def shows(self, text):
        self.wait(lambda: text in self.text())

    def client(self):
        return Client(self.scratch.socket)

    # The process.

    @property
    def pid(self):
        return int(pathlib.Path(self.scratch.folder + "/pid").read_text())

    def signal(self, number):
        os.kill(self.pid, number)

    def status(self):
        """Waits until the panel has ended, and returns its exit status."""
        self.shows("left")
        return int(pathlib.Path(self.scratch.folder + "/status").read_text())

    def kill(self):
        self.signal(signal.SIGKILL)

    def is_as_before(self):
        """Waits until the program has ended, and returns whether its terminal is restored."""
        before, after = (pathlib.Path(f"{self.scratch.folder}/{name}") for name in ("before", "after"))
        # Waits for a file, because after SIGKILL the text "left" may disappear with the picture.
        self.wait(after.exists)
        flags = "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{mouse_sgr_flag} #{wrap_flag}"
        self.wait(lambda: self.tmux("display-message", "-p", flags).strip() == "0 1 0 0 1")
        before, after = before.read_text(), after.read_text()
        now = self.tmux("display-message", "-p", "#{pane_tty}").strip()
        self.wait(lambda: subprocess.run(["stty", "-a", "-F", now], capture_output=True, text=True).stdout == before)
        return after == before
