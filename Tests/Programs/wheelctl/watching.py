"""`watch`."""

import csv
import datetime
import itertools
import json
import re
import select
import signal
import subprocess
import time

from ctl import DONE, NO_DAEMON, REFUSED, WRONG_USAGE, complaint
from kit.builds import VARIABLES
from kit.cases import alone_case, case, expect
from kit.daemon import PATIENCE_S, Daemon, program
from kit.process import Process
from kit.waiting import wait_until


def watch(daemon, *words, environment=None):
    return Process([program("wheelctl"), "--socket", daemon.path, "watch", *words], environment)


class Follower:
    """A `watch` that has subscribed: it has printed a change of `gain`, which `lines` leaves out."""

    def __init__(self, daemon, client, *words):
        self.process = watch(daemon, *words)
        last = "value" if "--events" in words else "commit"
        number = 0

        def tells_something():
            nonlocal number
            number += 1
            client.do(op="set", control="gain", value=-40 - number % 20)
            return self.process.lines()

        def has_told_all():
            line = self.process.lines()[-1]
            return last in line and str(-40 - number % 20) in line

        wait_until("watch tells something", tells_something)
        if "--interval-ms" in words:
            # Some values may have been left out, but the event `page` follows all of them.
            self.process.wait_for(f"page     {client.do(op='page', page='next')['page']}")
        else:
            wait_until(lambda: f"watch goes on after {self.process.lines()[-1]}", has_told_all)
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
        # The first value was sent at once, and its line is skipped. The newest value is sent only after the interval.
        expect([line.split() for line in process.lines()], [["page", page]])
        assert " dB by client" in process.all_lines()[0], process.all_lines()


@case
def watch_reports_errors(daemon):
    complaint(daemon, REFUSED, "watch", "nothing")
    complaint(daemon, REFUSED, "watch", "--control", "nothing")
    complaint(daemon, WRONG_USAGE, "watch", "--events", "nothing")
    complaint(daemon, WRONG_USAGE, "watch", "--interval-ms", "often")
    complaint(daemon, WRONG_USAGE, "watch", "--interval-ms", "-1")
    for words, why in (
        (["--events", "value,press"], "--csv has rows for value and commit only, not for 'press'"),
        (["--time", "utc"], "--time must be iso or seconds, not 'utc'"),
        (["--text"], "--text and --csv exclude each other"),
        (["--json"], "--json and --csv exclude each other"),
    ):
        said = complaint(daemon, WRONG_USAGE, "watch", "--csv", *words)
        assert why in said, said
    assert "--time needs --csv" in complaint(daemon, WRONG_USAGE, "watch", "--time", "iso")


class Table:
    """A `watch --csv` that has subscribed: it has printed its heading, which is skipped."""

    def __init__(self, daemon, client, *words, environment=None):
        self.process = watch(daemon, "--csv", *words, environment=environment)
        self.process.wait_for("time,control,value,unit,source")
        self.process.skip_lines()
        client.take()

    def __enter__(self):
        return self.process

    def __exit__(self, *_):
        self.process.__exit__()


def rows(process, count):
    return list(csv.reader(process.wait_for_lines(count)))


@case
def watch_prints_values_as_a_table(daemon):
    with daemon.client() as client, Table(daemon, client) as process:
        me = f"client {client.hello['client']}"
        before = time.time()
        client.do(op="set", values={"frequency": 14.074, "filter": "hp", "steps": ["2", "9"], "count": -3})
        client.do(op="page", page="next")
        client.do(op="turn", control="gain", detents=-1)
        gain = client.take("value")[-1]["value"]
        found = rows(process, 5)
        expect(
            [row[1:] for row in found],
            [
                ["frequency", "14.074", "MHz", me],
                ["filter", "hp", "", me],
                ["steps", "2 9", "", me],
                ["count", "-3", "", me],
                ["gain", str(gain), "dB", me],
            ],
        )
        for row in found:
            assert re.fullmatch(r"\d+\.\d{6}", row[0]), row
            # The times are those of the wall clock. The daemon's monotonic clock would be years away.
            assert before - 1 <= float(row[0]) <= time.time() + 1, row


@case
def watch_prints_commits_as_a_table_with_iso_times(daemon):
    words = ["gain", "--events", "commit", "--time", "iso"]
    for zone, offset in (("UTC0", 0), ("IST-5:30", 19800), ("NST3:30", -12600), ("XST11", -39600)):
        commits_of_a_zone(daemon, words, zone, offset)


def commits_of_a_zone(daemon, words, zone, offset):
    with daemon.client() as client, Table(daemon, client, *words, environment={"TZ": zone}) as process:
        before = time.time()
        client.do(op="set", control="gain", value=-5, commit=False)
        client.do(op="set", control="gain", value=-6)
        client.do(op="set", control="frequency", value=3)
        client.do(op="set", control="gain", value=-7)
        found = rows(process, 2)
        expect([row[1:4] for row in found], [["gain", "-6", "dB"], ["gain", "-7", "dB"]])
        for row in found:
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}[+-]\d\d:\d\d", row[0]), row
            happened = datetime.datetime.fromisoformat(row[0])
            # The comparison also checks the time zone.
            assert before - 1 <= happened.timestamp() <= time.time() + 1, row
            expect(happened.utcoffset().total_seconds(), offset)


@alone_case
def watch_quotes_units_in_a_table_and_follows_a_reload(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client, Table(daemon, client) as process:
        client.do(op="set", control="frequency", value=3)
        scratch.configure(lambda text: text.replace('unit = "MHz"', 'unit = "M\\"Hz, or"'))
        daemon.signal(signal.SIGHUP)
        client.event("controls")
        client.do(op="set", control="frequency", value=4)
        first, second = process.wait_for_lines(2)
        expect(first.split(",")[1:4], ["frequency", "3", "MHz"])
        assert '"M""Hz, or"' in second, second
        expect(list(csv.reader([second]))[0][1:4], ["frequency", "4", 'M"Hz, or'])


@alone_case
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
            numbers = itertools.count()

            def has_ended():
                client.do(op="set", control="gain", value=-(next(numbers) % 100) / 2)
                return pipe.poll() is not None

            wait_until("watch ends with head", has_ended)
            out, _ = pipe.communicate(timeout=PATIENCE_S)
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
                [program("wheelctl"), *words], env={**VARIABLES, "WHEELD_SOCKET": daemon.path}, stdout=full,
                stderr=subprocess.PIPE,
            ) as process:
                # The steps give `watch` something to write.
                wait_until(
                    f"{words} ends",
                    lambda: client.do(op="step", control="count", count=1) and process.poll() is not None,
                )
                expect(process.returncode, REFUSED)
                said = process.stderr.read().decode()
                expect(said, "wheelctl: standard output: cannot be written: ENOSPC (No space left on device)\n")
