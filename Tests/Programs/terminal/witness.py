"""Runs in a terminal: starts wheeld again and again, ends it each time in another way, and reports the terminal's state
before and after, by the terminal's answers (DECRQM) and by termios.

usage: witness.py REPORT FORMAT SOCKET LOG SIGNAL… -- COMMAND…

For SIGTSTP the script stops wheeld, reads the terminal's state, continues wheeld, and ends it with SIGTERM. A picture
counts as shown once the daemon at SOCKET has a view in FORMAT.
"""

import json
import os
import pathlib
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import termios
import time
import tty

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from kit.waiting import has_ended  # noqa: E402

MODES = [1, 5, 6, 7, 9, 12, 25, 40, 45, 66, 80, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1015, 1016, 1034, 1035,
         1036, 1039, 1047, 1049, 1070, 2004, 2026, 8452]  # fmt: skip
PATIENCE_S = 30


def answers():
    """The terminal's answers about each mode, and the position of its cursor."""
    before = termios.tcgetattr(0)
    tty.setraw(0)
    try:
        os.write(1, "".join(f"\x1b[?{mode}$p" for mode in MODES).encode() + b"\x1b[6n\x1b[c")
        text = b""
        while not re.search(rb"\x1b\[\?[\d;]*c", text) and select.select([0], [], [], PATIENCE_S)[0]:
            text += os.read(0, 4096)
        return text.decode("latin-1")
    finally:
        termios.tcsetattr(0, termios.TCSANOW, before)


def state():
    return {"terminal": answers(), "modes": repr(termios.tcgetattr(0))}


def wait(condition):
    end = time.monotonic() + PATIENCE_S
    while not (found := condition()):
        if time.monotonic() > end:
            return None
        time.sleep(0.02)
    return found


def has_view(path, wanted):
    """The daemon's process id if the daemon has one view, in the format `wanted`; otherwise None."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE_S)
        try:
            connection.connect(path)
        except OSError:
            return None
        daemon = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")))[0]
        connection.sendall(b'{"id":1,"op":"stats"}\n')
        with connection.makefile() as lines:
            views = json.loads(next(line for line in lines if '"reply"' in line)).get("views", [])
    return daemon if [view["format"] for view in views] == [wanted] else None


def foreground(group):
    os.tcsetpgrp(0, group)


def ends(number, command, wanted, path, log):
    """The terminal's state before and after the run, and while the program is stopped."""
    if os.path.exists(path):
        os.unlink(path)
    before = state()
    with open(log, "w") as errors:
        child = subprocess.Popen(command, stderr=errors, process_group=0)
    foreground(child.pid)
    daemon = wait(lambda: has_view(path, wanted))
    # Gives the new view time for its first frame: wheeld must restore the terminal with and without a frame, but most runs
    # should have one.
    time.sleep(0.3)
    states = []
    if number == signal.SIGTSTP:
        os.kill(child.pid, number)
        os.waitpid(child.pid, os.WUNTRACED)
        foreground(os.getpgrp())
        states.append(state())
        foreground(child.pid)
        os.kill(child.pid, signal.SIGCONT)
        wait(lambda: not termios.tcgetattr(0)[3] & termios.ICANON)
        number = signal.SIGTERM
    if number == signal.SIGKILL:
        # After the kill nobody would read the answer to a frame. So the answer is read before the kill: the terminal answers in
        # order, and `answers` reads all answers up to its own.
        os.kill(child.pid, signal.SIGSTOP)
        os.waitpid(child.pid, os.WUNTRACED)
        foreground(os.getpgrp())
        # Ends an escape sequence in the middle of which the program may have been stopped.
        os.write(1, b"\x1b\\")
        answers()
    os.kill(child.pid, number)
    child.wait()
    foreground(os.getpgrp())
    # After SIGKILL another process restores the terminal, first its modes. Before that, `answers` would read wheeld's
    # modes, and set them again at its end.
    wait(lambda: repr(termios.tcgetattr(0)) == before["modes"])
    wait(lambda: state() == before)
    states.append(state())
    # When a panel is killed, its daemon ends, too. Until it ends, it locks the state, which the next daemon needs.
    if daemon:
        wait(lambda: has_ended(daemon))
    return {"signal": number.name, "shown": daemon is not None, "before": before, "after": states}


def main(words):
    place = words.index("--")
    (report, wanted, path, log, *names), command = words[:place], words[place + 1 :]
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    found = [ends(signal.Signals[name], command, wanted, path, log) for name in names]
    with open(report + ".new", "w") as file:
        json.dump(found, file)
    os.rename(report + ".new", report)


main(sys.argv[1:])
