"""The example for Bitfocus Companion, with a small server that was written from the documentation of Companion's
Satellite API."""

import base64
import contextlib
import json
import re
import signal
import socket
import threading

from kit.bridge import free_port
from kit.cases import alone_case, expect
from kit.daemon import ROOT, Daemon
from kit.process import Process
from kit.waiting import wait_until

INPUTS = """
[[input]]
name = "dial"
type = "client"
controls = ["gain", "filter"]

[[input]]
name = "deck"
type = "client"
controls = ["count"]

[[page]]
"""


class Companion:
    """A server of the Satellite API: greets, answers each command, and refuses unknown commands."""

    def __init__(self, version="1.8.0", port=0):
        self.version, self.lines, self.peer, self.devices = version, [], None, {}
        self.listener = socket.create_server(("127.0.0.1", port))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Without `shutdown` the waiting thread would keep both connections open.
        for end in (self.listener, self.peer):
            if end:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()
        self.thread.join()

    def serve(self):
        with contextlib.suppress(OSError):
            while True:
                peer, _ = self.listener.accept()
                self.peer = peer
                self.say(f"BEGIN CompanionVersion=3.5.0 ApiVersion={self.version}")
                with contextlib.suppress(OSError), peer.makefile("r", encoding="utf-8") as file:
                    for line in file:
                        self.hear(line.rstrip("\n"))
                self.devices = {}

    def say(self, line):
        self.peer.sendall(line.encode() + b"\r\n")

    def hear(self, line):
        command, _, rest = line.partition(" ")
        words = dict(re.findall(r'([A-Z_]+)="?([^" ]*)"?', rest))
        self.lines.append((command, words if command not in ("PING", "PONG") else rest))
        if command == "PING":
            self.say(f"PONG {rest}")
        elif command == "ADD-DEVICE":
            self.devices[words["DEVICEID"]] = words
            self.say(f"ADD-DEVICE OK DEVICEID=\"{words['DEVICEID']}\"")
        elif command in ("KEY-PRESS", "KEY-ROTATE", "SET-VARIABLE-VALUE"):
            known = words.get("DEVICEID") in self.devices
            self.say(f"{command} OK" if known else f'{command} ERROR MESSAGE="Device not found"')
        elif command not in ("PONG", "QUIT"):
            self.say(f'ERROR MESSAGE="Unknown command: {command}"')

    def of(self, command):
        return [words for name, words in self.lines if name == command]

    def keys(self):
        """The rotations and presses so far, each with the number of its key: `0+`, `0-`, `1 down`, `1 up`."""
        shown = []
        for command, words in list(self.lines):
            if command == "KEY-ROTATE":
                shown.append(words["KEY"] + {"1": "+", "-1": "-"}[words["DIRECTION"]])
            elif command == "KEY-PRESS":
                shown.append(words["KEY"] + {"1": " down", "0": " up"}[words["PRESSED"]])
        return shown

    def variables(self):
        return {w["VARIABLE"]: base64.b64decode(w["VALUE"]).decode() for w in self.of("SET-VARIABLE-VALUE")}

    def send_variable(self, name, text):
        value = base64.b64encode(text.encode()).decode()
        self.say(f'VARIABLE-VALUE DEVICEID="x" VARIABLE="{name}" VALUE="{value}"')


@contextlib.contextmanager
def surface(scratch, companion, *inputs):
    environment = {"WHEELD_SOCKET": scratch.socket}
    words = [str(ROOT / "docs/clients/companion.py"), "--port", str(companion.port), "--name", "wheeld:1", "127.0.0.1"]
    with Process([*words, *inputs], environment) as process:
        wait_until(process.err.read_text, lambda: companion.devices)
        yield process


def configure(scratch):
    scratch.configure(lambda text: text.replace("[[page]]", INPUTS, 1))


@alone_case
def turns_and_presses_arrive_at_companion(scratch):
    configure(scratch)
    with Daemon(scratch) as daemon, Companion() as companion, surface(scratch, companion, "deck", "dial"):
        device = companion.devices["wheeld:1"]
        expect((device["KEYS_TOTAL"], device["KEYS_PER_ROW"], device["BITMAPS"]), ("2", "2", "0"))
        with daemon.client() as client:
            client.do(op="focus", input="dial", control="filter")
            client.do(op="feed", input="dial", detents=2)
            client.do(op="feed", input="dial", detents=-1)
            client.do(op="feed", input="dial", down=True)
            client.do(op="feed", input="dial", down=False)
            wait_until(companion.keys, lambda: companion.keys() == ["1+", "1+", "1-", "1 down", "1 up"])
            # The example must not send a client's change as a rotation.
            client.do(op="set", control="filter", value="low-pass")
            wait_until(companion.variables, lambda: companion.variables().get("filter") == "low-pass")
            expect(len(companion.keys()), 5)


@alone_case
def controls_are_variables_in_both_directions(scratch):
    configure(scratch)
    with Daemon(scratch) as daemon, Companion() as companion, surface(scratch, companion) as process:
        variables = json.loads(base64.b64decode(companion.devices["wheeld:1"]["VARIABLES"]))
        kinds = {variable["id"]: variable["type"] for variable in variables}
        expect((kinds["gain"], kinds["set-gain"]), ("input", "output"))
        wait_until(companion.variables, lambda: companion.variables().get("frequency") == "7.1")
        with daemon.client() as client:

            def value(control):
                return client.do(op="get", control=control)["value"]

            client.do(op="set", control="frequency", value=14.1)
            wait_until(companion.variables, lambda: companion.variables().get("frequency") == "14.1")
            companion.send_variable("set-gain", "-6.5")
            companion.send_variable("set-filter", "hp")
            wait_until(lambda: value("gain"), lambda: (value("gain"), value("filter")) == (-6.5, "hp"))
            for nonsense in ("much", "nan", "1e999", "") * 50:
                companion.send_variable("set-gain", nonsense)
            companion.send_variable("gain", "3")
            companion.say('VARIABLE-VALUE VARIABLE="set-gain" VALUE="\u2026"')
            companion.say("KEY-STATE DEVICEID=x KEY=0 TYPE=BUTTON\r\n\r\n=\r\nBRIGHTNESS")
            companion.send_variable("set-gain", "1")
            wait_until(lambda: (value("gain"), process.err.read_text()), lambda: value("gain") == 1)
            said = process.err.read_text().splitlines()
            expect(said[1:], ["set-gain: Companion sends a value that cannot be used"])


@alone_case
def an_older_companion_gets_no_variables(scratch):
    configure(scratch)
    with Daemon(scratch) as daemon, Companion("1.5.1") as companion, surface(scratch, companion):
        assert "VARIABLES" not in companion.devices["wheeld:1"], companion.devices
        with daemon.client() as client:
            client.do(op="feed", input="deck", detents=1)
            wait_until(companion.keys, lambda: any("+" in key for key in companion.keys()))
        expect(companion.of("SET-VARIABLE-VALUE"), [])


@alone_case
def both_may_end_and_come_back(scratch):
    configure(scratch)
    # Both servers need the same port. A port that the kernel chose might have another owner when the second server starts.
    port = free_port()
    with Companion(port=port) as companion, Daemon(scratch) as daemon, surface(scratch, companion) as process:
        wait_until(companion.variables, lambda: "gain" in companion.variables())
        companion.__exit__()
        with Companion(port=port) as again:
            wait_until(process.err.read_text, lambda: again.variables().get("frequency") == "7.1")
            daemon.signal(signal.SIGKILL)
            daemon.wait()
            wait_until(lambda: again.lines[-3:], lambda: not again.devices)
            with Daemon(scratch) as second, second.client() as client:
                wait_until(process.err.read_text, lambda: again.devices)
                client.do(op="set", control="gain", value=-3)
                wait_until(again.variables, lambda: again.variables().get("gain") == "-3")


@alone_case
def each_end_hears_that_the_other_lives(scratch):
    configure(scratch)
    with Daemon(scratch), Companion() as companion, surface(scratch, companion):
        companion.say("PING are you there")
        wait_until(lambda: companion.lines, lambda: companion.of("PONG") == ["are you there"])
        wait_until(lambda: companion.lines, lambda: len(companion.of("PING")) >= 2)
