"""The example that views the panel, in a terminal of its own."""

import fcntl
import os
import struct
import subprocess
import termios

from examples import FOLDER
from kit.cases import alone_case, expect
from kit.daemon import Daemon
from kit.waiting import wait_until


class Screen:
    """A terminal of 80 × 24 cells with the program, and the program's output."""

    def __init__(self, daemon):
        self.person, self.program = os.openpty()
        fcntl.ioctl(self.program, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.modes = termios.tcgetattr(self.program)
        words = [str(FOLDER / "view.py"), daemon.path]
        self.process = subprocess.Popen(words, stdin=self.program, stdout=self.program, stderr=subprocess.PIPE)
        os.set_blocking(self.person, False)
        self.written = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()
        os.close(self.person)
        os.close(self.program)

    def shows(self, text):
        try:
            while more := os.read(self.person, 65536):
                self.written += more
        except BlockingIOError:
            pass
        return text in self.written.decode("utf-8", "replace")

    def press(self, keys):
        os.write(self.person, keys)


@alone_case
def the_view_is_drawn_and_turned(scratch):
    with Daemon(scratch) as daemon, daemon.client() as client, Screen(daemon) as screen:
        wait_until("the panel is there", lambda: screen.shows("Frequency"))
        before = client.do(op="get", control="frequency")["value"]
        screen.press(b"\x1b[B\x1b[B")
        wait_until("the keys turn", lambda: client.do(op="get", control="frequency")["value"] < before)
        screen.press(b"\t\x1b[A")
        wait_until("the next control is marked", lambda: client.do(op="get", control="filter")["value"] == "band-pass")
        screen.press(b"q")
        expect(screen.process.wait(60), 0)
        expect(termios.tcgetattr(screen.program), screen.modes)


@alone_case
def its_end_is_that_of_the_daemon(scratch):
    with Daemon(scratch) as daemon, Screen(daemon) as screen:
        wait_until("the panel is there", lambda: screen.shows("Frequency"))
        daemon.__exit__(None, None, None)
        expect(screen.process.wait(60), 0)
        expect(termios.tcgetattr(screen.program), screen.modes)
