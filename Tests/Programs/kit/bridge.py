"""A bridge with a daemon and a client, and its command line."""

import pathlib
import socket
import subprocess
import time

from .cases import expect
from .daemon import PATIENCE_S, Daemon, program
from .process import Process


def wait_until(what, condition):
    """Waits until the condition is true, and returns it. `what` is a text, or makes one when it is too late."""
    end = time.monotonic() + PATIENCE_S
    while True:
        found = condition()
        if found:
            return found
        assert time.monotonic() < end, f"not in time: {what() if callable(what) else what}"
        time.sleep(0.02)


def free_port(kind=socket.SOCK_STREAM):
    with socket.socket(socket.AF_INET, kind) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class CommandLine:
    """The command line of a bridge. A call returns the exit status, the output and the errors."""

    def __init__(self, name):
        self.name = name

    def __call__(self, *words):
        done = subprocess.run([program(self.name), *words], capture_output=True, text=True, timeout=30)
        return done.returncode, done.stdout, done.stderr

    def check(self, scratch, text):
        """What --check-config says of a file: the exit status and the text."""
        path = pathlib.Path(scratch.folder, "bridges.toml")
        path.write_text(text)
        status, out, err = self("--check-config", str(path))
        return status, (out + err).replace(str(path), "bridges.toml")

    def expect_help(self, beginning):
        """All bridges have a help of the same shape, and a version."""
        status, out, err = self("--help")
        expect((status, err), (0, ""))
        assert out.startswith(f"{self.name} {beginning}"), out
        assert all(len(line) <= 110 for line in out.splitlines()), out
        parts = out.split("\n\n")
        assert parts[1].startswith(f"usage: {self.name} [--"), out
        options = [line.split()[0] for line in parts[2].splitlines() if line.startswith("  --")]
        expect(options[-5:], ["--config", "--socket", "--log-level", "--check-config", "--version,"])
        expect([one for one in options[:-5] if f"[{one}" not in parts[1]], [], "options that the usage lacks")
        assert parts[3].startswith("Without a configuration "), out
        expect(parts[-1], "Exit status: 0 ended as asked, 1 could not go on, 2 wrong usage, 78 the configuration is wrong.\n")
        status, out, _ = self("--version")
        expect((status, out.split()[0]), (0, self.name))

    def expect_refusals(self, *mistakes):
        """Each mistake is the words and the message without the program's name."""
        for words, message in [(["--prot", "x"], f"unknown option '--prot' (see {self.name} --help)"), *mistakes]:
            expect(self(*words), (2, "", f"{self.name}: {message}\n"))


class Stage:
    """A daemon, the bridge and a client."""

    # A bridge's own stage has its name, the daemon's controls, and the control that is meant without a name.
    name = controls = control = None
    bridge = None

    def __init__(self, scratch, configuration="", options=(), controls=None):
        controls = controls or self.controls
        scratch.configure(lambda text: text[: text.index("[[control]]")] + controls)
        self.scratch = scratch
        self.daemon = Daemon(scratch)
        self.client = self.daemon.client()
        self.options = [str(option) for option in options]
        if configuration:
            path = pathlib.Path(scratch.folder, "bridges.toml")
            path.write_text(configuration)
            self.options += ["--config", str(path)]
        self.start()

    def start(self):
        """Starts the bridge, for the first time or again. Returns it."""
        if self.bridge:
            self.bridge.__exit__()
        self.bridge = Process([program(self.name), "--socket", self.scratch.socket, *self.options])
        self.wait_for_log("connected to wheeld")
        return self.bridge

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.client.socket.close()
        self.bridge.__exit__(*arguments)
        self.daemon.__exit__(*arguments)

    def log(self):
        return self.bridge.err.read_text()

    def wait_for_log(self, text, count=1):
        wait_until(lambda: f"{text!r} in {self.log()!r}", lambda: self.log().count(text) >= count)

    def value(self, control=None):
        return self.client.do(op="get", control=control or self.control)["value"]

    def set(self, control, value):
        return self.client.do(op="set", control=control, value=value)

    def wait_for_value(self, value, control=None):
        wait_until(
            lambda: f"{control or self.control} is {value}, not {self.value(control)}; {self.log()}",
            lambda: self.value(control) == value,
        )
