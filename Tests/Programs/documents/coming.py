"""docs/coming-from-….md: for the same turns and clicks, the other library's program and ours print the same values."""

import os
import pathlib
import re
import subprocess
import time

from texts import documents

from kit.cases import alone_case, Skipped
from kit.daemon import NO_DISPLAY, ROOT, Daemon
from kit.devices import Knob, Lines
from kit.process import Process
from kit.waiting import wait_until

REVISION_OF_A_PI_3B = "a02082"
# The Python that has Debian's packages of the other libraries.
PYTHON = "/usr/bin/python3"


def has(module):
    return subprocess.run([PYTHON, "-c", f"import {module}"], capture_output=True).returncode == 0


def parts(page, module):
    """The page's code blocks: the other library's program, our configuration, our program."""
    if not has(module):
        raise Skipped(f"there is no {module} here")
    text = documents()[page]
    theirs, ours = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (configuration,) = re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return theirs, configuration, ours


def run(scratch, text, environment, before=""):
    """Starts a program in the scratch folder, after the shell words `before`."""
    path = pathlib.Path(scratch.folder, "program.py")
    path.write_text(text)
    words = f"cd {scratch.folder} && {before} exec {PYTHON} -u {path}"
    return Process(["unshare", "--mount", "sh", "-c", words], environment)


def node(name):
    """The event device with this name."""

    def found():
        devices = pathlib.Path("/sys/class/input").glob("event*")
        return [f"/dev/input/{each.name}" for each in devices if (each / "device/name").read_text().strip() == name]

    return wait_until(f"there is a {name}", found)[0]


def opens(process, path):
    """Waits until the program has opened this file. From then on the kernel buffers the device's events for the
    program."""
    folder = f"/proc/{process.process.pid}/fd"
    wait_until(f"the program opens {path}", lambda: path in map(os.path.realpath, pathlib.Path(folder).iterdir()))


def hand(process, turn, click):
    """Turns two detents, clicks, and turns one detent. The click selects a finer speed."""
    turn(2)
    process.wait_for("7.3")
    click()
    # After this time the click cannot become a double click.
    time.sleep(1)
    turn(1)
    process.wait_for("7.301")
    assert process.lines() == ["7.2", "7.3", "7.301"], process.lines()


def ours_by(scratch, configuration, text, turn, click):
    scratch.configure(lambda _: configuration + NO_DISPLAY)
    environment = {"WHEELD_SOCKET": scratch.socket, "PYTHONPATH": f"{ROOT}/clients/python"}
    options = ("--socket", scratch.socket)
    with Daemon(scratch, options=options, environment={"XDG_STATE_HOME": scratch.folder}) as daemon:
        daemon.wait_for_log("input knob: attached")
        with daemon.client() as client, run(scratch, text, environment) as process:
            wait_until("the program connects", lambda: client.do(op="stats")["clients"] == 2)
            hand(process, turn, click)


@alone_case
def one_coming_from_evdev_gets_the_same_values(scratch):
    theirs, configuration, ours = parts("docs/coming-from-evdev.md", "evdev")

    with Knob(b"Griffin PowerMate") as knob:

        def turn(detents):
            for _ in range(detents):
                knob.turn(1)

        with run(scratch, theirs, {}) as process:
            opens(process, node("Griffin PowerMate"))
            hand(process, turn, knob.click)
        ours_by(scratch, configuration, ours, turn, knob.click)


def one_coming_from_gpiozero_gets_the_same_values(scratch):
    theirs, configuration, ours = parts("docs/coming-from-gpiozero.md", "gpiozero")
    with Lines(28, {17: "GPIO17", 27: "GPIO27", 22: "GPIO22"}) as lines:
        if lines.chip != "gpiochip0":
            raise Skipped("gpiozero reads the first chip, which is not the simulated one here")

        def turn(detents):
            lines.turn(detents, 17, 27)

        def click():
            lines.set(22, False)
            # A short click of a hand takes this time.
            time.sleep(0.05)
            lines.set(22, True)

        # gpiozero runs only on a Raspberry Pi, which it recognises by this line.
        board = pathlib.Path(scratch.folder, "cpuinfo")
        board.write_text(f"Revision\t: {REVISION_OF_A_PI_3B}\n")
        theirs = theirs.replace("pause()\n", 'print("ready")\npause()\n')
        before = f"mount --bind {board} /proc/cpuinfo &&"
        with run(scratch, theirs, {"GPIOZERO_PIN_FACTORY": "lgpio"}, before) as process:
            process.wait_for("ready")
            process.skip_lines()
            hand(process, turn, click)
        ours_by(scratch, configuration, ours, turn, click)


# gpiozero can use the lines of a simulated chip only through lgpio, which Debian does not have.
if has("lgpio"):
    alone_case(one_coming_from_gpiozero_gets_the_same_values)
