"""The command line and the configuration of wheel-rig."""


from kit.bridge import CommandLine
from kit.cases import alone_case, expect


rig = CommandLine("wheel-rig")


@alone_case
def it_says_what_it_is(_):
    rig.expect_help("connects the controls of wheeld")


@alone_case
def a_wrong_command_line_is_refused(_):
    rig.expect_refusals(
        (["--host"], "--host needs an argument (see wheel-rig --help)"),
        (["--host", "shack:0"], "--host takes HOST or HOST:PORT, not 'shack:0'"),
        (["--port", "0"], "--port takes a port from 1 to 65535, not '0'"),
        (["--listen", "shack:4533"], "--listen takes PORT or ADDRESS:PORT with an address in numbers, not 'shack:4533'"),
    )


@alone_case
def a_sound_configuration_is_said_to_be_so(scratch):
    text = '[rig]\nhost = "shack.local"\npoll_ms = 500\n[[rig.control]]\ncontrol = "vfo"\nwhat = "frequency"\noffset = -1.16e8\n'
    text += '[[rig.control]]\ncontrol = "agc"\nwhat = "level:AGC"\nwords = ["0", "2", "3"]\n'
    text += '[rig.server]\nlisten = "[::1]:4533"\ncontrols = ["vfo"]\n'
    expect(rig.check(scratch, text), (0, "bridges.toml: ok\n"))


@alone_case
def each_mistake_has_its_place_and_a_hint(scratch):
    text = """[rig]
hots = "shack.local"
port = 70000

[[rig.control]]
control = "vfo"
what = "frequencies"

[[rig.control]]
control = "gain"
what = "level:af"

[[rig.control]]
control = "gain"
what = "level:AF"
scale = 0
words = ["loud"]

[[rig.control]]
control = "other"
what = "level:AF"

[[rig.control]]
control = "mode"
what = "mode"
scale = 2
words = ["USB", "two words"]

[rig.server]
listen = "localhost"
controls = []
"""
    expect(
        rig.check(scratch, text),
        (
            78,
            """bridges.toml:2:1: unknown key 'hots' (did you mean 'host'?)
bridges.toml:3:8: 'port' must be 1…65535, not 70000
bridges.toml:7:8: 'what' must be "frequency", "mode", "passband", "level:NAME" or "func:NAME" with a name of Hamlib's \
lists, as "level:AF", not 'frequencies'
bridges.toml:11:8: 'what' must be "frequency", "mode", "passband", "level:NAME" or "func:NAME" with a name of Hamlib's \
lists, as "level:AF", not 'level:af'
bridges.toml:16:9: 'scale' must be greater than 0, not 0
bridges.toml:17:10: the entry must be a number for level:AF, as "14074000", not 'loud'
bridges.toml:19:1: 'gain' is the rig's level:AF already, and only one control can be
bridges.toml:26:9: 'scale' belongs to numbers, not to a mode
bridges.toml:27:17: the entry must be one word of a mode, as "USB", not 'two words'
bridges.toml:30:10: 'listen' must be a port, or an address in numbers and a port, as 9001 or "0.0.0.0:9001", not "localhost"
bridges.toml:31:12: 'controls' must not be empty
""",
        ),
    )
