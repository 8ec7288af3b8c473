"""`Panel` with daemons that do not read, do not write, or write nonsense: no call waits longer than its `timeout`."""

import contextlib
import inspect
import json
import socket
import threading
import time

import pytest
from test_session import control, hello

import wheeld
from wheeld.commands import Commands

TIMEOUT_S = 1.0
# The longest time of a call: its timeout, and some more for a busy machine. A call that hangs lasts for ever.
LATEST_S = 20.0
LONG = [{"name": f"long{number}", "kind": "float", "range": "[0, 1]", "label": "x" * 60} for number in range(4000)]


class Daemon:
    """Greets each connection, answers its subscription, and then does what `then(connection, lines)` does."""

    def __init__(self, folder, then):
        self.path, self.then = str(folder / "s"), then
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(self.path)
        self.listener.listen()
        self.connections = []
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.done.set()
        self.listener.shutdown(socket.SHUT_RDWR)
        for connection in self.connections:
            # Ends a thread that waits for this connection.
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self.thread.join()
        self.listener.close()

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
                self.connections.append(connection)
                with connection, connection.makefile("rb") as lines, contextlib.suppress(OSError, StopIteration):
                    connection.sendall(line(hello(control("gain", 0))))
                    connection.sendall(line({"reply": json.loads(next(lines))["id"], "ok": True}))
                    self.then(connection, lines, self)


def line(members):
    return json.dumps(members).encode() + b"\n"


def stands_still(connection, lines, daemon):
    daemon.done.wait()


def never_answers(connection, lines, daemon):
    for _ in lines:
        pass


def reads_on_only_when_its_answers_are_read(connection, lines, daemon):
    """Each answer is larger than what both sockets hold."""
    for request in lines:
        connection.sendall(line({"reply": json.loads(request)["id"], "ok": True, "padding": "x" * 2_000_000}))


def duration(function):
    start = time.monotonic()
    with contextlib.suppress(wheeld.Error):
        function()
    return time.monotonic() - start


def command(name, method):
    """A call of the command with the arguments that it needs. The values do not matter, because nobody answers."""
    needed = [p.name for p in inspect.signature(method).parameters.values() if p.default is p.empty and p.name != "self"]
    return lambda panel: getattr(panel, name)(**dict.fromkeys(needed, "x"))


COMMANDS = {
    name: command(name, method)
    for name, method in inspect.getmembers(wheeld.Panel, inspect.isfunction)
    if hasattr(Commands, name) and not name.startswith("_")
}
CALLS = {
    **COMMANDS,
    "define": lambda panel: panel.define("owner", controls=LONG),
    "set": lambda panel: panel.set("gain", 1),
    "feed": lambda panel: panel.feed("dial", detents=1),
    "next_event": lambda panel: panel.next_event(TIMEOUT_S),
}


@pytest.mark.parametrize("then", [stands_still, never_answers])
def test_each_call_ends_in_time(tmp_path, then):
    with Daemon(tmp_path, then) as daemon:
        panel = wheeld.Panel(daemon.path, timeout=TIMEOUT_S)
        took = {}
        calls = [
            threading.Thread(target=lambda name=name: took.update({name: duration(lambda: CALLS[name](panel))}), daemon=True)
            for name in [*CALLS, *CALLS]
        ]
        for call in calls:
            call.start()
        for call in calls:
            call.join(LATEST_S)
        assert len(COMMANDS) > 30
        assert took.keys() == CALLS.keys(), f"these hang: {CALLS.keys() - took.keys()}"
        assert panel["gain"].value == 0
        assert duration(panel.close) < LATEST_S


def test_a_daemon_that_reads_on_only_when_its_answers_are_read_is_no_deadlock(tmp_path):
    with Daemon(tmp_path, reads_on_only_when_its_answers_are_read) as daemon:
        with wheeld.Panel(daemon.path, timeout=LATEST_S) as panel:
            answers = []
            calls = [
                threading.Thread(target=lambda name=name: answers.append(CALLS[name](panel)), daemon=True)
                for name in ("list", "list", "define", "list", "define", "set")
            ]
            for call in calls:
                call.start()
            for call in calls:
                call.join(LATEST_S)
            assert len(answers) == len(calls)


def test_a_line_that_nests_too_deeply_ends_its_connection_alone(tmp_path):
    def nests(connection, lines, daemon):
        if len(daemon.connections) == 1:
            connection.sendall(b"[" * 200_000 + b"\n")
        # Reads until the panel ends the connection.
        never_answers(connection, lines, daemon)

    with Daemon(tmp_path, nests) as daemon:
        with wheeld.Panel(daemon.path) as panel:
            names = []
            while names.count("connected") < 2:
                event = panel.next_event(LATEST_S)
                assert event is not None, names
                names.append(event.name)
            assert "disconnected" in names


def test_a_daemon_that_greets_and_leaves_is_asked_ever_more_seldom(tmp_path):
    with Daemon(tmp_path, lambda *_: None) as daemon, wheeld.Panel(daemon.path):
        began = time.monotonic()
        while len(daemon.connections) < 5:
            # Between two looks.
            time.sleep(0.01)
        # Four pauses of at least three quarters of 0.1, 0.2, 0.4 and 0.8 s, of which the first may have begun before.
        assert time.monotonic() - began > 0.75 * 1.4
