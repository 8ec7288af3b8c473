"""Random configurations with every kind of control, most of them valid. One key per line, for shrinking."""

import tomllib

from keys import KEYS, chosen, quoted
from numerals import EXTREMES, number, positive, text

SANE_RANGES = [
    ("[", "0", "100", "]"), ("[", "-60", "6", "]"), ("[", "0.1", "30", "]"), ("[", "0", "360", ")"),
    ("(", "0", "360", "]"), ("(", "0", "1", ")"), ("[", "1", "1000", "]"), ("[", "0", "inf", ")"),
    ("(", "-inf", "inf", ")"), ("[", "-180", "180", ")"),
    ("[", "0", "10", ")"), ("(", "-10", "10", ")"), ("[", "-9007199254740992", "9007199254740992", "]"),
]  # fmt: skip


class Names:
    """The names in a configuration, and the properties of the current control that generators of values need."""

    def __init__(self):
        self.controls, self.numbers, self.ramps, self.inputs, self.pages, self.displays = [], [], [], [], [], []
        self.presets, self.selections, self.listed = [], [], {}
        self.kind, self.positions, self.ends, self.speed_ways = None, None, (), ()
        self.span = None
        self.low, self.high, self.outside = -float("inf"), float("inf"), ()
        self.ranges = {}

    def whole(self, r, number_text):
        """Usually a number that fits this kind of control."""
        if self.kind != "int" or r.random() < 0.03:
            return number_text
        return str(int(max(-(2.0**53), min(2.0**53, float(number_text)))) or 1)

    def step(self, r):
        if self.kind == "int" and r.random() < 0.95:
            return r.choice(["1", "2", "5", "10", "7", "1000", "9007199254740992"])
        if self.span and r.random() < 0.6:
            return text(self.span / r.choice([1, 2, 3, 7, 10, 100, 1e6, 1e12, 1e15, 1e18]) or 1)
        return positive(r)


def a_range(r, kind):
    """A range: brackets and ends."""
    if r.random() < 0.55:
        return r.choice(SANE_RANGES)
    if r.random() < 0.3:
        end = r.choice(["1e6", "1e9", "1e15", "9007199254740992", "1e17", "1e30", "1e100", "1e299", "5e299"])
        low, high = r.choice([("-" + end, end), (text(float(end) / 10), end), ("0", end)])
        return "[", low, high, r.choice("])")
    low, high = sorted((number(r) if r.random() < 0.5 else sign(r) + magnitude(r) for _ in range(2)), key=float)
    if kind == "int" and r.random() < 0.9:
        low, high = (text(float(int(max(-(2.0**53), min(2.0**53, float(end)))))) for end in (low, high))
    if r.random() < 0.15:
        low = "-inf"
    if r.random() < 0.15:
        high = "inf"
    if float(low) >= float(high) and r.random() < 0.95:
        low, high = "0", "100"
    left = "(" if low == "-inf" else r.choice("[(")
    right = ")" if high == "inf" else r.choice("])")
    return left, low, high, right


def sign(r):
    return r.choice(["", "-"])


def magnitude(r):
    return r.choice(EXTREMES[1:-2])


def control(r, name, names):
    kind = names.kind = r.choices(["float", "int", "choice", "selection"], [5, 3, 1, 1])[0]
    names.positions, names.ends, names.span = None, (), None
    names.controls.append(name)
    lines = [("name", quoted(name)), ("kind", quoted(kind))]
    common = ["label", "commit_after_ms", "scene", "restore", "hands", "default", "stale_after_s"] + ["confirm", "confirm_timeout_s"] * (kind != "selection")
    if kind in ("float", "int"):
        names.numbers.append(name)
        lines += number_lines(r, kind, names)
        common += ["beyond", "step", "decimals", "shown", "texts", "range_turns", "acceleration", "stepper", "orientation", "arm"]
        common += ["sign", "steppers", "origin", "compass", "tap_starts"]
        if not any(key == "step" for key, _ in lines) and r.random() < 0.3:
            lines.append(("step", KEYS["[[control]]"]["step"](r, names)))
        if r.random() < 0.3:
            lines.append(("snap", "false"))
    else:
        lines.append(("positions", KEYS["[[control]]"]["positions"](r, names)))
        if r.random() < 0.4:
            names.positions = [*(quoted_names(r, len(names.positions)))]
            lines[-1] = ("positions", KEYS["[[control]]"]["positions"](r, names))
        common += ["layout", "speeds"] + (["max_selected"] if kind == "selection" else ["off"]) + ["perspective"]
        names.listed[name] = names.positions
        if kind == "selection":
            names.selections.append(name)
    for key in common:
        if key not in dict(lines) and r.random() < (0.6 if key == "commit_after_ms" else 0.15):
            value = KEYS["[[control]]"][key](r, names)
            if key == "scene" and r.random() < 0.9:
                able = ["positions", "selector"] if kind in ("choice", "selection") else ["angle", "wheel", "rotor", "digits"]
                value = quoted(r.choice([*able, "readout"]))
            lines.append((key, value))
    return lines


def quoted_names(r, count):
    return r.sample(["a", "b", "c", "1", "2", "low-pass", "hp", "ä", "x" * 64, "é è"], min(count, 10))


def number_lines(r, kind, names):
    left, low, high, right = a_range(r, kind)
    lines = [("range", quoted(f"{left}{low}, {high}{right}"))]
    finite = "inf" not in low + high
    names.ends = tuple(end for end in (low, high) if "inf" not in end) or ("0",)
    names.span = float(high) - float(low) if finite else None
    names.low, names.high = float(low), float(high)
    names.outside = [float(low)] * (left == "(") + [float(high)] * (right == ")")
    names.ranges[names.numbers[-1]] = names.kind, names.ends, names.low, names.high, names.outside
    if finite and (left == "[") != (right == "]") and r.random() < 0.7 or r.random() < 0.02:
        lines.append(("wrap", "true"))
    wraps = ("wrap", "true") in lines
    logarithmic = finite and float(low) > 0 and r.random() < 0.4 or r.random() < 0.02
    square = not logarithmic and finite and float(low) == 0 and not wraps and r.random() < 0.4 or r.random() < 0.01
    if logarithmic or square:
        lines.append(("taper", '"log"' if logarithmic else '"square"'))
    if r.random() < (0.5 if (left, low, high, right) not in SANE_RANGES else 0.3):
        lines.append(("unit", r.choice(['"°"', '"°"', '"MHz"', KEYS["[[control]]"]["unit"](r, names)])))
    names.speed_ways = ["scale", "per_octave"] if logarithmic else ["scale"] if square else ["per_detent", "per_turn"] + (["scale"] if finite else [])
    if not finite or r.random() < 0.3:
        lines.append(("speeds", KEYS["[[control]]"]["speeds"](r, names)))
    return lines


def configuration(r):
    """The text of a configuration, with a final line break."""
    names, parts = Names(), []
    for index in range(r.choices([1, 2, 3], [6, 3, 1])[0]):
        names.displays = ["main"]
        alike = index > 0 and r.random() < 0.3
        lines = like(r, f"c{index}", r.choice(names.controls), names) if alike else control(r, f"c{index}", names)
        parts.append(("[[control]]", lines))
    for index in range(r.choices([0, 1, 2], [6, 3, 1])[0] if names.numbers else 0):
        names.ramps.append(f"r{index}")
        moved = r.choice(names.numbers)
        names.kind, names.ends, names.low, names.high, names.outside = names.ranges[moved]
        lines = [("name", quoted(f"r{index}")), ("control", quoted(moved))]
        way = r.choice(["to", "by"])
        lines.append((way, KEYS["[[ramp]]"][way](r, names)))
        for key in ("from", "duration_s", "curve", "hold"):
            if r.random() < 0.4:
                lines.append((key, KEYS["[[ramp]]"][key](r, names)))
        parts.append(("[[ramp]]", lines))
    for index in range(r.choices([0, 1, 2], [6, 3, 1])[0]):
        names.presets.append(f"s{index}")
        lines = [("name", quoted(f"s{index}")), ("values", KEYS["[[preset]]"]["values"](r, names))]
        lines += [("writable", "true")] if r.random() < 0.6 else []
        parts.append(("[[preset]]", lines))
    for index in range(r.choices([0, 1, 2], [12, 2, 1])[0]):
        parts += an_input(r, f"i{index}", names)
    for index in range(r.choices([0, 1, 2, 3], [12, 1, 2, 1])[0]):
        names.pages.append(f"p{index}")
        lines = [("name", quoted(f"p{index}"))] + chosen(r, "[[page]]", names, ("controls",), 0.2)
        # `grid` and `controls` together are a mistake.
        if "grid" in dict(lines) and r.random() < 0.95:
            lines = [line for line in lines if line[0] != "controls"]
        parts.append(("[[page]]", lines))
    for title, chance in (("[socket]", 0.1), ("[state]", 0.15), ("[panel]", 0.1), ("[buttons]", 0.05), ("[touch]", 0.05)):
        if r.random() < chance:
            parts.append((title, chosen(r, title, names, (), 0.4)))
    screen = [("name", '"main"'), ("output", '"none"')]
    if r.random() < 0.4:
        sound = r.choice(["[128, 64]", "[320, 240]", "[200, 300]"])
        size = sound if r.random() < 0.95 else KEYS["[[display]]"]["size"](r, names)
        screen[1:] = [("output", '"remote"'), ("size", size)]
    for key in KEYS["[[display]]"]:
        if key not in ("name", "output", "size") and r.random() < 0.05:
            screen.append((key, KEYS["[[display]]"][key](r, names)))
    parts.append(("[[display]]", screen))
    head = "" if names.inputs else "input = []\n"
    return head + "".join(title + "\n" + "".join(f"{k} = {v}\n" for k, v in lines) for title, lines in parts)


def an_input(r, name, names):
    names.inputs.append(name)
    kind = r.choice(["gpio", "evdev", "touch", "client", "client"])
    required, own = {
        "gpio": (("chip", "a", "b"), ("button", "bias", "active_low", "detents", "detents_per_step", "detentless", "debounce_us", "display")),
        "evdev": (("match",), ("grab", "axis", "detents", "detents_per_step", "detentless", "haptics", "turn_keys", "display")),
        "touch": (("match",), ("grab", "matrix", "display")),
        "client": ((), ("detents", "detents_per_step", "detentless", "display")),
    }[kind]
    keys = (*own, "controls", "on", "reverse") + (("ramp",) if names.ramps and r.random() < 0.3 else ())
    lines = [("name", quoted(name)), ("type", quoted(kind))]
    lines += [(k, KEYS["[[input]]"][k](r, names)) for k in required]
    lines += [(k, KEYS["[[input]]"][k](r, names)) for k in keys if r.random() < 0.2]
    return [("[[input]]", lines)]


def changed(r, before):
    """A similar configuration: some of its lines are removed or generated again."""
    if r.random() < 0.3:
        return configuration(r)
    lines, other = before.splitlines(), configuration(r).splitlines()
    for _ in range(r.randint(1, 3)):
        place = r.randrange(len(lines))
        key = lines[place].split(" = ")[0]
        same = [line for line in other if line.split(" = ")[0] == key]
        if key.startswith("[") or key in ("name", "type", "output", "input", "match", "chip"):
            continue
        if key == "kind":
            lines[place] = f'kind = "{r.choice(["float", "int", "choice", "selection"])}"'
        elif same and r.random() < 0.6:
            lines[place] = r.choice(same)
        elif len(lines) > 4:
            del lines[place]
    return "\n".join(lines) + "\n"


def parsed(configuration_text):
    """The parsed tables, with the keys that they take over by `like`; empty if the text is not TOML."""
    try:
        tables = tomllib.loads(configuration_text)
    except tomllib.TOMLDecodeError:
        return {}
    for key in ("control", "input"):
        if isinstance(tables.get(key), list):
            tables[key] = with_likes(tables[key])
    return tables


def with_likes(tables):
    whole = []
    for table in tables:
        original = next((t for t in whole if isinstance(table, dict) and "like" in table and t["name"] == table["like"]), {})
        taken = {key: value for key, value in original.items() if key not in ("name", "label", "like")}
        whole.append(taken | table if isinstance(table, dict) else table)
    return [{k: v for k, v in t.items() if k != "like"} if isinstance(t, dict) else t for t in whole]


def like(r, name, original, names):
    """A control that takes over the keys of another one."""
    names.controls.append(name)
    for known in (names.numbers, names.selections):
        if original in known:
            known.append(name)
    for known in (names.ranges, names.listed):
        if original in known:
            known[name] = known[original]
    lines = [("name", quoted(name)), ("like", quoted(original))]
    return lines + [(key, KEYS["[[control]]"][key](r, names)) for key in ("label", "hands", "restore") if r.random() < 0.2]


def names_in(configuration_text):
    """The parts of a configuration that a session needs for its requests."""
    tables = parsed(configuration_text)

    def listed(key):
        found = tables.get(key, [])
        return [t for t in found if isinstance(t, dict)] if isinstance(found, list) else []

    return {key: listed(key) for key in ("control", "ramp", "input", "page", "preset")}
