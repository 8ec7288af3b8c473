"""wheel-web with a daemon, and a WebSocket client without a library (RFC 6455)."""

import base64
import contextlib
import hashlib
import http.client
import json
import os
import pathlib
import socket
import struct
import time

from kit.bridge import free_port
from kit.client import PATIENCE_S, unique
from kit.daemon import Daemon, program
from kit.process import Process
from kit.waiting import wait_until

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


class WebSocket:
    """The client's end of a WebSocket. It joins fragments and answers pings."""

    def __init__(self, port, host=None, origin=None, path="/socket", opens=True):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
        self.rest = b""
        self.closed = None
        self.pings = 0
        self.joined = b""
        self.is_inside = False
        self.last_id = 0
        self.events = []
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{port}'}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines += [f"Origin: {origin}"] if origin else []
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            byte = self.socket.recv(1)
            assert byte, f"it ended within {head!r}"
            head += byte
        self.status = int(head.split()[1])
        if not opens:
            return
        assert self.status == 101, head
        proof = base64.b64encode(hashlib.sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest())
        assert b"Sec-WebSocket-Accept: " + proof in head, head

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    @staticmethod
    def frame(payload, kind=TEXT, last=True, masked=True, reserved=0):
        payload = payload.encode() if isinstance(payload, str) else payload
        first = bytes([(0x80 if last else 0) | reserved | kind])
        length, mask_bit = len(payload), 0x80 if masked else 0
        if length < 126:
            head = bytes([mask_bit | length])
        elif length < 65536:
            head = bytes([mask_bit | 126]) + struct.pack(">H", length)
        else:
            head = bytes([mask_bit | 127]) + struct.pack(">Q", length)
        if not masked:
            return first + head + payload
        mask = os.urandom(4)
        return first + head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))

    def send_text(self, text, **options):
        self.socket.sendall(self.frame(text, **options))

    def _exactly(self, count):
        while len(self.rest) < count:
            try:
                more = self.socket.recv(65536)
            except ConnectionResetError:
                more = b""
            if not more:
                return None
            self.rest += more
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def message(self):
        """The next message as bytes, or `("pong", payload)`. None at the end of the connection; `closed` is then the close
        code."""
        while True:
            frame = self.frame_read()
            if frame is None:
                return None
            kind, payload, is_last = frame
            if kind == PONG:
                return "pong", payload
            if kind in (TEXT, CONTINUATION):
                assert (kind == CONTINUATION) == self.is_inside, f"kind {kind} within a message"
                self.joined += payload
                self.is_inside = not is_last
                if is_last:
                    joined, self.joined = self.joined, b""
                    return joined

    def frame_read(self):
        """The next frame, as its kind, its payload and whether it is the last one of its message."""
        head = self._exactly(2)
        if head is None:
            return None
        assert head[0] & 0x70 == 0 and head[1] & 0x80 == 0, head
        size = {126: 2, 127: 8}.get(head[1], 0)
        length = int.from_bytes(self._exactly(size), "big") if size else head[1]
        payload = self._exactly(length) if length else b""
        kind = head[0] & 0x0F
        if kind == CLOSE:
            self.closed = int.from_bytes(payload[:2], "big")
            with contextlib.suppress(OSError):
                self.send_text(payload, kind=CLOSE)
        elif kind == PING:
            self.pings += 1
            self.send_text(payload, kind=PONG)
        return kind, payload, bool(head[0] & 0x80)

    def end(self):
        """Reads until the other end closes the connection. Returns the close code, or None if there was none."""
        while self.closed is None and self.frame_read() is not None:
            pass
        return self.closed

    # Lines of the protocol.

    def line(self):
        message = self.message()
        assert message is not None, f"it has ended with {self.closed}"
        return json.loads(message.decode(), object_pairs_hook=unique)

    def send(self, **members):
        self.send_text(json.dumps(members))

    def ask(self, **members):
        self.last_id += 1
        self.send(id=self.last_id, **members)
        while True:
            line = self.line()
            if "reply" in line:
                assert line["reply"] == self.last_id, line
                return line
            self.events.append(line)

    def do(self, **members):
        reply = self.ask(**members)
        assert reply["ok"], f"{members}: {reply}"
        return reply


# A tap may take 2 s: on a busy machine its touch and lift may be far apart.
PATIENT = "\n[touch]\ntap_ms = 2000\n"


class Web:
    """wheel-web with its own tokens and, by default, a daemon."""

    def __init__(self, scratch, options=(), with_daemon=True, more=""):
        self.scratch = scratch
        self.tokens_path = pathlib.Path(scratch.folder, "tokens")
        self.port = free_port()
        self.daemon = self.client = None
        scratch.configure(lambda text: text + PATIENT + more)
        if with_daemon:
            self.start_daemon()
        self.words = ["--socket", scratch.socket, "--tokens", str(self.tokens_path), "--listen", str(self.port), *options]
        self.bridge = None
        self.restart()

    def restart(self):
        if self.bridge:
            self.bridge.__exit__()
        self.bridge = Process([program("wheel-web"), *self.words])
        self.wait_for_log("browsers find the panel")

    def start_daemon(self):
        self.daemon = Daemon(self.scratch)
        self.client = self.daemon.client()

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.bridge.__exit__(*arguments)
        if self.daemon:
            self.client.socket.close()
            self.daemon.__exit__(*arguments)

    def log(self):
        return self.bridge.err.read_text()

    def wait_for_log(self, text):
        wait_until(lambda: f"{text!r} in {self.log()!r}", lambda: text in self.log())

    def token(self, which="control"):
        return dict(line.split() for line in self.tokens_path.read_text().splitlines())[which]

    def socket(self, **options):
        return WebSocket(self.port, **options)

    def session(self, which="control"):
        """Opens a WebSocket that has sent its token and read `hello`."""
        one = self.socket()
        one.send_text(self.token(which))
        one.hello = one.line()
        assert one.hello["event"] == "hello", one.hello
        return one

    def request(self, method, path, host=None, headers=()):
        """The status, the headers and the body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        if host != "":
            connection.putheader("Host", host or f"127.0.0.1:{self.port}")
        for name, value in headers:
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, answer.headers, body

    def raw(self, data, patience=PATIENCE_S):
        """Sends these bytes, and returns everything that arrives until the connection ends."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=patience) as one:
            one.sendall(data)
            received = b""
            with contextlib.suppress(ConnectionResetError):
                while more := one.recv(65536):
                    received += more
            return received


def seconds(action):
    start = time.monotonic()
    action()
    return time.monotonic() - start
