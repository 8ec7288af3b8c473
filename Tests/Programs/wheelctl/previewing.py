"""`preview`."""

import os
import subprocess

from ctl import DONE, REFUSED, WRONG_USAGE, run
from kit.cases import by_hand_case, expect
from kit.daemon import program
from kit.picture import Picture, on_screen

CONTROLS = """
[[control]]
name = "angle"
kind = "float"
range = "[0, 90]"
unit = "°"

[[control]]
name = "gain"
kind = "float"
range = "[-60, 6]"
unit = "dB"

[[control]]
name = "azimuth"
kind = "float"
range = "[0, 360)"
wrap = true

[[control]]
name = "filter"
kind = "choice"
positions = ["Low-pass", "Band-pass", "High-pass"]
"""


def preview(scratch, *words):
    file = scratch.folder + "/picture.png"
    expect(run(["preview", "--config", scratch.configuration, *words, "-o", file]), (DONE, "", ""), " ".join(words))
    with open(file, "rb") as picture:
        return Picture(picture.read())


@by_hand_case
def a_page_has_the_look_of_its_display(scratch):
    pages = [f'[[page]]\nname = "p{n}"\ncontrols = ["gain"]\n{more}' for n, more in ((1, ""), (2, 'display = "b"\n'))]
    displays = '[[display]]\nname = "a"\n[[display]]\nname = "b"\ntheme = "light"\n'
    with open(scratch.configuration, "w") as file:
        file.write(displays + CONTROLS + "".join(pages))
    ink = [sum(preview(scratch, "--page", str(page)).pixel(0, 0)) for page in (1, 2)]
    assert ink[0] < 200 < 600 < ink[1], ink
    # The second page has a display of its own. The first page is on every display.
    assert preview(scratch, "--page", "p2").rows == preview(scratch, "--page", "2").rows, "another page by its name"
    expect(preview(scratch, "--page", "2", "--theme", "dark").pixel(2, 478), preview(scratch).pixel(2, 478))


@by_hand_case
def a_turned_picture_is_the_upright_one_turned(scratch):
    with open(scratch.configuration, "w") as file:
        file.write(CONTROLS)
    for width, height in ((800, 480), (128, 64)):
        for theme in ("dark", "light"):
            for control, rotate in (("angle", 90), ("gain", 270), ("azimuth", 180), ("filter", 90)):
                words = ["--control", control, "--value", "angle=35", "--theme", theme]
                turned = preview(scratch, *words, "--size", f"{width}x{height}", "--rotate", str(rotate))
                expect((turned.width, turned.height), (width, height))
                size = (height, width) if rotate % 180 else (width, height)
                upright = preview(scratch, *words, "--size", f"{size[0]}x{size[1]}")
                expect((upright.width, upright.height), size)
                colours = set()
                for y in range(0, upright.height, 3):
                    for x in range(0, upright.width, 3):
                        place = on_screen(x + 0.5, y + 0.5, rotate, *size)
                        seen = turned.pixel(int(place[0]), int(place[1]))
                        expect(seen, upright.pixel(x, y), f"{control} {theme} {rotate}°, pixel {x}, {y}")
                        colours.add(seen)
                assert len(colours) > 3, f"only {len(colours)} colours: is there a picture?"


@by_hand_case
def every_option_is_seen(scratch):
    with open(scratch.configuration, "w") as file:
        file.write(CONTROLS)
    for control, words in (
        ("gain", ["--value", "gain=-20"]),
        ("filter", ["--value", "filter=High-pass"]),
        ("gain", ["--speed", "gain=fine"]),
        ("angle", ["--editing"]),
        ("gain", ["--scene", "angle"]),
        ("gain", ["--theme", "light"]),
    ):
        plain, other = (preview(scratch, "--control", control, *more).rows for more in ([], words))
        assert plain != other, words
    assert preview(scratch).rows != preview(scratch, "--control", "gain").rows


GAIN = '[[control]]\nname = "gain"\nkind = "float"\nrange = "[-60, 6]"\nunit = "dB"\ndecimals = 1\n'
SPEED = 'speeds = [{ name = "coarse", scale = 1%s }]\n'
CHOICE = '[[control]]\nname = "filter"\nkind = "choice"\npositions = %s\n'
PAGES = "".join(f'[[page]]\nname = "p{n}"\ncontrols = ["gain"]\n' for n in (1, 2))


@by_hand_case
def every_key_of_a_picture_is_seen(scratch):
    def shown(text):
        with open(scratch.configuration, "w") as file:
            file.write('[[display]]\nname = "a"\n' + text)
        return preview(scratch).rows

    for before, after in (
        (GAIN, GAIN + 'label = "Level"\n'),
        (GAIN, GAIN.replace("dB", "V")),
        (GAIN, GAIN.replace("decimals = 1", "decimals = 3")),
        (GAIN, GAIN + "default = -20\n"),
        (GAIN, GAIN + "hands = false\n"),
        (GAIN, GAIN + 'orientation = "vertical"\n'),
        (GAIN, GAIN + 'scene = "angle"\n'),
        (GAIN, GAIN + 'shown = { unit = "V" }\n'),
        (GAIN, GAIN + "shown = { decimals = 2 }\n"),
        (GAIN + "default = 1\n", GAIN + "default = 1\nshown = { factor = 2000 }\n"),
        (GAIN + "shown = { factor = 1e6 }\n", GAIN + 'shown = { factor = 1e6, group = "." }\n'),
        (GAIN + "default = -60\n", GAIN + 'default = -60\ntexts = [{ at = -60, text = "mute" }]\n'),
        (GAIN + SPEED % "", GAIN + SPEED % ", density = 5"),
        (CHOICE % '["a", "b"]', CHOICE % '["a", { name = "b", label = "Big" }]'),
        (CHOICE % 9, CHOICE % 9 + 'layout = "rows"\n'),
        (GAIN + PAGES, GAIN + PAGES + 'title = "Second"\n'),
        (GAIN, 'font = "DejaVu Sans Mono"\n' + GAIN),
        (GAIN, 'font = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"\n' + GAIN),
        (GAIN, "rotate = 180\n" + GAIN),
    ):
        assert shown(before) != shown(after), f"nothing is seen of the difference to {before!r}: {after!r}"


@by_hand_case
def numbers_of_any_size_are_drawn(scratch):
    for ends in ("[-1e17, 1e17]", "[1e299, 1e300]", "[-1e300, -1e299]", "[0, 1e-300]"):
        for scene in ("angle", "rotor", "wheel"):
            with open(scratch.configuration, "w") as file:
                file.write(f'[[control]]\nname = "a"\nkind = "float"\nrange = "{ends}"\nunit = "°"\nscene = "{scene}"\n')
            code, _, err = run(["check-config", scratch.configuration])
            if code == DONE:  # The configuration may have limits of its own.
                preview(scratch)


@by_hand_case
def no_file_is_waited_for(scratch):
    fifo = scratch.folder + "/fifo"
    os.mkfifo(fifo)
    with open(scratch.configuration, "w") as file:
        file.write(f'[[display]]\nname = "a"\nfont = "{fifo}"\n')
    code, _, err = run(["preview", "--config", scratch.configuration, "-o", scratch.folder + "/picture.png"])
    expect((code, err), (REFUSED, f"wheelctl: preview: font {fifo}: is not a regular file\n"))
    for words in (
        ["replay", fifo], ["preview", "-o", fifo], ["record", "pad", fifo], ["screenshot", "-o", fifo],
        ["devices", "--config", fifo], ["preview", "--config", fifo, "-o", scratch.folder + "/picture.png"],
        ["check-config", fifo], ["doctor", "--config", fifo],
    ):  # fmt: skip
        run(words)  # It ends.
    # A pipe that has a writer is read.
    done = subprocess.run(
        ["bash", "-c", f"{program('wheelctl')} check-config <(sleep 0.2; echo '[sockt]')"], capture_output=True,
        text=True, timeout=60,
    )  # fmt: skip
    assert "unknown table 'sockt'" in done.stderr, done.stderr


@by_hand_case
def a_wrong_value_is_reported(scratch):
    with open(scratch.configuration, "w") as file:
        file.write(CONTROLS + '[[control]]\nname = "seats"\nkind = "selection"\npositions = 16\nmax_selected = 3\n'
                   '[[control]]\nname = "vfo"\nkind = "int"\nrange = "[0, 9]"\n')  # fmt: skip
    for value, why in (("seats=1,2,3,4", "seats holds at most 3 positions"), ("vfo=1.5", "vfo is an int and takes")):
        code, _, err = run(["preview", "--config", scratch.configuration, "--value", value, "-o", "x.png"])
        expect(code, WRONG_USAGE)
        assert why in err and "WheelModel" not in err and "outOfKind" not in err, err


@by_hand_case
def a_missing_font_is_reported(scratch):
    with open(scratch.configuration, "w") as file:
        file.write('[[display]]\nname = "a"\nfont = "No Such Font"\n')
    code, _, err = run(["preview", "--config", scratch.configuration, "-o", scratch.folder + "/picture.png"])
    expect(code, REFUSED)
    assert "No Such Font" in err, err
