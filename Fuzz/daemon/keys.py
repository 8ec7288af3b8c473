"""Every table and key of docs/configuration.md, each with a generator of values.

A generator of values gets a random number generator and the names in the configuration; it returns TOML. `check`
compares the list with the document, so that no new key is forgotten.
"""

import pathlib
import re

from numerals import number, positive, whole

ROOT = pathlib.Path(__file__).resolve().parents[2]


def quoted(text):
    """A string as TOML writes it: control characters are escaped, all others are literal."""
    escaped = "".join(f"\\u{ord(c):04x}" if ord(c) < 32 or 127 <= ord(c) < 160 else c for c in text)
    return '"' + escaped.replace('\\u', '\0').replace("\\", "\\\\").replace('\0', '\\u').replace('"', '\\"') + '"'


STRINGS = ["Level", "°", "dB", "a b", "ä", "日本", "x" * 16, "'\"\\", "%"]
UNSEEN = ["\x1b[31mred", "\x07", "\u009b2J", "\u202e", "\x7f", "\t", "\n"]


def one(*choices):
    return lambda r, names: r.choice(choices)


def string(most):
    def make(r, names):
        text = r.choice(UNSEEN if r.random() < 0.01 else STRINGS)
        return quoted((text * (8 if r.random() < 0.05 else 1))[:most])

    return make


def truth(r, names):
    return r.choice(["true", "false"])


def of(list_name):
    """One of the names in this list."""
    return lambda r, names: quoted(r.choice(getattr(names, list_name) or ["nobody"]))


def several(list_name):
    def make(r, names):
        known = list(getattr(names, list_name))
        r.shuffle(known)
        return "[" + ", ".join(quoted(n) for n in known[: r.randint(1, 3)]) + "]"

    return make


def whole_of(least, most):
    return lambda r, names: whole(r, least, most)


def numbers(count):
    return lambda r, names: "[" + ", ".join(number(r, (0, 1)) for _ in range(count)) + "]"


def inline(table, *required):
    """An inline table: all required keys, and some of the others."""

    def make(r, names):
        return "{ " + ", ".join(f"{k} = {v}" for k, v in chosen(r, table, names, required, 0.3)) + " }"

    return make


def chosen(r, table, names, required, chance):
    """Pairs of key and value: all that are required, and some of the others."""
    return [(k, make(r, names)) for k, make in KEYS[table].items()
            if make and (k in required or r.random() < chance)]


def list_of(make, least, most):
    return lambda r, names: "[" + ", ".join(make(r, names) for _ in range(r.randint(least, most))) + "]"


def acceleration(r, names):
    return r.choice(['"off"', '"range"', inline("acceleration")(r, names)])


def in_range(r, names):
    made = names.whole(r, number(r, names.ends))
    for _ in range(8):
        if names.low <= float(made) <= names.high and float(made) not in names.outside:
            break
        made = names.whole(r, number(r, names.ends))
    return made


def distance(r, names):
    return names.whole(r, positive(r))


def positions(r, names):
    if names.positions is None:
        count = int(whole(r, 1, 8)) if r.random() < 0.95 else int(whole(r, 1, 1000))
        names.positions = [str(n + 1) for n in range(count)]
        return str(count)
    return "[" + ", ".join(
        quoted(n) if r.random() < 0.7 else "{ name = %s, label = %s }" % (quoted(n), string(100)(r, names))
        for n in names.positions
    ) + "]"


def default(r, names):
    if names.kind in ("float", "int"):
        return in_range(r, names)
    some = r.sample(names.positions, min(len(names.positions), r.randint(0, 2))) or names.positions[:1]
    return quoted(some[0]) if names.kind == "choice" else "[" + ", ".join(map(quoted, some)) + "]"


def per_detent(r, names):
    """Whole for positions, and often a multiple of the step elsewhere, for `round`."""
    if names.kind in ("choice", "selection"):
        return r.choice(["1", "2", "8", "1000"])
    return r.choice(["1", "10", "0.5"]) if r.random() < 0.4 else distance(r, names)


def speeds(r, names):
    ways = ["per_detent"] if names.kind in ("choice", "selection") else names.speed_ways
    made = []
    called = r.sample(["coarse", "medium", "fine", "slow"], r.randint(1, 3))
    for name in called:
        way = r.choice(ways)
        entry = [("name", quoted(name)), (way, KEYS["an entry of speeds"][way](r, names))]
        if way == "per_detent" and r.random() < 0.4:
            entry.append(("round", KEYS["an entry of speeds"]["round"](r, names)))
        for key in ("label", "density", "acceleration"):
            if r.random() < 0.15 and (key != "acceleration" or name != called[-1] or len(called) == 1):
                entry.append((key, KEYS["an entry of speeds"][key](r, names)))
        made.append("{ " + ", ".join(f"{k} = {v}" for k, v in entry) + " }")
    return "[" + ", ".join(made) + "]"


def grid(r, names):
    """A page drawn as rows of names. Most are rectangles: each column has one control, or each row."""
    known = [*names.controls, "."]
    width, height = r.randint(1, 4), r.randint(1, 4)
    if r.random() < 0.5:
        rows = [r.sample(known, min(width, len(known)))] * height
    else:
        rows = [[name] * width for name in r.sample(known, min(height, len(known)))]
    if r.random() < 0.1:
        rows = [[r.choice(known) for _ in range(r.randint(0, 4))] for _ in range(height)]
    return "[" + ", ".join(quoted((" " * r.randint(1, 2)).join(row)) for row in rows) + "]"


def preset_values(r, names):
    """Values of some controls. Usually each fits its control."""
    pairs = []
    for control in r.sample(names.controls, r.randint(1, len(names.controls))) if names.controls else ["nobody"]:
        if control in names.ranges:
            names.kind, names.ends, names.low, names.high, names.outside = names.ranges[control]
            pairs.append((control, in_range(r, names)))
        else:
            known = names.listed.get(control, ["1"])
            some = r.sample(known, min(len(known), r.randint(0, 2)))
            is_list = control in names.selections or r.random() < 0.05
            pairs.append((control, "[" + ", ".join(map(quoted, some)) + "]" if is_list else quoted(r.choice(known))))
    return "{ " + ", ".join(f"{name} = {value}" for name, value in pairs) + " }"


def curve(r, names):
    points = f"[0.3, {number(r)}, 0.7, {number(r)}]"
    return r.choice(['"linear"', '"ease-in"', '"ease-out"', '"ease-in-out"', points])


def action(r, names):
    control = r.choice(names.controls or ["nobody"])
    return quoted(r.choice([
        "cycle-speed", f"cycle-speed:{control}", "speed:next", "speed:previous", "speed:fine", "next-control",
        "previous-control", f"focus:{control}", "next-page", "previous-page", f"page:{r.choice(names.pages or ['p0'])}",
        "reset", f"reset:{control}", "commit", f"commit:{control}", f"set:{control}={number(r)}",
        f"step:{control}={whole(r, -9, 9)}", f"next:{control}", "toggle", f"toggle:{control}=1", "select",
        f"ramp:{r.choice(names.ramps or ['r0'])}",
        *(f"{op}:{preset}" for preset in names.presets for op in ("recall", "store")), "lock", "unlock", "toggle-lock",
        f"lock:{control}", f"unlock:{control}", f"toggle-lock:{control}", "emit", "none",
    ]))  # fmt: skip


def turn_action(r, names):
    control = r.choice(names.controls or ["nobody"])
    return quoted(r.choice(["speed:fine", "speed:coarse", f"control:{control}", "none", "emit"]))


def held_controls(r, names):
    return '"*"' if r.random() < 0.5 else several("controls")(r, names)


def held(r, names):
    """What a held button does; now and then with any members."""
    if r.random() < 0.1:
        return inline("held", "op")(r, names)
    if r.random() < 0.3:
        return '{ op = "lock" }'
    what = r.choice(['op = "lock"', 'op = "speed", speed = "fine"'])
    made = f"{{ {what}, controls = {held_controls(r, names)} }}"
    return made if r.random() < 0.7 else f'[{made}, {{ op = "lock" }}]'


# Sessions must not touch real devices or screens: the conditions for devices match none.
KEYS = {
    "[socket]": {
        "path": one('"/nowhere/wheeld.sock"'),
        "mode": one('"0660"', '"0600"', '"0000"', '"0777"'),
        "group": one('"root"', '"0"', '"input"', '"nobody-at-all"'),
        "write": one('["root"]', '["0"]', "[]", '["@root"]', '["nobody-at-all"]'),
        "define": one('["root"]', "[]", '["nobody-at-all"]'),
        "max_clients": whole_of(1, 10000),
    },
    "[state]": {"path": one('"@/state.json"', '"@/folder/state.json"', '"/proc/state.json"'), "restore": truth, "every_s": one("1", "2.5", "60")},
    "[[control]]": {
        "name": None,
        "like": None,
        "label": string(100),
        "kind": None,
        "commit_after_ms": one("0", "1", "5", "20", "20", "50"),
        "scene": one('"angle"', '"wheel"', '"rotor"', '"positions"', '"selector"', '"digits"', '"readout"'),
        "restore": truth,
        "hands": truth,
        "confirm": one("true", "true", "true", "false"),
        "confirm_timeout_s": one("0.1", "0.1", "0.5", "8", "3600"),
        "range": None,
        "default": default,
        "step": lambda r, names: names.step(r),
        "snap": truth,
        "wrap": None,
        "beyond": one('"clamp"', '"refuse"', '"refuse"'),
        "taper": None,
        "unit": string(16),
        "decimals": whole_of(0, 15),
        "shown": inline("shown"),
        "sign": truth,
        "texts": list_of(inline("an entry of texts", "at", "text"), 1, 3),
        "speeds": speeds,
        "range_turns": lambda r, names: positive(r),
        "acceleration": acceleration,
        "stepper": distance,
        "orientation": one('"horizontal"', '"vertical"', '"auto"'),
        "arm": one('"offset"', '"jump"'),
        "positions": positions,
        "off": lambda r, names: quoted(r.choice(names.positions)),
        "layout": one('"rows"', '"arc"'),
        "max_selected": whole_of(1, 1000),
        "stale_after_s": one("0.1", "0.2", "4.5", "86400"),
        "steppers": one('"auto"', '"always"', '"never"'),
        "origin": in_range,
        "compass": truth,
        "tap_starts": truth,
        "perspective": truth,
    },
    "an entry of speeds": {
        "name": one('"coarse"', '"medium"', '"fine"'),
        "label": string(100),
        "scale": lambda r, names: positive(r) if r.random() < 0.5 else r.choice(["1", "0.3", "0.05", "1000"]),
        "per_detent": per_detent,
        "per_turn": distance,
        "per_octave": one("1", "3", "12", "1000"),
        "round": one("true", "true", "false"),
        "density": one("1", "20", "200", "1e-300", "0.5"),
        "acceleration": acceleration,
    },
    "acceleration": {
        "from_turns_per_s": one("0", "0.3", "1e-300", "100"),
        "full_turns_per_s": one("3", "100", "0.31", "1e-299"),
        "max": one("1", "20", "1e300"),
    },
    "shown": {
        "factor": lambda r, names: number(r),
        "decimals": whole_of(0, 15),
        "group": one('"."', '""', "\"'\""),
        "unit": string(16),
    },
    "an entry of texts": {"at": in_range, "text": string(40)},
    "an entry of positions": {"name": string(64), "label": string(100)},
    "[[ramp]]": {
        "name": None,
        "control": of("numbers"),
        "from": in_range,
        "to": in_range,
        "by": in_range,
        "duration_s": one("0.001", "0.01", "0.05", "1", "86400"),
        "curve": curve,
        "hold": truth,
    },
    "[[preset]]": {"name": None, "label": string(100), "values": preset_values, "writable": truth},
    "[[input]]": {
        "name": None,
        "like": None,
        "type": None,
        "controls": several("controls"),
        "ramp": of("ramps"),
        "on": inline("[input.on]"),
        "reverse": truth,
        "chip": one('"no-such-chip"'),
        "a": one('"GPIO17"', "1"),
        "b": one('"GPIO27"', "2"),
        "button": one('"GPIO22"', "3"),
        "initial": truth,
        "bias": one('"pull-up"', '"pull-down"', '"disabled"', '"as-is"'),
        "active_low": truth,
        "detents": whole_of(1, 10000),
        "detents_per_step": one("1", "2", "3", "64"),
        "transitions_per_detent": whole_of(1, 1024),
        "rest": one('"open"', '"closed"', '"a"', '"b"', '"any"'),
        "detentless": truth,
        "debounce_us": whole_of(0, 10000),
        "match": lambda r, names: inline("match", r.choice(["name", "phys"]))(r, names),
        "grab": truth,
        "axis": one('"REL_DIAL"', '"REL_WHEEL"', '"REL_X"', '"ABS_X"', '"ABS_WHEEL"'),
        "axis_wraps": truth,
        "axis_noise": whole_of(0, 1000000000),
        "takeover": one('"pickup"', '"jump"', '"scale"'),
        "turn_keys": one('["KEY_VOLUMEDOWN", "KEY_VOLUMEUP"]', '["KEY_A", "BTN_0"]'),
        "haptics": truth,
        "matrix": numbers(6),
        "display": of("displays"),
    },
    "match": {
        "name": one('"no such device"', '"no such device ?*"'),
        "path": one('"/dev/input/by-id/no-such-device"'),
        "phys": one('"no such place"', '"no-such-place-*"'),
        "uniq": one('"aa:bb:cc:dd:ee:ff"', '"no-such-*"'),
        "vendor": whole_of(0, 65535),
        "product": whole_of(0, 65535),
        "property": one('"NO_SUCH_PROPERTY"', '"NO_SUCH=1"'),
    },
    "[input.on]": {
        "down": action, "up": action, "click": action, "double": action, "long": action, "turn": turn_action,
        "held": held,
    },  # fmt: skip
    "held": {"op": one('"speed"', '"lock"'), "speed": one('"fine"', '"coarse"', '"nobody"'), "controls": held_controls},
    "[panel]": {"locked": truth},
    "[buttons]": {"debounce_ms": whole_of(0, 1000), "double_ms": whole_of(1, 5000), "long_ms": whole_of(1, 10000)},
    "[touch]": {"tap_ms": whole_of(1, 2000), "double_ms": whole_of(41, 5000), "slop_mm": one("1.3", "50", "1e-300"),
                "first_tap": one('"act"', '"mark"'), "two_finger_double": one('"none"', '"reset"')},
    "[[display]]": {
        "name": None,
        "output": one('"none"', '"remote"'),
        "size": one("[128, 64]", "[320, 240]", "[64, 200]", "[64, 64]", "[0, -1]", "[1e3, 2]", "[200]"),
        "rotate": one("0", "90", "180", "270"),
        "theme": one('"dark"', '"light"', '"mono"'),
        "size_mm": one("[108, 65]", "[22, 11]", "[65, 108.5]", "[5, 5000]", "[4, 5]", "[108]"),
        "distance_m": one("0.1", "0.35", "0.6", "2", "10"),
        "motion": one('"full"', '"reduced"'),
        "fps": whole_of(1, 240),
        "blank_after_s": one("0", "1", "31536000"),
        "blank_by": one('"off"', '"black"'),
        "waking": one('"touch"', '"all"', '"none"'),
        "font": one('"DejaVu Sans"', '"/nowhere.ttf"', '"/dev/null"'),
        "corner_mm": one("0", "1.2", "10"),
    },
    "[[page]]": {
        "name": None,
        "title": string(100),
        "display": of("displays"),
        "controls": several("controls"),
        "inputs": several("inputs"),
        "grid": grid,
        "columns": whole_of(1, 32),
        "rows": whole_of(1, 32),
    },
}


def documented():
    """The tables of the document, each with its keys."""
    text = (ROOT / "docs/configuration.md").read_text()
    tables = re.findall(r"<!-- keys: (.*?) -->(.*?)<!-- end -->", text, re.DOTALL)
    return {title: set(re.findall(r"^\| `(\w+)` \|", body, re.MULTILINE)) for title, body in tables}


def check():
    """The differences between the document and the list."""
    told = documented()
    problems = [f"{table} is not in docs/configuration.md" for table in KEYS if table not in told]
    for table, keys in told.items():
        for key in sorted(keys ^ set(KEYS.get(table, {}))):
            where = "docs/configuration.md" if key not in keys else "Fuzz/daemon/keys.py"
            problems.append(f"{table}: {key} is not in {where}")
    return problems
