"""A bridge with a daemon and a client, and its command line."""

import contextlib
import pathlib
import random
import socket
import subprocess
import time

from .cases import expect
from .daemon import Daemon, program
from .process import Process
from .waiting import wait_until


# A synthesizer: the controls of several bridges' tests.
SYNTHESIZER = """
[[control]]
name = "cutoff"
kind = "float"
range = "[0, 127]"
commit_after_ms = 50
acceleration = "off"
speeds = [{ name = "one", per_detent = 1 }]

[[control]]
name = "wave"
kind = "choice"
positions = ["saw", "square", "sine"]

[[input]]
name = "dial"
type = "client"
controls = ["cutoff"]

[input.on]
click = "reset"
"""


# Ports below those that the kernel gives to connections. A port belongs to a case as long as its process has the abstract socket
# with the port's number, because another case may look for one before this port has its server.
PORTS = range(20_000, 30_000)
leases = []


def free_port(kind=socket.SOCK_STREAM):
    """A port that no other case has or gets."""
    while True:
        port = random.choice(PORTS)
        lease = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, kind) as probe:
            lease.bind(f"\0wheeld-tests-{port}")
            probe.bind(("127.0.0.1", port))
            leases.append(lease)
            return port
        lease.close()


def queued_bytes(port):
    """The bytes that a connection with this port holds: those that are sent, and those that the peer has not read."""
    total = 0
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        # Of a row, these are the local and the remote address, the state and the queues.
        _, local, remote, _, queues = line.split()[:5]
        sent, unread = (int(queue, 16) for queue in queues.split(":"))
        # The unread bytes of a listener are the connections that wait for it.
        if remote.endswith(f":{port:04X}"):
            total += sent
        elif local.endswith(f":{port:04X}") and not remote.endswith(":0000"):
            total += unread
    return total


def small_server():
    """A listener on a free port of this machine. Its connections hold little and send small segments, so that they are soon full,
    also for the peer. With the kernel's usual buffers that takes megabytes, and a slow machine does not send them before the
    bridge leaves the connection."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    return listener


def fill_connection(port, change):
    """Calls `change` with 1, 2, … 9999, 0, 1, … until a connection with this port, which nobody reads, takes no more.
    Returns the last number. The port is that of a `small_server`."""
    number = 0
    before = None
    end = time.monotonic() + 60
    while before != queued_bytes(port):
        assert time.monotonic() < end, f"it still takes more: {before} bytes so far"
        before = queued_bytes(port)
        for _ in range(1000):
            number = (number + 1) % 10_000
            change(number)
            time.sleep(0.0003)
    return number


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

    def expect_no_harm_of_late_echoes(self, receive, send):
        """The control ramps while the peer sends back everything, a quarter of a second late. `receive` returns what has come."""
        self.client.quiet()
        self.client.do(op="ramp", control=self.control, to=120, duration_s=1)
        waiting = []
        count = 0
        end = time.monotonic() + 2
        while time.monotonic() < end:
            waiting += [(time.monotonic() + 0.25, message) for message in receive()]
            while waiting and waiting[0][0] <= time.monotonic():
                send(waiting.pop(0)[1])
                count += 1
            time.sleep(0.001)
        assert count > 30, f"only {count} messages were sent back"
        events = [event for event in self.client.quiet() if event["event"] in ("value", "commit")]
        expect({event["source"] for event in events}, {"ramp"})
        expect([event["event"] for event in events].count("commit"), 1)
        expect(self.value(), 120)
