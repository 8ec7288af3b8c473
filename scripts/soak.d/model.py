"""What each control must be, by docs/model.md, in exact arithmetic."""

import math
from fractions import Fraction


class Number:
    def __init__(self, low, high, speeds, step=None, wraps=False, default=None):
        self.low, self.high = Fraction(low), Fraction(high)
        self.amounts = {name: Fraction(amount) for name, amount in speeds.items()}
        self.speed = next(iter(speeds))
        self.step = Fraction(step) if step else None
        self.wraps = wraps
        self.exact = self.default = Fraction(low if default is None else default)
        self.rotations = 0

    @property
    def value(self):
        return float(self.exact)

    def turn(self, detents, speed=None):
        amount = self.amounts[speed or self.speed]
        if self.step:
            amount = max(1, round(amount / self.step)) * self.step
        self.put(self.exact + detents * amount)

    def put(self, exact):
        if not self.wraps:
            self.exact = min(max(exact, self.low), self.high)
            return
        span = self.high - self.low
        turns = math.floor((exact - self.low) / span)
        self.rotations += turns
        self.exact = exact - turns * span

    def set(self, number):
        exact = Fraction(repr(number))
        if self.step:
            exact = self.low + round((min(max(exact, self.low), self.high) - self.low) / self.step) * self.step
        self.put(exact)

    def next_speed(self):
        names = list(self.amounts)
        self.speed = names[(names.index(self.speed) + 1) % len(names)]

    def restrict(self, high):
        """A reload has changed the upper end."""
        self.high = Fraction(high)
        self.put(self.exact)

    def some(self, random):
        """A number that may be set, now and then beyond an end."""
        width = self.high - self.low
        places = random.choice((0, 1, 3))
        number = float(self.low - width / 10) + random.random() * float(width) * 1.2
        if self.wraps:
            number = min(max(number, 0), 359)
        if self.step:
            # Never between two points of the grid: a tie would be a question of its own.
            number = float(self.low + round((Fraction(number) - self.low) / self.step) * self.step)
        return round(number, places if not self.step else 1)


class Choice:
    def __init__(self, positions):
        self.positions, self.index = positions, 0
        self.speed = None

    @property
    def value(self):
        return self.positions[self.index]

    def turn(self, detents, speed=None):
        self.index = min(max(self.index + detents, 0), len(self.positions) - 1)

    def set(self, name):
        self.index = self.positions.index(name)

    def some(self, random):
        return random.choice(self.positions)


class Selection:
    def __init__(self, positions, most):
        self.positions, self.most, self.value = positions, most, []
        self.speed = None

    def set(self, names):
        self.value = sorted(names, key=self.positions.index)

    def some(self, random):
        return random.sample(self.positions, random.randint(0, self.most))


class Instrument:
    """The controls, and what each input turns."""

    LEVELS = {"usual": 1000, "other": 500}

    def __init__(self):
        self.controls = {
            "frequency": Number("0.1", 30, {"coarse": "0.1", "fine": "0.001"}, default="7.1"),
            "gain": Number(-60, 6, {"only": "0.5"}, step="0.5", default=0),
            "azimuth": Number(0, 360, {"coarse": 5, "fine": "0.1"}, wraps=True, default=10),
            "level": Number(0, 1000, {"tens": 10, "ones": 1}, step=1, default=0),
            "filter": Choice(["low", "band", "high"]),
            "steps": Selection([str(n + 1) for n in range(16)], 3),
        }
        self.lists = {"knob": ["frequency", "gain"], "encoder": ["azimuth"], "dial": ["level", "filter"]}
        self.focus = {name: controls[0] for name, controls in self.lists.items()}
        self.level = "usual"

    def focused(self, name):
        return self.controls[self.focus[name]]

    def next_control(self, name):
        controls = self.lists[name]
        self.focus[name] = controls[(controls.index(self.focus[name]) + 1) % len(controls)]

    def reload(self, level):
        self.level = level
        self.controls["level"].restrict(self.LEVELS[level])

    def values(self):
        return {name: control.value for name, control in self.controls.items()}


CONFIGURATION = """
[socket]
path = "{socket}"
mode = "0666"
max_clients = 40

[state]
path = "{state}"

[[control]]
name = "frequency"
kind = "float"
range = "[0.1, 30]"
default = 7.1
speeds = [{{ name = "coarse", per_detent = 0.1 }}, {{ name = "fine", per_detent = 0.001 }}]
commit_after_ms = 50

[[control]]
name = "gain"
kind = "float"
range = "[-60, 6]"
step = 0.5
default = 0
speeds = [{{ name = "only", per_detent = 0.5 }}]

[[control]]
name = "azimuth"
kind = "float"
range = "[0, 360)"
wrap = true
default = 10
speeds = [{{ name = "coarse", per_detent = 5 }}, {{ name = "fine", per_detent = 0.1 }}]

[[control]]
name = "level"
kind = "int"
range = "[0, {level}]"
speeds = [{{ name = "tens", per_detent = 10 }}, {{ name = "ones", per_detent = 1 }}]

[[control]]
name = "filter"
kind = "choice"
positions = ["low", "band", "high"]

[[control]]
name = "steps"
kind = "selection"
positions = 16
max_selected = 3

[[control]]
name = "touched"
kind = "int"
range = "[0, 50]"

[[preset]]
name = "night"
values = {{ frequency = 3.65, gain = -30, filter = "band" }}

[[input]]
name = "knob"
type = "evdev"
match = {{ name = "wheeld test knob" }}
controls = ["frequency", "gain"]
[input.on.BTN_0]
click = "cycle-speed"
double = "none"
[input.on.BTN_1]
click = "next-control"
double = "none"

[[input]]
name = "encoder"
type = "gpio"
a = 0
b = 1
button = 2
controls = ["azimuth"]
[input.on]
click = "cycle-speed"
double = "none"

[[input]]
name = "dial"
type = "client"
controls = ["level", "filter"]

[[input]]
name = "glass"
type = "touch"
match = {{ name = "wheeld test glass" }}
controls = ["touched"]

[[display]]
name = "main"
output = "drm"

[[display]]
name = "panel"
output = "remote"
size = [320, 240]

[[page]]
name = "all"
controls = ["touched"]
"""
