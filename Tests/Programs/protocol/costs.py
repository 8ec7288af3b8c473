"""What a request may cost the daemon. The cases try each list of each command at its limit, each command with
unsuitable values in all members, and requests that write to the log."""

import ast
import json
import pathlib
import re
import time

from document import names, table
from kit.cases import alone_case, case, expect
from kit.daemon import ROOT

# With MANY controls and a line of LINE bytes, a daemon that searched all controls for each entry would take measurably longer.
# A debug build still parses the line in some tenths of a second.
LINE = 512 << 10
MANY = 1900
CLIENTS_INPUT = '\n[[input]]\nname = "pad"\ntype = "client"\n'

# LISTS and OBJECTS have the lists and objects of all commands, each with the other members of its line and the kinds of entries
# to try. The daemon refuses a long list where only a short one has a meaning, such as `size`.
NAMES = {"equal": lambda number: "frequency", "unknown": lambda number: f"unknown{number}", "wrong": lambda number: 1.5}
EVENTS = {**NAMES, "equal": lambda number: "value"}
TABLES = {
    "equal": lambda number: {"name": "same"},
    "unknown": lambda number: {f"unknown{number}": 1},
    "wrong": lambda number: 1.5,
}
CONTACTS = {**TABLES, "equal": lambda number: {"id": 1, "x": 1, "y": 1}}
FED = {**TABLES, "equal": lambda number: {"detents": 1}}
LISTS = {
    ("set", "value"): ({"control": "steps"}, {**NAMES, "equal": lambda number: "1"}),
    ("lock", "controls"): ({"locked": True}, NAMES),
    ("feed", "contacts"): ({"input": "pad"}, CONTACTS),
    ("feed", "events"): ({"input": "pad"}, FED),
    ("feed", "size"): ({"input": "pad"}, NAMES),
    ("define", "controls"): ({"owner": "x"}, TABLES),
    ("define", "pages"): ({"owner": "x"}, TABLES),
    ("define", "ramps"): ({"owner": "x"}, TABLES),
    ("define", "presets"): ({"owner": "x"}, TABLES),
    ("subscribe", "controls"): ({}, NAMES),
    ("subscribe", "events"): ({}, EVENTS),
}
OBJECTS = {("set", "values"): {}, ("define", "values"): {"owner": "x"}}


def loop_seconds(daemon):
    """The processor time of the loop's thread."""
    return int(pathlib.Path(f"/proc/{daemon.pid}/task/{daemon.pid}/schedstat").read_text().split()[0]) / 1e9


def cost(daemon, client, line):
    """The processor time that the loop takes for a line."""
    text = json.dumps({"id": 1, **line}, separators=(",", ":")).encode()
    assert len(text) <= LINE, f"{line['op']}: {len(text)} bytes"
    before = loop_seconds(daemon)
    client.send_raw(text + b"\n")
    client.reply()
    client.take()
    return loop_seconds(daemon) - before


class Costs:
    """A line must cost no more than a few times the parsing of its JSON. A search of all controls for each entry would cost
    more."""

    def __init__(self, daemon, client):
        self.daemon, self.client = daemon, client
        # For each kind of entry, the cost of a ping with these entries, which the daemon only parses.
        self.pings = {}

    def check(self, what, kind, entries, line, short=None):
        """`short`: the same line without entries, to measure the command's fixed cost."""
        if kind not in self.pings:
            self.pings[kind] = cost(self.daemon, self.client, {"op": "ping", "x": entries})
        most = 8 * self.pings[kind] + 0.03 + (2 * cost(self.daemon, self.client, short) if short else 0)
        # Other programs on the machine can only increase the time, so the least of up to three measurements counts.
        took = cost(self.daemon, self.client, line)
        for _ in range(2):
            if took >= most:
                took = min(took, cost(self.daemon, self.client, line))
        assert took < most, f"{what}: {took:.3f} s, and for a ping {self.pings[kind]:.3f} s"


def filled(entry):
    """The largest number of entries that fits into a line."""
    entries, length = [], 0
    while length < LINE - 1000:
        # Adds entries by hundreds, since encoding each alone takes ten times as long.
        count = 200 if length < LINE - 10_000 else 1
        more = [entry(len(entries) + number) for number in range(count)]
        length += len(json.dumps(more, separators=(",", ":")))
        entries += more
    return entries


def with_many_controls(daemon):
    """A client of a panel that is as large as a definition can make it."""
    client = daemon.client()
    controls = [{"name": f"c{number:027d}", "kind": "int", "range": "[0, 100]"} for number in range(MANY)]
    client.do(op="define", owner="many", controls=controls)
    client.do(op="subscribe", events=[])
    return client


@case
def each_list_of_each_command_at_its_limit(daemon):
    daemon.scratch.configure(lambda text: text + CLIENTS_INPUT)
    with with_many_controls(daemon) as client:
        client.do(op="reload")
        client.do(op="feed", input="pad", size=[100, 100], contacts=[])
        costs = Costs(daemon, client)
        for (op, member), (others, kinds) in LISTS.items():
            for kind, entry in kinds.items():
                entries = filled(entry)
                what = f"{len(entries)} {kind} entries of {op}'s {member}"
                costs.check(what, entry, entries, {"op": op, **others, member: entries})
        for (op, member), others in OBJECTS.items():
            for kind, value in (("unknown", 1), ("wrong", [])):
                entries = dict(filled(lambda number: (f"unknown{number}", value)))  # noqa: B023
                what = f"{len(entries)} {kind} entries of {op}'s {member}"
                costs.check(what, kind, entries, {"op": op, **others, member: entries})


@case
def each_command_with_what_it_does_not_take(daemon):
    with with_many_controls(daemon) as client:
        costs = Costs(daemon, client)
        operations = [(op.strip("`"), sorted(names(members))) for op, _, members, *_ in table("Requests")]
        assert len(operations) > 30
        for kind, long in (("numbers", [1.5] * (LINE // 8)), ("a name", "x" * (LINE // 2))):
            for op, members in operations:
                part = long[: len(long) // max(1, len(members))]
                line = {"op": op, **{member: part for member in members}}
                short = {"op": op, **{member: part[:1] for member in members}}
                costs.check(f"{op} with {kind} in all members", kind, long, line, short)


@case
def a_request_that_is_repeated_fills_no_log(daemon):
    daemon.scratch.configure(lambda text: text + CLIENTS_INPUT)
    pair = b'{"op":"feed","input":"pad","detents":1}\n{"op":"unfeed","input":"pad"}\n'
    with daemon.client() as client:
        client.do(op="reload")
        client.do(op="subscribe", events=[])
        began = time.monotonic()
        for _ in range(20):
            client.send_raw(pair * 100)
            client.do(op="ping")
        seconds = time.monotonic() - began
    # Two places in the daemon write these lines of the log. Each may write 200 lines at once, and then ten a second.
    count = len(daemon.log_lines())
    assert 200 < count < 2 * (200 + 10 * seconds) + 20, f"{count} lines in {seconds:.1f} s"


@alone_case
def every_command_with_a_list_is_among_them(scratch):
    module = ast.parse((ROOT / "clients/python/wheeld/commands.py").read_text())
    found = {
        (function.name, argument.arg)
        for function in ast.walk(module)
        if isinstance(function, ast.FunctionDef)
        for argument in function.args.args + function.args.kwonlyargs
        if argument.annotation and re.search("Sequence|Mapping", ast.unparse(argument.annotation))
    }
    # A selection's `value` is a list, too. A `curve` has only four numbers, so its length is not tried.
    expect(set(LISTS) | set(OBJECTS), (found | {("set", "value")}) - {("ramp", "curve")})
