"""Ctrl-Z, `bg` and `fg` of a shell, in tmux."""

import os
import pathlib
import signal

from instrument import value_of
from tmux import UP, Terminal

from kit.cases import alone_case, expect
from kit.daemon import program
from kit.process import wakeups
from kit.waiting import has_ended


class Job(Terminal):
    """A terminal with an interactive shell, in which wheeld runs as a job."""

    def __init__(self, scratch):
        self.begin(scratch)
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "bash --norc --noprofile -i")
        words = f"{program('wheeld')} --terminal --socket {scratch.socket} --config {scratch.configuration}"
        script = pathlib.Path(scratch.folder, "job")
        script.write_text(f"exec env LC_ALL=C.UTF-8 COLORTERM=truecolor {words} 2>{scratch.folder}/log\n")
        # The word is in two parts, so that the command's own echo is not taken for the prompt.
        self.command("PS1='pro''mpt ' PS2=; clear; echo $(stty -a | cksum)")
        self.wait(lambda: self.text().count("prompt") == 1)
        self.modes = self.text().split("\n")[0]
        self.checks = 0
        self.command(f"bash {script}")
        self.wait(lambda: os.path.exists(scratch.socket))
        self.shows("Read every value")

    def command(self, text):
        self.type(text, "Enter")

    @property
    def pid(self):
        """The job's process, the shell's only child."""
        shell = int(self.tmux("display-message", "-p", "#{pane_pid}"))
        return int(pathlib.Path(f"/proc/{shell}/task/{shell}/children").read_text().split()[0])

    @property
    def state(self):
        return pathlib.Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()[0]

    @property
    def size(self):
        with open(self.tmux("display-message", "-p", "#{pane_tty}").strip(), "rb") as end:
            return tuple(os.get_terminal_size(end.fileno()))

    def wakeups(self):
        return sum(wakeups(self.pid).values())

    def is_back_in_the_shell(self):
        """Waits until the shell has the terminal back with its earlier modes, so that the job has stopped or ended.
        Keys that are typed earlier may be lost, because the job still reads the terminal's answers."""
        flags = "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{mouse_sgr_flag} #{wrap_flag}"
        self.wait(lambda: self.tmux("display-message", "-p", flags).strip() == "0 1 0 0 1")
        # The number distinguishes the line of this check from earlier ones.
        self.checks += 1
        self.command(f"clear; echo {self.checks} $(stty -a | cksum)")
        self.wait(lambda: f"{self.checks} {self.modes}" in self.text().split("\n"))


@alone_case
def fg_brings_the_picture_back(scratch):
    with Job(scratch) as terminal, terminal.client() as client:
        for _ in range(2):
            terminal.type("C-z")
            terminal.wait(lambda: terminal.state == "T")
            terminal.is_back_in_the_shell()
            terminal.command("fg")
            terminal.shows("Frequency")
            client.do(op="ping")
            client.quiet()
            terminal.type(UP)
            client.event("value")
        pid = terminal.pid
        terminal.type("q", "q")
        terminal.wait(lambda: has_ended(pid))
        terminal.is_back_in_the_shell()


@alone_case
def in_the_background_it_works_and_draws_nothing(scratch):
    with Job(scratch) as terminal, terminal.client() as client:
        terminal.type("C-z")
        terminal.wait(lambda: terminal.state == "T")
        terminal.command("bg")
        terminal.wait(lambda: terminal.state != "T")
        terminal.is_back_in_the_shell()
        client.quiet()
        # The shell gets the keys, and every client the values.
        terminal.command("echo $((6*7)); echo + + s l e q")
        terminal.wait(lambda: "\n42\n" in terminal.text())
        before = terminal.text().rstrip()
        expect(client.quiet(), [])
        for value in (7.5, 8.5):
            client.do(op="set", control="frequency", value=value)
            expect(value_of(client, "frequency"), value)
        for columns, rows in ((90, 26), (80, 24)):
            terminal.resize(columns, rows)
            # tmux reports a size only after it has stayed the same for a while.
            terminal.wait(lambda: terminal.size == (columns, rows))  # noqa: B023
        woken = terminal.wakeups()

        def has_looked():
            client.do(op="set", control="frequency", value=9 if value_of(client, "frequency") < 9 else 8.5)
            # Each value wakes the panel. The first wake-up may still have an earlier cause, so two are counted.
            return terminal.wakeups() >= woken + 2

        # The panel has read the values and waits again. Anything that it drew would precede this line.
        terminal.wait(has_looked)
        terminal.command("echo $((6*8))")
        terminal.wait(lambda: "\n48\n" in terminal.text())
        assert terminal.text().startswith(before + " echo $((6*8))\n48\n"), terminal.text()
        assert terminal.state in "SR", terminal.state
        terminal.command("fg")
        terminal.shows("Frequency")
        client.quiet()
        terminal.type(UP)
        assert client.event("value")["value"] > 8.5
        terminal.type("C-z")
        terminal.wait(lambda: terminal.state == "T")
        terminal.is_back_in_the_shell()
        terminal.command("fg")
        terminal.shows("Frequency")


@alone_case
def it_ends_in_the_background_and_leaves_the_shell_alone(scratch):
    with Job(scratch) as terminal:
        terminal.type("C-z")
        terminal.wait(lambda: terminal.state == "T")
        terminal.command("bg")
        terminal.wait(lambda: terminal.state != "T")
        terminal.is_back_in_the_shell()
        pid = terminal.pid
        terminal.signal(signal.SIGTERM)
        terminal.wait(lambda: has_ended(pid))
        terminal.is_back_in_the_shell()
