"""The rows that need no device: fan-out, start, memory, controls, bridges, idle."""

import contextlib
import functools
import os
import pathlib
import resource
import shutil
import socket
import subprocess
import tempfile
import time

from rounds import alternate, pick, row
from subjects import DEAF, Server, Talk, configure, processor_ns, program, python

from kit.bridge import free_port
from kit.client import Client
from kit.process import wait_until_asleep, wakeups
from kit.waiting import wait_until

VALUES_BY_CLIENTS = {1: 3000, 10: 1000, 100: 200, 1000: 30}
DIAL = '[[input]]\nname = "dial"\ntype = "client"\ncontrols = ["c{last}"]\n'
IDLE_S = 60
MQTT_CONNECT = bytes.fromhex("100c00044d5154540402003c0000")
MQTT_TOPIC = b"\0\x08floor/c0"


def folder():
    return tempfile.TemporaryDirectory(prefix="wheeld-bench-")


class Mosquitto:
    """A broker that listens at a Unix socket, as wheeld does, and at a port."""

    def __init__(self, place):
        self.path, self.port, file = f"{place}/mosquitto", free_port(), pathlib.Path(place, "mosquitto.conf")
        user = "user root\n" if os.getuid() == 0 else ""
        file.write_text(
            f"{user}allow_anonymous true\nmax_queued_messages 0\nlistener 0 {self.path}\nlistener {self.port} 127.0.0.1\n"
        )
        words = [shutil.which("mosquitto") or "/usr/sbin/mosquitto", "-c", str(file)]
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.pid = self.process.pid
        wait_until("mosquitto listens", lambda: os.path.exists(self.path))

    @staticmethod
    def is_there():
        return bool(shutil.which("mosquitto")) or os.path.exists("/usr/sbin/mosquitto")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def packet(kind, body):
    length, bytes_ = len(body), bytearray([kind])
    while True:
        length, low = divmod(length, 128)
        bytes_.append(low | (128 if length else 0))
        if not length:
            return bytes(bytes_) + body


def value_line():
    """A line of wheeld for a value, with its newline."""
    with folder() as place, Server(configure(place), f"{place}/wheeld") as server, server.connected() as client:
        client.sendall(b'{"op":"set","control":"c0","value":123.5}\n')
        return next(line for line in client.makefile("rb") if line.startswith(b'{"event":"value"'))


def event_bytes(programs):
    """The bytes of a value's line."""
    yield row("a value on the socket", "bytes", {"wheeld": [len(value_line())]})
    with folder() as place, Server(configure(place), f"{place}/wheeld") as server, Client(server.path) as client:
        if "ignored" not in client.do(op="subscribe", events=["value"], terse=True):
            client.send_raw(b'{"op":"set","control":"c0","value":123.5}\n')
            yield row("the same with `terse`", "bytes", {"wheeld": [len(client.raw()) + 1]}, most=60)


def spent(server, fan, values):
    """The server's mean processor time for a value, in µs."""
    before = processor_ns(server.pid)
    fan.ask(str(values))
    return (processor_ns(server.pid) - before) / values / 1000


def fan_out(programs):
    """The processor time of a value until it has been sent to all clients."""
    # A thousand clients are more than the usual limit.
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096 if hard < 0 else min(4096, hard), hard))
    sets = [b'{"op":"set","control":"c0","value":%d,"commit":false}\n' % value for value in (1, 2)]
    packets = [packet(0x30, MQTT_TOPIC + value_line())] * 2
    subscribe = packet(0x82, b"\0\1" + MQTT_TOPIC + b"\0")
    by_clients = {}
    for clients, values in VALUES_BY_CLIENTS.items():
        with contextlib.ExitStack() as stack:
            place = stack.enter_context(folder())
            # For each server: what its clients send first, what the client that sets values sends first, and two values.
            made = {
                "wheeld": (Server(configure(place), f"{place}/wheeld"), b"\n", DEAF, *sets),
                "C": (Server([programs / "evdev", f"{place}/C"], f"{place}/C"), b"\n", DEAF, *sets),
            }
            if Mosquitto.is_there():
                made["mosquitto"] = (Mosquitto(place), MQTT_CONNECT + subscribe, MQTT_CONNECT, *packets)
            subjects = {}
            for name, (server, *messages) in made.items():
                stack.enter_context(server)
                words = [programs / "fan", server.path, clients, *(message.hex() for message in messages)]
                fan = stack.enter_context(Talk(words))
                assert fan.line() == "ready"
                spent(server, fan, 10)
                subjects[name] = functools.partial(spent, server, fan, values)
            by_clients[clients] = alternate(subjects)
            yield row(f"a value that a client sets, to {clients}", "µs of CPU", by_clients[clients], ratio={"mosquitto": 0.5})
    further = {}
    for clients in (10, 100, 1000):
        further[clients] = {
            name: [(many - one) / (clients - 1) for many, one in zip(by_clients[clients][name], by_clients[1][name])]
            for name in by_clients[1]
        }
        yield row(f"the same, for each client after the first of {clients}", "µs of CPU", further[clients], ratio={"C": 1.2})
    growth = {"wheeld": further[1000]["wheeld"], "of 100": further[100]["wheeld"]}
    yield row("the same, of 1000 beside of 100", "µs of CPU", growth, ratio={"of 100": 1.2})


def bare_subjects(programs, place):
    """The servers without a device: their command lines, and their sockets."""
    subjects = {"wheeld": configure(place), "C": [programs / "evdev", f"{place}/C"]}
    in_python = python("knob_evdev.py", f"{place}/Python", needs=["evdev"])
    return subjects | ({"Python": in_python} if in_python else {})


def start(programs, where="", limits=None, rounds=9):
    """The time until the first line, and the memory at that moment."""

    def once(name, words):
        with Server(words, f"{place}/{name}") as server:
            return server.started_ms, server.resident_mb()

    with folder() as place:
        subjects = {name: lambda n=name, w=words: once(n, w) for name, words in bare_subjects(programs, place).items()}
        results = alternate(subjects, rounds)
    yield row(f"start until the first line{where}", "ms", pick(results, 0), **(limits or {"plus": {"C": 15}}))
    yield row(f"memory without a display{where}", "MB", pick(results, 1), most=9)


def controls(programs):
    """Whether the number of controls matters: for a detent, which a client feeds, and for the start."""
    detents = 2000
    line = b'{"op":"feed","input":"dial","detents":1}\n' + b'{"op":"feed","input":"dial","detents":-1}\n'

    def measure(number):
        with folder() as place:
            words = configure(place, DIAL.format(last=number - 1), controls=number)
            with Server(words, f"{place}/wheeld") as server, Client(server.path) as client:
                client.do(op="subscribe", events=["value"])
                client.do(op="feed", input="dial")
                # The first values make the buffers grow.
                for many in (200, detents):
                    before = processor_ns(server.pid)
                    for _ in range(many // 20):
                        client.send_raw(line * 10)
                        client.quiet()
                return (processor_ns(server.pid) - before) / detents, server.started_ms

    results = alternate({number: lambda n=number: measure(n) for number in (1, 10, 100, 1000)})
    for number in (10, 100, 1000):
        flat = {"wheeld": pick(results, 0)[number], "1 control": pick(results, 0)[1]}
        yield row(f"a fed detent, {number} controls", "ns of CPU", flat, ratio={"1 control": 1.1})
    begun = pick(results, 1)
    yield row("start with 100 controls", "ms", {"wheeld": begun[100], "1 control": begun[1]}, plus={"1 control": 1})
    yield row("start with 1000 controls", "ms", {"wheeld": begun[1000], "1 control": begun[1]})


class OSCPeer:
    """A port that keeps the received packets, and counts them afterwards."""

    SO_RCVBUFFORCE = 33

    def __init__(self, place):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        with contextlib.suppress(PermissionError):
            self.socket.setsockopt(socket.SOL_SOCKET, self.SO_RCVBUFFORCE, 16 << 20)
        self.socket.setblocking(False)
        self.port = self.socket.getsockname()[1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def take(self):
        count = 0
        with contextlib.suppress(BlockingIOError):
            while self.socket.recv(4096):
                count += 1
        return count


class MQTTPeer(Mosquitto):
    """A broker, and a subscriber that writes a byte for each message."""

    def __init__(self, place):
        super().__init__(place)
        self.out, self.taken = pathlib.Path(place, "out"), 0
        with open(self.out, "wb") as out:
            words = ["mosquitto_sub", "-p", str(self.port), "-q", "0", "-R", "-F", "", "-t", "+/+/value", "-t", "+/+/+/value"]
            self.subscriber = subprocess.Popen(words, stdout=out)

    def __exit__(self, *_):
        self.subscriber.kill()
        self.subscriber.wait()
        super().__exit__()

    def take(self):
        before, self.taken = self.taken, self.out.stat().st_size
        return self.taken - before


def bridge(programs, name, peer_class, words):
    """The processor time of a bridge for a value that arrives at its peer, with a value every millisecond."""
    values = 1000
    number = 0

    def measure(words):
        nonlocal number
        process = subprocess.Popen(list(map(str, words)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:

            def turn(count):
                nonlocal number
                start = time.perf_counter()
                for index in range(count):
                    number += 1
                    client.send_raw(b'{"op":"set","control":"c0","value":%d,"commit":false}\n' % number)
                    time.sleep(max(0, start + (index + 1) * 0.001 - time.perf_counter()))
                # Waits for values that are still on their way.
                time.sleep(0.1)
                assert process.poll() is None, f"{words} has ended with {process.returncode}"
                return peer.take()

            wait_until("the bridge sends values", lambda: turn(5) > 0)
            before = processor_ns(process.pid)
            passed = turn(values)
            assert passed > values / 10, f"{words}: {passed} of {values} values have come"
            return (processor_ns(process.pid) - before) / passed / 1000
        finally:
            process.kill()
            process.wait()

    with folder() as place, Server(configure(place), f"{place}/wheeld") as server, peer_class(place) as peer:
        with Client(server.path) as client:
            client.do(op="subscribe", events=[])
            made = words(place, server.path, peer.port)
            subjects = {subject: functools.partial(measure, found) for subject, found in made.items() if found}
            yield row(f"{name}: a value", "µs of CPU", alternate(subjects), ratio={"C": 1.5, "Python": 1})


def osc(programs):
    def words(place, path, port):
        file = pathlib.Path(place, "bridges.toml")
        file.write_text(f'[osc]\nto = ["127.0.0.1:{port}"]\ninterval_ms = 0\n')
        return {
            "wheeld": [program("wheel-osc"), "--socket", path, "--config", file],
            "C": [programs / "osc", path, port],
            "Python": python("bridge_osc.py", path, port, needs=["pythonosc"]),
        }

    yield from bridge(programs, "wheel-osc", OSCPeer, words)


def mqtt(programs):
    def words(place, path, port):
        file = pathlib.Path(place, "bridges.toml")
        file.write_text(f'[mqtt]\nhosts = ["127.0.0.1:{port}"]\ninterval_ms = 0\n')
        return {
            "wheeld": [program("wheel-mqtt"), "--socket", path, "--config", file],
            "C": [programs / "mqtt", path, port],
            "Python": python("bridge_mqtt.py", path, port, needs=["paho.mqtt"]),
        }

    if Mosquitto.is_there():
        yield from bridge(programs, "wheel-mqtt", MQTTPeer, words)


class Idle:
    """A daemon with a client that does nothing, while other rows are measured."""

    def __enter__(self):
        self.stack = contextlib.ExitStack()
        place = self.stack.enter_context(folder())
        self.server = self.stack.enter_context(Server(configure(place, DIAL.format(last=0)), f"{place}/wheeld"))
        client = self.stack.enter_context(Client(self.server.path))
        client.do(op="set", control="c0", value=1)
        self.before = wait_until_asleep(self.server.pid, 3)
        self.since = time.monotonic()
        return self

    def __exit__(self, *_):
        self.stack.close()

    def rows(self):
        # Only the following values are measured.
        time.sleep(max(0, self.since + IDLE_S - time.monotonic()))
        after = wakeups(self.server.pid)
        woken = sum(after.values()) - sum(self.before.values())
        yield row(f"idle for {IDLE_S} s or more", "wake-ups", {"wheeld": [woken]}, most=0)


ROWS = {"bytes": event_bytes, "fan-out": fan_out, "start": start, "controls": controls, "osc": osc, "mqtt": mqtt}
