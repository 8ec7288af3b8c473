"""The completions of the three shells."""

import os
import pathlib
import shlex
import shutil
import subprocess

from ctl import run
from kit.cases import case, expect, Skipped
from kit.daemon import program

# The typed words, and the completions that must be offered; those with `!` must not be offered.
ROWS = (
    (["ge"], ["get", "!set"]),
    ([""], ["list", "completion", "!frequency"]),
    (["get", ""], ["frequency", "gain", "!knob"]),
    (["get", "fr"], ["frequency", "!gain"]),
    (["focus", ""], ["knob"]),
    (["focus", "knob", "az"], ["azimuth"]),
    (["speed", "gain", "ne"], ["next"]),
    (["set", "gain", "1", "--un"], ["--unless-editing", "!--no-commit"]),
    (["ramp", "gain", "--curve", "ease"], ["ease-in-out", "!linear"]),
    (["watch", "--events", "com"], ["commit"]),
    (["reca"], ["recall"]),
    (["presets", "--na"], ["--names"]),
    (["watch", "--csv", "--time", "i"], ["iso", "!seconds"]),
    (["completion", ""], ["bash", "zsh", "fish"]),
    (["do"], ["doctor"]),
    (["doctor", "--con"], ["--config"]),
    (["--vers"], ["--version"]),
    (["help", "sc"], ["screenshot", "!get"]),
    (["--json", "get", "ga"], ["gain"]),
)


@case
def the_program_computes_the_completions(daemon):
    def offered(*typed):
        return run(["--complete", *typed], {"WHEELD_SOCKET": "/nowhere"})[1].splitlines()

    expect(offered("check-config", ""), ["@files"])
    expect(offered("replay", "--config", "/e"), ["@files"])
    expect(offered("list", "--na"), ["--names\tprint only the names of the controls, one on each line"])
    expect(offered("--socket", daemon.path, "focus", ""), ["knob"])
    for typed in (["get", ""], ["lock", ""], ["explode", ""], ["turn", "gain", ""], ["set", "gain", "--nothing"]):
        expect(offered(*typed), [], f"{typed}")


def needs(shell):
    if not shutil.which(shell):
        raise Skipped(f"{shell} is not installed")


def environment(daemon):
    folder = os.path.dirname(program("wheelctl"))
    return {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "WHEELD_SOCKET": daemon.path}


def check(offers, expected, typed):
    for word in expected:
        if word.startswith("!"):
            assert word[1:] not in offers, f"{typed}: {word[1:]} is offered"
        else:
            assert word in offers, f"{typed}: {word} is not offered, but {offers}"


# The text that a shell prints after each row. One shell handles all rows, because its start takes longer than a
# completion.
END = "END-OF-ROW"


def check_all(said, rows=ROWS):
    """Checks a shell's output for all rows, one after another."""
    *parts, rest = said.split(END)
    expect((len(parts), rest.strip()), (len(rows), ""), said[-800:])
    for (typed, expected), part in zip(rows, parts):
        check(part.split(), expected, typed)


@case
def bash_offers_matching_words(daemon):
    needs("bash")
    parts = [run(["completion", "bash"])[1]]
    for typed, _ in ROWS:
        words = shlex.join(["wheelctl", *typed])
        parts.append(f"COMP_WORDS=({words}); COMP_CWORD={len(typed)}; _wheelctl")
        parts.append(f'printf "%s\\n" "${{COMPREPLY[@]}}" {END}')
    done = subprocess.run(
        ["bash", "-uc", "\n".join(parts)], env=environment(daemon), capture_output=True, text=True, timeout=60
    )
    expect(done.stderr, "")
    check_all(done.stdout)


@case
def fish_offers_matching_words(daemon):
    needs("fish")
    parts = [run(["completion", "fish"])[1]]
    for typed, _ in ROWS:
        parts.append(f"complete -C 'wheelctl {' '.join(typed)}'; echo {END}")
    done = subprocess.run(
        ["fish", "--no-config", "-c", "\n".join(parts)], env=environment(daemon), capture_output=True, text=True,
        timeout=60,
    )  # fmt: skip
    expect(done.stderr, "")
    check_all("".join(line.split("\t")[0] + "\n" for line in done.stdout.splitlines()))


# Runs zsh in a pseudoterminal and prints the completions of each line of $LINES_TYPED between two marks. The shell
# assembles the marks, so that the echo of the typed commands does not contain them. ^U removes a typed line.
ZSH = r"""
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PROMPT=; [ ! -d $SCRIPT ] || fpath=($SCRIPT $fpath); autoload -Uz compinit; compinit -u -D; [ -d $SCRIPT ] || source $SCRIPT'
zpty -w shell 'offers() { compadd() { local -a got; builtin compadd -O got "$@"; print -rl -- $got }'
zpty -w shell 'print "BE""GIN"; _main_complete; unfunction compadd; print "E""ND"; compstate[list]=; compstate[insert]= }'
zpty -w shell 'zle -C offers complete-word offers; bindkey "^I" offers; print "REA""DY"'
zpty -r shell text '*READY*'
for line in "${(@f)LINES_TYPED}"; do
    zpty -n -w shell "$line"$'\t'
    zpty -r shell text '*END*'
    print -r -- "${${text##*BEGIN}%END*}" END-OF-ROW
    zpty -n -w shell $'\x15'
done
"""


def zsh_offers(daemon, script, rows):
    lines = "\n".join("wheelctl " + " ".join(typed) for typed, _ in rows)
    done = subprocess.run(
        ["zsh", "-fc", ZSH], capture_output=True, text=True, timeout=60,
        env={**environment(daemon), "SCRIPT": script, "LINES_TYPED": lines, "TERM": "dumb"},
    )  # fmt: skip
    expect(done.stderr, "")
    check_all(done.stdout.replace("\r", ""), rows)


@case
def zsh_offers_matching_words(daemon):
    needs("zsh")
    script = pathlib.Path(daemon.scratch.folder, "completion.zsh")
    script.write_text(run(["completion", "zsh"])[1])
    zsh_offers(daemon, str(script), ROWS)


@case
def zsh_finds_the_installed_script(daemon):
    needs("zsh")
    folder = pathlib.Path(daemon.scratch.folder, "fpath")
    folder.mkdir()
    (folder / "_wheelctl").write_text(run(["completion", "zsh"])[1])
    # Checks the first use, when zsh reads the file.
    zsh_offers(daemon, str(folder), ROWS[:1])
