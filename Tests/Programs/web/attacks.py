"""Hostile and broken input from unknown programs."""

import contextlib
import os
import socket
import struct
import time

from kit.cases import alone_case, expect
from kit.client import PATIENCE_S
from kit.builds import resident_kb
from stage import CLOSE, CONTINUATION, PING, TEXT, Web, WebSocket, seconds

OPENING = "GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"


@alone_case
def heads_that_are_none_are_refused(scratch):
    with Web(scratch, with_daemon=False) as web:
        good = b"Host: localhost\r\n"
        for status, head in [
            (400, b"GET\r\n\r\n"), (400, b"GET / \r\n\r\n"), (400, b"GET http://localhost/ HTTP/1.1\r\n" + good + b"\r\n"),
            (505, b"GET / HTTP/1.0\r\n" + good + b"\r\n"), (505, b"GET / HTTP/2.0\r\n" + good + b"\r\n"),
            (400, b"GET / HTTP/1.1\r\n" + good + good + b"\r\n"), (400, b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n"),
            (400, b"GET / HTTP/1.1\r\n" + good + b" folded\r\n\r\n"), (400, b"GET / HTTP/1.1\r\n" + good + b"X: \x00\r\n\r\n"),
            (400, b"GET / HTTP/1.1\r\n" + good + b"X: a\nY: b\r\n\r\n"), (400, b"GET / HTTP/1.1\r\n" + good + b"X: \xff\r\n\r\n"),
            (400, b"GET / HTTP/1.1\r\n" + good + b": x\r\n\r\n"), (413, b"GET / HTTP/1.1\r\n" + good + b"Transfer-Encoding: chunked\r\n\r\n"),
            (413, b"GET / HTTP/1.1\r\n" + good + b"Content-Length: 0x0\r\n\r\n"), (431, b"GET / HTTP/1.1\r\nX: " + b"x" * 9000),
            (431, b"GET / HTTP/1.1\r\nX: " + b"x" * 9000 + b"\r\n\r\n"), (200, b"GET / HTTP/1.1\r\n" + good + b"\r\n"),
            (426, OPENING.replace("13", "8", 1).encode()),
        ]:  # fmt: skip
            answer = web.raw(head)
            assert answer.startswith(f"HTTP/1.1 {status} ".encode()) or (status == 431 and not answer), (head[:80], answer[:80])


@alone_case
def a_slow_handshake_ends(scratch):
    with Web(scratch) as web:
        with socket.create_connection(("127.0.0.1", web.port), timeout=PATIENCE_S) as one:

            def dribble():
                try:
                    for byte in OPENING.encode():
                        one.sendall(bytes([byte]))
                        time.sleep(0.05)
                    one.recv(1)
                except OSError:
                    pass

            assert seconds(dribble) < 6
        # A client that says nothing, or half a frame, is disconnected after the same time as the slow client above.
        assert seconds(lambda: expect(web.raw(b""), b"")) < 6
        with web.socket() as one:
            one.socket.sendall(WebSocket.frame(web.token())[:9])
            assert seconds(lambda: expect(one.end(), 4408)) < 6
        web.session().socket.close()


@alone_case
def a_thousand_sockets_keep_nobody_out(scratch):
    with Web(scratch) as web, web.session() as one:
        clients = web.client.do(op="stats")["clients"]
        crowd = [socket.create_connection(("127.0.0.1", web.port)) for _ in range(900)]
        assert seconds(lambda: expect(web.request("GET", "/")[0], 200)) < 10
        other = web.session()
        one.do(op="ping")
        assert len(os.listdir(f"/proc/{web.bridge.process.pid}/fd")) < 60
        expect(web.client.do(op="stats")["clients"], clients + 1)
        assert resident_kb(web.bridge.process.pid) < 40_000
        for stranger in crowd:
            stranger.close()
        other.do(op="ping")


@alone_case
def frames_that_are_none_end_the_connection(scratch):
    with Web(scratch) as web:
        token = web.token()
        huge = bytes([0x81, 0xFF]) + struct.pack(">Q", 1 << 62) + b"mask"
        most = bytes([0x81, 0xFF]) + struct.pack(">Q", (1 << 64) - 1) + b"mask"
        for code, data in [
            (1009, huge), (1009, most), (1009, bytes([0x81, 0xFF]) + struct.pack(">Q", 65537) + b"mask"),
            (1002, WebSocket.frame("x", masked=False)), (1002, WebSocket.frame("x", reserved=0x40)),
            (1002, WebSocket.frame("x", kind=3)), (1002, WebSocket.frame("x", kind=11)),
            (1002, WebSocket.frame("x" * 126, kind=PING)), (1002, WebSocket.frame("x", kind=PING, last=False)),
            (1002, WebSocket.frame("x", kind=CONTINUATION)),
            (1002, WebSocket.frame("x", last=False) + WebSocket.frame("x", kind=TEXT)),
            (1009, WebSocket.frame("x" * 40000, last=False) + WebSocket.frame("x" * 40000, kind=CONTINUATION)),
            (1000, WebSocket.frame(b"\x03\xe8", kind=CLOSE)), (1000, WebSocket.frame(b"", kind=CLOSE)),
        ]:  # fmt: skip
            with web.socket() as one:
                one.socket.sendall(data)
                expect(one.end(), code, data[:20])
            with web.session() as one:
                one.socket.sendall(data)
                expect(one.end(), code, data[:20])
        # Lines that arrive together with the token are not lost.
        with web.socket() as one:
            line = WebSocket.frame('{"id":9,"op":"ping"}')
            one.socket.sendall(WebSocket.frame(token) + line * 500)
            replies = 0
            while replies < 500:
                replies += one.line().get("reply") == 9
        # This client sends many pings and reads nothing.
        with web.session() as one:
            one.socket.settimeout(1)
            try:
                for _ in range(3000):
                    one.socket.sendall(WebSocket.frame(b"x" * 125, kind=PING) * 50)
            except TimeoutError:
                pass
            web.session().do(op="ping")
            assert resident_kb(web.bridge.process.pid) < 40_000
        expect(web.bridge.process.poll(), None)


@alone_case
def a_stranger_who_reads_nothing_fills_no_memory(scratch):
    with Web(scratch, with_daemon=False) as web:
        pings = WebSocket.frame(b"x" * 125, kind=PING) * 2000
        with web.socket() as one:
            one.socket.settimeout(0.5)
            sent = 0
            with contextlib.suppress(OSError):
                while sent < 100_000_000:
                    sent += one.socket.send(pings)
            assert sent < 20_000_000, sent
        assert resident_kb(web.bridge.process.pid) < 40_000


@alone_case
def random_bytes_do_no_harm(scratch):
    with Web(scratch) as web:
        with contextlib.ExitStack() as stack:
            for number in range(300):
                one = stack.enter_context(socket.create_connection(("127.0.0.1", web.port), timeout=PATIENCE_S))
                data = os.urandom(number)
                with contextlib.suppress(OSError):
                    one.sendall(OPENING.encode() + data if number % 2 else data + b"\r\n\r\n")
        web.session().do(op="ping")
        # wheel-web passes on a line that is not JSON, and the daemon refuses it.
        with web.session() as one:
            one.send_text(b"\xff\xfe{")
            while "reply" not in (line := one.line()):
                pass
            expect(line["error"], "bad-json")
