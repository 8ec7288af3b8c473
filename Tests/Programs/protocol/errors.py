"""Every error code. The connection must stay usable after each."""

from kit.cases import alone_case, case, expect
from kit.daemon import Daemon

# The sent line, and the expected error code.
REFUSALS = [
    ("unknown-op", {"op": "explode"}),
    ("bad-request", {}),
    ("bad-request", {"op": 7}),
    ("bad-request", {"op": "get"}),
    ("bad-request", {"op": "get", "control": 7}),
    ("bad-request", {"op": "set"}),
    ("bad-request", {"op": "set", "control": "gain"}),
    ("bad-request", {"op": "set", "control": "gain", "value": True}),
    ("bad-request", {"op": "set", "control": "gain", "value": {}}),
    ("bad-request", {"op": "set", "control": "gain", "value": 1, "values": {"gain": 1}}),
    ("bad-request", {"op": "set", "values": [1]}),
    ("bad-request", {"op": "turn", "control": "gain"}),
    ("bad-request", {"op": "turn", "control": "gain", "detents": "many"}),
    ("bad-request", {"op": "step", "control": "gain"}),
    ("bad-request", {"op": "speed", "control": "gain"}),
    ("bad-request", {"op": "focus", "input": "knob"}),
    ("bad-request", {"op": "page"}),
    ("bad-request", {"op": "lock"}),
    ("bad-request", {"op": "toggle", "control": "steps"}),
    ("bad-request", {"op": "log-level"}),
    ("bad-request", {"op": "subscribe", "controls": "gain"}),
    ("bad-request", {"op": "subscribe", "interval_ms": "often"}),
    ("unknown-control", {"op": "set", "control": "nothing", "value": 1}),
    ("unknown-control", {"op": "set", "values": {"nothing": 1}}),
    ("unknown-input", {"op": "focus", "input": "nothing", "control": "gain"}),
    ("unknown-page", {"op": "page", "page": "nothing"}),
    ("unknown-position", {"op": "set", "control": "filter", "value": "wide"}),
    ("unknown-position", {"op": "set", "control": "steps", "value": ["99"]}),
    ("unknown-speed", {"op": "speed", "control": "gain", "speed": "warp"}),
    ("unknown-ramp", {"op": "ramp", "ramp": "nothing"}),
    ("unknown-preset", {"op": "recall", "preset": "nothing"}),
    ("unknown-preset", {"op": "store", "preset": "nothing"}),
    ("no-ramp", {"op": "ramp-pause", "control": "gain"}),
    ("no-display", {"op": "screenshot"}),
    ("out-of-kind", {"op": "set", "control": "count", "value": 1.5}),
    ("out-of-kind", {"op": "set", "control": "count", "value": 1e17}),
    ("out-of-kind", {"op": "set", "control": "count", "value": "low-pass"}),
    ("out-of-kind", {"op": "set", "control": "gain", "value": "low-pass"}),
    ("out-of-kind", {"op": "set", "control": "gain", "value": ["1"]}),
    ("out-of-kind", {"op": "set", "control": "filter", "value": 1}),
    ("out-of-kind", {"op": "set", "control": "filter", "value": ["hp", "low-pass"]}),
    ("out-of-kind", {"op": "set", "control": "steps", "value": ["1", "2", "3", "4"]}),
]

BY_CONTROL = ("get", "set", "turn", "step", "speed", "speed-reset", "reset", "commit", "toggle", "select", "ramp",
              "ramp-pause", "ramp-resume", "ramp-cancel", "ramp-scrub", "ramp-restart", "ramp-reverse")  # fmt: skip
REST = {"value": 1, "detents": 1, "count": 1, "speed": "next", "position": "1", "to": 1, "fraction": 0}


@case
def every_refusal_has_its_code_and_changes_nothing(daemon):
    with daemon.client() as client:
        before = client.do(op="list")["controls"]
        for code, members in REFUSALS:
            client.refused(code, **members)
        expect(client.take(), [])
        expect(client.do(op="list")["controls"], before)


@case
def unknown_controls_are_named_with_what_was_meant_or_what_is_there(daemon):
    with daemon.client() as client:
        for op in BY_CONTROL:
            message = client.refused("unknown-control", op=op, control="tuning", **REST)
            assert "'tuning'" in message and "frequency, gain" in message, message
            message = client.refused("unknown-control", op=op, control="freq", **REST)
            assert message == "no control named 'freq'; did you mean 'frequency'?", message


@case
def an_id_comes_back_as_it_was_written(daemon):
    with daemon.client() as client:
        for written in (b"7", b"-1", b"1.50", b"1e2", b'"mine"', b'"\\u00e9\\n"', b"12345678901234567890", b'""'):
            client.send_raw(b'{"op":"subscribe","id":' + written + b"}\n")
            expect(client.raw(), b'{"reply":' + written + b',"ok":true}')


@case
def without_an_id_only_errors_are_answered(daemon):
    with daemon.client() as client:
        client.send(op="ping")
        client.send(op="ping", id=None)
        client.send(op="get", control="nothing")
        reply = client.reply()
        expect((reply["reply"], reply["error"]), (None, "unknown-control"))
        for wrong in (True, [], {}):
            client.send(op="ping", id=wrong)
            reply = client.reply()
            expect((reply["reply"], reply["error"]), (None, "bad-request"))


@case
def unknown_and_null_members_are_passed_over(daemon):
    with daemon.client() as client:
        client.do(op="set", control="gain", value=-1, unless=None, commit=None, colour="red", deep={"a": [1]})


@case
def there_is_no_room_for_too_many_clients(daemon):
    clients = [daemon.client() for _ in range(24)]
    try:
        extra = daemon.client(greet=False)
        line = extra.line()
        expect((line["reply"], line["ok"], line["error"]), (None, False, "too-many-clients"))
        expect(extra.raw(), None)
        clients[0].do(op="ping")
        clients.pop().socket.close()
        # The place is free as soon as the daemon has noticed that its client has disconnected.
        for _ in range(1000):
            again = daemon.client(greet=False)
            if again.line().get("event") == "hello":
                again.do(op="ping")
                again.socket.close()
                break
            again.socket.close()
        else:
            raise AssertionError("the place of a client that has gone stays taken")
    finally:
        for client in clients:
            client.socket.close()


@case
def what_was_passed_over_is_named(daemon):
    with daemon.client() as client:
        reply = client.do(op="set", control="frequency", value=3.5, unles="editing", comit=False)
        expect(set(reply["ignored"]), {"unles", "comit"})
        assert "ignored" not in client.do(op="set", control="frequency", value=4, unless="editing", commit=True)
        expect(client.do(op="ramp", ramp="sweep", control="azimuth", duration_s=9, to=None)["ignored"], ["control", "duration_s"])
        expect(client.do(op="ping", nothing=None, more={"of": "it"})["ignored"], ["more"])
        client.send_raw(b'{"id":1,"op":"ping",' + b",".join(b'"%d%s":1' % (n, b"x" * 60) for n in range(500)) + b"}\n")
        names = client.reply()["ignored"]
        expect(len(names), 16)
        assert all(len(name) == 40 for name in names), names


@case
def what_would_do_more_than_was_asked_for_is_refused(daemon):
    with daemon.client() as client:
        client.refused("bad-request", op="lock", locked=True, control="gain", controls=["gain"])
        expect(client.do(op="subscribe")["ok"], True)
        assert "'controls'" in client.refused("bad-request", op="subscribe", control="gain")
        assert "'events'" in client.refused("bad-request", op="subscribe", event="value")
    with daemon.client() as client:
        expect(client.hello["locked"], False)


@alone_case
def a_reload_is_done_or_refused_with_the_mistakes(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client, daemon.client() as other:
        scratch.configure(lambda text: text.replace("default = 7.1", "default = 7.2"))
        expect(client.ask(op="reload", id=1), {"reply": 1, "ok": True})
        # The event `controls` precedes the reply.
        expect(client.event("controls")["controls"][0]["default"], 7.2)
        other.event("controls")
        scratch.configure(lambda text: text.replace("default = 7.1", "defalt = 7.1\nsteps = 3"))
        client.quiet()
        refusal = client.ask(op="reload")
        expect((refusal["ok"], refusal["error"]), (False, "bad-configuration"))
        expect([mistake["path"].split(":")[0] for mistake in refusal["mistakes"]], [scratch.configuration] * 2)
        assert refusal["mistakes"][0]["message"].startswith("unknown key 'defalt' (did you mean 'default'?)"), refusal
        assert refusal["message"].endswith(", and 1 more"), refusal
        expect(client.quiet(), [])
        expect(client.do(op="get", control="frequency")["default"], 7.2)
        daemon.wait_for_log("configuration: refused, nothing has changed")
