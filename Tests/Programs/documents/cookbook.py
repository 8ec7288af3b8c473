"""docs/cookbook.md: each configuration works as the page says, and the program for the radio carries frequencies in
both directions."""

import contextlib
import json
import os
import pathlib
import re
import socketserver
import subprocess
import sys
import threading

from texts import documents

from kit.cases import alone_case, expect
from kit.daemon import NO_DISPLAY, ROOT, Daemon, program
from kit.process import Process
from kit.waiting import wait_until

sys.path.append(str(ROOT / "Tests/Programs/terminal"))
from tmux import Terminal  # noqa: E402

FOLDER = ROOT / "docs/cookbook"


def turned(client, control, detents, speed=None):
    """The result of a client's turn: the value, and the rotations if the control wraps."""
    members = {"speed": speed} if speed else {}
    client.do(op="turn", control=control, detents=detents, **members)
    state = client.do(op="get", control=control)
    return (state["value"], state["rotations"]) if state["wrap"] else state["value"]


def replayed(scratch, name, input, events):
    """The values, pending values, locks and presses that a recording of an input's device causes."""
    path = pathlib.Path(scratch.folder, "recording.txt")
    path.write_text(f"wheeld-recording 1\ninput {input}\ntype gpio\n{events}")
    words = [program("wheelctl"), "replay", "--config", FOLDER / name, path]
    lines = subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()
    return [" ".join(line.split()[1:4]) for line in lines if line.split()[1] in ("value", "pending", "lock", "press")]


def detents(count, start_s):
    """A recording of this many detents clockwise, half a second apart."""
    return "".join(
        f"{start_s + number / 2 + part / 100:.2f} {level}\n"
        for number in range(count)
        for part, level in enumerate(("A 1", "B 1", "A 0", "B 0"))
    )


def recipe(function):
    """A case that gets a folder, and a client of a daemon that runs the configuration with the case's name."""

    def body(scratch):
        name = function.__name__.removeprefix("the_") + ".toml"
        text = (FOLDER / name).read_text()
        done = subprocess.run([program("wheeld"), "--check-config", FOLDER / name], capture_output=True, text=True)
        expect((done.returncode, done.stdout, done.stderr), (0, f"{FOLDER / name}: ok\n", ""), "--check-config")
        # Runs the configuration without a screen, and for the user who runs the tests.
        scratch.configure(lambda _: text.replace('write = ["root"]', f'write = ["{os.getuid()}"]') + NO_DISPLAY)
        options = ("--socket", scratch.socket)
        environment = {"XDG_STATE_HOME": scratch.folder}
        with Daemon(scratch, options=options, environment=environment) as daemon, daemon.client() as client:
            function(scratch, client)

    body.__name__ = function.__name__
    return alone_case(body)


@alone_case
def the_cookbook_has_each_configuration(scratch):
    named = set(re.findall(r"\]\(cookbook/([\w-]+\.toml)\)", documents()["docs/cookbook.md"]))
    expect(sorted(named), sorted(path.name for path in FOLDER.glob("*.toml")))


@recipe
def the_radio(scratch, client):
    expect(turned(client, "frequency", 3), 7130000)
    expect(turned(client, "frequency", 1, "tune"), 7130100)
    expect(turned(client, "frequency", -2, "fine"), 7130080)
    expect(turned(client, "volume", 5), 30)
    held = "0 BUTTON 1\n" + detents(1, 0.1) + "0.4 BUTTON 0\n"
    expect(replayed(scratch, "radio.toml", "dial", held)[-2], "value frequency 7110000")
    locked = "0 BUTTON 1\n0.7 BUTTON 0\n" + detents(2, 1)
    expect([line for line in replayed(scratch, "radio.toml", "dial", locked) if "press" not in line], ["lock frequency locked"])
    # From a value between two steps a detent moves to the next step.
    client.do(op="set", control="frequency", value=7103400)
    expect(turned(client, "frequency", 1, "band"), 7110000)


@recipe
def the_synthesizer(scratch, client):
    expect((len(client.hello["controls"]), len(client.hello["inputs"])), (32, 8))

    def turns():
        return [each["focus"] for each in client.do(op="list")["inputs"]]

    pages = []
    for page in ("oscillators", "filter", "envelopes", "effects"):
        client.do(op="page", page=page)
        pages.append(turns())
    expect(sorted(sum(pages, [])), sorted(each["control"] for each in client.hello["controls"]))
    expect(pages[1][:2], ["filter-type", "cutoff"])
    expect(turned(client, "osc1-pitch", 1, "fine"), 1)
    preset = re.search(r"^```json\n(.*?)^```", documents()["docs/cookbook.md"], re.MULTILINE | re.DOTALL)[1]
    client.do(**json.loads(preset))
    expect(client.do(op="get", control="osc1-wave")["value"], "pulse")
    client.do(op="reset", control="cutoff")
    # Twelve semitones down are an octave: half the frequency.
    expect(turned(client, "cutoff", -12), 10000)
    expect(client.do(op="get", control="amp-attack")["range"], "[0, 10]")
    clicked = "0 BUTTON 1\n0.1 BUTTON 0\n" + detents(1, 2)
    expect(replayed(scratch, "synthesizer.toml", "knob3", clicked)[-1], "value filter-sustain 4.2")


@recipe
def the_supply(scratch, client):
    expect(client.do(op="turn", control="voltage", detents=12, speed="coarse")["value"], 0)
    expect(client.do(op="turn", control="voltage", detents=-1)["value"], 0)
    expect(client.do(op="get", control="voltage")["pending"], 11.99)
    expect(client.do(op="apply", control="voltage")["value"], 11.99)
    client.do(op="select", control="output", position="on")
    expect(client.do(op="revert", control="output")["value"], "off")
    client.do(op="set", values={"volts": 11.987, "amperes": 0.25, "output": "on"})
    # A turn and a click change only the pending value.
    touched = detents(3, 0) + "2 BUTTON 1\n2.1 BUTTON 0\n"
    told = replayed(scratch, "supply.toml", "voltage-knob", touched)
    assert "pending voltage 0.03" in told, told
    expect([line for line in told if line.startswith("value")], [])
    locks = "0 BUTTON 1\n0.7 BUTTON 0\n"
    assert "lock locked" in replayed(scratch, "supply.toml", "apply", locks)
    # The button `on` makes "on" the pending value. Without `apply` the output stays off.
    chosen = replayed(scratch, "supply.toml", "on", "0 BUTTON 1\n0.1 BUTTON 0\n")
    # The pending value is dropped after 15 s.
    expect([line for line in chosen if "output" in line], ['pending output "on"', "pending output none"])


@alone_case
def a_hand_switches_the_supply_on_and_off(scratch):
    text = (FOLDER / "supply.toml").read_text().replace('write = ["root"]', f'write = ["{os.getuid()}"]')
    # The client plays the keys in place of GPIO lines, and the fingers in place of a touchscreen.
    screen = '[[display]]\nname = "main"\noutput = "remote"\nsize = [800, 480]\n'
    scratch.configure(lambda _: text.replace('type = "touch"', 'type = "touch"\ndisplay = "main"') + screen)
    options = ("--simulate", "--socket", scratch.socket)
    environment = {"XDG_STATE_HOME": scratch.folder}
    with Daemon(scratch, options=options, environment=environment) as daemon, daemon.client() as client:

        def click(name):
            client.do(op="feed", input=name, down=True)
            client.do(op="feed", input=name, down=False)
            return client.do(op="get", control="output")

        expect([click(name)["value"] for name in ("on", "apply")], ["off", "on"])
        expect(click("off")["value"], "off")

        def tap(x, y):
            client.do(op="feed", input="fingers", contacts=[{"id": 1, "x": x, "y": y}])
            client.do(op="feed", input="fingers", contacts=[])
            return client.do(op="get", control="output")

        # The switch is at the right of the page, Apply below it. The first tap on the switch may only mark it.
        daemon.wait_for_log("display main: attached")
        client.do(op="focus", input="fingers", control="output")
        places = [(x, y) for y in range(40, 480, 20) for x in range(620, 800, 20)]
        assert any(tap(*place)["pending"] == "on" for place in places), "no place of the switch chooses on"
        assert any(click("on")["pending"] == "on" and tap(*place)["value"] == "on" for place in places), "no place applies it"


@recipe
def the_telescope(scratch, client):
    held = replayed(scratch, "telescope.toml", "hold", "0 BUTTON 1\n1 BUTTON 0\n")
    expect([line for line in held if line.startswith("lock")], ["lock locked", "lock unlocked"])
    expect(turned(client, "azimuth", -1), (355, -1))
    expect(turned(client, "azimuth", 2), (5, 0))
    expect(turned(client, "azimuth", 3, "centre"), (5.3, 0))
    expect(turned(client, "azimuth", 1, "guide"), (5.301, 0))
    # The page's example of a mount that passes north.
    client.do(op="set", control="azimuth", value=359.9)
    client.quiet()
    client.do(op="set", control="azimuth", value=360.1)
    event = client.event("value")
    expect((round(event["value"], 9), event["rotations"], round(event["delta"], 9)), (0.1, 1, 0.2))
    client.do(op="ramp", control="azimuth", by=-360, duration_s=0.01)
    client.event("ramp", state="ended")
    expect(client.do(op="get", control="azimuth")["rotations"], 0)


class Rigctld(socketserver.ThreadingTCPServer):
    """A radio, as hamlib's rigctld presents it."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), self.Exchange)
        self.frequency = 14074000
        threading.Thread(target=self.serve_forever, daemon=True).start()

    class Exchange(socketserver.StreamRequestHandler):
        def handle(self):
            with contextlib.suppress(ConnectionResetError):
                for line in self.rfile:
                    command, *value = line.decode().split()
                    if command == "F":
                        self.server.frequency = int(value[0])
                    answer = f"{self.server.frequency}" if command == "f" else "RPRT 0"
                    self.wfile.write(answer.encode() + b"\n")

    def wait_for(self, frequency):
        wait_until(
            lambda: f"the radio is at {self.frequency} and not at {frequency}", lambda: self.frequency == frequency
        )


@alone_case
def the_radio_and_the_knob_follow_each_other(scratch):
    options = f"--terminal --config {FOLDER}/radio.toml"
    environment = {"XDG_STATE_HOME": scratch.folder}
    with Rigctld() as radio:
        place = f"127.0.0.1:{radio.server_address[1]}"
        words = [sys.executable, str(FOLDER / "rig.py"), place]
        with (
            Terminal(scratch, options=options, environment=environment) as terminal,
            terminal.client() as client,
            Process(words, {"WHEELD_SOCKET": scratch.socket, "PYTHONPATH": f"{ROOT}/clients/python"}),
        ):
            # First the control takes the radio's frequency.
            expect(client.event("value")["value"], 14074000)
            expect(client.event("commit", source="client")["value"], 14074000)
            # A key turns the control, which moves the radio.
            terminal.type("Up")
            radio.wait_for(14080000)
            expect(client.event("commit", source="input")["value"], 14080000)
            # The radio's own dial moves the control, and there is one commit when the dial rests.
            for frequency in (14084010, 14084020, 14084030):
                radio.frequency = frequency
                client.event("value", value=frequency)
            expect(client.event("commit", source="client")["value"], 14084030)
            expect([event["event"] for event in client.quiet()], [])
            expect(radio.frequency, 14084030)
        radio.shutdown()
