"""Numbers as text: usually common ones, often those at the limits of arithmetic."""

import math

SMALL = ["0", "1", "2", "3", "5", "7.1", "10", "24", "0.1", "0.5", "0.25", "0.001", "100", "360", "1000", "1e-6"]
EXTREMES = [
    "-0.0", "5e-324", "1e-320", "2.2250738585072014e-308", "1e-300", "1e-17", "1e-15", "1e-9", "1e9", "1e15",
    "4503599627370497.5", "9007199254740991", "9007199254740992", "9007199254740993", "1e17", "9223372036854775807",
    "9223372036854775808", "1e19", "1e100", "1e299", "1e300", "1.7e308", "1.7976931348623157e308",
]  # fmt: skip
# Not representable as a double, or not a number in JSON.
BEYOND = ["1e309", "-1e400", "NaN", "Infinity", "0x10", "1e", "01", "+1", ".5", "1.", "null", "true", '"1"', "[]", "{}"]


def number(r, near=()):
    """A finite number; `near` are significant numbers in this place."""
    kind = r.random()
    if near and kind < 0.5:
        value = float(r.choice(near))
        how = r.randrange(6)
        if how == 0:
            value = math.nextafter(value, math.inf)
        elif how == 1:
            value = math.nextafter(value, -math.inf)
        elif how == 2:
            value = value + r.choice([-1, 1]) * r.choice([0.1, 0.5, 1, 3, 10, 360])
        elif how == 3 and len(near) > 1:
            low, high = min(map(float, near)), max(map(float, near))
            value = low / 2 + high / 2 if r.random() < 0.3 else low + (high - low) * round(r.random(), 3)
        return text(value) if math.isfinite(value) else "0"
    sign = "-" if r.random() < 0.3 else ""
    if kind < 0.85:
        return sign + (r.choice(SMALL) if r.random() < 0.6 else text(round(r.uniform(0, 400), r.randrange(4))))
    chosen = r.choice(EXTREMES)
    return chosen if chosen.startswith("-") else sign + chosen


def positive(r):
    chosen = number(r).lstrip("-")
    return chosen if float(chosen) > 0 else "1"


def whole(r, least, most):
    """An integer within these bounds, often at one of them."""
    kind = r.random()
    if kind < 0.1:
        return str(least)
    if kind < 0.15:
        return str(most)
    if kind < 0.17:
        return str(most + 1)
    return str(r.randint(least, min(most, least + 20)))


def text(value):
    """The shortest form."""
    if math.isfinite(value) and value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return repr(value).replace("e+", "e")
