"""`presets`, `recall` and `store`."""

from ctl import REFUSED, complaint, json_told, told
from kit.cases import alone_case, expect
from kit.daemon import Daemon

PRESETS = """
[[preset]]
name = "night"
label = "At night"
values = { gain = -30, filter = "hp" }

[[preset]]
name = "own"
values = { gain = -6 }
writable = true
"""


@alone_case
def presets_are_listed_recalled_and_stored(scratch):
    scratch.configure(lambda text: text + PRESETS)
    with Daemon(scratch) as daemon, daemon.client() as client:
        lines = told(daemon, "presets").splitlines()
        expect(lines[0].split(), ["PRESET", "LABEL", "WRITABLE", "VALUES"])
        expect(lines[1].split(), ["night", "At", "night", "no", "gain=-30", 'filter="hp"'])
        expect(lines[2].split(), ["own", "own", "yes", "gain=-6"])
        expect(told(daemon, "presets", "--names").split(), ["night", "own"])
        expect(json_told(daemon, "presets")["presets"], client.hello["presets"])
        expect(told(daemon, "--complete", "recall", "ni"), "night")
        expect(told(daemon, "--complete", "store", "").split(), ["night", "own"])
        expect(told(daemon, "recall", "night"), "")
        expect((told(daemon, "get", "gain"), told(daemon, "get", "filter")), ("-30", '"hp"'))
        expect(told(daemon, "store", "own"), "")
        expect(told(daemon, "presets").splitlines()[2].split()[-1], "gain=-30")
        message = complaint(daemon, REFUSED, "recall", "nihgt")
        expect(message, "wheelctl: recall nihgt: no preset named 'nihgt'; did you mean 'night'?")
        message = complaint(daemon, REFUSED, "store", "night")
        expect(message, "wheelctl: store night: the preset night is not writable")


@alone_case
def without_presets_nothing_is_printed(scratch):
    scratch.configure()
    with Daemon(scratch) as daemon:
        expect(told(daemon, "presets"), "")
