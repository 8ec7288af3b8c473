"""`preview`."""

import base64
import functools
import os
import subprocess

from ctl import DONE, REFUSED, WRONG_USAGE, run
from kit.cases import alone_case, expect
from kit.daemon import Daemon, program
from kit.picture import Picture

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

[[control]]
name = "volt"
kind = "float"
range = "[0, 30]"
unit = "V"
confirm = true
"""


def drawn(scratch, *words):
    """The bytes of the picture's file, which are quicker to compare than the pixels."""
    file = scratch.folder + "/picture.png"
    expect(run(["preview", "--config", scratch.configuration, *words, "-o", file]), (DONE, "", ""), " ".join(words))
    with open(file, "rb") as picture:
        return picture.read()


def preview(scratch, *words):
    return Picture(drawn(scratch, *words))


def channels(picture):
    """A picture's red, green and blue, each row by row."""
    return [b"".join(row[channel::3] for row in picture.rows) for channel in range(3)]


def turned_clockwise(channel, width):
    """The left column, from its lower end, becomes the first row."""
    return b"".join(channel[column::width][::-1] for column in range(width))


@alone_case
def a_page_has_the_look_of_its_display(scratch):
    size = ("--size", "400x240")
    pages = [f'[[page]]\nname = "p{n}"\ncontrols = ["gain"]\n{more}' for n, more in ((1, ""), (2, 'display = "b"\n'))]
    displays = '[[display]]\nname = "a"\n[[display]]\nname = "b"\ntheme = "light"\n'
    with open(scratch.configuration, "w") as file:
        file.write(displays + CONTROLS + "".join(pages))
    first, second = (preview(scratch, *size, "--page", str(page)) for page in (1, 2))
    assert sum(first.pixel(0, 0)) < 200 < 600 < sum(second.pixel(0, 0)), (first.pixel(0, 0), second.pixel(0, 0))
    # The second page is only on display `b`, which is light. The first page is on all displays, so it is drawn as on `a`.
    assert drawn(scratch, "--page", "p2") == drawn(scratch, "--page", "2"), "another page by its name"
    expect(drawn(scratch, *size), drawn(scratch, *size, "--page", "1"), "the first page is shown without a word")
    expect(preview(scratch, *size, "--page", "2", "--theme", "dark").pixel(2, 238), first.pixel(2, 238))


@alone_case
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
                drawn = channels(upright)
                for turn in range(rotate // 90):
                    drawn = [turned_clockwise(channel, size[turn % 2]) for channel in drawn]
                assert drawn == channels(turned), f"{control} {theme} {rotate}°"
                colours = set(zip(*drawn))
                assert len(colours) > 3, f"only {len(colours)} colours: is there a picture?"


@alone_case
def every_option_is_seen(scratch):
    with open(scratch.configuration, "w") as file:
        file.write(CONTROLS)

    @functools.cache
    def plain(control):
        return drawn(scratch, "--control", control)

    for control, words in (
        ("gain", ["--value", "gain=-20"]),
        ("filter", ["--value", "filter=High-pass"]),
        ("gain", ["--speed", "gain=fine"]),
        ("angle", ["--editing"]),
        ("gain", ["--scene", "angle"]),
        ("gain", ["--theme", "light"]),
        ("gain", ["--theme", "mono"]),
        ("angle", ["--editing=angle"]),
        ("gain", ["--locked"]),
        ("gain", ["--locked=gain"]),
        ("volt", ["--pending", "volt=12.5"]),
        ("gain", ["--state", "gain=stale"]),
        ("gain", ["--state", "gain=no-knob"]),
        ("gain", ["--state", "gain=no-value"]),
        ("azimuth", ["--state", "azimuth=running"]),
        ("azimuth", ["--state", "azimuth=paused"]),
        ("gain", ["--size-mm", "60x36"]),
        ("gain", ["--distance", "1.2"]),
        ("filter", ["--chooser", "filter"]),
    ):
        assert plain(control) != drawn(scratch, "--control", control, *words), words
    all_of_them = drawn(scratch)
    assert all_of_them != plain("gain")
    assert all_of_them != drawn(scratch, "--focus", "gain")
    # Options for controls that are not shown have no effect.
    for words in (["--editing=angle"], ["--locked=angle"], ["--pending", "volt=12.5"], ["--state", "angle=stale"]):
        assert drawn(scratch, "--control", "gain", *words) == plain("gain"), words
    # These two sets of options give the same picture: 240 mm at twice the distance look like 120 mm. Only the sizes of touch
    # targets would differ, so no input is configured.
    with open(scratch.configuration, "w") as file:
        file.write("input = []\n" + CONTROLS)
    same = [drawn(scratch, "--size-mm", "120x72"), drawn(scratch, "--size-mm", "240x144", "--distance", "1.2")]
    assert same[0] == same[1]


@alone_case
def the_display_of_the_configuration_has_measures(scratch):
    @functools.cache
    def shown(display, *words):
        with open(scratch.configuration, "w") as file:
            file.write('[[display]]\nname = "a"\n' + display + CONTROLS)
        return drawn(scratch, *words)

    assert shown("size_mm = [60, 36]\n") == shown("", "--size-mm", "60x36") != shown("")
    assert shown("distance_m = 1.2\n") == shown("", "--distance", "1.2") != shown("")
    assert shown("size_mm = [60, 36]\n", "--size-mm", "160x96") == shown("", "--size-mm", "160x96")
    # Without `size_mm`, both pictures would have 7.3 pixels to the millimetre, and so be equal.
    assert shown("size_mm = [160, 96]\n") != shown("size_mm = [60, 36]\n")


TWO_DISPLAYS = """
[[display]]
name = "front"
output = "remote"
size = [320, 240]
[[display]]
name = "top"
output = "remote"
size = [480, 320]
[[page]]
name = "sound"
display = "front"
controls = ["angle", "gain"]
[[page]]
name = "place"
display = "top"
controls = ["azimuth", "volt"]
[[input]]
name = "left"
type = "client"
controls = ["angle", "gain"]
[[input]]
name = "right"
type = "client"
controls = ["azimuth", "volt"]
"""
FOUR_KNOBS = "".join(
    f'[[input]]\nname = "k{n}"\ntype = "gpio"\na = {2 * n}\nb = {2 * n + 1}\ncontrols = ["{name}"]\n'
    for n, name in enumerate(("angle", "gain", "azimuth", "volt"))
)


@alone_case
def a_preview_marks_what_the_daemon_marks(scratch):
    with open(scratch.configuration, "w") as file:
        file.write(CONTROLS + TWO_DISPLAYS + f'[socket]\npath = "{scratch.socket}"\n[state]\npath = "{scratch.folder}/state.json"\n')
    with Daemon(scratch) as daemon, daemon.client() as client:
        for display, page, marked in (("front", "sound", "angle"), ("top", "place", "azimuth")):
            daemon.wait_for_log(f"display {display}: attached")
            shown = Picture(base64.b64decode(client.do(op="screenshot", display=display)["png"]))
            words = ["--page", page, "--size", f"{shown.width}x{shown.height}"]
            # In the daemon no client feeds the knobs, so the preview gets the state `no-knob`, too.
            words += [word for name in ("angle", "gain", "azimuth", "volt") for word in ("--state", f"{name}=no-knob")]
            assert shown.rows == preview(scratch, *words).rows, display
            assert shown.rows == preview(scratch, *words, "--focus", marked).rows, display
    # If each knob turns only its own control, no control is marked.
    with open(scratch.configuration, "w") as file:
        file.write(CONTROLS + FOUR_KNOBS + '[[page]]\nname = "p"\ncontrols = ["angle", "gain", "azimuth", "volt"]\n')
    none = drawn(scratch)
    for control in ("angle", "gain", "azimuth", "volt"):
        assert drawn(scratch, "--focus", control) != none, control


GAIN = '[[control]]\nname = "gain"\nkind = "float"\nrange = "[-60, 6]"\nunit = "dB"\ndecimals = 1\n'
SPEED = 'speeds = [{ name = "coarse", scale = 1%s }]\n'
CHOICE = '[[control]]\nname = "filter"\nkind = "choice"\npositions = %s\n'
ONE_PAGE = '[[page]]\nname = "p"\ncontrols = ["gain"]\n'
PAGES = "".join(f'[[page]]\nname = "p{n}"\ncontrols = ["gain"]\n' for n in (1, 2))


@alone_case
def every_key_of_a_picture_is_seen(scratch):
    @functools.cache
    def shown(text):
        with open(scratch.configuration, "w") as file:
            file.write('[[display]]\nname = "a"\n' + text)
        return drawn(scratch)

    for before, after in (
        (GAIN, GAIN + 'label = "Level"\n'),
        (GAIN, GAIN.replace("dB", "V")),
        (GAIN, GAIN.replace("decimals = 1", "decimals = 3")),
        (GAIN, GAIN + "default = -20\n"),
        (GAIN, GAIN + "hands = false\n"),
        (GAIN, GAIN + 'orientation = "vertical"\n'),
        (GAIN, GAIN + 'scene = "angle"\n'),
        (GAIN + "default = 3\n", GAIN + "default = 3\nsign = true\n"),
        (GAIN + "default = -3\n", GAIN + "default = -3\norigin = -20\n"),
        (GAIN + 'scene = "rotor"\n', GAIN + 'scene = "rotor"\ncompass = true\n'),
        (GAIN + ONE_PAGE, GAIN + ONE_PAGE.replace('controls = ["gain"]', 'grid = ["gain .", ". ."]')),
        (GAIN + ONE_PAGE, GAIN + ONE_PAGE + "columns = 2\n"),
        (GAIN + ONE_PAGE, GAIN + ONE_PAGE + "rows = 2\n"),
        (GAIN, 'theme = "mono"\n' + GAIN),
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


@alone_case
def numbers_of_any_size_are_drawn(scratch):
    for ends in ("[-1e17, 1e17]", "[1e299, 1e300]", "[-1e300, -1e299]", "[0, 1e-300]"):
        for scene in ("angle", "rotor", "wheel"):
            with open(scratch.configuration, "w") as file:
                file.write(f'[[control]]\nname = "a"\nkind = "float"\nrange = "{ends}"\nunit = "°"\nscene = "{scene}"\n')
            code, _, err = run(["check-config", scratch.configuration])
            if code == DONE:  # The configuration may refuse such a range.
                drawn(scratch)


@alone_case
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
        run(words)  # The command must end.
    # A pipe that has a writer is read, even if the writer is slow.
    done = subprocess.run(
        ["bash", "-c", f"{program('wheelctl')} check-config <(sleep 0.2; echo '[sockt]')"], capture_output=True,
        text=True, timeout=60,
    )  # fmt: skip
    assert "unknown table 'sockt'" in done.stderr, done.stderr


@alone_case
def a_wrong_value_is_reported(scratch):
    with open(scratch.configuration, "w") as file:
        file.write(CONTROLS + '[[control]]\nname = "seats"\nkind = "selection"\npositions = 16\nmax_selected = 3\n'
                   '[[control]]\nname = "vfo"\nkind = "int"\nrange = "[0, 9]"\n')  # fmt: skip
    for option, value, why in (
        ("--value", "seats=1,2,3,4", "seats holds at most 3 positions"),
        ("--value", "vfo=1.5", "vfo is an int and takes"),
        ("--pending", "volt=V", "the value of volt must be a number, not 'V'"),
        ("--pending", "vfo=5", "vfo has no pending values: its table in the configuration lacks confirm = true"),
        ("--pending", "volt", "--pending must be NAME=…, not 'volt'"),
        ("--state", "vfo=old", "there is no state 'old'; there are: stale, no-knob, no-value, running, paused"),
        ("--state", "vof=stale", "there is no control 'vof'; did you mean 'vfo'?"),
        ("--chooser", "vof", "there is no control 'vof'; did you mean 'vfo'?"),
        ("--chooser", "vfo", "vfo has no chooser: it is neither a choice nor a selection"),
        ("--focus", "vof", "there is no control 'vof'; did you mean 'vfo'?"),
        ("--size-mm", "108", "--size-mm must be WIDTHxHEIGHT in millimetres, each from 5 to 5000, not '108'"),
        ("--size-mm", "4x5", "--size-mm must be WIDTHxHEIGHT in millimetres, each from 5 to 5000, not '4x5'"),
        ("--distance", "far", "--distance must be a number of metres from 0.1 to 10, not 'far'"),
        ("--distance", "0.05", "--distance must be a number of metres from 0.1 to 10, not '0.05'"),
        ("--graphics", "pixels", "--graphics must be cells, not 'pixels'"),
        ("--locked=vof", "", "there is no control 'vof'; did you mean 'vfo'?"),
        ("--editing=vof", "", "there is no control 'vof'; did you mean 'vfo'?"),
    ):
        words = [option, value] if value else [option]
        code, _, err = run(["preview", "--config", scratch.configuration, *words, "-o", "x.png"])
        expect(code, WRONG_USAGE)
        assert why in err and "WheelModel" not in err and "outOfKind" not in err, err


@alone_case
def a_missing_font_is_reported(scratch):
    with open(scratch.configuration, "w") as file:
        file.write('[[display]]\nname = "a"\nfont = "No Such Font"\n')
    code, _, err = run(["preview", "--config", scratch.configuration, "-o", scratch.folder + "/picture.png"])
    expect(code, REFUSED)
    assert "No Such Font" in err, err
