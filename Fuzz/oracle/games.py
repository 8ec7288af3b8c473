"""Random games: configurations, and steps of hands, clients and time. Nothing of the model is known here but names."""

import re

from configurations import changed, configuration, names_in
from keys import KEYS
from numerals import number
from requests import OPERATIONS, Instrument, request
from scenes import CELL, COLUMNS, DOUBLE, TAP, scene

# What the former model does not know.
del KEYS["[touch]"]["two_finger_double"]
del KEYS["[[display]]"]["corner_mm"]
# What the model answers; the daemon and its server answer the rest.
ASKED = [
    "get", "set", "turn", "step", "speed", "focus", "page", "lock", "reset", "commit", "apply", "revert", "toggle", "select",
    "ramp", "ramp-pause", "ramp-resume", "ramp-cancel", "ramp-scrub", "ramp-restart", "ramp-reverse", "recall", "store",
]  # fmt: skip
assert set(ASKED) <= set(OPERATIONS)
SECOND = 1_000_000


def game(r, length):
    """A game as lines of text, without its name."""
    return Game(r).lines(length)


class Game:
    def __init__(self, r):
        self.r = r
        first = furnished(r, configuration(r))
        self.configurations = [first]
        for _ in range(r.choice([0, 1, 2])):
            self.configurations.append(changed(r, first))
        self.definitions = [defined(configuration(r)) for _ in range(r.choice([0, 1, 2]))]
        self.instrument = Instrument(first)
        tables = names_in(first)
        self.inputs = {table.get("name"): table for table in tables["input"]}
        self.ramped = [table["control"] for table in tables["ramp"] if table.get("control") in self.instrument.controls]
        self.fingers = {}
        self.held = set()
        self.last_knob = 0
        # Where the axes stand.
        self.axes = {}
        # The rest of a gesture or a scene, as whole lines.
        self.gesture = []

    def lines(self, length):
        lines = []
        for text in self.configurations:
            lines.append("config")
            lines += ["|" + line for line in text.splitlines()]
        for text in self.definitions:
            lines.append("definition")
            lines += ["|" + line for line in text.splitlines()]
        lines.append("steps")
        lines += [self.step(number) for number in range(length)]
        return [*lines, "end"]

    def step(self, place):
        if self.gesture and self.r.random() < 0.9:
            return self.gesture.pop(0)
        if not self.gesture and self.r.random() < 0.03:
            self.gesture = scene(self)
            if self.gesture:
                return self.gesture.pop(0)
        return f"{self.time()} {self.act(place)}"

    def time(self):
        r = self.r
        after = r.choices(
            [0, r.randrange(1, 2000), r.randrange(2000, 20_000), r.randrange(20_000, 400_000), self.limit(),
             r.randrange(SECOND, 11 * SECOND)],
            [10, 20, 35, 20, 12, 1])[0]  # fmt: skip
        late = "!" if r.random() < 0.1 else ""
        if r.random() < 0.003:
            late, after = "!", r.choice([1000, 90_000]) * SECOND
        lag = f"-{r.choice([1, 300, 20_000, 900_000, 5 * SECOND])}" if r.random() < 0.08 else ""
        return f"{late}{after}{lag}"

    def limit(self):
        """A time at which something may end, or a microsecond beside it."""
        limit = self.r.choice([5, 8, 16, 20, 40, 250, 300, 350, 400, 500, 600, 800, 1000, 2000, 8000])
        return max(0, limit * 1000 + self.r.choice([-1, 0, 0, 1]))

    def act(self, place):
        r = self.r
        kind = r.random()
        if kind < 0.34:
            return f"ask {r.randrange(3)} {request(r, self.instrument, place, only=ASKED)}"
        if kind < 0.56 and self.instrument.inputs:
            return self.knob()
        if kind < 0.93 and self.instrument.inputs:
            return self.touch()
        if kind < 0.935:
            return "restart"
        if kind < 0.94:
            return f"leave {r.randrange(3)}"
        if kind < 0.955:
            return f"reload {r.randrange(3)}"
        if kind < 0.97:
            return f"define {r.randrange(3)}"
        if kind < 0.98:
            return f"lay-out {r.choice(['single', 'bank'])}"
        return "wait"

    # Hands

    def knob(self):
        r = self.r
        lit = "*" if r.random() < 0.03 else ""
        # Mostly the same knob again, as a hand does.
        if r.random() < 0.3:
            self.last_knob = r.randrange(len(self.instrument.inputs))
        which, kind = self.last_knob, r.random()
        if kind < 0.55:
            units = r.choice([120, 120, 120, -120, -120, 240, -360, 30, -60, 1, 12_000, -12_000])
            if r.random() < 0.02:
                units = r.choice([2**31, -(2**31), 2**53, -(2**53), 2**63 - 1, -(2**63)])
            return f"{lit}turned {which} {units}"
        if kind < 0.65:
            ways = ["0", "1", "0.5", str(round(r.random(), 3)), "5e-324"]
            # Mostly it moves on a little from its place.
            start = self.axes.get(which, "-") if r.random() < 0.9 else r.choice(["-", *ways[:4]])
            end = r.choices(ways, [4, 4, 4, 20, 1])[0]
            if start != "-" and r.random() < 0.5:
                end = str(round(min(max(float(start) + r.uniform(-0.1, 0.1), 0), 1), 4))
            self.axes[which] = end
            return f"{lit}moved {which} {start} {end}"
        button = r.choice([0, 0, 0, 1])
        if kind < 0.68:
            return f"level {which} {button} {r.randrange(2)}"
        if kind < 0.69:
            return f"settling {which} {button} {r.randrange(2)}"
        if kind < 0.70:
            return f"lost {which}"
        down = (which, button) not in self.held
        (self.held.add if down else self.held.discard)((which, button))
        return f"{lit}{'pressed' if down else 'released'} {which} {button}"

    def touch(self):
        r = self.r
        lit = "*" if r.random() < 0.02 else ""
        screens = [n for n, name in enumerate(self.instrument.inputs) if name.startswith("t")]
        which = r.choice(screens or [0])
        if r.random() < 0.02:
            self.fingers[which] = {}
            return f"cancelled {which}"
        fingers = self.fingers.setdefault(which, {})
        kind = r.random()
        if not fingers and kind < 0.6:
            self.gesture = self.made_gesture(which)
            return f"touched {which}"
        if not fingers or kind < 0.15 and len(fingers) < 4:
            fingers[r.randrange(5)] = self.place()
        elif kind < 0.75:
            for finger in fingers:
                x, y = fingers[finger]
                reach = r.choice([0, 1, 6, 30, 90])
                fingers[finger] = (round(x + r.uniform(-reach, reach), 1), round(y + r.uniform(-reach, reach), 1))
        else:
            del fingers[r.choice(list(fingers))]
        words = [f"{n},{x},{y}" + (",palm" if r.random() < 0.01 else "") for n, (x, y) in fingers.items()]
        if words and r.random() < 0.005:
            words[0] = f"{words[0].split(',')[0]},{number(r)},{r.choice(['nan', 'inf', number(r)])}"
        return f"{lit}touched {which} {' '.join(words)}".rstrip()

    def made_gesture(self, which):
        """Lines of a tap, several taps, a hold, or a drag of one or two fingers in one direction."""
        r = self.r
        x, y = self.place()
        if r.random() < 0.5:
            lines = []
            for _ in range(r.choice([1, 1, 2, 2, 3])):
                held = r.choice([30_000, 60_000, 60_000, 120_000, TAP, TAP + 1, 600_000, 1_500_000])
                pause = r.choice([40_000, 80_000, 80_000, 150_000, DOUBLE, DOUBLE + 1, 350_000])
                lines += [f"{pause} touched {which} 0,{x},{y}", f"{held} touched {which}"]
            return lines
        reach = r.choice([4, 12, 40, 90])
        dx, dy = r.choice([(reach, 0), (-reach, 0), (0, reach), (0, -reach), (reach, reach / 3)])
        count, apart = r.choice([1, 1, 2, 2, 3]), r.choice([60, 200])
        pinch = r.random() < 0.3
        lines = []
        for step in range(r.randrange(2, 9)):
            places = [
                (f"{n}", round(x + n * apart + (dx if not pinch or n else -dx) * step, 1),
                 round(y + (dy if not pinch or n else -dy) * step, 1))
                for n in range(count)
            ]  # fmt: skip
            lines.append(f"{r.choice([4, 8, 16, 16, 50])}000 touched {which} " + " ".join(f"{n},{a},{b}" for n, a, b in places))
        return [*lines, f"{r.choice([8, 16, 300])}000 touched {which}"]

    def place(self):
        rows = len(self.instrument.controls) + 1
        return (round(self.r.uniform(0, COLUMNS * CELL), 1), round(self.r.uniform(0, rows * CELL), 1))


def defined(text):
    """The controls, ramps and pages of a configuration under other names, as a client may define them."""
    tables = [t for t in re.split(r"(?m)^(?=\[)", text) if t.startswith(("[[control]]", "[[ramp]]", "[[page]]"))]
    return re.sub(r"\b[cpr](?=\d\b)", lambda found: {"c": "d", "p": "q", "r": "w"}[found[0]], "".join(tables))


def furnished(r, text):
    """The configuration with two touchscreens on two displays, and more of what is rare in it."""
    text = text.removeprefix("input = []\n")
    ends = ['[[display]]\nname = "other"\noutput = "remote"\nsize = [320, 240]\n']
    for name, display in (("t0", "main"), ("t1", "other")):
        ends.append(f'[[input]]\nname = "{name}"\ntype = "touch"\nmatch = {{ name = "{name}" }}\ndisplay = "{display}"\n')
    if r.random() < 0.25:
        kind = r.choice(["choice", "choice", "selection"])
        text += f'[[control]]\nname = "c9"\nkind = "{kind}"\npositions = {r.choice([2, 2, 3, 7])}\n'
        if kind == "choice" and r.random() < 0.4:
            text += "confirm = true\n"
    if "confirm" not in text and r.random() < 0.25:
        found = r.choice(list(re.finditer(r'(?m)^kind = "(float|int|choice)"\n', text)) or [None])
        if found:
            text = text[: found.end()] + "confirm = true\n" + text[found.end() :]
    known = Instrument(text)
    if "[[input]]" not in text or r.random() < 0.5:
        control = r.choice(known.controls)
        actions = ['click = "cycle-speed"', 'long = "reset"', 'turn = "speed:fine"', 'double = "next-control"', 'down = "toggle-lock"',
                   'held = { op = "lock" }', 'click = "apply"', 'long = "revert"', 'click = "next-control"']  # fmt: skip
        if known.positions(control):
            actions += [f'click = "next:{control}"', f'double = "set:{control}={known.positions(control)[0]}"']
        else:
            actions += [f'click = "set:{control}={known.ends(control)[0]}"', f'click = "step:{control}=-1"']
        actions += [f'double = "recall:{preset}"' for preset in known.presets]
        on = {a.split(" ")[0]: a for a in r.sample(actions, r.randrange(4))}
        bindings = f"on = {{ {', '.join(on.values())} }}\n" if on else ""
        ends.append(f'[[input]]\nname = "k"\ntype = "client"\n{bindings}')
        ramps = re.findall(r'(?m)^\[\[ramp\]\]\nname = (".*")$', text)
        if ramps and r.random() < 0.3:
            ends.append(f"ramp = {r.choice(ramps)}\n")
        elif r.random() < 0.3:
            ends.append(f"detents_per_step = {r.choice([2, 3])}\n")
    if r.random() < 0.1:
        held = r.choice(['{ op = "lock" }', '{ op = "speed", speed = "fine", controls = "*" }'])
        ends.append('[[input]]\nname = "g"\ntype = "gpio"\nchip = "no-such-chip"\na = "GPIO17"\nb = "GPIO27"\n')
        ends.append(f'button = "GPIO22"\ninitial = true\non = {{ held = {held} }}\n')
    if r.random() < 0.3:
        takeover = r.choice(["pickup", "scale", "scale", "jump"])
        match = '{ name = "a" }'
        ends.append(f'[[input]]\nname = "a"\ntype = "evdev"\nmatch = {match}\naxis = "ABS_X"\ntakeover = "{takeover}"\n')
    return text + "".join(ends)


