"""Plays random steps on the daemon and on the model, and compares them after each. Run by scripts/soak, in the kernel bench."""

import collections
import json
import os
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests/Programs"), str(ROOT / "Tests/Programs/screens")]

from guests import Guests  # noqa: E402
from kit.builds import resident_kb  # noqa: E402
from kit.client import Client  # noqa: E402
from kit.daemon import Daemon, Scratch  # noqa: E402
from kit.devices import BTN_0, BTN_1, Knob, Lines  # noqa: E402
from model import CONFIGURATION, Instrument, Selection  # noqa: E402
from observer import Difference, Observer  # noqa: E402
from screens import Touchscreen, plug  # noqa: E402

# How long anything may take that follows a step. Times are virtual: a busy host takes none of it.
PATIENCE_S = 10
# Longer than `commit_after_ms`.
REST_S = 0.7
# The bench's kernel makes no more than some 160 chips of gpio-sim, one after the other.
MOST_CHIPS = 120
# How often each step is taken, compared with the others.
WEIGHTS = {
    "turn_knob": 10, "turn_encoder": 6, "turn_dial": 8, "click_knob": 3, "click_encoder": 2, "next_control": 2, "touch": 4,
    "set": 10, "set_open": 3, "step": 4, "speed": 3, "ramp": 2, "recall": 1, "lock": 2, "rest": 6, "reload": 2,
    "reload_other": 2, "reload_broken": 1, "replug_knob": 1, "replug_encoder": 1, "replug_glass": 1, "feeder_vanishes": 2,
    "screen": 2, "disk": 1, "guest": 12, "calm": 2,
}  # fmt: skip


class Soak:
    def __init__(self, scratch, seed):
        self.scratch, self.random = scratch, random.Random(seed)
        self.said = collections.deque(maxlen=40)
        self.counts = collections.Counter()
        self.samples, self.descriptors = [], None
        self.disk = pathlib.Path(scratch.folder, "disk")
        self.disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", str(self.disk)], check=True)
        self.scratch.state = str(self.disk / "state.json")
        self.is_full = self.is_dark = False
        self.model = Instrument()
        self.configure()
        self.knob, self.lines, self.glass = Knob(), Lines(3), Touchscreen()
        self.daemon = Daemon(scratch)
        self.hand = Client(scratch.socket)
        self.feeder = Client(scratch.socket)
        self.observer = Observer(scratch.socket)
        self.guests = Guests(scratch.socket, self.random)
        self.feeder.do(op="feed", input="dial", events=[{"detents": 0}])
        for name in ("knob", "encoder", "dial", "glass"):
            self.wait_for(f"{name} attached", lambda name=name: self.observer.inputs[name] == "attached")

    def configure(self):
        level = Instrument.LEVELS[self.model.level]
        text = CONFIGURATION.format(socket=self.scratch.socket, state=self.scratch.state, level=level)
        pathlib.Path(self.scratch.configuration).write_text(text)

    def play(self, minutes):
        # What the daemon keeps from its first guest of each kind on, such as the thread that draws views.
        for kind in self.guests.KINDS:
            self.said.append(f"the first guest: {self.guests.one(kind)}")
        self.said.append("calm")
        self.do_calm()
        # Its caches fill: glyphs at each quarter of a pixel, controls of guests, memory that the allocator has in pieces.
        self.play_until(time.monotonic() + 30 * minutes)
        self.samples.clear()
        self.play_until(time.monotonic() + 60 * minutes)
        self.said.append("the end")
        self.finish()

    def play_until(self, end):
        while time.monotonic() < end:
            kind = self.random.choices(list(WEIGHTS), WEIGHTS.values())[0]
            self.counts[kind] += 1
            self.said.append(kind)
            getattr(self, "do_" + kind)()
            self.compare()

    # Comparing.

    def wait_for(self, what, condition):
        end = time.monotonic() + PATIENCE_S
        while True:
            self.observer.read()
            if condition():
                return
            if time.monotonic() > end:
                raise Difference(f"not within {PATIENCE_S} s: {what() if callable(what) else what}")
            time.sleep(0.005)

    def difference(self):
        told = self.observer.values
        return {name: (told.get(name), value) for name, value in self.model.values().items() if told.get(name) != value}

    def compare(self):
        """All controls are what the model says, soon after the step."""
        if not self.daemon.is_running:
            raise Difference("the daemon has ended")
        self.wait_for(lambda: f"(the daemon's, the model's) {self.difference()}", lambda: not self.difference())
        self.observer.settle()
        turns = self.model.controls["azimuth"].rotations
        if self.observer.rotations["azimuth"] != turns:
            raise Difference(f"azimuth has made {self.observer.rotations['azimuth']} rotations, not {turns}")

    def say(self, text):
        self.said[-1] += " " + text

    # Hands.

    def detents(self):
        return self.random.choice((1, 1, 1, 2, 3, 7, 40)) * self.random.choice((1, -1))

    def turn(self, name, turn, detents):
        self.say(f"{detents} on {self.model.focus[name]}")
        turn(detents)
        self.model.focused(name).turn(detents)

    def do_turn_knob(self):
        self.turn("knob", self.knob.turn, self.detents())

    def do_turn_encoder(self):
        self.turn("encoder", self.lines.turn, self.random.choice((1, -1, 2, -3)))

    def do_turn_dial(self):
        detents = self.detents()
        self.turn("dial", lambda n: self.feeder.do(op="feed", input="dial", detents=n), detents)

    def click(self, button):
        self.knob.click(button)
        # A press commits what the knob has turned, as the next step would find anyway.
        self.observer.read()

    def wait_for_speed(self, control):
        wanted = self.model.controls[control].speed

        def speed():
            return self.hand.do(op="get", control=control)["speed"]

        self.wait_for(lambda: f"{control} at {speed()}, not {wanted}", lambda: speed() == wanted)

    def do_click_knob(self):
        self.click(BTN_0)
        self.model.focused("knob").next_speed()
        self.wait_for_speed(self.model.focus["knob"])

    def do_click_encoder(self):
        self.lines.set(2, False)
        time.sleep(0.05)  # Longer than the debounce of buttons.
        self.lines.set(2, True)
        self.model.controls["azimuth"].next_speed()
        self.wait_for_speed("azimuth")

    def do_next_control(self):
        self.click(BTN_1)
        self.model.next_control("knob")

        def focus():
            return next(i["focus"] for i in self.hand.do(op="list")["inputs"] if i["input"] == "knob")

        self.wait_for("the next control has the focus", lambda: focus() == self.model.focus["knob"])

    def do_touch(self):
        for _ in range(self.random.randint(1, 6)):
            self.glass.hold(self.random.random(), self.random.random())
            time.sleep(self.random.choice((0.01, 0.1)))
        self.glass.lift()

    # Clients.

    def do_set(self):
        name = self.random.choice(list(self.model.controls))
        value = self.model.controls[name].some(self.random)
        self.say(f"{name} {value}")
        before, commits, is_open = self.model.values()[name], self.observer.commits[name], self.observer.open[name]
        self.hand.do(op="set", control=name, value=self.number(name, value))
        self.model.controls[name].set(value)
        self.observer.read()
        is_echo = self.model.values()[name] == before
        if not is_open and self.observer.commits[name] - commits != (0 if is_echo else 1):
            # A wrapped number may be the same place in another turn.
            raise Difference(f"{self.observer.commits[name] - commits} commits of a set of {name}")

    @staticmethod
    def number(name, value):
        return int(value) if name == "level" else value

    def do_set_open(self):
        name = self.random.choice([n for n, c in self.model.controls.items() if not isinstance(c, Selection)])
        value = self.model.controls[name].some(self.random)
        self.say(f"{name} {value}")
        self.hand.do(op="set", control=name, value=self.number(name, value), commit=False)
        self.model.controls[name].set(value)
        self.compare()
        self.hand.do(op="commit", control=name)
        self.observer.read()
        if self.observer.open[name]:
            raise Difference(f"a commit of {name} has left it open")

    def do_step(self):
        name, count = self.random.choice(("gain", "level")), self.random.choice((1, -1, 5, -20))
        self.say(f"{name} {count}")
        self.hand.do(op="step", control=name, count=count)
        control = self.model.controls[name]
        control.put(control.exact + count * control.step)

    def do_speed(self):
        name = self.random.choice(("frequency", "azimuth", "level"))
        self.hand.do(op="speed", control=name, speed="next")
        self.model.controls[name].next_speed()

    def do_ramp(self):
        target = self.random.randint(0, 359)
        self.say(f"to {target}")
        self.observer.ramp = None
        self.hand.do(op="ramp", control="azimuth", to=target, duration_s=0.3)
        self.model.controls["azimuth"].set(target)
        self.wait_for("the end of the ramp", lambda: self.observer.ramp == "ended")

    def do_recall(self):
        self.hand.do(op="recall", preset="night")
        for name, value in (("frequency", 3.65), ("gain", -30), ("filter", "band")):
            self.model.controls[name].set(value)

    def do_lock(self):
        self.hand.do(op="lock", locked=True)
        self.knob.turn(3)
        self.feeder.do(op="feed", input="dial", detents=3)
        # The knob's frame must have been handled before hands may turn again.
        time.sleep(0.05)
        self.compare()
        self.hand.do(op="lock", locked=False)

    def do_feeder_vanishes(self):
        self.feeder.send(op="feed", input="dial", detents=2)
        self.model.focused("dial").turn(2)
        self.compare()
        self.feeder.socket.close()
        self.wait_for("the dial waits", lambda: self.observer.inputs["dial"] != "attached")
        self.feeder = Client(self.scratch.socket)
        control = self.random.choice(self.model.lists["dial"])
        self.say(f"to {control}")
        self.feeder.do(op="focus", input="dial", control=control)
        self.model.focus["dial"] = control
        self.feeder.do(op="feed", input="dial", events=[{"detents": 0}])
        self.wait_for("the dial is there", lambda: self.observer.inputs["dial"] == "attached")

    def do_guest(self):
        self.say(self.guests.some())

    # The machine.

    def do_rest(self):
        """Nobody does anything until all is committed."""
        time.sleep(REST_S)
        self.compare()
        still = [name for name, is_open in self.observer.open.items() if is_open and name in self.model.controls]
        if still or self.observer.open["touched"]:
            raise Difference(f"no commit of {still or ['touched']} after {REST_S} s")

    def reload(self):
        if self.random.random() < 0.5:
            self.hand.do(op="reload")
            return
        before = self.observer.listings
        self.daemon.signal(signal.SIGHUP)
        self.wait_for("the reload", lambda: self.observer.listings > before)

    def do_reload(self):
        self.reload()

    def do_reload_other(self):
        self.model.reload("other" if self.model.level == "usual" else "usual")
        self.configure()
        self.reload()
        self.wait_for("the new range", lambda: self.hand.do(op="get", control="level")["range"].endswith(
            f"{Instrument.LEVELS[self.model.level]}]"))  # fmt: skip

    def do_reload_broken(self):
        path = pathlib.Path(self.scratch.configuration)
        path.write_text(path.read_text() + "nonsense = 1\n")
        answer = self.hand.ask(op="reload")
        if answer.get("error") != "bad-configuration":
            raise Difference(f"a broken configuration is answered by {answer}")
        self.configure()

    def do_replug_knob(self):
        self.knob.unplug()
        self.wait_for("the knob is lost", lambda: self.observer.inputs["knob"] != "attached")
        self.knob = Knob()
        self.wait_for("the knob is there", lambda: self.observer.inputs["knob"] == "attached")

    def do_replug_encoder(self):
        if self.counts["replug_encoder"] > MOST_CHIPS:
            return
        self.lines.__exit__()
        self.wait_for("the encoder is lost", lambda: self.observer.inputs["encoder"] != "attached")
        self.lines = Lines(3)
        self.wait_for("the encoder is there", lambda: self.observer.inputs["encoder"] == "attached")

    def do_replug_glass(self):
        self.glass.hold(0.5, 0.5)
        self.glass.__exit__()
        self.wait_for("the glass is lost", lambda: self.observer.inputs["glass"] != "attached")
        self.glass = Touchscreen()
        self.wait_for("the glass is there", lambda: self.observer.inputs["glass"] == "attached")

    def do_screen(self):
        self.is_dark = not self.is_dark
        self.say("off" if self.is_dark else "on")
        plug("off" if self.is_dark else "on")

    def do_disk(self):
        self.is_full = not self.is_full
        self.say("full" if self.is_full else "free")
        ballast = self.disk / "ballast"
        if not self.is_full:
            ballast.unlink()
            return
        with open(ballast, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass

    def do_calm(self):
        """Everybody has left, everything is plugged in: as many descriptors as at first, and all values on the disk."""
        self.guests.leave()
        if self.is_dark:
            self.do_screen()
        if self.is_full:
            self.do_disk()
        self.do_rest()
        self.wait_for(
            lambda: f"saved: {self.saved()}; on the disk: {[(f.name, f.stat().st_size) for f in self.disk.iterdir()]}",
            lambda: self.saved() == self.model.values(),
        )
        # A screen that was plugged in, and the last guests, still have descriptors for a moment.
        if self.descriptors is None:
            time.sleep(PATIENCE_S)
            self.descriptors = self.open_descriptors()
        first = self.descriptors
        self.wait_for(
            lambda: f"{self.open_descriptors()} descriptors, {first} at first", lambda: self.open_descriptors() == first
        )
        # Only now: guests need memory, and a screen has its own.
        self.samples.append(resident_kb(self.daemon.pid))

    def saved(self):
        controls = json.loads(pathlib.Path(self.scratch.state).read_text())["controls"]
        return {c["control"]: c["value"] for c in controls if c["control"] in self.model.controls}

    def open_descriptors(self):
        return len(os.listdir(f"/proc/{self.daemon.pid}/fd"))

    def finish(self):
        self.do_calm()
        third = max(1, len(self.samples) // 3)
        first, last = (statistics.median(part) for part in (self.samples[:third], self.samples[-third:]))
        self.daemon.signal(signal.SIGTERM)
        if (status := self.daemon.wait()) != 0:
            raise Difference(f"SIGTERM has ended it with {status}")
        if self.saved() != self.model.values():
            raise Difference(f"saved at its end: {self.saved()}")
        print(
            f"{sum(self.counts.values())} steps, {self.observer.changes} changes, {sum(self.observer.commits.values())} commits; "
            f"memory {first:.0f} kB in the first third, {last:.0f} kB in the last; {self.descriptors} descriptors"
        )
        print(", ".join(f"{count} {kind}" for kind, count in sorted(self.counts.items())))
        if last > 1.02 * first:
            raise Difference(f"its memory has grown by {100 * (last / first - 1):.1f} %")


def main():
    minutes, seed = int(sys.argv[1]), int(sys.argv[2])
    print(f"seed {seed}", flush=True)
    with Scratch() as scratch:
        soak = Soak(scratch, seed)
        try:
            soak.play(minutes)
        except Exception as error:  # noqa: BLE001: whatever it is, it is a finding
            print(f"a finding after {sum(soak.counts.values())} steps: {type(error).__name__}: {error}")
            print("the last steps:", *soak.said, sep="\n    ")
            print("the daemon's log:", *scratch.log_lines()[-12:], sep="\n    ")
            print(f"again: scripts/soak {minutes} {seed}")
            return 1
        finally:
            if soak.daemon.is_running:
                soak.daemon.signal(signal.SIGKILL)
    print("no difference")
    return 0


sys.exit(main())
