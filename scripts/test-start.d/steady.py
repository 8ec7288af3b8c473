"""Lets each call of the steady state fail once, while a client sets a value, a hand turns a knob and the state is saved.

After each fault the daemon either continues: it serves, its knob turns, the value is committed and saved, no descriptor is
left open, and no thread spins. Or the daemon ends with a status after which the service manager restarts it, with a line in
the log, and with an intact state file. Runs in the kernel bench, which has a knob.
"""

import collections
import contextlib
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

from faults import CERTAIN, in_steady_state
from kit.client import Client
from kit.daemon import program
from kit.devices import Knob
from kit.process import cpu_seconds
from kit.waiting import wait_until

CONFIGURATION = """
[socket]
path = "{folder}/s"
[state]
path = "{folder}/state.json"
[[control]]
name = "count"
kind = "int"
range = "[0, 1000000]"
speeds = [{{ name = "ones", per_detent = 1 }}]
commit_after_ms = 50
[[input]]
name = "knob"
type = "evdev"
match = {{ name = "wheeld test knob" }}
[[display]]
name = "main"
output = "none"
"""
# Longer than any pause after which the daemon tries again.
PATIENCE_S = 20
# How often a fault is injected until it hits the intended call.
TRIES = 4
# The subject of a call, by a word among its arguments.
ABOUT = {
    "EPOLL_CTL_DEL": None, "EPOLL_CTL_MOD": None, "EPOLL_CTL_ADD": "a client", "/ready\"": "the service manager",
    "/dev/input/event": "the knob", "/dev/input": "new devices", "state.json": "the state", "/wheeld-steady-": "the state's folder",
    "[signalfd]": "signals", "[eventfd]": "another thread", "[eventpoll]": "everything", "inotify": "new devices",
    "socket:": "a client",
}  # fmt: skip


class Lost(Exception):
    """A connection has ended."""


class Stage:
    """A daemon with a knob and two clients: `hand` sets values, `watcher` reads what happens."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="wheeld-steady-")
        pathlib.Path(self.folder, "wheeld.toml").write_text(CONFIGURATION.format(folder=self.folder))
        self.log = pathlib.Path(self.folder, "log")
        self.knob = Knob()
        self.daemon = None
        self.value = 0
        self.start()

    def start(self):
        variables = {k: v for k, v in os.environ.items() if not k.startswith(("LISTEN_", "STATE_"))}
        variables.update(NOTIFY_SOCKET=self.folder + "/ready", WATCHDOG_USEC="1000000")
        words = [program("wheeld"), "--config", self.folder + "/wheeld.toml"]
        with open(self.log, "a") as log:
            self.daemon = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=variables)
        self.hand = self.watcher = None
        self.recover()
        self.round()
        self.descriptors = self.open_descriptors()

    @property
    def has_ended(self):
        return self.daemon.poll() is not None

    def connect(self):
        def connected():
            with contextlib.suppress(OSError, AssertionError):
                client = Client(self.folder + "/s")
                if client.hello and client.hello.get("event") == "hello":
                    return client
                client.socket.close()
            return None

        return wait_until("the daemon serves", connected, PATIENCE_S)

    def recover(self):
        """Reconnects the clients that were disconnected, and waits for the knob. Returns their names."""
        lost = []
        for name in ("hand", "watcher"):
            client = getattr(self, name)
            try:
                if client is None:
                    raise Lost
                client.take()
                client.do(op="ping")
            except (Lost, OSError, AssertionError):
                lost.append(name)
                setattr(self, name, self.connect())
        wait_until("the knob is there", lambda: self.hand.do(op="list")["inputs"][0]["state"] == "attached", PATIENCE_S)
        return lost

    def round(self, is_strict=True):
        """Sets a value, turns the knob, connects and disconnects a client, and waits for a save. Returns the values
        that may be the last value."""
        before, wanted = self.value, self.value + 10
        try:
            self.hand.do(op="set", control="count", value=wanted)
            may_be = {wanted}
        except (OSError, AssertionError):
            if is_strict:
                raise
            may_be = {before, wanted}
        self.knob.turn(1)
        with contextlib.suppress(OSError, AssertionError):
            self.connect().socket.close()
        # Longer than `commit_after_ms`, and longer than the second between two saves.
        time.sleep(1.5)
        if not is_strict:
            return may_be | {value + 1 for value in may_be}
        self.value = wanted + 1
        self.expect_settled({self.value})
        return None

    def expect_settled(self, values):
        """Waits until the value is one of these, committed and saved."""

        def state():
            return self.hand.do(op="get", control="count")

        wait_until(lambda: f"not committed: {state()}", lambda: not state()["editing"], PATIENCE_S)
        self.value = state()["value"]
        assert self.value in values, f"the value is {self.value}, not one of {sorted(values)}"
        wait_until(lambda: f"saved is {self.saved()}, not {self.value}", lambda: self.saved() == self.value, PATIENCE_S)
        told = [e for e in self.watcher.quiet() if e["event"] in ("value", "commit")]
        assert not told or told[-1]["event"] == "commit", f"no commit for {told[-1]}"

    def saved(self):
        """The saved value; fails if the state file is incomplete."""
        controls = json.loads(pathlib.Path(self.folder, "state.json").read_text())["controls"]
        return {c["control"]: c.get("value") for c in controls}["count"]

    def open_descriptors(self):
        return len(os.listdir(f"/proc/{self.daemon.pid}/fd"))

    def log_lines(self):
        return self.log.read_text().splitlines()

    def threads(self):
        """The threads of the loop and of the state file, by name."""
        tasks = pathlib.Path(f"/proc/{self.daemon.pid}/task")
        names = {task.name: (task / "comm").read_text().strip() for task in tasks.iterdir()}
        return {"loop": str(self.daemon.pid), **{name: tid for tid, name in names.items() if name == "state"}}


@contextlib.contextmanager
def traced(stage, *words):
    """Attaches strace. Gives a function that returns strace's lines so far."""
    with tempfile.NamedTemporaryFile("r") as out:
        tracer = subprocess.Popen(["strace", "-y", "-s", "64", "-o", out.name, *words], stderr=subprocess.PIPE, text=True)
        while "attached" not in (line := tracer.stderr.readline()):
            assert line, "strace could not attach"
        try:
            yield lambda: pathlib.Path(out.name).read_text().splitlines()
        finally:
            tracer.send_signal(signal.SIGINT)
            tracer.wait()
            tracer.stderr.close()


def about(text):
    """The subject of a call; None if the call cannot fail."""
    return next((what for word, what in ABOUT.items() if word in text), "itself")


def calls_of_a_round(stage):
    """The first call of each kind, as (thread, call, what about, number)."""
    found = {}
    for thread, tid in stage.threads().items():
        with traced(stage, "-p", tid) as lines:
            stage.round()
            numbers = collections.Counter()
            for line in lines():
                if not (match := re.match(r"(\w+)\((.*)", line)) or match[1] in CERTAIN:
                    continue
                numbers[match[1]] += 1
                if what := about(match[2]):
                    found.setdefault((thread, match[1], what), numbers[match[1]])
    return sorted((*kind, number) for kind, number in found.items())


def try_fault(stage, thread, call, number, errno):
    """Lets one call fail. Returns the subject of the call, and what the daemon did."""
    logged, busy = len(stage.log_lines()), None
    inject = f"inject={call}:error={errno}:when={number}"
    tid = stage.threads()[thread]
    with traced(stage, "-p", tid, "-e", f"trace={call}", "-e", inject) as lines:
        try:
            may_be = stage.round(is_strict=False)
        finally:
            injected = next((line for line in lines() if "(INJECTED)" in line), None)
    said = stage.log_lines()[logged:]
    if stage.has_ended:
        status = stage.daemon.returncode
        assert status not in (0, 2, 78) and status > 0, f"it has ended with {status}"
        assert said, "it has ended without a line"
        assert stage.saved() in may_be | {stage.value}, f"{stage.saved()} is saved"
        stage.start()
        return injected and about(injected), f"ends with status {status}, and says why"
    lost = stage.recover()
    stage.expect_settled(may_be)
    # A turn while the device could not be read is lost.
    is_turned = stage.value - 1 in may_be
    assert is_turned or any("knob" in line for line in said), "a turn is lost"
    stage.round()
    wait_until(
        lambda: f"{stage.open_descriptors()} descriptors, {stage.descriptors} before",
        lambda: stage.open_descriptors() == stage.descriptors, PATIENCE_S,
    )  # fmt: skip
    busy = cpu_seconds(stage.daemon.pid)
    time.sleep(0.5)  # While nobody asks anything.
    busy = cpu_seconds(stage.daemon.pid) - busy
    assert busy < 0.2, f"it spins: {busy:.2f} s of 0.5 s"
    assert len(stage.log_lines()) - logged < 20, f"its log: {stage.log_lines()[-20:]}"
    done = ["continues"]
    if lost:
        done.append("a client is disconnected")
    if any("knob" in line and "lost" in line for line in said):
        done.append("the knob is opened again")
    if any("state" in line and "tried again" in line for line in said):
        done.append("the state is written again")
    if said:
        done.append("logged")
    return injected and about(injected), ", ".join(done)


def run(names, is_verbose):
    """Tries all faults, prints the table, and returns (passed, failed)."""
    stage = Stage()
    passed, failed, table = 0, 0, collections.defaultdict(dict)
    for thread, call, what, number in calls_of_a_round(stage):
        if names and call not in names:
            continue
        for errno in in_steady_state(call):
            told = f"{errno} from {call} {number} of the {thread} thread, about {what}"
            try:
                # The calls of a round may change their order, so a fault may hit another call.
                for _ in range(TRIES):
                    met, outcome = try_fault(stage, thread, call, number, errno)
                    if met == what:
                        break
            except Exception as error:  # noqa: BLE001: after any error the case has failed
                failed += 1
                log = "\n    ".join(stage.log_lines()[-5:])
                print(f"failed: {told}: {type(error).__name__}: {error}; its log:\n    {log}", flush=True)
                stage.daemon.kill()
                stage.daemon.wait()
                stage.start()
                continue
            passed += 1
            if met == what:
                table[call, what].setdefault(outcome, []).append(errno)
            if is_verbose:
                print(f"passed: {told}: {outcome if met == what else 'another call was met'}", flush=True)
    stage.daemon.terminate()
    print("\n".join(["TABLE", *written(table), "END"]))
    return passed, failed


def written(table):
    yield "| call | about | fails with | then the daemon |"
    yield "| --- | --- | --- | --- |"
    for (call, what), outcomes in sorted(table.items()):
        for outcome, errnos in sorted(outcomes.items(), key=lambda pair: pair[1]):
            yield f"| `{call}` | {what} | {', '.join(dict.fromkeys(errnos))} | {outcome} |"
