"""Lines through a WebSocket: tokens, rights, restarts of the daemon, and browsers that do not read."""

import signal
import time

from kit.bridge import CommandLine
from kit.builds import resident_kb
from kit.cases import alone_case, expect
from kit.client import PATIENCE_S
from kit.waiting import wait_until
from stage import BINARY, CONTINUATION, PING, PONG, Web, seconds


@alone_case
def a_message_is_a_line(scratch):
    with Web(scratch) as web, web.session() as one:
        expect(one.hello["protocol"], 1)
        expect(one.do(op="get", control="gain")["control"], "gain")
        one.do(op="set", control="gain", value=-3)
        expect(web.client.event("value", control="gain")["client"], one.hello["client"])
        web.client.do(op="set", control="gain", value=-6)
        while not [e for e in one.events if e["event"] == "value" and e["value"] == -6]:
            one.events.append(one.line())
        # Fragments make one message, even with a ping between them. A message with several lines is refused.
        one.send_text('{"id":7,"op":', last=False)
        one.send_text("hello", kind=PING)
        one.send_text('"ping"}', kind=CONTINUATION)
        while (message := one.message()) != ("pong", b"hello"):
            assert b'"event"' in message, message
        while (line := one.line()).get("reply") != 7:
            assert "event" in line, line
        one.send_text('{"op":\n"ping"}')
        expect(one.end(), 1007)


@alone_case
def long_lines_pass_in_both_directions(scratch):
    with Web(scratch) as web, web.session() as one:
        answer = one.do(op="view", width=900, height=900)
        frame = one.line()
        while frame.get("event") != "view":
            frame = one.line()
        expect((frame["width"], frame["height"]), (900, 900))
        one.do(op="seen", view=answer["view"])
        words = "x" * 60_000
        assert words[:20] in one.ask(op=words)["message"]
        one.send_text(b"x" * 65_537)
        expect(one.end(), 1009)


@alone_case
def rights_are_those_of_the_token(scratch):
    with Web(scratch) as web:
        with web.session("look") as one:
            expect(one.ask(op="set", control="gain", value=1)["error"], "forbidden")
            expect(one.do(op="view", width=100, height=100, hands="touch")["hands"], "none")
            expect(one.ask(op="limit", rights="write")["ok"], True)
            expect(one.ask(op="set", control="gain", value=1)["error"], "forbidden")
        with web.session() as one:
            one.do(op="set", control="gain", value=1)
            expect(one.ask(op="define", owner="me", controls=[])["error"], "forbidden")
            expect(one.do(op="view", width=100, height=100, hands="touch")["hands"], "touch")


@alone_case
def without_a_token_there_is_no_connection_with_the_daemon(scratch):
    with Web(scratch) as web, web.socket() as one:
        clients = web.client.do(op="stats")["clients"]
        took = seconds(lambda: expect(one.end(), 4408))
        assert 1.5 < took < 4, f"it ended after {took:.1f} s"
        expect(web.client.do(op="stats")["clients"], clients)
        for token in ("", "x", "0" * 32, web.token()[:-1], web.token() + "0", web.token().upper() + " "):
            with web.socket() as other:
                other.send_text(token)
                expect(other.end(), 4401, token)
        # Each token is wrong in one place.
        for place in range(0, 32, 3):
            for wrong in "0f":
                token = web.token()[:place] + wrong + web.token()[place + 1 :]
                with web.socket() as other:
                    other.send_text(token)
                    if token != web.token():
                        expect(other.end(), 4401, token)
        with web.socket() as other:
            other.send_text(web.token().encode(), kind=BINARY)
            expect(other.end(), 1003)
        expect(web.client.do(op="stats")["clients"], clients)
        expect(web.tokens_path.stat().st_mode & 0o777, 0o600)
        assert web.token() not in web.log() and web.token("look") not in web.log()


@alone_case
def new_tokens_end_all_sessions(scratch):
    with Web(scratch) as web, web.session() as one, web.session("look") as other:
        old = web.token()
        status, out, err = CommandLine("wheel-web")("--tokens", str(web.tokens_path), "--new-token")
        expect((status, out), (0, ""))
        expect((one.end(), other.end()), (4401, 4401))
        assert web.token() != old and web.token() not in err
        with web.socket() as late:
            late.send_text(old)
            expect(late.end(), 4401)
        web.session().socket.close()
        # Without valid tokens nobody can connect. When the file is restored, browsers can connect again.
        text = web.tokens_path.read_text()
        with web.session() as third:
            web.tokens_path.write_text("nonsense\n")
            expect(third.end(), 4401)
        web.wait_for_log("nobody can use the panel")
        web.tokens_path.write_text(text)
        web.wait_for_log("there are new tokens")
        web.session().socket.close()


@alone_case
def the_daemon_goes_and_comes_back(scratch):
    with Web(scratch, with_daemon=False) as web:
        for _ in range(3):
            with web.socket() as one:
                one.send_text(web.token())
                expect(one.end(), 4503)
        expect(web.log().count("there is no daemon"), 1)
        web.start_daemon()
        with web.session() as one:
            web.daemon.signal(signal.SIGKILL)
            expect(one.end(), 4503)
        web.daemon.wait()
        web.start_daemon()
        with web.session() as one:
            # A line is passed on even if its program disconnects at once.
            one.send(op="set", control="gain", value=-9)
        wait_until("the last line arrives", lambda: web.client.do(op="get", control="gain")["value"] == -9)


@alone_case
def there_are_sixteen_sessions(scratch):
    with Web(scratch) as web:
        sessions = [web.session() for _ in range(16)]
        with web.socket() as one:
            one.send_text(web.token())
            expect(one.end(), 4429)
        sessions.pop().socket.close()
        wait_until("its client has gone", lambda: web.client.do(op="stats")["clients"] == 16)
        sessions.append(web.session())
        web.bridge.signal(signal.SIGTERM)
        expect({one.end() for one in sessions}, {1001})
        expect(web.bridge.end(), 0)


@alone_case
def a_browser_that_does_not_read_keeps_nobody_waiting(scratch):
    with Web(scratch) as web, web.session() as slow, web.session() as quick:
        slow.do(op="view", width=1000, height=1000)
        quick.do(op="subscribe", events=["commit"])
        for number in range(400):
            slow.send(op="list")
            quick.do(op="set", control="gain", value=-(number % 50) - 1)
        start = time.monotonic()
        quick.do(op="ping")
        assert time.monotonic() - start < PATIENCE_S / 10
        assert resident_kb(web.bridge.process.pid) < 40_000


@alone_case
def a_silent_browser_is_asked(scratch):
    with Web(scratch) as web, web.session() as one, web.session() as dead:
        before = time.monotonic()
        while one.pings == 0:
            one.frame_read()
        assert 8 < time.monotonic() - before < 20
        # The other browser does not answer, and is disconnected.
        wait_until("it is left", lambda: web.client.do(op="stats")["clients"] == 2)
        dead.socket.close()
