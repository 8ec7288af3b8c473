"""Random configurations, each loaded while fingers touch and a knob turns."""

import random

from screens import CARD, DISPLAY, TOUCHSCREEN, Framebuffer, Touchscreen, daemon_with, shows

from kit.cases import alone_case, expect
from kit.devices import Knob

RELOADS = 150

CONTROLS = {
    "one": 'kind = "float"\nrange = "[0, 90]"\nunit = "°"',
    "two": 'kind = "int"\nrange = "[-5, 5]"\nacceleration = "off"',
    "three": 'kind = "float"\nrange = "[0, 360)"\nwrap = true',
    "four": 'kind = "choice"\npositions = ["a", "b", "c"]',
    "five": 'kind = "selection"\npositions = 40\nlayout = "rows"',
    "six": 'kind = "float"\nrange = "[1, 1000]"\ntaper = "log"',
}

OUTPUTS = ["drm:" + CARD, "fbdev:/dev/fb1", "none"]


def table(kind, **keys):
    def text(value):
        return f'"{value}"' if isinstance(value, str) else str(value).replace("'", '"')

    return f"[[{kind}]]\n" + "".join(f"{key} = {text(value)}\n" for key, value in keys.items())


def configuration(chance):
    """A random configuration: its text, and the names of its controls."""
    names = chance.sample(sorted(CONTROLS), chance.randint(1, len(CONTROLS)))
    displays = [("main", chance.choice(OUTPUTS))] + [("side", "none")] * chance.randint(0, 1)
    parts = [f'[[control]]\nname = "{name}"\n{CONTROLS[name]}\n' for name in names]
    parts += [DISPLAY.format(output=output, rotate=chance.choice((0, 90, 180, 270))).replace("main", name)
              for name, output in displays]  # fmt: skip
    inputs = [TOUCHSCREEN] * chance.randint(0, 1)
    knob = {"match": "{}"} if chance.random() < 0.5 else {"controls": chance.sample(names, 1)}
    inputs += [table("input", name="knob", type="evdev", **knob).replace('"{}"', '{ name = "wheeld test knob" }')]
    chance.shuffle(inputs)
    for number in range(chance.randint(0, 3)):
        shown = chance.sample(names, chance.randint(1, len(names)))
        where = {"display": chance.choice(displays)[0]} if chance.random() < 0.5 else {}
        parts.append(table("page", name=f"p{number}", controls=shown, **where))
    return "\n".join(parts + inputs), names


@alone_case
def any_configuration_may_follow_any_other(scratch):
    chance = random.Random(20261121)
    with Framebuffer(320, 240, 32), Touchscreen() as glass, Knob() as knob:
        with daemon_with(scratch, "drm:" + CARD, more=TOUCHSCREEN) as daemon, daemon.client() as client:
            shows(client)
            for number in range(RELOADS):
                # This finger touches during the reload, and may hit the new targets.
                glass.hold(chance.random(), chance.random())
                text, names = configuration(chance)
                with open(scratch.configuration, "w") as file:
                    file.write(text)
                client.quiet()
                daemon.signal(1)
                told = [control["control"] for control in client.event("controls")["controls"]]
                expect(told, names, f"reload {number} of\n{text}")
                glass.hold(chance.random(), chance.random())
                knob.turn(chance.choice((-3, 1, 2)))
                glass.lift()
                listed = client.do(op="list")
                expect([control["control"] for control in listed["controls"]], names, text)
                if "[[page]]" in text:
                    client.do(op="page", page=chance.choice(("next", "previous")))
