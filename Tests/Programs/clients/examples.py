"""Each example follows, sets, and says what is wrong; those that promise to come back do."""

import base64
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess

from kit.cases import alone_case, case, expect, Skipped
from kit.daemon import ROOT, Daemon, program
from kit.picture import Picture
from kit.process import Process

FOLDER = ROOT / "docs/clients"


def needs(*names):
    for name in names:
        if not shutil.which(name):
            raise Skipped(f"{name} is not installed")


# Each example as the words of its command; some are made in the scratch folder first.


def python(_):
    return [str(FOLDER / "follow.py")]


def shell(_):
    needs("socat", "jq")
    return [str(FOLDER / "follow.sh")]


def node(_):
    needs("node")
    return ["node", str(FOLDER / "follow.mjs")]


def c(scratch):
    needs("cc")
    made = scratch.folder + "/follow"
    # As the file's own first lines say, and without a warning.
    subprocess.run(
        ["cc", "-O2", "-Wall", "-Wextra", "-Werror", FOLDER / "follow.c", "-o", made, "-ljansson"], check=True
    )
    return [made]


def swift(_):
    return [program("example-follow")]


def follows(daemon, words):
    environment = {"WHEELD_SOCKET": daemon.path}
    with daemon.client() as client, Process(words, environment) as every, Process([*words, "gain"], environment) as one:
        every.wait_for("frequency 7.1")
        every.wait_for('filter "low-pass"')
        every.wait_for("steps []")
        one.wait_for("gain 0")
        client.do(op="set", values={"frequency": 14.074, "filter": "hp", "gain": -12.5, "steps": ["2", "9"]})
        every.wait_for("frequency 14.074")
        every.wait_for('filter "hp"')
        one.wait_for("gain -12.5")
        for number in range(201):
            client.do(op="set", control="gain", value=-number / 4)
        one.wait_for("gain -50")
        assert not [line for line in one.lines() if not line.startswith("gain ")], one.lines()


def sets(daemon, words):
    environment = {**os.environ, "WHEELD_SOCKET": daemon.path}

    def run(*more):
        done = subprocess.run([*words, *more], env=environment, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout.strip(), done.stderr.strip()

    expect(run("frequency", "14.074"), (0, "14.074", ""))
    expect(run("frequency", "31")[:2], (0, "30"))
    expect(run("filter", "hp"), (0, '"hp"', ""))
    code, out, err = run("frequencies", "1")
    expect((code != 0, out), (True, ""))
    assert "no control named 'frequencies'" in err, err
    environment["WHEELD_SOCKET"] = daemon.path + "-not"
    code, out, err = run("frequency", "1")
    expect((code != 0, out), (True, ""))
    assert err, "nothing is said where no daemon is"


def comes_back(scratch, words):
    environment = {"WHEELD_SOCKET": scratch.socket}
    with Process(words, environment) as process:
        # Before there is a daemon.
        process.wait_for(scratch.socket, errors=True)
        with Daemon(scratch) as daemon, daemon.client() as client:
            process.wait_for("gain 0")
            client.do(op="set", control="gain", value=-20)
            process.wait_for("gain -20")
            daemon.signal(signal.SIGKILL)
            daemon.wait()
        with Daemon(scratch) as daemon, daemon.client() as client:
            client.do(op="set", control="gain", value=-30)
            process.wait_for("gain -30")


def add(words, returns):
    """The cases of one example."""

    def named(function, name):
        function.__name__ = f"{words.__name__}_{name}"
        return function

    case(named(lambda daemon: follows(daemon, words(daemon.scratch)), "follows"))
    case(named(lambda daemon: sets(daemon, words(daemon.scratch)), "sets"))
    if returns:
        alone_case(named(lambda scratch: comes_back(scratch, words(scratch)), "comes_back"))


for example, returns in ((python, True), (shell, False), (c, False), (node, True), (swift, True)):
    add(example, returns)


# Remote displays.

REMOTE = '[[display]]\nname = "panel"\noutput = "remote"\nsize = [160, 128]\n'


class Browser:
    """What a browser does with the page: it gets frames and composes them."""

    def __init__(self, address):
        host, port = address.removeprefix("http://").rstrip("/").split(":")
        self.connection = http.client.HTTPConnection(host, int(port), timeout=30)
        self.connection.request("GET", "/frames")
        self.stream = self.connection.getresponse()
        expect((self.stream.status, self.stream.getheader("Content-Type")), (200, "text/event-stream"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stream.close()
        self.connection.close()

    def event(self):
        """The next event's name and data."""
        lines = iter(lambda: self.stream.readline().decode().rstrip("\n"), "")
        fields = dict(line.split(": ", 1) for line in lines)
        return fields.get("event", "message"), fields.get("data")

    def compose(self, rows=None):
        """The rows of the picture after the next frame."""
        name, data = self.event()
        expect(name, "message")
        frame = json.loads(data)
        part = Picture(base64.b64decode(frame["png"]))
        if "whole" in frame:
            return [bytearray(row) for row in part.rows]
        for number, row in enumerate(part.rows):
            rows[frame["y"] + number][frame["x"] * 3 : (frame["x"] + part.width) * 3] = row
        return rows


@alone_case
def a_browser_shows_a_remote_display(scratch):
    words = [str(FOLDER / "browser.py"), "--port", "0"]
    with Process(words, {"WHEELD_SOCKET": scratch.socket}) as process:
        address = process.wait_for_lines(1)[0]
        with Browser(address) as browser:
            expect(browser.event(), ("problem", f"{scratch.socket}: No such file or directory"))
        scratch.configure(lambda text: text + REMOTE)
        with Daemon(scratch) as daemon, daemon.client() as client:
            with Browser(address) as browser, Browser(address) as other:
                rows, same = browser.compose(), other.compose()
                for number in range(30):
                    client.do(op="set", control="frequency", value=1 + number)
                    client.do(op="page", page="next")
                    rows = browser.compose(rows)
                # Frames come until the last motion has ended.
                shown = Picture(base64.b64decode(client.do(op="screenshot")["png"])).rows
                while [bytes(row) for row in rows] != shown:
                    rows = browser.compose(rows)
                    shown = Picture(base64.b64decode(client.do(op="screenshot")["png"])).rows
                while rows != same:
                    same = other.compose(same)
                # The display is removed.
                scratch.configure()
                daemon.signal(signal.SIGHUP)
                name = "message"
                while name == "message":
                    name, data = browser.event()
                expect((name, data), ("problem", "the configuration has no remote display of this name now"))
            with Browser(address) as browser:
                expect(browser.event(), ("problem", 'no display has output = "remote"'))


@alone_case
def the_page_of_the_browser_is_served(scratch):
    with Process([str(FOLDER / "browser.py"), "--port", "0"]) as process:
        host, port = process.wait_for_lines(1)[0].removeprefix("http://").rstrip("/").split(":")
        expect(host, "127.0.0.1")
        connection = http.client.HTTPConnection(host, int(port), timeout=30)
        connection.request("GET", "/")
        page = connection.getresponse().read().decode()
        script = page.split("<script>")[1].split("</script>")[0]
        connection.request("GET", "/etc/passwd")
        expect(connection.getresponse().status, 404)
        connection.close()
    needs("node")
    done = subprocess.run(["node", "--check", "-"], input=script, capture_output=True, text=True, timeout=60)
    expect((done.returncode, done.stderr), (0, ""))


@alone_case
def the_browsers_program_answers_under_this_machines_names_alone(scratch):
    """A page of another site can give its own name this machine's address."""
    with Process([str(FOLDER / "browser.py"), "--port", "0", "--name", "Panel.Example"]) as process:
        port = int(process.wait_for_lines(1)[0].rstrip("/").split(":")[-1])

        def status(method, path, host):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            connection.putrequest(method, path, skip_host=True)
            if host is not None:
                connection.putheader("Host", host)
            connection.putheader("Content-Length", "0")
            connection.endheaders()
            answer = connection.getresponse()
            text = answer.read().decode()
            connection.close()
            assert answer.status != 421 or ("canvas" not in text and "--name" in text), text
            return answer.status

        own = socket.gethostname()
        names = ("127.0.0.1", "localhost", "LOCALHOST.", "[::1]", "192.168.1.7", own, own + ".local", "panel.example")
        for host in [name + end for name in names for end in ("", f":{port}")]:
            expect(status("GET", "/", host), 200, host)
        others = ("attacker.example", "localhost.attacker.example", "127.0.0.1.attacker.example", "1.2.3", "[::1")
        for host in [name + end for name in others for end in ("", f":{port}")] + ["", None]:
            expect(status("GET", "/", host), 421, host)
        expect(status("GET", "/frames", "attacker.example"), 421)
        expect(status("POST", "/contacts/x", "attacker.example"), 421)
        expect(status("POST", "/contacts/x", "localhost"), 404)


@alone_case
def a_port_that_the_browsers_program_cannot_have_is_named(scratch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for number, status, words in ((port, 1, f"port {port}: Address already in use; another port: --port "), (70000, 2, "--port 70000: ")):
            done = subprocess.run([FOLDER / "browser.py", "--port", str(number)], capture_output=True, text=True, timeout=60)
            expect((done.returncode, done.stdout), (status, ""))
            assert words in done.stderr and "Traceback" not in done.stderr, done.stderr


FINGERS = """
[[input]]
name = "fingers"
type = "client"
display = "panel"
"""


def touch(address, path, body):
    """The status of the answer to a page's touches."""
    host, port = address.removeprefix("http://").rstrip("/").split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=30)
    connection.request("POST", path, body if isinstance(body, str) else json.dumps(body))
    status = connection.getresponse().status
    connection.close()
    return status


@alone_case
def fingers_in_a_browser_touch_the_display(scratch):
    scratch.configure(lambda text: text.replace("[[page]]", FINGERS + "\n[[page]]", 1) + REMOTE)
    words = [str(FOLDER / "browser.py"), "--port", "0", "--input", "fingers"]
    with Daemon(scratch) as daemon, daemon.client() as client, Process(words, {"WHEELD_SOCKET": scratch.socket}) as process:
        address = process.wait_for_lines(1)[0]
        # A drag across the wheel of the only control.
        client.do(op="page", page="levels")
        with Browser(address) as browser, Browser(address) as other:
            name, token = browser.event()
            expect(name, "token")
            picture = Picture(base64.b64decode(json.loads(browser.event()[1])["png"]))
            size, path = [picture.width, picture.height], "/contacts/" + token
            places = [size[0] * part / 40 for part in range(15, 28)]
            events = [
                {"contacts": [{"id": 1, "x": x, "y": size[1] * 0.55}], "age": (len(places) - number) / 100}
                for number, x in enumerate(places)
            ]
            expect(touch(address, path, {"size": size, "events": events}), 204)
            value = client.event("value", control="gain")
            expect(value["input"], "fingers")
            # Another browser is refused, and shows why.
            other_token = other.event()[1]
            expect(touch(address, "/contacts/" + other_token, {"size": size, "events": events}), 204)
            name = "message"
            while name == "message":
                name, data = other.event()
            expect(name, "problem")
            assert "fingers" in data, data
            # What is not from the page of a browser that watches touches nothing.
            expect(touch(address, "/contacts/" + "x" * len(token), {"size": size, "events": events}), 404)
            expect([touch(address, path, body) for body in ("", "{}", '{"size": [1, 1], "events": [1]}')], [400, 400, 400])
        # The browser has gone with its finger down.
        client.event("commit", control="gain")
        client.event("device", input="fingers", state="waiting")
