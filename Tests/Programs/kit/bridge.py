"""A bridge with a daemon and a client, and its command line."""

import contextlib
import pathlib
import random
import signal
import socket
import subprocess
import time

from .cases import expect
from .client import PATIENCE_S
from .daemon import Daemon, program
from .process import Process
from .waiting import wait_until, wait_until_steady


# Controls of kind `int`: a range whose span is no multiple of its step, a range without its ends, a range below 0, and a
# range beyond 32 bits.
WHOLE_NUMBERS = """
[[control]]
name = "percent"
kind = "int"
range = "[0, 100]"

[[control]]
name = "open"
kind = "int"
range = "(0, 10)"
default = 5

[[control]]
name = "below"
kind = "int"
range = "[-7, 12]"

[[control]]
name = "wide"
kind = "int"
range = "[0, 30000000000]"

[[control]]
name = "strict"
kind = "int"
range = "[0, 100]"
beyond = "refuse"
default = 50
"""


# The controls of a synthesizer, for the tests of several bridges.
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


# Ports below those that the kernel gives to connections. A case reserves a port by an abstract socket with the port's
# number, which it keeps until its process ends. Otherwise another case could choose the same port before a server
# listens there.
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
    """The number of bytes in a connection with this port that are not acknowledged, or that the program at the port has
    not read."""
    total = 0
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        # A row has the local address, the remote address, the state, and the two queues.
        _, local, remote, _, queues = line.split()[:5]
        sent, unread = (int(queue, 16) for queue in queues.split(":"))
        # In a listener's row the second queue counts waiting connections, not bytes.
        if remote.endswith(f":{port:04X}"):
            total += sent
        elif local.endswith(f":{port:04X}") and not remote.endswith(":0000"):
            total += unread
    return total


def small_server():
    """A listener on a free port of this machine. Its connections have small buffers and segments, so that they are soon full in
    both directions. The kernel's usual buffers hold megabytes, which a slow machine cannot send before the bridge gives up the
    connection."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    return listener


def fill_connection(port, change):
    """Calls `change` with 1, 2, … 9999, 0, 1, … until the connection with a `small_server` at this port, whose data
    nobody reads, takes no more bytes. Returns the last number."""
    number = 0
    before = None
    end = time.monotonic() + 2 * PATIENCE_S
    # Two rounds must add no bytes, since the bridge may have had no processor time in the first.
    rounds_without_more = 0
    while rounds_without_more < 2:
        assert time.monotonic() < end, f"it still takes more: {before} bytes so far"
        for _ in range(500):
            number = (number + 1) % 10_000
            change(number)
            # Without a pause the bridge would merge more of the changes and send less.
            time.sleep(0.0003)
        now = queued_bytes(port)
        rounds_without_more = rounds_without_more + 1 if now == before else 0
        before = now
    return number


def unread_datagrams(port):
    """The number of bytes that have arrived at a UDP port and that its program has not read."""
    for line in pathlib.Path("/proc/net/udp").read_text().splitlines()[1:]:
        _, local, _, _, queues = line.split()[:5]
        if local.endswith(f":{port:04X}"):
            return int(queues.split(":")[1], 16)
    raise AssertionError(f"nobody listens on UDP port {port}")


def wait_until_read(port):
    """Waits until the program at a UDP port has read everything, since datagrams that do not fit into the socket's buffer are
    lost."""
    wait_until(f"the datagrams at port {port} are read", lambda: unread_datagrams(port) == 0)


class CommandLine:
    """The command line of a bridge. A call returns the exit status, the output and the errors."""

    def __init__(self, name):
        self.name = name

    def __call__(self, *words):
        done = subprocess.run([program(self.name), *words], capture_output=True, text=True, timeout=PATIENCE_S)
        return done.returncode, done.stdout, done.stderr

    def check(self, scratch, text):
        """The result of --check-config for a file: the exit status and the text."""
        path = pathlib.Path(scratch.folder, "bridges.toml")
        path.write_text(text)
        status, out, err = self("--check-config", str(path))
        return status, (out + err).replace(str(path), "bridges.toml")

    def expect_help(self, beginning):
        """Checks `--version`, and that the help has the form that all bridges share."""
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
        expect(parts[-1], "Exit status: 0 ended on request, 1 failed, 2 wrong usage, 78 the configuration is wrong.\n")
        status, out, _ = self("--version")
        expect((status, out.split()[0]), (0, self.name))

    def expect_refusals(self, *mistakes):
        """Checks that mistakes are refused. Each has the words of a command line and the expected message."""
        for words, message in [(["--prot", "x"], f"unknown option '--prot' (see {self.name} --help)"), *mistakes]:
            expect(self(*words), (2, "", f"{self.name}: {message}\n"))


class Stage:
    # A subclass sets the name of its bridge, the daemon's controls, and the control that methods use by default.
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
        """Starts the bridge, or restarts it. Returns its process."""
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

    def reload(self, configuration):
        """Replaces the bridge's configuration file, which must exist."""
        pathlib.Path(self.scratch.folder, "bridges.toml").write_text(configuration)
        self.bridge.signal(signal.SIGHUP)

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

    def expect_one_commit(self, value, started, control=None):
        """Checks that the peer's move since `started` is one interaction, which ends with this value.

        The interaction is over after 0.4 s without a number. A peer that had no processor for that long causes an additional
        interaction. So one commit is permitted for each 0.4 s that the move takes.
        """
        commits = []
        while commits[-1:] != [value]:
            commits.append(self.client.event("commit", control=control or self.control)["value"])
        took = time.monotonic() - started
        assert len(commits) <= max(1, took / 0.4), f"{commits} within {took} s"

    def expect_no_harm_of_late_echoes(self, receive, send):
        """Ramps the control while the peer sends back each number late, after it has received many newer ones.
        `receive` returns the numbers that have arrived."""
        end = time.monotonic() + PATIENCE_S
        while True:
            wrong, longest = self._ramp_with_late_echoes(receive, send, end)
            if not wrong:
                return
            # The bridge recognises an echo for 0.6 s after it has sent the number. The peer echoes after 0.1 s. On a busy
            # machine the receiving, the sending and the bridge may each add the longest wait.
            assert 0.1 + 3 * longest < 0.6 or time.monotonic() > end, wrong
            print(f"an echo may have come too late, since something waited for {longest:.2f} s: again")
            wait_until_steady("the bridge has committed what it took", lambda: (receive(), self.client.quiet()), 1)

    def _ramp_with_late_echoes(self, receive, send, end):
        """Returns what went wrong, or None, and the longest time between two messages of the bridge."""
        self.set(self.control, 0)
        self.client.quiet()
        waiting, events, arrivals = [], [], [time.monotonic()]
        count = ramps = 0

        def work():
            """Sends back the numbers whose time has come. Returns whether no number waits."""
            nonlocal count
            if messages := receive():
                arrivals.append(time.monotonic())
                waiting.extend((arrivals[-1] + 0.1, message) for message in messages)
            while waiting and waiting[0][0] <= time.monotonic():
                send(waiting.pop(0)[1])
                count += 1
            events.extend(event for event in self.client.quiet() if event["event"] in ("value", "commit"))
            return not waiting

        def is_over():
            return work() and [event["event"] for event in events].count("commit") >= ramps

        # One ramp may send too few values, since the bridge merges more of them on a busy machine.
        while count <= 30:
            assert time.monotonic() < end, f"only {count} messages were sent back in {ramps} ramps"
            to = 0 if ramps % 2 else 120
            self.client.do(op="ramp", control=self.control, to=to, duration_s=0.7)
            ramps += 1
            while not is_over():
                assert time.monotonic() < end, f"the ramp to {to} does not end: {events[-3:]}"
                # Leaves the processor to the bridge between two reads.
                time.sleep(0.001)
        # By the time the bridge sends the second of these values, it has read all echoes, so their effect would be
        # seen.
        for value in (101, 102):
            self.set(self.control, value)
            wait_until(f"the peer gets {value}", receive)
            arrivals.append(time.monotonic())
        events += [event for event in self.client.quiet() if event["event"] in ("value", "commit")]
        own = self.client.hello["client"]
        sources = {(event["source"], event.get("client", own)) for event in events}
        commits = [event["event"] for event in events].count("commit")
        found = (sources, commits, self.value())
        right = ({("ramp", own), ("client", own)}, ramps + 2, 102)
        longest = max(after - before for before, after in zip(arrivals, arrivals[1:]))
        return (None if found == right else f"{found!r} instead of {right!r}"), longest
