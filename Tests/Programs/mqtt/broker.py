"""A broker, its clients, and a connection to it that can be cut."""

import ctypes
import os
import pathlib
import select
import shutil
import signal
import socket
import subprocess
import threading
import time

from kit.bridge import free_port, small_server
from kit.cases import Skipped
from kit.daemon import PATIENCE_S, program
from kit.process import Process
from kit.waiting import wait_until


def until(question, what):
    """Waits until `question` returns something true, and returns it."""
    return wait_until(what, question)


def wait_until_left(port):
    """Waits until all clients of a killed broker have read its last messages and the end of the connection."""

    def are_gone():
        for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
            remote, state = line.split()[2:4]
            # State 01 is an established connection. 08 is one whose other end has closed it.
            if remote.endswith(f":{port:04X}") and state in ("01", "08"):
                return False
        return True

    until(are_gone, f"somebody is still connected with port {port}")


def library_speaks_5():
    """Whether wheel-mqtt speaks MQTT 5 with the libmosquitto of this machine."""
    numbers = [ctypes.c_int() for _ in range(3)]
    ctypes.CDLL("libmosquitto.so.1").mosquitto_lib_version(*map(ctypes.byref, numbers))
    return tuple(number.value for number in numbers) >= (2, 0, 16)


class Broker:
    """mosquitto. `extra` are lines of its configuration, after its listener."""

    def __init__(self, folder, extra="allow_anonymous true", port=None):
        if not shutil.which("mosquitto") and not os.path.exists("/usr/sbin/mosquitto"):
            raise Skipped("mosquitto is not installed")
        self.port = port or free_port()
        self.folder = folder
        self.file = pathlib.Path(folder, f"mosquitto-{self.port}.conf")
        # `max_queued_messages 0` means no limit, so that the broker drops no message for a slow subscriber.
        self.file.write_text(f"listener {self.port} 127.0.0.1\nmax_queued_messages 0\n{extra}\n")
        self.process = None

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()

    def start(self):
        path = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
        log = open(f"{self.file}.log", "ab")
        # Started by root, mosquitto would become the user mosquitto, who cannot read the test's folder.
        user = [] if os.getuid() else ["user root\n"]
        text = self.file.read_text()
        if user and user[0] not in text:
            self.file.write_text(user[0] + text)
        self.process = subprocess.Popen([path, "-c", str(self.file)], stdout=log, stderr=log)
        log.close()
        until(self._answers, "mosquitto does not start")

    def _answers(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def kill(self, number=signal.SIGKILL):
        if self.process:
            self.process.send_signal(number)
            self.process.wait()
            self.process = None

    def publish(self, topic, payload, *options):
        words = ["mosquitto_pub", "-p", str(self.port), "-t", topic, "-s" if payload else "-n", *options]
        subprocess.run(words, input=payload.encode(), check=True, timeout=PATIENCE_S)


class Listener(Process):
    """mosquitto_sub: a broker's messages, without the prefix `wheeld/lab/` of their topics."""

    def __init__(self, port, *options, topic="wheeld/lab/#", qos="1", version="5"):
        # MQTT 5 has retain-as-published, so that `%r` shows which messages are retained.
        also = ["--retain-as-published"] if version == "5" else []
        super().__init__(
            ["mosquitto_sub", "-p", str(port), "-q", qos, "-V", version, *also, "-F", "%r %t %p", "-t", topic,
             "-t", "ready", *options]
        )  # fmt: skip
        self.port = port
        self.version = version

    def __enter__(self):
        super().__enter__()

        def is_ready():
            words = ["mosquitto_pub", "-V", self.version, "-p", str(self.port), "-t", "ready", "-m", "x"]
            subprocess.run(words, check=False)
            return any("ready x" in line for line in self.lines())

        until(is_ready, lambda: "mosquitto_sub does not subscribe: " + self.err.read_text())
        return self

    def heard(self, topic=None):
        """The messages so far. With `topic`, only the payloads of this topic."""
        pairs = []
        for line in self.lines():
            words = line.split(" ", 2)
            # Leaves out further lines of a payload, which do not begin like a message.
            if len(words) > 1 and words[0] in ("0", "1") and words[1] != "ready":
                pairs.append((words[1].removeprefix("wheeld/lab/"), words[2] if len(words) > 2 else "", words[0] == "1"))
        return pairs if topic is None else [payload for name, payload, _ in pairs if name == topic]

    def await_(self, topic, payload):
        until(lambda: payload in self.heard(topic), lambda: f"{topic} {payload} has not come: {self.heard()[-12:]}")

    def await_last(self, topic, payload):
        until(
            lambda: self.heard(topic)[-1:] == [payload],
            lambda: f"the last of {topic} is not {payload}: {self.heard(topic)[-5:]}",
        )


class Bridge(Process):
    """wheel-mqtt as the instrument named `lab`."""

    def __init__(self, scratch, *options, port=None, text=None, environment=None, around=()):
        words = ["--socket", scratch.socket, "--log-level", "debug"]
        if text is not None:
            file = pathlib.Path(scratch.folder, "bridges.toml")
            file.write_text(text)
            words += ["--config", str(file)]
        if port:
            words += ["--host", f"127.0.0.1:{port}"]
        super().__init__([*around, program("wheel-mqtt"), "--name", "lab", *words, *options], environment)

    def reload(self, scratch, text):
        pathlib.Path(scratch.folder, "bridges.toml").write_text(text)
        self.signal(signal.SIGHUP)

    def log(self):
        return self.err.read_text()

    def await_log(self, text, times=1):
        until(lambda: self.log().count(text) >= times, lambda: f"it does not say {text!r} {times} times: {self.log()}")


class Wire:
    """A port that forwards its connections to another port. It can be cut, and it can freeze: then it forwards nothing,
    and notifies neither side.

    `forbids_5`: as an old broker does, it refuses clients that speak MQTT 5. `port`: a port that the case has reserved.
    """

    def __init__(self, target, forbids_5=None, small=False, port=0):
        self.target = target
        self.forbids_5 = forbids_5
        self.is_frozen = False
        self.is_open = True
        self.pairs = []
        self.refused = 0
        self.listener = small_server() if small else socket.create_server(("127.0.0.1", port))
        self.port = self.listener.getsockname()[1]
        self.ends = False
        self.lock = threading.Lock()
        self.thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends = True
        self.thread.join()
        self.cut()
        self.listener.close()

    def cut(self):
        """Ends all connections."""
        with self.lock:
            for pair in self.pairs:
                for end in pair:
                    end.close()
            self.pairs = []

    def _accept(self):
        near, _ = self.listener.accept()
        if not self.is_open:
            near.close()
            self.refused += 1
            return
        if self.forbids_5:
            first = near.recv(64, socket.MSG_PEEK)
            at = first.find(b"MQTT")
            if first[at + 4] == 5:
                if self.forbids_5 == "says":
                    near.sendall(bytes([0x20, 2, 0, 1]))
                near.close()
                self.refused += 1
                return
        try:
            far = socket.create_connection(("127.0.0.1", self.target), 2)
        except OSError:
            near.close()
            return
        for end in (near, far):
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.pairs.append((near, far))

    def _serve(self):
        while not self.ends:
            with self.lock:
                ends = {} if self.is_frozen else {a: (b, pair) for pair in self.pairs for a, b in (pair, pair[::-1])}
                # `select` must not wait while it holds the lock, which the test needs to close connections.
                ready, _, _ = select.select([self.listener, *ends], [], [], 0)
                for end in ready:
                    if end is self.listener:
                        self._accept()
                        continue
                    other, pair = ends[end]
                    if pair not in self.pairs:
                        continue
                    try:
                        data = end.recv(65536)
                        if data:
                            other.sendall(data)
                    except OSError:
                        data = b""
                    if not data:
                        self.pairs.remove(pair)
                        for one in pair:
                            one.close()
            if not ready:
                # The pause is outside the lock, so that the test can take the lock.
                time.sleep(0.001)
