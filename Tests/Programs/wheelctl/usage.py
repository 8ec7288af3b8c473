"""Help, wrong usage, a missing daemon, and terminals."""

import os
import re
import signal
import subprocess

from ctl import DONE, NO_DAEMON, WRONG_USAGE, complaint, run
from kit.cases import alone_case, case, expect
from kit.daemon import ROOT, Daemon, program
from kit.process import Process

# The commands that need a daemon, each with valid arguments.
ASKING = {
    "list": [], "get": ["gain"], "set": ["gain", "1"], "turn": ["gain", "1"], "step": ["gain", "1"], "speed": ["gain"],
    "select": ["filter", "hp"], "toggle": ["steps", "1"], "reset": ["gain"], "commit": ["gain"],
    "focus": ["knob", "gain"], "page": [], "lock": [], "unlock": [], "undefine": ["synth"], "ramp": ["gain", "--pause"],
    "watch": [], "stats": [], "reload": [], "ping": [], "presets": [], "recall": ["night"], "store": ["night"],
    "latency": ["--out", "5,6"],
}  # fmt: skip


def commands():
    """The commands that the help lists."""
    code, out, err = run(["--help"])
    expect((code, err), (DONE, ""))
    found = re.findall(r"^  ([a-z-]+) ", out, re.MULTILINE)
    return [name for name in found if not name.startswith("-")]


@alone_case
def every_command_has_help(scratch):
    names = commands()
    assert set(ASKING) | {"check-config", "completion"} <= set(names), names
    for name in names:
        for words in ([name, "--help"], [name, "-h"], ["help", name]):
            code, out, err = run(words)
            expect((code, err), (DONE, ""), " ".join(words))
            assert out.startswith(f"wheelctl {name}: "), out
            assert f"usage: wheelctl {name}" in out and "--socket PATH" in out and "Exit status: 0 done" in out, out
    expect(run(["help"])[1], run(["--help"])[1])
    longest = max(run(["--help"])[1].splitlines(), key=len)
    assert len(longest) <= 120, longest


@alone_case
def every_command_is_documented(scratch):
    text = (ROOT / "docs/wheelctl.md").read_text()
    for name in commands():
        assert re.search(rf"`{name}\b", text), f"docs/wheelctl.md does not have {name}"


@alone_case
def the_kit_starts_programs_without_ignored_signals(scratch):
    def ignored(pid):
        (line,) = [text for text in open(f"/proc/{pid}/status") if text.startswith("SigIgn")]
        return int(line.split()[1], 16) & 0x7FFFFFFF

    with Process(["sleep", "1000"]) as process:
        expect(ignored(process.process.pid), 0, "ignored by a process")
    # wheeld itself ignores SIGPIPE.
    with Daemon(scratch) as daemon:
        expect(ignored(daemon.pid) & ~(1 << signal.SIGPIPE - 1), 0, "ignored by the daemon")


@alone_case
def its_version_is_the_daemons(scratch):
    daemon = subprocess.run([program("wheeld"), "--version"], capture_output=True, text=True, check=True).stdout
    expect(run(["--version"]), (DONE, daemon.replace("wheeld", "wheelctl"), ""))


@case
def wrong_usage_is_reported(daemon):
    rows = (
        ([], "a command is missing"),
        (["gett"], "did you mean 'get'?"),
        (["explode"], "there is no such command"),
        (["get"], "CONTROL is missing"),
        (["get", "gain", "more"], "'more' is one word too many"),
        (["get", "gain", "--nonsense"], "there is no option '--nonsense'"),
        (["set", "gain", "1", "--no-comit"], "did you mean '--no-commit'?"),
        (["set", "gain"], "VALUE is missing"),
        (["set", "gain", "loud"], "must be a number, not 'loud'"),
        (["set", "gain", "nan"], "must be a number, not 'nan'"),
        (["set", "gain", "1", "2"], "one word too many"),
        (["set", "gain=1", "2"], "is not CONTROL=VALUE"),
        (["set", "gain=1", "gain=2"], "is given twice"),
        (["learn", "GPIO17", "27"], "the offset 27 beside names needs its chip, --chip"),
        (["preview", "-o", "x.png", "--theme", "pink"], "there is no theme 'pink'; there are: dark, light"),
        (["preview", "-o", "x.png", "--theme", "drak"], "there is no theme 'drak'; did you mean 'dark'?"),
        (["preview", "-o", "x.png", "--page", "nowhere"], "there is no page 'nowhere'; there are none"),
        (["latency"], "the two lines are missing that turn the encoder, --out GPIO5,GPIO6"),
        (["latency", "--out", "GPIO5"], "the two lines are missing"),
        (["latency", "--out", "GPIO5,GPIO6", "--rate", "1000"], "--rate is 0.5 to 100"),
        (["latency", "--out", "GPIO5,GPIO6", "--count", "0"], "--count is 1 to 100000"),
        (["lock", "--json=yes"], "takes no value"),
        (["turn", "gain", "1", "--speed"], "needs a value"),
        (["--socket"], "--socket needs a value, PATH"),
        (["-v"], "there is no option '-v'"),
        (["--json"], "a command is missing"),
        (["completion", "tcsh"], "there are: bash, zsh, fish"),
        (["help", "explode"], "there is no such command"),
    )
    for words, why in rows:
        message = complaint(daemon, WRONG_USAGE, *words)
        assert why in message, message
        assert re.search(r"\(see wheelctl .*--help\)$", message), message


@alone_case
def without_a_daemon_every_command_says_so(scratch):
    for name, words in ASKING.items():
        code, out, err = run([name, *words], {"WHEELD_SOCKET": scratch.socket})
        expect((code, out), (NO_DAEMON, ""), name)
        expect(
            err,
            f"wheelctl: {scratch.socket}: no daemon answers: ENOENT (No such file or directory) "
            "(start wheeld, or name its socket with --socket)\n",
        )


@alone_case
def on_a_terminal_tables_are_plain_too(scratch):
    with Daemon(scratch) as daemon:
        control, terminal = os.openpty()
        child = os.fork()
        if child == 0:
            try:
                for number in (0, 1, 2):
                    os.dup2(terminal, number)
                os.execve(program("wheelctl"), ["wheelctl", "--socket", daemon.path, "list"], {"TERM": "xterm"})
            finally:
                os._exit(127)
        os.close(terminal)
        said = b""
        while True:
            try:
                more = os.read(control, 65536)
            except OSError:
                break
            if not more:
                break
            said += more
        os.close(control)
        expect(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), DONE)
        assert said.startswith(b"CONTROL") and b"\x1b" not in said, said
