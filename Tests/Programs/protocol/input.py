"""Lines that a client should not send."""

import random

from kit.cases import case, expect
from kit.daemon import ROOT

CORPUS = ROOT / "Fuzz/request/Corpus"

DEEP = b'{"op":"ping","id":1,"x":' + b"[" * 30_000 + b"]" * 30_000 + b"}"
# The sent line, the expected error, and the id of the reply.
LINES = [
    (b"{", "bad-json", None),
    (b"nonsense", "bad-json", None),
    (b"[]", "bad-json", None),
    (b"[1,2]", "bad-json", None),
    (b'"op"', "bad-json", None),
    (b"null", "bad-json", None),
    (b'{"op":"ping"', "bad-json", None),
    (b'{"op":"ping",}', "bad-json", None),
    (b"{'op':'ping'}", "bad-json", None),
    (b'{"op":"ping"} {"op":"ping"}', "bad-json", None),
    (b'{"op":"ping","op":"ping"}', "bad-json", None),
    (b'{"id":1,"op":"set","values":{"gain":1,"gain":2}}', "bad-json", None),
    (b'{"op":"get","control":"a\x00b","id":1}', "bad-json", None),
    (b'{"op":"turn","control":"gain","detents":1\x00,"id":1}', "bad-json", None),
    (b"\x00", "bad-json", None),
    (b'{"op":"get","control":"gain\\u0000","id":1}', "unknown-control", 1),
    (b'{"op":"get","control":"a\\u0000b","id":"\\u0000"}', "unknown-control", "\0"),
    (b'{"op":"get","control":"\xc3","id":1}', "bad-json", None),
    (b'{"op":"get","control":"\xe2\x82","id":1}', "bad-json", None),
    (b'{"op":"get","control":"\xed\xa0\x80","id":1}', "bad-json", None),
    (b'{"op":"get","control":"\xc0\xaf","id":1}', "bad-json", None),
    (b'{"op":"get","control":"\\ud800","id":1}', "bad-json", None),
    (b"\xff\xfe", "bad-json", None),
    (b'{"id":1,"op":"set","control":"gain","value":NaN}', "bad-json", None),
    (b'{"id":1,"op":"set","control":"gain","value":Infinity}', "bad-json", None),
    (b'{"id":1,"op":"set","control":"gain","value":01}', "bad-json", None),
    (b'{"id":1,"op":"set","control":"gain","value":1e999}', "out-of-kind", 1),
    (b'{"id":2,"op":"set","control":"gain","value":-1e999}', "out-of-kind", 2),
    (b'{"id":3,"op":"set","control":"count","value":' + b"9" * 400 + b"}", "out-of-kind", 3),
    (b'{"id":4,"op":"set","control":"count","value":123456789012345678901234567890}', "out-of-kind", 4),
    (b"{}", "bad-request", None),
    (DEEP, "bad-json", None),
]


@case
def bad_lines_get_their_error_and_the_connection_goes_on(daemon):
    with daemon.client() as client, daemon.client() as other:
        for line, code, identity in LINES:
            client.send_raw(line + b"\n")
            reply = client.reply()
            expect((reply["reply"], reply["ok"], reply["error"]), (identity, False, code), repr(line[:60]))
            client.do(op="ping")
        expect(other.quiet(), [])


# The number of random lines; the option `--lines` changes it.
random_lines = 20_000
OTHER_BYTES = [byte for byte in range(256) if byte != ord("\n")]


def requests():
    """The first lines of the fuzzer: one for each kind of request."""
    lines = [path.read_bytes().rstrip(b"\n") for path in sorted(CORPUS.iterdir())]
    assert len(lines) > 30, f"{CORPUS} has only {len(lines)} lines"
    return lines


def all_bad(daemon, variants):
    """Sends all `variants` of each request; each must get its error, nobody else may notice, and memory must not
    grow."""
    with daemon.client() as client, daemon.client() as other:
        before, count = None, 0
        # Left out are lines with a number that is too large: it ends the parsing, so no later error is found.
        for line in (line for line in requests() if b"e999" not in line):
            bad = variants(line)
            client.send_raw(b"".join(one + b"\n" for one in bad))
            for one in bad:
                reply = client.reply()
                expect((reply["reply"], reply["ok"], reply["error"]), (None, False, "bad-json"), repr(one[:80]))
            count += len(bad)
            # Measured after the first lines, which fill buffers that the daemon keeps.
            before = before or daemon.resident_kb()
        grown = daemon.resident_kb() - before
        assert grown < 512, f"memory has grown by {grown} KiB over {count} lines"
        expect(client.quiet(), [])
        expect(other.quiet(), [])


@case
def a_request_that_is_cut_off_is_bad_json_wherever(daemon):
    all_bad(daemon, lambda line: [line[:end] for end in range(1, len(line))])


@case
def a_request_with_a_byte_that_is_no_text_is_bad_json(daemon):
    all_bad(
        daemon,
        lambda line: [line[:at] + byte + line[at + 1 :] for at in range(len(line)) for byte in (b"\0", b"\xff", b"\xc3")],
    )


@case
def the_fuzzers_requests_are_all_answered(daemon):
    with daemon.client() as client:
        for line in requests():
            client.send_raw(line + b'\n{"op":"ping","id":"mark"}\n')
            for _ in range(2):
                reply = client.reply()
                if reply["reply"] == "mark":
                    break
            expect((reply["reply"], reply["ok"]), ("mark", True), repr(line))
            client.take()


@case
def empty_lines_and_spaces_ask_for_nothing(daemon):
    with daemon.client() as client:
        client.send_raw(b'\n  \n\r\n{"id":1,"op":"ping"}\r\n  {"id":2,"op":"ping"}  \n')
        expect([client.reply()["reply"], client.reply()["reply"]], [1, 2])


@case
def a_line_may_come_in_pieces(daemon):
    with daemon.client() as client:
        for byte in b'{"id":1,"op":"set","control":"filter","value":"hp"}\n':
            client.send_raw(bytes([byte]))
        expect(client.reply()["value"], "hp")


@case
def a_line_of_1_MiB_is_taken_and_one_byte_more_is_too_long(daemon):
    head, tail = b'{"id":1,"op":"ping","x":"', b'"}'
    fits = head + b"x" * ((1 << 20) - len(head) - len(tail)) + tail
    with daemon.client() as client:
        client.send_raw(fits + b"\n")
        reply = client.reply()
        expect((reply["reply"], reply["ok"], reply["ignored"]), (1, True, ["x"]))
    for end in (b"\n", b""):
        with daemon.client() as client:
            client.send_raw(b'{"id":0,"op":"ping"}\n' + head + b"x" + fits[len(head) :] + end)
            expect(client.reply()["reply"], 0)
            reply = client.reply()
            expect((reply["reply"], reply["error"]), (None, "too-long"))
            expect(client.raw(), None)


@case
def a_client_that_goes_in_the_middle_of_a_line_harms_nobody(daemon):
    with daemon.client() as other:
        for _ in range(50):
            with daemon.client() as client:
                client.send_raw(b'{"id":1,"op":"se')
        other.do(op="ping")


def mutated(source, line):
    """A request with a few bytes changed, removed or doubled."""
    bytes_now = bytearray(line)
    for _ in range(source.randint(1, 4)):
        at = source.randrange(len(bytes_now) or 1)
        match source.randrange(3):
            case 0:
                bytes_now[at : at + 1] = bytes([source.choice(OTHER_BYTES)])
            case 1:
                del bytes_now[at : at + source.randint(1, 4)]
            case 2:
                bytes_now[at:at] = bytes_now[at : at + source.randint(1, 8)]
    return bytes(bytes_now)


@case
def random_lines_neither_crash_nor_leak(daemon):
    seed = 20260
    source = random.Random(seed)
    words = [b"{", b"}", b"[", b"]", b":", b",", b'"', b'"op"', b'"set"', b'"ramp"', b'"control"', b'"gain"', b"1e308",
             b"-0", b"null", b"true", b"\\", b"\xf0\x9f", b"\x00", b'"values"', b'"subscribe"', b'"id"', b" "]  # fmt: skip
    corpus = requests()
    with daemon.client() as client, daemon.client() as other:
        other.do(op="subscribe", events=["page"], controls=[])
        before = 0
        for number in range(random_lines):
            if number % 2:
                line = mutated(source, source.choice(corpus))
            else:
                line = b"".join(source.choice(words) for _ in range(source.randint(1, 24)))
            client.send_raw(line + b"\n")
            # A random line may be a valid request without an id, which is not answered, so pings are counted.
            if number % 50 == 49:
                client.send(id="mark", op="ping")
                while client.reply()["reply"] != "mark":
                    pass
                client.take()
            if number == random_lines // 10:
                before = daemon.resident_kb()
        other.do(op="ping")
        grown = daemon.resident_kb() - before
        print(f"{random_lines} random lines (seed {seed}): {grown} KiB more")
        assert grown < 1024, f"memory has grown by {grown} KiB (seed {seed})"
