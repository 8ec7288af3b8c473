"""The command line and the configuration of wheel-uinput, without a device."""

import os

from kit.bridge import CommandLine
from kit.cases import alone_case, expect, Skipped


uinput = CommandLine("wheel-uinput")


@alone_case
def it_says_what_it_is(_):
    uinput.expect_help("makes a virtual keyboard")


@alone_case
def a_wrong_command_line_is_refused(_):
    uinput.expect_refusals(
        (["--turn", "pages"], "--turn takes volume or wheel, not 'pages'"),
        (["--turn"], "--turn needs an argument (see wheel-uinput --help)"),
    )


@alone_case
def a_sound_configuration_is_said_to_be_so(scratch):
    text = '[uinput]\nname = "knobs"\n[[uinput.turn]]\ncontrol = "gain"\nup = "KEY_LEFTCTRL+KEY_Z"\n'
    text += '[[uinput.press]]\nkeys = "BTN_LEFT"\n[[uinput.axis]]\ncontrol = "gain"\naxis = "ABS_X"\n[midi]\nport = "x"\n'
    expect(uinput.check(scratch, text), (0, "bridges.toml: ok\n"))


@alone_case
def each_mistake_has_its_place_and_a_hint(scratch):
    text = """[uinput]
intervall_ms = 5

[[uinput.turn]]
control = "gain"
up = "CTRL+Z"
units = 5

[[uinput.press]]
gesture = "tripple"

[[uinput.axis]]
control = "gain"
axis = "THROTTLE"

[uniput]
"""
    expect(
        uinput.check(scratch, text),
        (
            78,
            """bridges.toml:2:1: unknown key 'intervall_ms' (did you mean 'interval_ms'?)
bridges.toml:6:6: 'up' must be keys, as "KEY_LEFTCTRL+KEY_Z", and 'CTRL' is none (did you mean 'KEY_LEFTCTRL'?)
bridges.toml:7:9: 'units' belongs to a 'wheel'
bridges.toml:9:1: [[uinput.press]] needs 'keys', as keys = "KEY_LEFTCTRL+KEY_Z"
bridges.toml:10:11: 'gesture' must be "down", "click", "double" or "long", not "tripple"
bridges.toml:14:8: 'axis' must be an axis, as "ABS_THROTTLE", not 'THROTTLE' (did you mean 'ABS_THROTTLE'?)
bridges.toml:16:2: there is no bridge named 'uniput' (did you mean 'uinput'?)
""",
        ),
    )


@alone_case
def a_machine_without_uinput_is_told_what_is_missing(_):
    if os.path.exists("/dev/uinput"):
        raise Skipped("this machine has uinput")
    status, _, err = uinput()
    expect(status, 1)
    assert "modprobe uinput" in err, err
