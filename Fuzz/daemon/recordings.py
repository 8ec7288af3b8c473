"""Recordings for `wheelctl replay`: events that a device can report, and events that none can."""

from numerals import EXTREMES

WHOLE = [
    "0", "1", "-1", "2", "24", "120", "-120", "1000", "2147483647", "-2147483648", "9007199254740993",
    "4611686018427387904", "9223372036854775807", "-9223372036854775808",
]  # fmt: skip
TOO_LARGE = "9223372036854775808"
CODES = {
    "gpio": ["A", "B", "BUTTON", "LOST", "LEVEL_A", "LEVEL_B", "LEVEL_BUTTON", "UNPLUGGED"],
    "evdev": [
        "REL_DIAL", "REL_WHEEL", "REL_WHEEL_HI_RES", "BTN_0", "KEY_A", "SYN_REPORT", "SYN_REPORT", "UNPLUGGED",
        "SYN_DROPPED",
    ],
    "touch": [
        "SLOTS", "X_MINIMUM", "X_MAXIMUM", "X_RESOLUTION", "Y_MINIMUM", "Y_MAXIMUM", "Y_RESOLUTION", "ABS_MT_SLOT",
        "ABS_MT_TRACKING_ID", "ABS_MT_POSITION_X", "ABS_MT_POSITION_Y", "ABS_X", "ABS_Y", "BTN_TOUCH", "SYN_REPORT",
        "SYN_REPORT", "UNPLUGGED",
    ],
}  # fmt: skip
KNOBS = {
    "gpio": '[[input]]\nname = "knob"\ntype = "gpio"\nchip = "no-such-chip"\na = 1\nb = 2\nbutton = 3\n',
    "evdev": '[[input]]\nname = "knob"\ntype = "evdev"\nmatch = { name = "no such device" }\n',
    "touch": '[[input]]\nname = "knob"\ntype = "touch"\nmatch = { name = "no such device" }\n',
}


def recording(r, kind):
    """The events of an input named `knob`."""
    lines = ["wheeld-recording 1", "input knob", f"type {kind}", ""]
    time = 0.0
    if kind == "gpio":
        lines += ["0.000000 LEVEL_A 0", "0.000000 LEVEL_B 0", "0.000000 LEVEL_BUTTON 0"]
    if kind == "touch" and r.random() < 0.8:
        slots = r.choice(["0", "2", "5"])
        size = ("X_MINIMUM 0", "X_MAXIMUM 799", "Y_MINIMUM 0", "Y_MAXIMUM 479")
        lines += [f"0.000000 {state}" for state in (f"SLOTS {slots}", *size)]
    breaks = r.random() < 0.1
    for _ in range(r.randint(1, 30)):
        time += r.choice([0, 0, 0.000001, 0.001, 0.02, 0.5, r.random(), 1000.0])
        moment = f"{time:.6f}"
        if breaks and r.random() < 0.1:
            moment = r.choice([*EXTREMES, "9223372036854.775807", "9223372036855"])
        code = r.choice(CODES[kind])
        if kind == "gpio" and code in "AB" and r.random() < 0.5:
            # A whole cycle.
            lines += [f"{moment} {step}" for step in ("A 1", "B 1", "A 0", "B 0")]
            continue
        value = r.choice([r.choice(["0", "1"]), r.choice(WHOLE), str(r.randint(-1000, 1000))])
        lines.append(f"{moment} {code} {TOO_LARGE if breaks and r.random() < 0.05 else value}")
    return "\n".join(lines) + "\n"
