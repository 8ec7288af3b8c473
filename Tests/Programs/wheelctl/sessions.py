"""`replay` and `report` of sessions that `wheeld --record-session` has recorded."""

import json
import os
import pathlib
import signal
import socket
import threading

from ctl import DONE, REFUSED, WRONG_USAGE, run
from kit.cases import alone_case, expect
from kit.client import Client
from kit.daemon import Daemon
from kit.waiting import wait_until

PAD = """
[[input]]
name = "pad"
type = "client"
controls = ["gain", "azimuth"]
[input.on.push]
click = "cycle-speed"
long = "reset"

[[preset]]
name = "night"
values = { gain = -30, filter = "hp" }
writable = true
"""


class Follower(threading.Thread):
    """A client that reads all lines until the daemon ends the connection. `wait` must be called often enough, because
    the kernel's buffer holds only some twenty lines."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(path)
        self.data = b""
        self.start()

    def run(self):
        while more := self.socket.recv(65536):
            self.data += more

    def wait(self, client):
        """Waits until this client has read all events so far."""
        last = f'"seq":{client.do(op="stats")["events_published"]},'.encode()
        wait_until("the follower has read all events", lambda: last in self.data)

    def events(self):
        """Returns all lines except `hello`, once the connection has ended."""
        self.join()
        self.socket.close()
        first, _, rest = self.data.decode().partition("\n")
        expect(json.loads(first)["event"], "hello")
        return rest.splitlines()


class PacedClient(Client):
    """A client that waits for the follower after each request."""

    def __init__(self, path, follower):
        super().__init__(path)
        self.follower = follower

    def ask(self, **members):
        reply = super().ask(**members)
        if members["op"] != "stats":
            self.follower.wait(self)
        return reply


def recorded(scratch, play, end=signal.SIGTERM):
    """The path of a session's recording, and the events that a client got. `play` gets a function that connects."""
    path = str(pathlib.Path(scratch.folder, "session.txt"))
    with Daemon(scratch, options=["--record-session", path]) as daemon:
        follower = Follower(daemon.path)
        play(lambda: PacedClient(daemon.path, follower), path)
        daemon.signal(end)
        daemon.wait()
        return path, follower.events()


def replayed(path):
    """The lines of a replay that must succeed."""
    code, out, err = run(["replay", path])
    expect((code, err), (DONE, ""))
    return out.splitlines()


def since_hello(lines, events):
    """The lines of a replay since the first client connected."""
    first = json.loads(events[0])["seq"]
    expect([json.loads(line)["event"] for line in lines[: first - 1] if '"device"' not in line], [])
    return lines[first - 1 :]


def day(scratch):
    """Returns a function that plays a session with each kind of operation."""

    def play(connect, _):
        with connect() as client:
            client.do(op="set", control="frequency", value=14.074)
            client.do(op="set", control="gain", value=-6, commit=False)
            # A short ramp, whose lines fit into the kernel's buffer while the follower's thread does not run.
            client.do(op="ramp", control="azimuth", to=0, duration_s=0.05)
            client.event("ramp", state="ended")
            client.do(op="page", page="levels")
            feed(client)
            hand(client)
            client.refused("out-of-kind", op="set", control="gain", value="loud")
            client.do(op="store", preset="night")
            client.do(op="recall", preset="night")
            client.do(op="define", owner="synth", controls=[{"name": "cutoff", "kind": "float", "range": "[0, 9]"}], values={"cutoff": 3})
            client.do(op="turn", control="cutoff", detents=1)
            scratch.configure(lambda text: text.replace('name = "count"', 'name = "number"') + PAD)
            client.do(op="reload")
            client.do(op="set", control="cutoff", value=5, commit=False)
            client.do(op="feed", input="pad", button="push", down=True)
        # This client disconnects with a button down, an open interaction and a definition.
        with connect() as client:
            client.do(op="lock", locked=True)
            client.do(op="undefine", owner="synth")

    return play


def feed(client):
    for units in (120, 120, -60, -1200):
        client.do(op="feed", input="pad", units=units)
    for down in (True, False):
        client.do(op="feed", input="pad", button="push", down=down)
    for x in (10, 30, 200):
        client.do(op="feed", input="pad", size=[400, 240], contacts=[{"id": 1, "x": x, "y": 100}])
    client.do(op="feed", input="pad", contacts=[])


def hand(client):
    view = client.do(op="view", width=80, height=24, format="cells", hands="keys")["view"]
    client.do(op="step", view=view, count=2)
    client.do(op="focus", view=view, by=1)
    client.do(op="lock", view=view)
    client.do(op="lock", view=view)
    # In this view places are counted in characters.
    for x in (20, 30, 50):
        client.do(op="feed", input=view, contacts=[{"id": 1, "x": x, "y": 12}])
    client.do(op="feed", input=view, contacts=[])
    client.do(op="unview", view=view)


@alone_case
def a_session_is_replayed_to_the_byte(scratch):
    scratch.configure(lambda text: text + PAD)
    path, events = recorded(scratch, day(scratch))
    names = {json.loads(line)["event"] for line in events}
    wanted = {"value", "commit", "ramp", "page", "press", "focus", "lock", "preset", "controls", "device", "speed"}
    assert wanted <= names, wanted - names
    expect(since_hello(replayed(path), events), events)
    expect(os.stat(path).st_mode & 0o777, 0o600)


@alone_case
def the_state_at_the_start_is_part_of_a_session(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client:
        client.do(op="set", control="gain", value=-12)
        daemon.signal(signal.SIGTERM)
        daemon.wait()

    def play(connect, _):
        with connect() as client:
            client.do(op="turn", control="gain", detents=1)

    path, events = recorded(scratch, play)
    assert json.loads(events[0])["value"] > -12, events[0]
    expect(since_hello(replayed(path), events), events)


@alone_case
def a_killed_daemon_leaves_what_it_has_recorded(scratch):
    def play(connect, path):
        with connect() as client:
            for value in range(10):
                client.do(op="set", control="count", value=value)
            wait_until("the last request is in the file", lambda: '"value":9' in pathlib.Path(path).read_text())

    path, events = recorded(scratch, play, signal.SIGKILL)
    text = pathlib.Path(path).read_text()
    cut = text.index('"value":9')
    pathlib.Path(path).write_text(text[:cut])
    code, out, err = run(["replay", path])
    expect((code, err), (DONE, f"{path}: the recording ends before the daemon did\n"))
    lines = since_hello(out.splitlines(), events)
    expect(lines, events[: len(lines)])
    expect(json.loads(lines[-1])["value"], 8)


@alone_case
def a_report_is_anonymous_and_plays(scratch):
    # The comment, the labels and the title would reveal in a report who recorded the session.
    labels = {'label = "Frequency"': 'label = "My radio"', '"fine", per': '"fine", label = "Crawl", per'}
    page = '[[page]]\nname = "shelf"\ntitle = "My page"\ncontrols = ["gain"]\n'

    def named(text):
        for old, new in labels.items():
            text = text.replace(old, new)
        return text + page + PAD

    scratch.configure(lambda text: "# The shack of zebedee\n" + named(text))
    path, events = recorded(scratch, day(scratch))
    report = str(pathlib.Path(scratch.folder, "report.txt"))
    # The session has changed the configuration, so the test writes it again.
    commented = lambda text: named(text).replace('"My radio"', '"My radio" # quagga')
    scratch.configure(lambda text: commented(text).replace('write = ["0"]', 'write = ["0"]\ngroup = "quokka"'))
    words = ["--socket", "/nonexistent", "report", "--config", scratch.configuration, "--session", path, "-o", report]
    expect(run(words), (DONE, "", f"{report}: read it before you send it\n"))
    text = pathlib.Path(report).read_text()
    for heading in ("versions", "doctor", f"configuration {scratch.configuration}", "log", "session"):
        assert f"\n== {heading}\n" in text, heading
    lines = replayed(report)
    expect(since_hello(lines, events), events)
    code, _, err = run([*words, "--anonymous"])
    expect(code, DONE, err)
    text = pathlib.Path(report).read_text()
    names = ("frequency", "cutoff", "gain", "My radio", "Crawl", "My page", "synth", "night", "sweep", "zebedee", "quagga", "quokka")
    for name in names:
        assert name not in text, name
    expect([shape(line) for line in replayed(report)], [shape(line) for line in lines])


@alone_case
def a_report_with_a_wrong_configuration_is_anonymous(scratch):
    report = str(pathlib.Path(scratch.folder, "report.txt"))
    words = ["--socket", "/nonexistent", "report", "--anonymous", "--config", scratch.configuration, "-o", report]
    # The mistakes are an unknown key, and a text without its closing quotation mark.
    for mistake, said in (('nmae = "narwhal"\n', "unknown key 'nmae'"), ('label = "My narwhal\n', "label")):
        users = 'write = ["zebedee",\n  "@quagga"]\ngroup = "quokka"\n'
        scratch.configure(lambda text: users.join(text.split('write = ["0"]\n')).replace('label = "Frequency"\n', mistake))
        expect(run(words)[0], DONE)
        text = pathlib.Path(report).read_text()
        assert said in text, text
        for name in ("frequency", "cutoff", "gain", "zebedee", "quagga", "quokka"):
            assert name not in text, (name, text)
    assert "narwhal" not in text, text


def shape(line):
    """An event without its names."""
    event = json.loads(line)
    return [event[member] for member in ("event", "seq", "time")] + [event.get("delta"), event.get("more")]


@alone_case
def what_cannot_be_recorded_or_replayed_is_refused(scratch):
    missing = f"{scratch.folder}/missing/session.txt"
    with Daemon(scratch, options=["--record-session", missing], waits=False) as daemon:
        expect(daemon.wait(), 1)
        (line,) = [line for line in daemon.log_lines() if "record" in line]
        expect(line, f"wheeld: error: record the session in {missing}: ENOENT (No such file or directory)")
    path = pathlib.Path(scratch.folder, "session.txt")
    path.write_text('wheeld-session 1\noptions []\nconfiguration []\nstate {"version":1}\n1.000000 dance 0\n')
    expect(run(["replay", str(path)]), (REFUSED, "", f"{path}: line 5: 'dance' is unknown to this version of wheeld\n"))
    code, _, err = run(["replay", str(path), "--input", "knob"])
    expect(code, WRONG_USAGE)
    expect(err.split(" (")[0], "wheelctl: replay: --input does not go with a session, which has its own inputs and configuration")
    code, _, err = run(["report"])
    expect((code, err), (WRONG_USAGE, "wheelctl: report: the file for the report is missing, -o FILE (see wheelctl report --help)\n"))
