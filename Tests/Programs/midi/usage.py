"""The command line and the configuration of wheel-midi, without a sequencer."""

import os

from kit.bridge import CommandLine
from kit.cases import alone_case, expect, Skipped


midi = CommandLine("wheel-midi")


@alone_case
def it_says_what_it_is(_):
    midi.expect_help("connects the controls of wheeld")


@alone_case
def a_wrong_command_line_is_refused(_):
    midi.expect_refusals(
        (["FLUID"], "'FLUID' is not an option (see wheel-midi --help)"),
        (["--port"], "--port needs an argument (see wheel-midi --help)"),
    )


@alone_case
def a_sound_configuration_is_said_to_be_so(scratch):
    text = '[midi]\nport = "FLUID Synth"\n[[midi.control]]\ncontrol = "gain"\nform = "nrpn"\nnumber = 16383\n'
    text += '[[midi.press]]\ninput = "knob"\nnumber = 60\n[[midi.feed]]\ninput = "dial"\nnumber = 20\ndetents = -0.5\n'
    expect(midi.check(scratch, text), (0, "bridges.toml: ok\n"))


@alone_case
def each_mistake_has_its_place_and_a_hint(scratch):
    text = """[midi]
prot = "FLUID Synth"

[[midi.control]]
control = "gain"
form = "cc41"
number = 7

[[midi.control]]
control = "gain"
number = 120

[[midi.press]]
input = "knob"

[[midi.feed]]
input = "dial"
form = "note"
number = 200
detents = 2

[mdii]
"""
    expect(
        midi.check(scratch, text),
        (
            78,
            """bridges.toml:2:1: unknown key 'prot' (did you mean 'port'?)
bridges.toml:6:8: 'form' must be "cc", "cc14", "nrpn", "notes", "program", "twos-complement", "binary-offset", \
"sign-magnitude" or "up-down", not "cc41" (did you mean 'cc14'?)
bridges.toml:11:10: 'number' must be 0…119 for "cc", not 120
bridges.toml:13:1: [[midi.press]] needs 'number', as number = 74
bridges.toml:19:10: 'number' must be 0…127 for "note", not 200
bridges.toml:20:11: 'detents' belongs to knobs, not to buttons
bridges.toml:22:2: there is no bridge named 'mdii' (did you mean 'midi'?)
""",
        ),
    )


@alone_case
def a_machine_without_a_sequencer_is_told_what_is_missing(_):
    if os.path.exists("/dev/snd/seq"):
        raise Skipped("this machine has a sequencer")
    status, _, err = midi()
    expect(status, 1)
    assert "modprobe snd-seq" in err, err
