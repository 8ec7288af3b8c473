"""Lines of clients: every operation of docs/protocol.md, and lines that are nearly one."""

import json
import re

from configurations import names_in
from keys import ROOT
from numerals import BEYOND, number, whole

EVENTS = ["value", "commit", "pending", "speed", "limit", "focus", "page", "lock", "ramp", "preset", "controls", "missed", "raw", "press"]
EVENTS += ["frame"]
UNSEEN = ["\x1b[2J", "c0\x1b]0;x\x07", "\u009b31m", "nobody", "", "\u202e", "x" * 300]


class Instrument:
    """The names in a configuration that clients can use."""

    def __init__(self, configuration):
        found = names_in(configuration)
        self.tables = {t["name"]: t for t in found["control"] if isinstance(t.get("name"), str)}
        self.controls = list(self.tables) or ["angle"]
        self.numbers = [n for n in self.controls if "positions" not in self.tables.get(n, {})] or self.controls
        self.ramps = [t["name"] for t in found["ramp"] if isinstance(t.get("name"), str)]
        self.inputs = [t["name"] for t in found["input"] if isinstance(t.get("name"), str)]
        self.fed = [t["name"] for t in found["input"] if t.get("type") == "client" and isinstance(t.get("name"), str)]
        self.presets = [t["name"] for t in found["preset"] if isinstance(t.get("name"), str)]
        self.pages = [t["name"] for t in found["page"] if isinstance(t.get("name"), str)]

    def ends(self, control):
        table = self.tables.get(control, {})
        said = [table.get(key) for key in ("default", "step", "stepper")]
        said += re.findall(r"[-+.\de]+", str(table.get("range", ""))) if "range" in table else ["0", "90"]
        kept = []
        for one in said:
            try:
                kept.append(str(float(one)))
            except (TypeError, ValueError):
                pass
        return [k for k in kept if k not in ("inf", "-inf", "nan")] or ["0"]

    def positions(self, control):
        positions = self.tables.get(control, {}).get("positions", [])
        if isinstance(positions, int):
            return [str(n + 1) for n in range(positions)]
        return [p if isinstance(p, str) else str(p.get("name")) for p in positions if isinstance(p, str | dict)]

    def speeds(self, control):
        speeds = self.tables.get(control, {}).get("speeds", [])
        return [s["name"] for s in speeds if isinstance(s, dict) and "name" in s] or ["coarse", "medium", "fine"]


def value(r, instrument, control):
    """JSON for a value that the control could have."""
    positions = instrument.positions(control)
    if r.random() < 0.03:
        return r.choice(BEYOND)
    if not positions:
        return number(r, instrument.ends(control))
    if instrument.tables[control].get("kind") == "selection" or r.random() < 0.05:
        return json.dumps(r.sample(positions, min(len(positions), r.randint(0, 3))), ensure_ascii=False)
    return json.dumps(r.choice(positions), ensure_ascii=False)


def curve(r):
    if r.random() < 0.6:
        return json.dumps(r.choice(["linear", "ease-in", "ease-out", "ease-in-out"]))
    return "[%s,%s,%s,%s]" % (r.choice(["0", "0.3", "1", "5e-324"]), number(r), r.choice(["0.7", "1", "0"]), number(r))


def fraction(r):
    return r.choice(["0", "1", "0.5", "0.25", "0.999", "5e-324", "1e-320", number(r)])


def some(r, pairs):
    return [pair for pair in pairs if r.random() < 0.4]


def ramp(r, instrument):
    if instrument.ramps and r.random() < 0.3:
        return [("ramp", json.dumps(r.choice(instrument.ramps)))]
    control = r.choice(instrument.numbers)
    near = instrument.ends(control)
    pairs = [("control", json.dumps(control)), (r.choice(["to", "by"]), number(r, near))]
    duration = r.choice(["0.001", "0.01", "0.03", "1", "10", "86400", number(r)])
    pairs += some(r, [("from", number(r, near)), ("curve", curve(r)), ("hold", "true")])
    return [*pairs, ("duration_s", duration)]


def of_control(*more):
    """A request about one control; `more` generates its other members."""

    def make(r, instrument):
        control = r.choice(instrument.controls)
        return [("control", json.dumps(control))] + [(key, maker(r, instrument, control)) for key, maker in more]

    return make


def a_set(r, instrument):
    how = some(r, [("commit", r.choice(["false", "false", "true"]))])
    if r.random() < 0.05:
        how.append(("unless", '"editing"'))
    if r.random() < 0.85:
        return of_control(("value", value))(r, instrument) + how
    controls = r.sample(instrument.controls, r.randint(1, len(instrument.controls)))
    values = ",".join(f"{json.dumps(c)}:{value(r, instrument, c)}" for c in controls)
    return [("values", "{" + values + "}")] + how


def turn(r, instrument):
    made = of_control(("detents", lambda r, i, c: number(r)))(r, instrument)
    if r.random() < 0.4:
        speeds = instrument.speeds(json.loads(made[0][1]))
        made.append(("speed", json.dumps(r.choice(speeds))))
    return made


def subscribe(r, instrument):
    pairs = []
    if r.random() < 0.4:
        pairs.append(("controls", json.dumps(r.sample(instrument.controls, r.randint(0, len(instrument.controls))))))
    if r.random() < 0.4:
        pairs.append(("events", json.dumps(r.sample(EVENTS, r.randint(0, 4)))))
    if r.random() < 0.5:
        pairs.append(("interval_ms", r.choice(["0", "1", "10", "1000", "3600000", whole(r, 0, 3600000)])))
    return pairs + some(r, [("text", "true"), ("terse", "true")])


def contacts(r):
    count = r.choice([0, 0, 1, 1, 1, 2, 2, 3, 16, 17])
    ids = [r.choice([0, 1, 2, 7, 2147483647, -1]) if r.random() < 0.1 else n for n in range(count)]
    place = lambda: r.choice([number(r), "0", "1e6", "-1e6"]) if r.random() < 0.1 else str(round(r.uniform(-50, 900), 3))  # noqa: E731
    return "[" + ",".join(f'{{"id":{n},"x":{place()},"y":{place()}}}' for n in ids) + "]"


def fed_event(r, instrument):
    """The members of one event of an input that a client feeds."""
    kind = r.random()
    if kind < 0.4:
        pairs = [("detents", r.choice(["1", "-1", "3", "0.5", "-0.008", "1000000", number(r)]))]
    elif kind < 0.5:
        pairs = [("units", r.choice(["120", "-60", "1", "120000000", whole(r, -1000, 1000)]))]
    elif kind < 0.75:
        pairs = [("down", r.choice(["true", "false"]))] + some(r, [("button", r.choice(['"go"', '"shift"', '"nobody"']))])
    else:
        pairs = [("contacts", contacts(r))]
    if r.random() < 0.3:
        pairs.append(("time", r.choice(["0", "-1", "1e300", "-1e300", "5e-324", number(r)])))
    return pairs


def feed(r, instrument):
    pairs = [("input", json.dumps(r.choice(instrument.fed or instrument.inputs or ["i0"])))]
    if r.random() < 0.2:
        pairs.append(("size", r.choice(["[320,240]", "[800,480]", "[1,1]", "[100000,100000]", "[0,1]", "[1e9,1]"])))
    if r.random() < 0.2:
        events = ("{" + ",".join(f'"{k}":{v}' for k, v in fed_event(r, instrument)) + "}" for _ in range(r.choice([1, 2, 5, 256, 257])))
        return [*pairs, ("events", "[" + ",".join(events) + "]")]
    return pairs + (fed_event(r, instrument) if r.random() < 0.95 else [])


def preset(r, instrument):
    return [("preset", json.dumps(r.choice(instrument.presets or ["nobody"])))]


def table(r, instrument, depth=0):
    """A table of a definition, with some of the keys of the configuration and any values."""
    known = ["name", "kind", "range", "step", "positions", "speeds", "controls", "inputs", "control", "to", "unit", "label"]
    keys = r.sample(known, r.randint(0, 5)) + ["x" * r.randint(1, 300)] * (r.random() < 0.1)
    return "{" + ",".join(f"{json.dumps(key)}:{plain(r, instrument, depth + 1)}" for key in keys) + "}"


def plain(r, instrument, depth):
    kind = r.random()
    if kind < 0.3:
        words = ["float", "int", "choice", "[0, 1]", "[1, 0]", "[0, inf)", "Hz", "", *instrument.controls, *instrument.inputs]
        return json.dumps(r.choice(words))
    if kind < 0.5:
        return number(r)
    if kind < 0.6:
        return r.choice(["true", "false", "null"])
    if depth > 6:
        return "0"
    if kind < 0.8:
        return "[" + ",".join(plain(r, instrument, depth + 1) for _ in range(r.randint(0, 4))) + "]"
    return table(r, instrument, depth)


def define(r, instrument):
    """A definition with at least one mistake: the sessions know the controls of the configuration alone."""
    pairs = [("owner", json.dumps(r.choice(["a", "b", "c"])))]
    lists = r.sample(["controls", "pages", "ramps"], r.randint(1, 3))
    for name in lists:
        tables = [table(r, instrument) for _ in range(r.choice([0, 1, 2, 40]))]
        tables.insert(r.randint(0, len(tables)), '{"name":"mistaken","no_such_key":1}')
        pairs.append((name, "[" + ",".join(tables) + "]"))
    if r.random() < 0.3:
        pairs.append(("values", "{" + ",".join(f"{json.dumps(c)}:{number(r)}" for c in instrument.controls[:3]) + "}"))
    return pairs + some(r, [("keep", r.choice(['"always"', '"connected"']))])


def position(r, instrument, control):
    return json.dumps(r.choice(instrument.positions(control) or ["1"]), ensure_ascii=False)


def speed(r, instrument, control):
    return json.dumps(r.choice([*instrument.speeds(control), "next", "previous"]))


def display(r, instrument):
    return [("display", r.choice(['"main"', '"main"', "null", '"mian"']))] if r.random() < 0.5 else []


def locks(r, instrument):
    """The panel, one control or several."""
    pairs = [("locked", r.choice(["true", "false"]))]
    if r.random() < 0.3:
        pairs.append(("control", json.dumps(r.choice(instrument.controls))))
    elif r.random() < 0.4:
        pairs.append(("controls", json.dumps(r.sample(instrument.controls, r.randint(0, len(instrument.controls))))))
    return pairs


# Every operation, its relative frequency, and its members.
def view(random, _):
    """A view without a hand, because the ledger does not know what a hand does."""
    members = [(side, json.dumps(random.choice([1, 20, 80, 240, 1000, 8192]))) for side in ("width", "height")]
    if random.random() < 0.5:
        members.append(("format", '"cells"'))
    if random.random() < 0.3:
        members.append(("view", '"view:1"'))
    if random.random() < 0.2:
        members.append(("pixels_per_mm", number(random)))
    return members


OPERATIONS = {
    "list": (1, lambda r, i: []),
    "get": (2, of_control()),
    "set": (14, a_set),
    "turn": (8, turn),
    "step": (5, of_control(("count", lambda r, i, c: whole(r, -9, 2**53) if r.random() < 0.9 else number(r)))),
    "speed": (2, of_control(("speed", speed))),
    "speed-reset": (1, of_control()),
    "focus": (1, lambda r, i: [("input", json.dumps(r.choice(i.inputs or ["i0"])))] + of_control()(r, i)),
    "page": (1, lambda r, i: [("page", json.dumps(r.choice([*i.pages, "next", "previous"])))]),
    "lock": (1, locks),
    "reset": (3, of_control()),
    "commit": (2, of_control()),
    "apply": (2, of_control()),
    "revert": (1, of_control()),
    "toggle": (2, of_control(("position", position))),
    "select": (2, of_control(("position", position))),
    "ramp": (6, ramp),
    "ramp-pause": (1, of_control()),
    "ramp-resume": (1, of_control()),
    "ramp-cancel": (1, of_control()),
    "ramp-scrub": (4, of_control(("fraction", lambda r, i, c: fraction(r)))),
    "feed": (8, feed),
    "unfeed": (1, lambda r, i: [("input", json.dumps(r.choice(i.fed or i.inputs or ["i0"])))]),
    "recall": (4, preset),
    "store": (2, preset),
    "define": (2, define),
    "undefine": (1, lambda r, i: [("owner", json.dumps(r.choice(["a", "b", "c"])))]),
    "subscribe": (4, subscribe),
    "screenshot": (1, display),
    "watch-display": (2, display),
    "unwatch-display": (1, display),
    "view": (2, view),
    "unview": (1, lambda r, i: [("view", r.choice(['"view:1"', '"view:2"', '"knob"']))]),
    "seen": (2, lambda r, i: [("view", r.choice(['"view:1"', '"view:2"', '"knob"']))]),
    # A link that may not write any more would be useless.
    "limit": (0, lambda r, i: []),
    "stats": (1, lambda r, i: []),
    # Only the step `reload` reloads, since the ledger must know of each reload.
    "reload": (0, lambda r, i: []),
    "log-level": (1, lambda r, i: [("level", r.choice(['"debug"', '"info"', '"error"', '"warning"']))]),
    "ping": (1, lambda r, i: []),
}


def declared():
    """The operations in docs/protocol.md that have no generator above; the table in the document is generated."""
    rows = re.findall(r"^\| `([a-z-]+)` \| [^|]+ \| ([^|]*) \|", (ROOT / "docs/protocol.md").read_text(), re.MULTILINE)
    known = {op: members.strip() for op, members in rows}
    assert set(OPERATIONS) <= set(known), set(OPERATIONS) - set(known)
    return {op: (1, of_control() if "`control`" in members else lambda r, i: []) for op, members in known.items()}


OPERATIONS = declared() | OPERATIONS


def request(r, instrument, number_of_line, only=None):
    """One line without its line break."""
    names = list(only or OPERATIONS)
    op = r.choices(names, [OPERATIONS[n][0] for n in names])[0]
    members = [("op", json.dumps(op)), *OPERATIONS[op][1](r, instrument)]
    if r.random() < 0.95 or op == "subscribe" and r.random() < 0.9:
        ids = ['"mine"', "1e300", "-0.0", "0.1"]
        members.insert(0, ("id", str(number_of_line) if r.random() < 0.9 else r.choice(ids)))
    if r.random() < 0.05:
        members = missed(r, members)
    line = "{" + ",".join(f"{json.dumps(key)}:{text}" for key, text in members) + "}"
    return broken(r, line) if r.random() < 0.01 else line


def missed(r, members):
    """Members that are almost valid."""
    place = r.randrange(len(members))
    key, text = members[place]
    how = r.randrange(6)
    if how == 0:
        del members[place]
    elif how == 1:
        members[place] = key, r.choice(BEYOND)
    elif how == 2:
        members[place] = key, json.dumps(r.choice(UNSEEN), ensure_ascii=r.random() < 0.5)
    elif how == 3:
        members.append((key, text))
    elif how == 4:
        members[place] = key[:-1], text
    else:
        members.append((r.choice(["value", "control", "op", "from", "commit"]), number(r)))
    return members


def broken(r, line):
    how = r.randrange(5)
    if how == 0:
        return line[: r.randrange(len(line))]
    if how == 1:
        return line + r.choice(["}", "{}", ",", "\t", "x"])
    if how == 2:
        return line.replace('"', "'", 1)
    if how == 3:
        return "{" * r.choice([1, 100, 5000])
    return line[:-1] + ',"x":"' + "x" * r.choice([100, 65_000, 66_000]) + '"}'


def check():
    """The operations in docs/protocol.md without requests: none, because the requests are generated from it."""
    return [f"the operation {op} is not in Fuzz/daemon/requests.py" for op in sorted(declared().keys() - OPERATIONS.keys())]
