"""Scenes: a few steps that people and programs make one after another, and that noise alone hardly ever puts together.

A scene is a list of lines. One that the instrument cannot play is empty.
"""

import json
import math
import re

from numerals import text
from requests import request, value

# TargetGrid.swift: a row for each control, and in it the columns of the targets that all numbers have.
CELL, COLUMNS = 100, 10
WHEEL, ARM, DOWN, UP, SLIDER = range(5)
# Of numbers with a ramp, and of positions.
RAMP_BUTTON, CHART, CHIPS = 7, 4, 5
# In microseconds: of taps, unless the configuration has others, and of a knob between two turns.
TAP, DOUBLE, REST = 180_000, 300_000, 800_000
# What may be done to a draft or beside a ramp.
BESIDE = [
    "get", "set", "turn", "step", "speed", "lock", "reset", "commit", "apply", "revert", "toggle", "select",
    "ramp-pause", "ramp-resume", "ramp-cancel", "ramp-scrub", "ramp-restart", "ramp-reverse",
]  # fmt: skip


def scene(game):
    """One of those that the instrument can play."""
    for make in game.r.sample(SCENES, len(SCENES)):
        if lines := make(game):
            return lines
    return []


def write_beside_hand(game):
    """A hand moves a control a little and lets go; a client writes it unless somebody is editing."""
    r, control = game.r, a_control(game)
    if r.random() < 0.3 and (knob := an_input(game, "client", "gpio", "evdev")) is not None:
        control = turned(game, knob)
        lines = [focused(game, knob, control), f"4000 turned {knob} {r.choice([120, -120, 240])}"]
    else:
        screen, column, far = a_screen(game), r.choice([WHEEL, ARM, ARM]), r.choice([-6, -3, 3, 6])
        x, y = place(game, control, column, r.uniform(-25, 25), r.uniform(15, 30))
        lines = [f"20000 touched {screen} 0,{x},{y}", f"16000 touched {screen} 0,{x + far},{y}", f"60000 touched {screen}"]
    after = r.choice([1, 20_000, 100_000, 250_000, DOUBLE - 1, DOUBLE, DOUBLE + 1])
    return [*lines, asked(game, after, "set", control, value=value(r, game.instrument, control), unless='"editing"')]


def write_where_ramp_goes(game):
    """A client sets the value at which a ramp is about to end, and maybe one more."""
    r = game.r
    stepped = [(c, *found) for c in game.instrument.controls if (found := stops(game, c))]
    if not stepped:
        return []
    control, low, step = r.choice(stepped)
    start, count, millis = r.randrange(5), r.choice([1, 1, 2, 5, -1]), r.choice([10, 10, 16, 30, 50])
    ends = [text(low + (start + way) * step) for way in (0, count)]
    duration = str(millis / 1000)
    after = round(millis * 1000 * r.uniform(0.5, 1))
    lines = [
        asked(game, 5000, "ramp", control, **{"from": ends[0], "to": ends[1], "duration_s": duration}),
        asked(game, after, "set", control, value=ends[1], commit="false"),
    ]
    if r.random() < 0.5:
        lines.append(asked(game, 20_000, "set", control, value=r.choice(ends), commit="false"))
    return [*lines, f"30000 leave {r.randrange(3)}"]


def draft_under_lock(game):
    """A client moves what is locked, and the lock is set once more."""
    r, control = game.r, a_control(game, confirms)
    if control is None:
        return []
    lines = [asked(game, 5000, "lock", r.choice([control, control, None]), locked="true")]
    lines += [draft(game, control) for _ in range(r.choice([1, 2]))]
    lines.append(asked(game, 5000, "lock", r.choice([control, control, None]), locked="true"))
    if r.random() < 0.5:
        lines.append(asked(game, 5000, r.choice(["apply", "revert"]), control))
    return [*lines, asked(game, 5000, "lock", control, locked="false"), asked(game, 0, "lock", None, locked="false")]


def half_steps(game):
    """Several detents make a step. Between them the speed changes and changes back, or the knob rests."""
    r = game.r
    knobs = [n for n, name in enumerate(game.instrument.inputs) if game.inputs[name].get("detents_per_step", 1) in (2, 3)]
    if not knobs:
        return []
    knob = r.choice(knobs)
    control, turn = turned(game, knob), r.choice([120, 120, -120])
    lines = [focused(game, knob, control), f"300000 turned {knob} {turn}"]
    if r.random() < 0.4:
        lines.append(f"{r.choice([REST - 1, REST, REST + 1, 2 * REST])} turned {knob} {turn}")
    else:
        for way in r.choice([("next", "previous"), ("previous", "next"), ("next",)]):
            lines.append(asked(game, 50_000, "speed", control, speed=json.dumps(way)))
    return lines + [f"50000 turned {knob} {turn}"] * 3


def axis_sweep(game):
    """A fader moves far in small steps, from elsewhere than the value."""
    r = game.r
    faders = [n for n, name in enumerate(game.instrument.inputs) if "axis" in game.inputs[name]]
    if not faders:
        return []
    fader = r.choice(faders)
    control = turned(game, fader)
    lines = [focused(game, fader, control), asked(game, 5000, "set", control, value=value(r, game.instrument, control))]
    stand, way = float(game.axes.get(fader, r.random())), r.choice([-1, 1])
    for _ in range(r.randrange(4, 16)):
        if r.random() < 0.1:
            way = -way
        end = round(min(max(stand + way * r.choice([0.003, 0.01, 0.03, 0.1]) * r.random(), 0), 1), 4)
        lines.append(f"{r.choice([4, 8, 16])}000 moved {fader} {stand} {end}")
        stand = end
    game.axes[fader] = str(stand)
    return lines


def circles(game):
    """A finger leads an arm round and round, and back."""
    r, screen = game.r, a_screen(game)
    control, radius = a_control(game), r.choice([15, 30, 45])
    angle, way, count = r.uniform(0, 2 * math.pi), r.choice([-1, 1]), r.choice([5, 7])
    lines = []
    for turns, direction in ((r.choice([1, 2, 2.5, 3]), way), (r.choice([0.3, 1, 2]), -way)):
        for _ in range(round(turns * count)):
            x, y = place(game, control, ARM, radius * math.cos(angle), radius * math.sin(angle))
            lines.append(f"{r.choice([8, 16])}000 touched {screen} 0,{x},{y}")
            angle += direction * 2 * math.pi / count
    return [*lines, f"16000 touched {screen}"]


def swipe_over_targets(game):
    """Two fingers come down on targets that move something, most often of one control, and swipe to another page."""
    r, screens = game.r, screens_of(game)
    if len(game.instrument.pages) < 2:
        return []
    control = a_control(game)
    columns = r.choice([(DOWN, UP), (UP, DOWN), (UP, DOWN), (SLIDER, UP), (DOWN, SLIDER), (WHEEL, UP)])
    controls = (control, control if r.random() < 0.7 else a_control(game))
    first, second = (place(game, c, column, r.uniform(-20, 20), r.uniform(-20, 20)) for c, column in zip(controls, columns))
    screen, way, frames = screens[0], r.choice([-1, 1]), r.randrange(2, 6)
    lines = [f"50000 touched {screen} 0,{first[0]},{first[1]}"]
    if r.random() < 0.3:
        first = (first[0] + r.choice([-6, 6]), first[1])
        lines.append(f"16000 touched {screen} 0,{first[0]},{first[1]}")
    for frame in range(frames + 1):
        far = way * 160 * frame / frames
        words = [f"{n},{round(x + far, 1)},{y}" for n, (x, y) in enumerate((first, second))]
        lines.append(f"{r.choice([8, 16, 50])}000 touched {screen} {' '.join(words)}")
    return [*lines, f"30000 touched {screen}"]


def beside_draft_or_ramp(game):
    """A client leaves a draft, or a ramp that runs; then hands and clients do anything to that control."""
    r = game.r
    waiting = a_control(game, lambda table: confirms(table) and "positions" in table) or a_control(game, confirms)
    ramped = a_control(game, lambda table: table.get("kind") in ("float", "int"))
    if waiting and (not ramped or r.random() < 0.6):
        control, lines = waiting, [draft(game, waiting)]
    elif ramped:
        found = stops(game, ramped)
        to = text(found[0] + r.randrange(1, 10) * found[1]) if found else value(r, game.instrument, ramped)
        control, lines = ramped, [asked(game, 5000, "ramp", ramped, to=to, duration_s=r.choice(["1", "2.5", "10"]))]
    else:
        return []
    for _ in range(r.randrange(3, 7)):
        kind, after = r.random(), r.choice([2000, 8000, 20_000, 60_000])
        if kind < 0.5:
            line = request(r, game.instrument, 1, only=[r.choice(BESIDE)])
            line = re.sub(r'"control":"[^"]*"', f'"control":{json.dumps(control)}', line)
            lines.append(f"{after} ask {r.randrange(3)} {line}")
        elif kind < 0.9:
            column = r.choice([*range(COLUMNS), CHART, CHART])
            x, y = place(game, control, column, r.uniform(-45, 45), r.uniform(-45, 45))
            lines += tap(a_screen(game), x, y, after, r.choice([30_000, 60_000, TAP, 500_000]))
        elif (knob := an_input(game, "client", "gpio", "evdev")) is not None:
            lines.append(f"{after} {r.choice(['turned {} 120', 'turned {} -120', 'pressed {} 0', 'released {} 0']).format(knob)}")
    return lines


def chosen_from_chips(game):
    """A finger opens the chooser of a control, or takes a chip of its list, and chooses."""
    r, control = game.r, a_control(game, lambda table: "positions" in table)
    if control is None:
        return []
    screen, lines = a_screen(game), []
    for _ in range(r.choice([2, 3, 4])):
        x, y = place(game, control, r.choice([CHIPS, CHIPS, CHIPS + 1]), r.uniform(-50, 50), r.uniform(-50, 50))
        lines += tap(screen, x, y, r.choice([150_000, DOUBLE, DOUBLE + 20_000, 500_000]), 60_000)
        if r.random() < 0.15:
            lines.append(f"8000 lay-out {r.choice(['single', 'bank'])}")
    return lines


def clicks(game):
    """A button is clicked, several times or for long; now and then its knob turns meanwhile."""
    r, knob = game.r, an_input(game, "client", "gpio", "evdev")
    if knob is None:
        return []
    game.held.discard((knob, 0))
    lines = []
    for _ in range(r.choice([1, 2, 2, 3])):
        lines.append(f"{r.choice([30, 80, 150, 400, 400])}000 pressed {knob} 0")
        if r.random() < 0.15:
            lines.append(f"20000 turned {knob} {r.choice([120, -120, 30])}")
        lines.append(f"{r.choice([20, 60, 60, 120, 600, 700])}000 released {knob} 0")
    return lines


def meanwhile(game):
    """A finger has tapped, or is down, when somebody else moves the control, or controls are defined or taken away."""
    r, screen, control = game.r, a_screen(game), a_control(game)
    column = r.choice([WHEEL, ARM, UP, SLIDER, CHIPS])
    if game.ramped and r.random() < 0.6:
        control, column = r.choice(game.ramped), RAMP_BUTTON
    x, y = place(game, control, column)
    lines = tap(screen, x, y, 20_000, 60_000)
    if r.random() < 0.3:
        lines[1] = f"16000 touched {screen} 0,{x + r.choice([-20, 20])},{y}"
    after, kind = r.choice([1, 50_000, 200_000]), r.random()
    if kind < 0.4:
        lines.append(f"{after} define {r.randrange(len(game.definitions) + 1)}")
    elif kind < 0.7:
        lines.append(asked(game, after, "step", control, count=r.choice(["1", "-1"])))
    else:
        lines.append(asked(game, after, "set", control, value=value(r, game.instrument, control)))
    return [*lines, f"{r.choice([8000, 400_000])} touched {screen}"]


SCENES = [
    write_beside_hand, write_where_ramp_goes, draft_under_lock, half_steps, axis_sweep, circles, swipe_over_targets,
    beside_draft_or_ramp, beside_draft_or_ramp, chosen_from_chips, clicks, meanwhile,
]  # fmt: skip


# What scenes are made of


def asked(game, after, op, control, **members):
    """A request. Its members are JSON already."""
    named = {"control": json.dumps(control)} if control else {}
    pairs = ",".join(f'"{key}":{text}' for key, text in (named | members).items())
    return f'{after} ask {game.r.randrange(3)} {{"op":"{op}",{pairs}}}'


def confirms(table):
    return table.get("confirm") is True and table.get("kind") != "selection"


def draft(game, control):
    """A request that moves the draft of a control."""
    r = game.r
    moves = [("turn", {"detents": r.choice(["1", "-1"])}), ("step", {"count": r.choice(["1", "-1"])}), ("reset", {})]
    if game.instrument.positions(control):
        moves.append(("select", {"position": position(game, control)}))
    op, members = r.choice(moves)
    return asked(game, 5000, op, control, **members)


def tap(screen, x, y, pause, held):
    return [f"{pause} touched {screen} 0,{x},{y}", f"{held} touched {screen}"]


def focused(game, knob, control):
    name = json.dumps(game.instrument.inputs[knob])
    return asked(game, 5000, "focus", control, input=name)


def a_control(game, suits=None):
    suiting = [c for c in game.instrument.controls if suits is None or suits(game.instrument.tables.get(c, {}))]
    return game.r.choice(suiting) if suiting else None


def turned(game, knob):
    """A control that this input may turn."""
    return game.r.choice(game.inputs[game.instrument.inputs[knob]].get("controls") or game.instrument.controls)


def an_input(game, *types):
    found = [n for n, name in enumerate(game.instrument.inputs) if game.inputs[name].get("type") in types]
    return game.r.choice(found) if found else None


def screens_of(game):
    return [n for n, name in enumerate(game.instrument.inputs) if name in ("t0", "t1")] or [0]


def a_screen(game):
    return game.r.choice(screens_of(game))


def place(game, control, column, right=0.0, below=0.0):
    """A place beside the middle of a target."""
    row = game.instrument.controls.index(control)
    return round((column + 0.5) * CELL + right, 1), round((row + 0.5) * CELL + below, 1)


def position(game, control):
    return json.dumps(game.r.choice(game.instrument.positions(control) or ["1"]), ensure_ascii=False)


def stops(game, control):
    """The first grid point and the step of a number that has them."""
    table = game.instrument.tables.get(control, {})
    low = re.match(r"[\[(]\s*([-+.\de]+),", str(table.get("range", "")))
    step = table.get("step", 1 if table.get("kind") == "int" else None)
    if not low or not step or not math.isfinite(float(low[1]) + 10 * float(step)):
        return None
    return float(low[1]), float(step)
