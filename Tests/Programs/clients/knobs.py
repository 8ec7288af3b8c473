"""Programs that feed an input: a knob on a serial port, simulated by a pseudo terminal, and shell pipelines."""

import contextlib
import os
import pathlib
import re
import select
import shutil
import signal
import subprocess
import time

from kit.cases import alone_case, expect, Skipped
from kit.daemon import ROOT, Daemon, program
from kit.process import Process, wakeups
from kit.waiting import wait_until

FOLDER = ROOT / "docs/clients"

INPUTS = """
[[input]]
name = "dial"
type = "client"
controls = ["frequency"]

[[input]]
name = "deck"
type = "client"
controls = ["gain"]
[input.on.go]
click = "set:gain=-7"

[[page]]
"""


def configure(scratch):
    scratch.configure(lambda text: text.replace("[[page]]", INPUTS, 1))


class Port:
    """A serial port with a knob. The link to the port keeps its path when the knob is plugged in again."""

    def __init__(self, scratch):
        self.link = scratch.folder + "/port"
        self.plug()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.unplug()

    def plug(self):
        # The test keeps the program's end open, too, so that the kernel keeps sent bytes until the program opens the
        # port.
        self.knob, self.port = os.openpty()
        os.symlink(os.ttyname(self.port), self.link)

    def unplug(self):
        if self.knob is not None:
            os.unlink(self.link)
            os.close(self.knob)
            os.close(self.port)
            self.knob = None

    def say(self, *lines):
        os.write(self.knob, "".join(line + "\r\n" for line in lines).encode())


@contextlib.contextmanager
def serial_knob(scratch, name="dial"):
    """A port, and the program that feeds an input from it."""
    configure(scratch)
    with Port(scratch) as port:
        words = [str(FOLDER / "serial_knob.py"), port.link, name]
        with Process(words, {"WHEELD_SOCKET": scratch.socket}) as process:
            yield port, process


def attached(client, name="dial"):
    client.event("device", input=name, state="attached")


def attached_in_time(client, name="dial"):
    """Waits until the input is attached, which it may be already."""

    def state():
        return next(i["state"] for i in client.do(op="list")["inputs"] if i["input"] == name)

    wait_until(f"{name} is fed", lambda: state() == "attached")


@alone_case
def a_serial_knob_turns_and_presses(scratch):
    with serial_knob(scratch) as (port, process), Daemon(scratch) as daemon, daemon.client() as client:
        attached_in_time(client)
        before = time.monotonic()
        port.say("+1", "+2")
        values = [client.event("value", control="frequency") for _ in range(2)]
        expect([round(value["value"], 6) for value in values], [7.2, 7.4])
        assert before <= values[0]["time"] <= time.monotonic(), values
        expect(values[0]["input"], "dial")
        client.event("commit", control="frequency")
        port.say("-0.5")
        expect(round(client.event("value", control="frequency")["value"], 6), 7.35)
        port.say("down", "up")
        gestures = [client.event("press", input="dial")["gesture"] for _ in range(3)]
        expect(gestures, ["down", "up", "click"])
        # The program ignores incomplete and foreign lines.
        port.say("1", "Knob 1.0", "", "+1")
        expect(round(client.event("value", control="frequency")["delta"], 6), 0.1)
        client.event("commit", control="frequency")
        said = [line for line in process.err.read_text().splitlines() if "not an event" in line]
        expect(said, [f"{port.link}: not an event: 1", f"{port.link}: not an event: Knob 1.0"])
        # Nothing is echoed to the knob.
        expect(select.select([port.knob], [], [], 0)[0], [])


@alone_case
def a_serial_knob_turns_when_its_line_is_read(scratch):
    with serial_knob(scratch) as (port, process), Daemon(scratch) as daemon, daemon.client() as client:
        attached_in_time(client)
        stat = pathlib.Path(f"/proc/{process.process.pid}/stat")

        def wakes():
            """How often the program has been woken; None while it does not sleep."""
            return sum(wakeups(process.process.pid).values()) if stat.read_text().rpartition(") ")[2][0] == "S" else None

        daemon.signal(signal.SIGSTOP)
        before = wait_until("it waits for its port", wakes)
        port.say("+1")
        # When the program sleeps again, it has read the line and sent the turn.
        wait_until("it reads the line", lambda: (wakes() or 0) > before)
        now = time.monotonic()
        daemon.signal(signal.SIGCONT)
        value = client.event("value", control="frequency")
        assert value["time"] < now, (value, now)


@alone_case
def a_serial_knob_names_its_buttons(scratch):
    with serial_knob(scratch, "deck") as (port, process), Daemon(scratch) as daemon, daemon.client() as client:
        attached_in_time(client, "deck")
        port.say("down:og", "down:go", "up:go")
        expect(client.event("value", control="gain")["value"], -7)
        process.wait_for("did you mean 'go'", errors=True)


@alone_case
def a_serial_knob_comes_back(scratch):
    with serial_knob(scratch) as (port, process):
        process.wait_for(scratch.socket, errors=True)
        with Daemon(scratch) as daemon, daemon.client() as client:
            attached_in_time(client)
            port.say("down")
            expect(client.event("press", input="dial")["gesture"], "down")
            port.unplug()
            # When the input waits for a client again, the daemon has released the button.
            client.event("device", input="dial", state="waiting")
            process.wait_for(f"{port.link}: No such file or directory", errors=True)
            port.plug()
            attached(client)
            port.say("down")
            expect(client.event("press", input="dial")["gesture"], "down")
            daemon.signal(signal.SIGKILL)
            daemon.wait()
        process.wait_for(f"{scratch.socket}: it was closed", errors=True)
        port.say("+30")
        with Daemon(scratch) as daemon, daemon.client() as client:
            attached_in_time(client)
            # The 30 detents that were turned without a daemon are dropped: only this one counts.
            port.say("+1")
            expect(round(client.event("value", control="frequency")["delta"], 6), 0.1)


@alone_case
def a_serial_knob_has_clear_errors(scratch):
    with serial_knob(scratch, "dail") as (_, process), Daemon(scratch):
        process.wait_for("no input named 'dail'; did you mean 'dial'?", errors=True)
        expect(process.process.poll(), None)
    words = [FOLDER / "serial_knob.py", "--baud", "115201", "/dev/null", "dial"]
    done = subprocess.run(words, capture_output=True, text=True)
    expect(done.returncode, 2)
    assert "no number of baud: 115201" in done.stderr, done.stderr
    with Process([str(FOLDER / "serial_knob.py"), "/dev/null", "dial"]) as process:
        process.wait_for("/dev/null: Inappropriate ioctl for device", errors=True)


@alone_case
def pipelines_are_knobs(scratch):
    """The pipelines of docs/clients/README.md, in a shell."""
    text = (FOLDER / "README.md").read_text()
    lines = re.findall(r"^    (.+ \| wheelctl feed .+)$", text, re.MULTILINE)
    expect(len(lines), 2)
    if not shutil.which("jq"):
        raise Skipped("jq is not installed")
    configure(scratch)
    # A stand-in for mosquitto_sub, which would need a broker: it prints the messages that the test appends to a file.
    messages, stand_in = pathlib.Path(scratch.folder, "messages"), pathlib.Path(scratch.folder, "mosquitto_sub")
    messages.touch()
    stand_in.write_text(f'#!/bin/sh\n[ "$*" = "-t desk/knob" ] && exec tail -f {messages}\n')
    stand_in.chmod(0o755)
    folders = f"{scratch.folder}:{os.path.dirname(program('wheelctl'))}:{os.environ['PATH']}"
    environment = {"WHEELD_SOCKET": scratch.socket, "PATH": folders}
    with Daemon(scratch) as daemon, daemon.client() as client:
        with Process(["sh", "-c", lines[0]], environment):
            for _ in range(2):
                expect(round(client.event("value", control="frequency")["delta"], 6), 0.1)
        client.event("device", input="dial", state="waiting")
        with Process(["sh", "-c", lines[1]], environment):
            client.event("device", input="dial", state="attached")
            with messages.open("a") as file:
                file.write('{"steps": 3}\n{"steps": -1}\n')
            deltas = [client.event("value", control="frequency")["delta"] for _ in range(2)]
            expect([round(delta, 6) for delta in deltas], [0.3, -0.1])


STAND_IN = """
#include <cstdio>
enum { INPUT_PULLUP };
static int levels[5] = {1, 1, 1, 1, 1};
static unsigned long now;
static void pinMode(int, int) {}
static int digitalRead(int pin) { return levels[pin]; }
static unsigned long millis() { return now; }
static struct {
  void begin(long) {}
  void println(const char *text) { std::puts(text); }
} Serial;
"""

# Each word is a pin, its new level, and the milliseconds before the change. With a `!` the sketch is busy and misses
# the change.
MAIN = """
int main(int count, char **words) {
  setup();
  for (int word = 1; word < count; word++) {
    int pin, level, wait;
    char busy = 0;
    if (std::sscanf(words[word], "%d=%d+%d%c", &pin, &level, &wait, &busy) < 3) return 1;
    now += wait;
    levels[pin] = level;
    for (int turn = 0; turn < 3 && !busy; turn++) loop();
  }
}
"""


def sketch(scratch, transitions=4, rest=0):
    """Compiles the sketch of docs/hardware.md for this machine. Returns a function that plays words to the sketch and
    returns its output."""
    if not shutil.which("c++"):
        raise Skipped("c++ is not installed")
    block = re.search(r"^```cpp\n(.*?)^```", (ROOT / "docs/hardware.md").read_text(), re.MULTILINE | re.DOTALL)[1]
    for name, value in (("TRANSITIONS_PER_DETENT", transitions), ("REST", rest)):
        block, count = re.subn(rf"(const int {name} =) \d", rf"\1 {value}", block)
        expect(count, 1, name)
    source, made = f"{scratch.folder}/sketch.cpp", f"{scratch.folder}/sketch-{transitions}-{rest}"
    pathlib.Path(source).write_text(STAND_IN + block + MAIN)
    subprocess.run(["c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", source, "-o", made], check=True)
    return lambda text: subprocess.run([made, *text.split()], check=True, capture_output=True, text=True).stdout.split()


# In a clockwise turn A changes before B, as in docs/recordings.md.
CLOCKWISE, BACK = "2=0+1 3=0+1 2=1+1 3=1+1", "3=0+1 2=0+1 3=1+1 2=1+1"


@alone_case
def the_sketch_sends_what_the_encoder_does(scratch):
    sent = sketch(scratch)
    expect(sent(CLOCKWISE), ["+1"])
    expect(sent(f"{BACK} {BACK} {CLOCKWISE}"), ["-1", "-1", "+1"])
    # A contact bounces, and then a turn is reversed half way.
    expect(sent("2=0+1 2=1+0 2=0+0 3=0+1 3=1+0 3=0+0 2=1+1 3=1+1"), ["+1"])
    expect(sent("2=0+1 3=0+1 3=1+1 2=1+1"), [])
    # The button bounces for 2 ms.
    expect(sent("4=0+100 4=1+1 4=0+1 4=1+100 4=0+1 4=1+1"), ["down", "up"])
    assert all(line in {"+1", "-1", "down", "up"} for line in sent(f"{CLOCKWISE} {BACK} 4=0+9 4=1+9"))


@alone_case
def a_state_that_the_sketch_misses_shifts_no_later_detent(scratch):
    sent = sketch(scratch)
    for missed in ("2=0+1! 3=0+1 2=1+1 3=1+1", "2=0+1 3=0+1! 2=1+1 3=1+1", "2=0+1 3=0+1 2=1+1! 3=1+1"):
        expect(sent(missed), ["+1"], missed)
        # Half way to the next detent the sketch sends nothing more.
        expect(sent(f"{missed} 2=0+1 3=0+1"), ["+1"], missed)
        expect(sent(f"{missed} {CLOCKWISE} {BACK}"), ["+1", "+1", "-1"], missed)
    # A whole detent that the sketch misses does not shift later detents.
    expect(sent("2=0+1! 3=0+1! 2=1+1! 3=1+1 " + CLOCKWISE), ["+1"])


@alone_case
def the_sketch_is_for_encoders_of_each_kind(scratch):
    expect(sketch(scratch, 2)(CLOCKWISE + " " + BACK), ["+1", "+1", "-1", "-1"])
    expect(sketch(scratch, 1)(CLOCKWISE), ["+1"] * 4)
    # With `rest` 2 both contacts are closed at a detent. The sketch starts between two detents, and counts from the
    # next one.
    closed = sketch(scratch, rest=2)
    expect(closed("2=0+1 3=0+1 2=1+1 3=1+1 2=0+1"), ["+1"])
    expect(closed("2=0+1 3=0+1 2=1+1 3=1+1 2=0+1 3=0+1"), ["+1", "+1"])
