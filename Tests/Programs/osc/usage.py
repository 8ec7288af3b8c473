"""The command line and the configuration of wheel-osc."""

import pathlib

from kit.bridge import CommandLine
from kit.cases import alone_case, expect


osc = CommandLine("wheel-osc")


@alone_case
def it_says_what_it_is(_):
    osc.expect_help("connects the controls of wheeld")


@alone_case
def a_wrong_command_line_is_refused(_):
    osc.expect_refusals(
        (["57120"], "'57120' is not an option (see wheel-osc --help)"),
        (["--to"], "--to needs an argument (see wheel-osc --help)"),
        (["--to", "57120"], "--to takes [tcp:|slip:]HOST:PORT, not '57120'"),
        (["--to", "::1:57120"], "--to takes [tcp:|slip:]HOST:PORT, not '::1:57120'"),
        (["--to", "tcp:57120"], "--to takes [tcp:|slip:]HOST:PORT, not 'tcp:57120'"),
        (["--to", "localhost:0"], "--to takes [tcp:|slip:]HOST:PORT, not 'localhost:0'"),
        (["--to", "a:1"] * 17, "--to may be given at most 16 times"),
        (["--listen", "70000"], "--listen takes PORT or ADDRESS:PORT with an address in numbers, not '70000'"),
        (["--listen", "studio:9001"], "--listen takes PORT or ADDRESS:PORT with an address in numbers, not 'studio:9001'"),
    )


@alone_case
def nothing_to_do_is_said(scratch):
    path = pathlib.Path(scratch.folder, "bridges.toml")
    path.write_text("[osc]\n")
    status, _, err = osc("--config", str(path))
    expect(status, 78)
    reason = "there is nothing to do: name a program to send to (--to HOST:PORT"
    assert reason in err, err
    # The file is not wrong, since an option may name the program to send to. So `--check-config` only warns.
    status, said = osc.check(scratch, "[osc]\n")
    expect((status, said.splitlines()[0]), (0, "bridges.toml: ok"))
    assert said.splitlines()[1].startswith(reason), said
    expect(osc("--listen", "9001", "--check-config", str(path)), (0, f"{path}: ok\n", ""))


@alone_case
def a_port_that_is_taken_is_said(scratch):
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("127.0.0.1", 0))
        port = other.getsockname()[1]
        status, _, err = osc("--listen", str(port))
    expect((status, err), (1, f"wheel-osc: error: listen on 127.0.0.1:{port}: EADDRINUSE (Address already in use)\n"))


@alone_case
def a_sound_configuration_is_said_to_be_so(scratch):
    text = '[osc]\nto = ["127.0.0.1:57120", "[::1]:9000", "tcp:studio.local:1", "slip:[::1]:1"]\nlisten = "0.0.0.0:9001"\n'
    text += 'bundles = false\n[[osc.control]]\ncontrol = "gain"\naddress = "/n_set"\nargs = [1, 0.5, true, "x", "f:normal"]\n'
    text += 'range = "[0, 1]"\n[[osc.press]]\ninput = "knob"\naddress = "/play"\nargs = []\n'
    text += '[[osc.feed]]\ninput = "dial"\naddress = "/dial"\ndetents = -0.5\n'
    expect(osc.check(scratch, text), (0, "bridges.toml: ok\n"))


@alone_case
def each_mistake_has_its_place_and_a_hint(scratch):
    text = """[osc]
to = ["127.0.0.1"]
lisen = 9001
listen = 70000
prefix = "wheeld"

[[osc.control]]
control = "gain"
address = "/gain/*"
args = ["f:valeu", {}]

[[osc.control]]
control = "gain"
args = [1, "f:down"]
range = "[0, 1]"

[[osc.control]]
control = "gain"
args = ["f:value", "f:normal"]

[[osc.control]]
control = "gain"
args = ["value"]

[[osc.press]]
input = "knob"

[[osc.feed]]
input = "dial"
address = "/dial"
form = "button"
detents = 2
"""
    expect(
        osc.check(scratch, text),
        (
            78,
            """bridges.toml:2:7: an entry of 'to' must be a host and a port, as "127.0.0.1:57120", "[::1]:57120" or "tcp:127.0.0.1:57120", not "127.0.0.1"
bridges.toml:3:1: unknown key 'lisen' (did you mean 'listen'?)
bridges.toml:4:10: 'listen' must be a port, or an address in numbers and a port, as 9001 or "0.0.0.0:9001", not 70000
bridges.toml:5:10: 'prefix' must begin with '/', as "/synth/cutoff", not 'wheeld'
bridges.toml:9:11: 'address' must not have '*', which OSC does not allow in an address
bridges.toml:10:9: an entry of 'args' must have 'value', 'normal' or 'down' behind 'f:', not 'valeu' (did you mean 'f:value'?)
bridges.toml:10:20: an entry of 'args' must be a number, true, false or a string, not a table
bridges.toml:14:12: 'f:down' does not belong here, but 'f:value' or 'f:normal'
bridges.toml:15:9: 'range' belongs to 'normal': 'args' has none
bridges.toml:19:20: 'args' must not have both 'value' and 'normal'
bridges.toml:23:8: 'args' lacks the value: 'f:value' or 'f:normal'
bridges.toml:25:1: [[osc.press]] needs 'address', as address = "/transport/play"
bridges.toml:32:11: 'detents' belongs to knobs, not to buttons
""",
        ),
    )
