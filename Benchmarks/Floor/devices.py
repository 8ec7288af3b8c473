"""The rows of the table that need devices. The table runs this file in the kernel bench, and reads a line of JSON for
each row.

usage: devices.py FOLDER ROW...     FOLDER: with the C programs
"""

import contextlib
import json
import os
import pathlib
import re
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True

from native import folder, start  # noqa: E402
from rounds import ROUNDS, alternate, pick, row  # noqa: E402
from subjects import ROOT, Server, Talk, configure, processor_ns, python  # noqa: E402

from kit.client import Client  # noqa: E402
from kit.devices import NAME, Knob, Lines  # noqa: E402
from kit.waiting import wait_until  # noqa: E402

KNOB = '[[input]]\nname = "knob"\ntype = "evdev"\nmatch = {{ name = "{name}" }}\ncontrols = ["c0"]\n'
ENCODER = '[[input]]\nname = "knob"\ntype = "gpio"\nchip = "{chip}"\na = 0\nb = 1\ncontrols = ["c0"]\n'


def attached(server):
    """Waits until wheeld has opened its knob."""
    with Client(server.path) as client:
        wait_until("the knob is attached", lambda: client.do(op="list")["inputs"][0]["state"] == "attached")


@contextlib.contextmanager
def turned(programs, names, may_be_realtime=True, under=()):
    """Servers, each with its own knob: for each name the server, and the hand that turns the knob."""
    with contextlib.ExitStack() as stack:
        place = stack.enter_context(folder())
        subjects = {}
        for name in names:
            path = f"{place}/{name}"
            hand = stack.enter_context(Talk([programs / "hand", f"floor {name}", path]))
            node = hand.line()
            words = {
                "wheeld": lambda: configure(place, KNOB.format(name="floor wheeld")),
                "C": lambda: [programs / "evdev", path, node],  # noqa: B023
                "Python": lambda: python("knob_evdev.py", path, node, needs=["evdev"]),  # noqa: B023
            }[name]()
            if words is None:
                continue
            if under:
                # valgrind fails at the debug information of a program whose compiler is newer than itself.
                subprocess.run(["strip", "-g", "-o", f"{place}/stripped", words[0]], check=True)
                words[0] = f"{place}/stripped"
            options = {"stderr": subprocess.PIPE} if under else {}
            server = stack.enter_context(Server([*under, *words], path, may_be_realtime, **options))
            if name == "wheeld":
                attached(server)
            hand.ask("connect")
            subjects[name] = server, hand
        yield subjects


def evdev(programs):
    """The time from a detent until a client has read its value."""
    detents = 200

    def measure(hand):
        p50, p99, _ = hand.ask(f"turn {detents}").split(" ", 2)
        return int(p50) / 1000, int(p99) / 1000

    with turned(programs, ("wheeld", "C", "Python")) as subjects:
        for _, hand in subjects.values():
            measure(hand)
        results = alternate({name: lambda h=hand: measure(h) for name, (_, hand) in subjects.items()}, 4 * ROUNDS)
    yield row("a detent until a client reads it, p50", "µs", pick(results, 0), ratio={"C": 1.15, "Python": 0.65})
    yield row("the same, p99", "µs", pick(results, 1), ratio={"C": 1.4, "Python": 0.65})


def burst(programs):
    """The detents that arrive from a burst without pauses, and whether a loss is reported."""
    detents = 5000

    def measure(hand):
        before = float(json.loads(hand.ask("turn 1").split(" ", 2)[2])["value"])
        told, line = hand.ask(f"burst {detents}").split(" ", 1)
        return json.loads(line)["value"] - before - 1, int(told)

    with turned(programs, ("wheeld", "C")) as subjects:
        results = alternate({name: lambda h=hand: measure(h) for name, (_, hand) in subjects.items()})
    yield row(f"a burst of {detents}: detents that count", "", pick(results, 0), least=detents)
    with turned(programs, ("wheeld", "C"), may_be_realtime=False) as subjects:
        results = alternate({name: lambda h=hand: measure(h) for name, (_, hand) in subjects.items()})
    yield row("the same without SCHED_FIFO", "", pick(results, 0))
    untold = sum(kept < detents and told == 0 for kept, told in results["wheeld"])
    yield row("rounds of these in which a loss is not told", "", {"wheeld": [untold]}, most=0)


def calls(trace, count):
    """The mean number of system calls for a detent. Readings of the clock are not counted, since the vDSO answers them outside
    of the bench. getrusage is not counted either: it is called at most twenty times a second, but a tracer slows the program so
    much that it would count for each detent."""
    names = [match[1] for line in open(trace) if (match := re.match(r"(?:\d+ +)?(\w+)\(", line))]
    return sum(name not in ("clock_gettime", "getrusage") for name in names) / count


def traced(server, act, count):
    with tempfile.NamedTemporaryFile("r") as trace:
        words = ["strace", "-f", "-o", trace.name, "-p", str(server.pid)]
        tracer = subprocess.Popen(words, stderr=subprocess.PIPE)
        tracer.stderr.readline()
        act()
        tracer.send_signal(signal.SIGINT)
        tracer.communicate()
        return calls(trace.name, count)


def system_calls(programs):
    detents = 100
    with turned(programs, ("wheeld", "C", "Python")) as subjects:
        results = {
            name: [traced(server, lambda h=hand: h.ask(f"turn {detents}"), detents)] for name, (server, hand) in subjects.items()
        }
    yield row("system calls for a detent", "", results, plus={"C": 0.5})


class Encoder:
    """Two lines of the simulated chip that turn."""

    SEQUENCE = ((0, b"pull-down"), (1, b"pull-down"), (0, b"pull-up"), (1, b"pull-up"))

    def __init__(self, lines, first):
        self.files = [os.open(lines.pulls[first + index], os.O_WRONLY) for index in (0, 1)]

    def turn(self, detents, pause_s=0):
        for _ in range(detents):
            for line, pull in self.SEQUENCE:
                os.pwrite(self.files[line], pull, 0)
                if pause_s:
                    time.sleep(pause_s)


class Listener:
    """A client that counts detents: the values' lines, or where some were merged the last value."""

    def __init__(self, server):
        self.socket = server.connected()
        self.rest, self.value, self.losses = b"", 0, 0
        self.wait(0.3)

    def wait(self, seconds):
        """Reads until nothing has arrived for this time."""
        self.socket.settimeout(seconds)
        with contextlib.suppress(TimeoutError):
            while more := self.socket.recv(65536):
                *lines, self.rest = (self.rest + more).split(b"\n")
                for line in lines:
                    if line.startswith((b'{"event": "value"', b'{"event":"value"')):
                        self.value = json.loads(line)["value"]
                    self.losses += line.startswith(b'{"event":"dropped"')


def gpio(programs):
    """An encoder on two lines: processor time at 500 edges a second, the fastest edges, system calls."""
    with contextlib.ExitStack() as stack:
        lines = stack.enter_context(Lines(28))
        place = stack.enter_context(folder())
        chip = lines.chip
        words = {
            "wheeld": configure(place, ENCODER.format(chip=chip)),
            "C": [programs / "gpio", f"{place}/C", chip, 2, 3],
            "gpiozero": python(
                "knob_gpiozero.py", f"{place}/gpiozero", chip.removeprefix("gpiochip"), "4", "5", needs=["gpiozero", "lgpio"]
            ),
        }
        servers = {name: stack.enter_context(Server(made, f"{place}/{name}")) for name, made in words.items() if made}
        attached(servers["wheeld"])
        encoders = {name: Encoder(lines, 2 * index) for index, name in enumerate(words) if name in servers}
        listeners = {name: Listener(server) for name, server in servers.items()}

        def processor(name, detents=100):
            before = processor_ns(servers[name].pid)
            encoders[name].turn(detents, 0.002)
            listeners[name].wait(0.1)
            return (processor_ns(servers[name].pid) - before) / detents / 1000

        def speed(name, detents=500):
            before, start = listeners[name].value, time.perf_counter()
            encoders[name].turn(detents)
            seconds = time.perf_counter() - start
            listeners[name].wait(0.2)
            return 4 * detents / seconds, detents - abs(listeners[name].value - before)

        yield row(
            "a detent of four edges", "µs of CPU", alternate({name: lambda n=name: processor(n) for name in servers}),
            ratio={"C": 1.5, "gpiozero": 0.1},
        )  # fmt: skip
        results = alternate({name: lambda n=name: speed(n) for name in ("wheeld", "C")})
        yield row("edges without a pause", "edges/s", pick(results, 0))
        yield row("detents lost of 500 at this rate", "", pick(results, 1), most=0)

        def turn(name):
            encoders[name].turn(25, 0.002)
            listeners[name].wait(0.5)

        made = {name: [traced(server, lambda n=name: turn(n), 25)] for name, server in servers.items()}
        yield row("system calls for a detent of four edges", "", made, plus={"C": 1})


def instructions(programs):
    """Instructions in user mode for a detent: the difference of two runs with different numbers of detents."""

    def collected(name, detents):
        under = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
        with turned(programs, (name,), under=under) as subjects:
            server, hand = subjects[name]
            hand.ask("turn 50")
            hand.ask(f"turn {detents}")
            return int(re.search(rb"Collected : (\d+)", server.end())[1])

    results = {name: [(collected(name, 450) - collected(name, 50)) / 400] for name in ("wheeld", "C")}
    yield row("instructions for a detent", "", results, ratio={"C": 4})


def start_here(programs):
    yield from start(programs, " in the kernel bench", {"ratio": {"C": 10}}, ROUNDS)


def memory(programs):
    """With a display of 800×480."""
    done = subprocess.run([ROOT / "Tests/Programs/screens/memory"], capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        bits, megabytes = line.split()
        yield row(f"memory with a display, {bits} bits", "MB", {"wheeld": [float(megabytes)]}, most=15)


def screen(programs):
    """The time from a detent until the first frame with it is handed to vkms, beside the client's."""
    display = '[[display]]\nname = "main"\noutput = "drm:/dev/dri/card0"\n'
    page = '[[page]]\nname = "all"\ncontrols = ["c0"]\n'
    with folder() as place, Knob() as knob:
        frames = pathlib.Path(place, "frames")
        words = configure(place, KNOB.format(name=NAME), display, page)
        environment = {**os.environ, "LD_PRELOAD": str(programs / "frames"), "WHEELD_BENCH_FRAMES": str(frames)}
        with Server(words, f"{place}/wheeld", env=environment) as server, Client(server.path) as client:
            attached(server)
            wait_until("the screen shows something", lambda: client.ask(op="screenshot")["ok"])
            turns = []
            for number in range(12 * ROUNDS):
                # Waits until the motion of the last detent has ended.
                time.sleep(0.5)
                client.take()
                begun = time.monotonic_ns()
                knob.turn(1 if number % 2 else -1)
                client.event("value")
                turns.append((begun, time.monotonic_ns()))
            time.sleep(0.5)
        flips = [flip for (flip,) in struct.iter_unpack("q", frames.read_bytes())]
    shown = [(next(flip for flip in flips if flip > begun) - begun) / 1e6 for begun, _ in turns]
    read = [(came - begun) / 1e6 for begun, came in turns]
    yield row("a detent until its frame is handed to the screen", "ms", {"wheeld": shown, "client": read})


ROWS = {
    "evdev": evdev,
    "burst": burst,
    "calls": system_calls,
    "gpio": gpio,
    "start-in-the-bench": start_here,
    "screen": screen,
    "memory": memory,
    "instructions": instructions,
}

if __name__ == "__main__":
    for one in sys.argv[2:]:
        for made in ROWS[one](pathlib.Path(sys.argv[1])):
            print(json.dumps(made), flush=True)
