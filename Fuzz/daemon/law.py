"""The possible values of a control, derived from its configuration."""

import math
import re
from fractions import Fraction

from configurations import parsed
from finding import found

RANGE = re.compile(r"\s*([\[(])\s*([^,\s]+)\s*,\s*([^,\s]+)\s*([\])])\s*")


class Law:
    def __init__(self, table):
        self.name = table["name"]
        self.table = table
        self.kind = table["kind"]
        self.restores = table.get("restore", True)
        self.confirms = table.get("confirm", False)
        if self.kind in ("choice", "selection"):
            positions = table["positions"]
            self.positions = (
                [str(n + 1) for n in range(positions)]
                if isinstance(positions, int)
                else [p if isinstance(p, str) else p["name"] for p in positions]
            )
            self.most = table.get("max_selected", len(self.positions))
            return
        left, low, high, right = RANGE.fullmatch(table["range"]).groups()
        self.low, self.high = float(low), float(high)
        self.takes_low, self.takes_high = left == "[", right == "]"
        self.wraps = table.get("wrap", False)
        # No value lies outside a range that wraps.
        self.refuses = table.get("beyond") == "refuse" and not self.wraps
        self.step = table.get("step", 1 if self.kind == "int" else None)
        self.snaps = self.step is not None and table.get("snap", True)

    def check(self, value, where):
        """Returns the problem of a value that a client was sent."""
        if value is None:
            found("a value is null", f"{self.name} in {where}")
        elif self.kind == "choice":
            if value not in self.positions:
                found("a choice has no such position", f"{self.name} is {value!r} in {where}")
        elif self.kind == "selection":
            self.check_selection(value, where)
        else:
            self.check_number(value, where)

    def check_selection(self, value, where):
        fits = isinstance(value, list) and len(set(value)) == len(value) <= self.most
        if not fits or not set(value) <= set(self.positions):
            found("a selection has what it cannot have", f"{self.name} is {value!r} in {where}")

    def check_number(self, value, where):
        told = f"{self.name} is {value!r} in {where}"
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            return found("a value is no finite number", told)
        if self.kind == "int" and (value != int(value) or abs(value) > 2**53):
            found("an int has no whole number", told)
        if not self.contains(value):
            found("a value lies outside its range", f"{told}, {self.table['range']}")
        if self.snaps and not self.is_on_grid(value):
            found("a value lies off its grid", f"{told}, {self.table['range']} in steps of {self.step}")

    def contains(self, value):
        below = value < self.low or value == self.low and not self.takes_low
        above = value > self.high or value == self.high and not self.takes_high
        return not (below or above)

    def is_on_grid(self, value):
        """The grid begins at the finite lower end, else at 0. If doubles are coarser than steps, any value fits."""
        origin = Fraction(repr(self.low)) if math.isfinite(self.low) else Fraction(0)
        step = Fraction(repr(float(self.step)))
        index = round((Fraction(value) - origin) / step)
        point = origin + index * step
        widest = max(abs(value), abs(float(origin)))
        return abs(Fraction(value) - point) <= 2 * Fraction(math.ulp(widest))


def laws(configuration_text):
    """The law of each control by its name, and the law of the default control of an empty configuration."""
    tables = parsed(configuration_text).get("control") or [
        {"name": "angle", "kind": "float", "range": "[0, 90]", "unit": "°"}
    ]
    return {table["name"]: Law(table) for table in tables}


def state_settings(configuration_text):
    return parsed(configuration_text).get("state", {})
