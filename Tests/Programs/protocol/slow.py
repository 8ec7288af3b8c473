"""Readers that do not keep up."""

import time

from kit.cases import case, expect


def drain(client, until):
    """Every line up to the event for which `until` is true."""
    lines = []
    while True:
        line = client.line()
        lines.append(line)
        if until(line):
            return lines


@case
def a_slow_reader_gets_the_newest_value_and_every_commit(daemon):
    with daemon.client() as slow, daemon.client() as other:
        first = other.do(op="get", control="frequency")["value"]
        start = other.hello["seq"]
        for number in range(2000):
            other.do(op="set", control="frequency", value=1 + (number % 1000) / 100, commit=number % 20 == 0)
        other.do(op="set", control="frequency", value=29)
        lines = drain(slow, lambda e: e["event"] == "commit" and e["value"] == 29)
        values = [e for e in lines if e["event"] == "value"]
        commits = [e for e in lines if e["event"] == "commit"]
        # The newest value is sent, however many values were merged.
        expect(values[-1]["value"], 29)
        expect(len(commits), 101)
        expect([e for e in lines if e["event"] == "missed"], [])
        merged = sum(e.get("skipped", 0) for e in values)
        assert len(values) < 2001 and merged > 0, "nothing was merged: the reader was not slow"
        expect(len(values) + merged, 2001)
        moved = sum(e["delta"] for e in values)
        assert abs(moved - (29 - first)) < 1e-6, f"deltas add up to {moved}"
        seqs = [e["seq"] for e in lines]
        expect(seqs, sorted(set(seqs)))
        assert seqs[0] > start


@case
def a_reader_that_is_too_slow_is_told_what_it_missed(daemon):
    with daemon.client() as slow, daemon.client() as other:
        start = slow.hello["seq"]
        for number in range(1500):
            other.do(op="speed", control="frequency", speed="next")
            other.do(op="set", control="gain", value=-(number % 100) / 2)
        other.do(op="set", control="frequency", value=29)
        end = other.take()[-1]["seq"]
        lines = drain(slow, lambda e: e["event"] == "commit" and e["value"] == 29)
        missed = [e for e in lines if e["event"] == "missed"]
        assert missed, "nothing was missed: the reader was not slow"
        expect(set(missed[0]), {"event", "seq", "time", "count"})
        merged = sum(e.get("skipped", 0) for e in lines if e["event"] == "value")
        got = len(lines) - len(missed)
        expect(got + merged + sum(e["count"] for e in missed), end - start, "received, merged and missed events")
        expect([e for e in lines if e["event"] == "value" and e["control"] == "gain"][-1]["value"], -49.5)


@case
def a_reader_that_is_stuck_costs_nobody_anything(daemon):
    with daemon.client() as stuck, daemon.client() as other, daemon.client() as reader:
        for number in range(300):
            other.do(op="set", control="frequency", value=1 + number / 100)
        before = daemon.resident_kb()
        started = time.monotonic()
        for number in range(3000):
            other.do(op="set", control="frequency", value=1 + number / 200)
        took = time.monotonic() - started
        grown = daemon.resident_kb() - before
        assert grown < 1024, f"memory has grown by {grown} KiB in {took:.1f} s"
        reader.event("value", value=1 + 2999 / 200)
        assert stuck is not None


@case
def what_a_slow_reader_gets_first_is_fresh(daemon):
    with daemon.client() as slow, daemon.client() as other:
        for number in range(500):
            other.do(op="set", control="frequency", value=1 + number / 100, commit=False)
        stale = 0
        while slow.line().get("value") != 1 + 499 / 100:
            stale += 1
        # The kernel's small buffer holds a few lines. A buffer of the usual size would hold nearly 300.
        assert stale <= 60, f"{stale} lines lay between"


@case
def ten_thousand_requests_without_reading(daemon):
    import threading

    with daemon.client() as client, daemon.client() as other:
        other.do(op="ping")
        before = daemon.resident_kb()
        lines = b"".join(b'{"id":%d,"op":"get","control":"frequency"}\n' % n for n in range(10_000))
        writer = threading.Thread(target=client.send_raw, args=(lines,))
        writer.start()
        for _ in range(20):
            started = time.monotonic()
            other.do(op="ping")
            took = time.monotonic() - started
            # A daemon that waited for the client that does not read would answer nobody else.
            assert took < 30, f"another client waited for {took:.1f} s"
            time.sleep(0.01)  # Requests continue to arrive meanwhile.
        grown = daemon.resident_kb() - before
        assert grown < 4096, f"memory has grown by {grown} KiB"
        for number in range(10_000):
            expect(client.reply()["reply"], number)
        writer.join()


@case
def a_client_that_sends_no_more_still_gets_its_replies(daemon):
    import socket

    with daemon.client() as client:
        client.send_raw(b"".join(b'{"id":%d,"op":"list"}\n' % n for n in range(200)) + b'{"id":200,"op":"ping"}')
        client.socket.shutdown(socket.SHUT_WR)
        for number in range(201):
            expect(client.reply()["reply"], number)
        expect(client.raw(), None)
