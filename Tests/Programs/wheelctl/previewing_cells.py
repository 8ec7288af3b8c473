"""`preview --graphics cells`."""

import fcntl
import os
import re
import struct
import subprocess
import termios

from ctl import DONE
from kit.cases import alone_case, expect
from kit.daemon import program
from previewing import CONTROLS


def typed(scratch, *words, **environment):
    """Returns the output of `--graphics cells`, in a locale with UTF-8."""
    done = subprocess.run(
        [program("wheelctl"), "preview", "--config", scratch.configuration, "--graphics", "cells", *words],
        capture_output=True, text=True, timeout=60, encoding="utf-8",
        env=os.environ | {"LC_ALL": "C.UTF-8", "TERM": "xterm", "COLORTERM": "truecolor"} | environment,
    )  # fmt: skip
    expect((done.returncode, done.stderr), (DONE, ""), words)
    return done.stdout


@alone_case
def a_page_is_typed(scratch):
    with open(scratch.configuration, "w") as file:
        file.write(CONTROLS)
    text = typed(scratch, "--value", "filter=Band-pass", "--focus", "gain")
    lines = text.split("\n")
    expect((len(lines), lines[-1]), (25, ""))
    assert all(len(line) <= 80 for line in lines) and "\x1b" not in text, text
    # Without colours, brackets mark the chosen position and the marked control.
    for word in ("[Band-pass]", " Low-pass ", "[2 gain]", " 1 angle "):
        assert word in text, f"{word} is not in\n{text}"
    expect(max(map(len, typed(scratch, "--size", "100x30").split("\n"))), 100)
    expect(len(typed(scratch, "--size", "100x30").split("\n")), 31)
    assert typed(scratch, LC_ALL="C").isascii()
    # In a file the output is the same for any terminal.
    file = scratch.folder + "/face.txt"
    expect(typed(scratch, "-o", file), "")
    with open(file, encoding="utf-8") as written:
        expect(written.read(), typed(scratch))


@alone_case
def a_page_is_typed_in_colour_on_a_terminal(scratch):
    with open(scratch.configuration, "w") as file:
        file.write(CONTROLS)

    def on_terminal(*words, **environment):
        reading, writing = os.openpty()
        fcntl.ioctl(writing, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 90, 0, 0))
        words = [program("wheelctl"), "preview", "--config", scratch.configuration, "--graphics", "cells", *words]
        look = {"LC_ALL": "C.UTF-8", "TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": ""}
        process = subprocess.Popen(words, stdout=writing, env=os.environ | look | environment)
        os.close(writing)
        said = b""
        try:
            while part := os.read(reading, 65536):
                said += part
        except OSError:
            # The program has closed its end.
            pass
        os.close(reading)
        expect(process.wait(60), DONE)
        return said.decode()

    # The marked label is on a plate in the theme's colour `hand`. The picture has the terminal's size, without a row for the
    # prompt.
    text = on_terminal("--focus", "gain")
    assert "48;2;92;184;242m 2 gain " in text, text
    expect(text.count("\r\n"), 29)
    # The output has only sequences for colours, so it stays among the lines of the shell.
    expect(re.sub(r"\x1b\[[\d;]*m", "", text).count("\x1b"), 0)
    assert "48;2;" in on_terminal("--theme", "light")
    assert "48;5;" in on_terminal(COLORTERM="") and "48;2;" not in on_terminal(COLORTERM="")
    for plain in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert "\x1b" not in on_terminal(**plain), plain
