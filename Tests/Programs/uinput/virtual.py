"""wheel-uinput with the kernel's uinput: libinput debug-events and libinput record, and a reader of the device."""

import contextlib
import fcntl
import os
import pathlib
import signal
import struct
import time

from kit import away, bridge
from kit.cases import alone_case, expect
from kit.daemon import PATIENCE_S, Daemon
from kit.devices import EV_KEY, EV_REL, Knob
from kit.process import wait_until_asleep, wakeups
from kit.waiting import wait_until
from reader import EV_ABS, Libinput, Reader, node_of, properties, recorded

KEY_LEFTCTRL, KEY_LEFTSHIFT, KEY_Z, KEY_SPACE = 29, 42, 44, 57
KEY_MUTE, KEY_VOLUMEDOWN, KEY_VOLUMEUP = 113, 114, 115
REL_WHEEL, REL_WHEEL_HI_RES = 8, 11
ABS_THROTTLE = 6

CONTROLS = """
[[control]]
name = "history"
kind = "int"
range = "[0, 24)"
wrap = true
commit_after_ms = 50
speeds = [{ name = "step", per_detent = 1 }]

[[control]]
name = "throttle"
kind = "float"
range = "[0, 100]"

[[input]]
name = "dial"
type = "client"
controls = ["history"]

[input.on]
click = "emit"

[input.on.shift]
click = "emit"
"""

UNDO = """
[[uinput.turn]]
control = "history"
up = "KEY_LEFTCTRL+KEY_LEFTSHIFT+KEY_Z"
down = "KEY_LEFTCTRL+KEY_Z"

[[uinput.press]]
input = "dial"
button = "shift"
keys = "KEY_LEFTSHIFT+KEY_SPACE"
"""

WHEEL = """
[[uinput.turn]]
control = "history"
wheel = "vertical"
units = 30
"""

AXIS = """
[[uinput.axis]]
control = "throttle"
axis = "ABS_THROTTLE"
min = -100
max = 100
"""


class Stage(bridge.Stage):
    name, controls, control = "wheel-uinput", CONTROLS, "history"

    def node(self, name="wheeld"):
        """The device, once udev has set it up."""
        node = wait_until(f"there is a device {name}", lambda: node_of(name))
        wait_until(f"udev has set up {node}", lambda: "ID_INPUT" in properties(node))
        return node

    def feed(self, **event):
        self.client.do(op="feed", input="dial", **event)


def tap(*codes):
    return [(code, 1) for code in codes] + [(code, 0) for code in reversed(codes)]


@alone_case
def libinput_sees_each_chord_in_its_order(scratch):
    with Stage(scratch, UNDO) as stage, Libinput(stage.node()) as libinput:
        stage.feed(detents=-2)
        undo = ["KEY_LEFTCTRL pressed", "KEY_Z pressed", "KEY_Z released", "KEY_LEFTCTRL released"]
        wait_until(libinput.said, lambda: libinput.keys() == undo * 2)
        stage.feed(detents=1)
        redo = ["KEY_LEFTCTRL pressed", "KEY_LEFTSHIFT pressed", "KEY_Z pressed"]
        redo += [line.replace("pressed", "released") for line in reversed(redo)]
        wait_until(libinput.said, lambda: libinput.keys() == undo * 2 + redo)


@alone_case
def libinput_sees_a_wheel_of_a_mouse_in_high_resolution(scratch):
    with Stage(scratch, WHEEL) as stage, Libinput(stage.node()) as libinput:
        for _ in range(8):
            stage.feed(detents=1)
            # The pauses keep the turns from being coalesced.
            time.sleep(0.05)
        # libinput reports scrolling up as negative. It reports nothing until a part of the first notch has been turned.
        wait_until(libinput.said, lambda: sum(line[1] for line in libinput.wheels()) == -240)
        assert any(abs(line[1]) < 120 for line in libinput.wheels()), libinput.wheels()
        assert "device is a pointer" in libinput.said() + libinput.err.read_text(), libinput.said()


@alone_case
def a_wheel_tells_notches_to_programs_that_know_no_more(scratch):
    with Stage(scratch, WHEEL) as stage, Reader(stage.node()) as reader:
        for _ in range(9):
            stage.feed(detents=-1)
            # The pauses keep the turns from being coalesced.
            time.sleep(0.02)
        reader.rest()
        moves = reader.of(EV_REL)
        expect(sum(value for code, value in moves if code == REL_WHEEL_HI_RES), -270)
        expect([value for code, value in moves if code == REL_WHEEL], [-1, -1])


@alone_case
def keys_are_held_while_the_button_is(scratch):
    with Stage(scratch, UNDO) as stage, Reader(stage.node()) as reader:
        stage.feed(button="shift", down=True)
        reader.wait_for(EV_KEY, [(KEY_LEFTSHIFT, 1), (KEY_SPACE, 1)])
        stage.feed(detents=-1)
        held = [(KEY_LEFTSHIFT, 1), (KEY_SPACE, 1), *tap(KEY_LEFTCTRL, KEY_Z)]
        reader.wait_for(EV_KEY, held)
        stage.feed(button="shift", down=False)
        reader.wait_for(EV_KEY, [*held, (KEY_SPACE, 0), (KEY_LEFTSHIFT, 0)])


@alone_case
def no_key_stays_down_whatever_ends_the_program(scratch):
    with Stage(scratch, UNDO) as stage:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
            with Libinput(stage.node()) as libinput:
                stage.feed(button="shift", down=True)
                wait_until(libinput.said, lambda: len(libinput.keys()) == 2)
                stage.bridge.signal(number)
                status = stage.bridge.end()
                expect(status, -9 if number == signal.SIGKILL else 0)
                wait_until(libinput.said, lambda: "DEVICE_REMOVED" in libinput.said())
                expect(sorted(libinput.keys()[2:]), ["KEY_LEFTSHIFT released", "KEY_SPACE released"])
            stage.feed(button="shift", down=False)
            stage.start()


@alone_case
def no_key_stays_down_when_the_daemon_goes_and_turns_work_when_it_is_back(scratch):
    with Stage(scratch, UNDO) as stage, Reader(stage.node()) as reader:
        stage.feed(button="shift", down=True)
        reader.wait_for(EV_KEY, [(KEY_LEFTSHIFT, 1), (KEY_SPACE, 1)])
        stage.daemon.signal(signal.SIGKILL)
        stage.daemon.wait()
        released = [(KEY_LEFTSHIFT, 1), (KEY_SPACE, 1), (KEY_SPACE, 0), (KEY_LEFTSHIFT, 0)]
        reader.wait_for(EV_KEY, released)
        stage.client.socket.close()
        stage.daemon = Daemon(scratch)
        stage.client = stage.daemon.client()
        wait_until(stage.log, lambda: stage.log().count("connected to wheeld") == 2)
        expect(reader.of(EV_KEY), released, "a restart presses nothing")
        stage.feed(detents=-1)
        reader.wait_for(EV_KEY, released + tap(KEY_LEFTCTRL, KEY_Z))


@alone_case
def a_reload_makes_another_device_and_holds_no_key(scratch):
    with Stage(scratch, UNDO) as stage:
        with Libinput(stage.node()) as libinput:
            stage.feed(button="shift", down=True)
            wait_until(libinput.said, lambda: len(libinput.keys()) == 2)
            stage.reload(UNDO.replace("KEY_SPACE", "KEY_MUTE"))
            wait_until(libinput.said, lambda: "DEVICE_REMOVED" in libinput.said())
            expect(sorted(libinput.keys()[2:]), ["KEY_LEFTSHIFT released", "KEY_SPACE released"])
        stage.wait_for_log("connected to wheeld", 2)
        stage.feed(button="shift", down=False)
        with Reader(stage.node()) as reader:
            stage.feed(button="shift", down=True)
            reader.wait_for(EV_KEY, [(KEY_LEFTSHIFT, 1), (KEY_MUTE, 1)])


class Axis:
    """The axis that wheel-uinput makes, as the peer in `away.cases`: it never disappears, and no hand turns it."""

    def __init__(self, stage):
        self.stage = stage
        self.node = stage.node("wheeld axes")

    def number(self, n):
        return n * 10

    def value(self):
        with open(self.node, "rb", buffering=0) as file:
            # The ioctl EVIOCGABS returns a struct input_absinfo, whose first field is the position.
            return struct.unpack("6i", fcntl.ioctl(file, 0x80184540 + ABS_THROTTLE, bytes(24)))[0]

    def wait_for(self, number):
        # The control's numbers 0 to 100 are the axis's positions -100 to 100.
        wait_until(lambda: f"the axis is {2 * number - 100}, not {self.value()}", lambda: self.value() == 2 * number - 100)


@contextlib.contextmanager
def axis(scratch):
    with Stage(scratch, AXIS) as stage:
        stage.control = "throttle"
        yield Axis(stage)


away.cases(axis, leaves=False, turns=False)


@alone_case
def libinput_record_shows_the_axis(scratch):
    with Stage(scratch, AXIS) as stage:
        node = stage.node("wheeld axes")
        expect(node_of("wheeld"), None, "no keyboard without keys")
        expect(properties(node).get("ID_INPUT_JOYSTICK"), "1")
        with Reader(node) as reader:
            for value in (0, 25, 50, 100):
                stage.client.do(op="set", control="throttle", value=value)
                # Waits longer than the interval, within which the bridge would merge the values.
                time.sleep(0.05)
            # The value 0 causes no event: the axis is at its minimum from the start.
            reader.wait_for(EV_ABS, [(ABS_THROTTLE, -50), (ABS_THROTTLE, 0), (ABS_THROTTLE, 100)])
        shown = recorded(node, 2)
        assert "ABS_THROTTLE" in shown and "6: [-100, 100, 0, 0, 0]" in shown, shown


@alone_case
def without_a_file_it_is_a_volume_knob(scratch):
    with Stage(scratch) as stage, Reader(stage.node()) as reader:
        stage.feed(detents=2)
        stage.feed(detents=-1)
        reader.rest()
        stage.feed(button="shift", down=True)
        stage.feed(button="shift", down=False)
        # Two detents up and one down may be coalesced into one.
        reader.rest()
        keys = reader.of(EV_KEY)
        expect(keys[:2] + keys[-2:], tap(KEY_VOLUMEUP) + tap(KEY_MUTE))
        stage.client.do(op="set", control="history", value=20)
        before = len(keys)
        reader.rest()
        expect(len(reader.of(EV_KEY)), before, "a program that sets a value does not change the volume")


@alone_case
def every_input_can_be_the_wheel_of_a_mouse(scratch):
    with Stage(scratch, options=["--turn", "wheel", "--name", "my knob"]) as stage, Reader(stage.node("my knob")) as reader:
        stage.feed(detents=3)
        reader.rest()
        expect(sum(value for code, value in reader.of(EV_REL) if code == REL_WHEEL), -3)


@alone_case
def a_flood_of_detents_does_not_outlive_the_turn(scratch):
    with Stage(scratch, UNDO) as stage, Reader(stage.node()) as reader:
        started = time.monotonic()
        for number in range(100):
            stage.client.do(op="feed", input="dial", events=[{"detents": 1}] * 100)
            # Spreads the turns over a second.
            time.sleep(max(0, started + number / 100 - time.monotonic()))
        ended = time.monotonic()
        last = reader.rest()
        # A reader that is woken too late loses events, so a few counted presses suffice. `keys_down` asks the kernel, so it is
        # right even after such a loss.
        taps = reader.events.count((EV_KEY, KEY_Z, 1))
        # The turn itself may take long on the slow bench, so only the time after the turn is limited.
        assert last - ended < 0.3, f"keys came {last - ended:.2f} s after the turn"
        most = 200 * (last - started) + 25
        assert 5 <= taps <= most, f"{taps} presses in {last - started:.2f} s"
        expect(reader.keys_down(), [], "each key is released")
        print(f"10000 detents in {ended - started:.2f} s: {taps} presses, the last one {1000 * (last - ended):.0f} ms behind")


@alone_case
def the_wheel_loses_none_of_10000_detents(scratch):
    with Stage(scratch, WHEEL) as stage, Reader(stage.node()) as reader:
        for _ in range(100):
            stage.client.do(op="feed", input="dial", events=[{"detents": 1}] * 100)
        reader.rest()
        moves = reader.of(EV_REL)
        expect(sum(value for code, value in moves if code == REL_WHEEL_HI_RES), 300_000)
        expect(sum(value for code, value in moves if code == REL_WHEEL), 2500)
        expect(stage.client.do(op="get", control="history")["value"], 10000 % 24)


@alone_case
def the_panel_does_not_turn_itself(scratch):
    """An input whose match fits every name takes the knob, but not the bridge's own device."""
    controls = CONTROLS.replace('type = "client"', 'type = "evdev"\nmatch = { name = "*" }')
    controls = controls[: controls.index("[input.on]")]
    with Stage(scratch, options=["--turn", "wheel"], controls=controls) as stage, Knob() as knob:
        node = stage.node()
        stage.daemon.wait_for_log("input dial: attached")
        assert not any(f"({node})" in line or f" {node}" in line for line in stage.daemon.log_lines()), stage.daemon.log_lines()
        with Reader(node) as reader:
            for _ in range(3):
                knob.turn(1)
                # A hand needs about this time for a detent.
                time.sleep(0.05)
            # A panel that turned itself would never stop.
            reader.rest(1)
            expect(sum(value for code, value in reader.of(EV_REL) if code == REL_WHEEL), -3)
        expect(stage.client.do(op="get", control="history")["value"], 3)


@alone_case
def it_does_not_wake_while_nothing_is_turned(scratch):
    with Stage(scratch, UNDO) as stage:
        stage.feed(detents=1)
        before = wait_until_asleep(stage.bridge.process.pid)
        # In this time no thread may wake.
        time.sleep(2)
        expect(wakeups(stage.bridge.process.pid), before)


@alone_case
def a_control_that_is_missing_is_said_once(scratch):
    with Stage(scratch, UNDO.replace('"history"', '"histroy"')) as stage:
        wait_until(stage.log, lambda: "no control named 'histroy' (did you mean 'history'?)" in stage.log())
        expect(stage.log().count("histroy"), 1)


@alone_case
def it_says_how_long_a_detent_takes(scratch):
    """Compares the time from a fed detent to its key with the time of a program that writes to uinput itself."""
    configuration = '[uinput]\ninterval_ms = 1\n[[uinput.turn]]\ncontrol = "history"\nup = "KEY_SPACE"\n'
    spans = {}
    with Stage(scratch, configuration) as stage, Knob() as knob:
        direct = f"/dev/input/{knob_node()}"

        def press():
            os.write(knob.file, struct.pack("llHHillHHi", 0, 0, EV_REL, 7, 1, 0, 0, 0, 0, 0))

        for name, node, kind, send in (
            ("by wheel-uinput", stage.node(), EV_KEY, lambda: stage.client.send(op="feed", input="dial", detents=1)),
            ("directly", direct, EV_REL, press),
        ):
            with Reader(node) as reader:
                times = []
                for _ in range(40):
                    reader.events = []
                    started = time.monotonic()
                    send()
                    while not reader.of(kind):
                        assert time.monotonic() < started + PATIENCE_S
                        # Short, because the pause is part of the measured time.
                        time.sleep(0.0002)
                    times.append(reader.last - started)
                    # Waits longer than `interval_ms`, because the bridge would delay a detent within the interval.
                    time.sleep(0.02)
                spans[name] = 1000 * sorted(times)[len(times) // 2]
    print("median: " + ", ".join(f"{name} {span:.2f} ms" for name, span in spans.items()))
    # The limit is generous, because the machine may be busy. The printed number is the result.
    assert spans["by wheel-uinput"] < spans["directly"] + 50, spans


def knob_node():
    for folder in pathlib.Path("/sys/class/input").glob("event*"):
        if (folder / "device/name").read_text().strip() == "wheeld test knob":
            return folder.name
    raise AssertionError("there is no test knob")
