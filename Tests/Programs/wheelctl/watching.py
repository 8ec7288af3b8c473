"""`watch`."""

import json
import select
import signal
import subprocess
import time

from ctl import DONE, NO_DAEMON, REFUSED, WRONG_USAGE, complaint
from kit.cases import by_hand_case, case, expect
from kit.daemon import PATIENCE_S, Daemon, program
from kit.process import Process


def watch(daemon, *words):
    return Process([program("wheelctl"), "--socket", daemon.path, "watch", *words])


class Follower:
    """A watch that has subscribed: it has printed a change of `gain`, which is removed from its lines."""

    def __init__(self, daemon, client, *words):
        self.process = watch(daemon, *words)
        last = "value" if "--events" in words else "commit"
        end = time.monotonic() + PATIENCE_S
        number = 0
        while not self.process.lines():
            assert time.monotonic() < end, "watch tells nothing"
            number += 1
            client.do(op="set", control="gain", value=-40 - number % 20)
            time.sleep(0.02)
        if "--interval-ms" not in words:
            while not (last in self.process.lines()[-1] and str(-40 - number % 20) in self.process.lines()[-1]):
                assert time.monotonic() < end, f"watch stops at {self.process.lines()[-1]}"
                time.sleep(0.02)
        self.process.skip_lines()
        client.take()

    def __enter__(self):
        return self.process

    def __exit__(self, *_):
        self.process.__exit__()


@case
def watch_prints_a_line_for_each_event(daemon):
    with daemon.client() as client, Follower(daemon, client) as process:
        me = client.hello["client"]
        client.do(op="set", control="frequency", value=14.074)
        process.wait_for(f"value    frequency        14.074 by client {me} coarse")
        process.wait_for(f"commit   frequency        14.074 by client {me}")
        client.do(op="speed", control="frequency", speed="fine")
        process.wait_for("speed    frequency        fine")
        client.do(op="page", page="levels")
        process.wait_for("page     levels")
        client.do(op="lock", locked=True)
        process.wait_for("lock     locked")
        client.do(op="focus", input="knob", control="azimuth")
        process.wait_for("focus    knob             azimuth")
        client.do(op="ramp", control="gain", to=-1, duration_s=0)
        process.wait_for("ramp     gain             ended 1")
        client.do(op="set", control="frequency", value=30)
        client.do(op="turn", control="frequency", detents=3)
        process.wait_for("limit    frequency        upper")
        process.signal(signal.SIGINT)
        expect(process.end(), -signal.SIGINT)


@case
def watch_takes_controls_and_events(daemon):
    for value, words in ((-3, ["gain"]), (-4, ["--control", "gain"]), (-5, ["--control=gain"])):
        with daemon.client() as client, Follower(daemon, client, *words, "--events", "value,page") as process:
            client.do(op="set", control="frequency", value=3 - value)
            client.do(op="set", control="gain", value=value)
            page = client.do(op="page", page="next")["page"]
            process.wait_for(f"page     {page}")
            expect([line.split()[:3] for line in process.lines()], [["value", "gain", str(value)], ["page", page]])


@case
def watch_as_json_prints_the_daemons_lines(daemon):
    with daemon.client() as client, Follower(daemon, client, "--json") as process:
        client.do(op="set", control="filter", value="hp")
        events = client.take()
        expect([json.loads(line) for line in process.wait_for_lines(len(events))], events)


@case
def watch_limits_the_rate_and_prints_texts(daemon):
    words = ["gain", "--events", "value,page", "--interval-ms", "60000", "--text"]
    with daemon.client() as client, Follower(daemon, client, *words) as process:
        for number in range(50):
            client.do(op="set", control="gain", value=-1 - number / 2, commit=False)
        page = client.do(op="page", page="next")["page"]
        process.wait_for(f"page     {page}")
        # The first value was sent at once. The newest waits for the interval.
        expect([line.split() for line in process.lines()], [["page", page]])
        assert " dB by client" in process.all_lines()[0], process.all_lines()


@case
def watch_reports_errors(daemon):
    complaint(daemon, REFUSED, "watch", "nothing")
    complaint(daemon, REFUSED, "watch", "--control", "nothing")
    complaint(daemon, WRONG_USAGE, "watch", "--events", "nothing")
    complaint(daemon, WRONG_USAGE, "watch", "--interval-ms", "often")
    complaint(daemon, WRONG_USAGE, "watch", "--interval-ms", "-1")


@by_hand_case
def watch_ends_with_the_daemon(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client:
        with Follower(daemon, client) as process:
            daemon.signal(signal.SIGTERM)
            daemon.wait()
            expect(process.end(), NO_DAEMON)
            process.wait_for("the daemon has closed the connection", errors=True)


@case
def watch_ends_when_its_reader_ends(daemon):
    with daemon.client() as client:
        words = f"'{program('wheelctl')}' --socket '{daemon.path}' watch | head -n 1"
        with subprocess.Popen(["bash", "-c", words], stdout=subprocess.PIPE, text=True) as pipe:
            for number in range(2000):
                client.do(op="set", control="gain", value=-(number % 100) / 2)
                if pipe.poll() is not None:
                    break
            out, _ = pipe.communicate(timeout=30)
            assert out.split()[0] in ("value", "commit"), out


@case
def watch_ends_with_its_reader_though_nothing_happens(daemon):
    words = [program("wheelctl"), "--socket", daemon.path, "watch", "--events", "value"]
    with daemon.client() as client, subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        while not select.select([process.stdout], [], [], 0.05)[0]:
            client.do(op="step", control="count", count=1)
        process.stdout.close()
        expect(process.wait(PATIENCE_S), DONE)


@case
def a_failed_write_is_reported(daemon):
    for words in (["list"], ["get", "gain"], ["--help"], ["watch", "--json"]):
        with open("/dev/full", "w", encoding="utf-8") as full, daemon.client() as client:
            with subprocess.Popen(
                [program("wheelctl"), *words], env={"WHEELD_SOCKET": daemon.path}, stdout=full, stderr=subprocess.PIPE
            ) as process:
                while process.poll() is None:
                    client.do(op="step", control="count", count=1)
                    time.sleep(0.02)
                expect(process.returncode, REFUSED)
                said = process.stderr.read().decode()
                expect(said, "wheelctl: standard output: cannot be written: ENOSPC (No space left on device)\n")
