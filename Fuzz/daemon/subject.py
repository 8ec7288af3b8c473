"""The daemon of a session, observed from outside."""

import os
import pathlib
import resource
import signal
import subprocess
import tempfile
import time
import shutil
import re

from finding import Finding
from kit.daemon import program

# A program hangs if it takes longer and has used the processor for half of that time. A busy machine may need longer.
START_S, END_S, ANSWER_S, RUN_S = 3.0, 2.0, 6.0, 4.0
PATIENCE = 5
MEMORY_KB = 200_000
ADDRESS_SPACE = 4 << 30


def limits():
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # A shell makes its background processes ignore SIGINT, which must end `wheelctl watch`.
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Folder:
    """The paths of a session's files."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="wheeld-fuzz-")
        self.socket, self.state = self.path + "/s", self.path + "/state.json"
        self.configuration, self.log = self.path + "/wheeld.toml", self.path + "/log"
        self.session = self.path + "/session.txt"
        self.environment = {
            "PATH": os.environ.get("PATH", ""), "HOME": self.path, "STATE_DIRECTORY": self.path, "LC_ALL": "C.UTF-8",
            "SWIFT_BACKTRACE": "enable=no", "XDG_RUNTIME_DIR": self.path,
        }  # fmt: skip
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)

    def configure(self, text):
        pathlib.Path(self.configuration).write_text(text.replace("@/", self.path + "/"))

    def log_text(self):
        try:
            return pathlib.Path(self.log).read_text(errors="replace")
        except FileNotFoundError:
            return ""


def run(folder, words, pump, interrupt_after=None):
    """Runs a program to its end with limits. Returns its exit status and output. `pump` serves clients meanwhile."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT, env=folder.environment,
            cwd=folder.path, preexec_fn=limits, restore_signals=True,
        )  # fmt: skip
        started = time.monotonic()
        try:
            while process.poll() is None:
                pump(0.002)
                passed = time.monotonic() - started
                if interrupt_after is not None and passed > interrupt_after:
                    process.send_signal(signal.SIGINT)
                    interrupt_after = passed + 0.5
                if passed > RUN_S and (busy_ns(process.pid) > RUN_S * 5e8 or passed > PATIENCE * RUN_S):
                    raise Finding(f"{pathlib.Path(words[0]).name} {called(words)} hangs", " ".join(words[1:]))
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        out.seek(0)
        said = out.read(4_000_000)
    if process.returncode < 0 and not (interrupt_after is not None and process.returncode == -signal.SIGINT):
        raise Finding(
            f"{pathlib.Path(words[0]).name} {called(words)} is ended by signal {-process.returncode}{crash(said)}",
            f"{words[1:]}: {said[-300:].decode(errors='replace')}",
        )
    return process.returncode, said


def busy_ns(pid):
    """The processor time of the daemon's threads."""
    total = 0
    for path in pathlib.Path(f"/proc/{pid}/task").glob("*/schedstat"):
        try:
            total += int(path.read_text().split()[0])
        except (OSError, IndexError):
            pass
    return total


def called(words):
    plain = [w for w in words[1:] if not w.startswith("/") and w not in ("--socket", "--json")]
    return plain[0] if plain else ""


def crash(said):
    """The place at which a Swift program trapped, without variable numbers."""
    found = re.findall(r"([\w+]+)\.swift:\d+: Fatal error: ([^\n]*)", said.decode(errors="replace"))
    if not found:
        return ""
    file, message = found[-1]
    return f": {file}: " + re.sub(r"[-+]?\d[\d.e+-]*", "#", message)


class Subject:
    def __init__(self, folder):
        self.folder = folder
        self.said_before = len(folder.log_text())
        with open(folder.log, "ab") as log:
            self.process = subprocess.Popen(
                [
                    program("wheeld"), "--config", folder.configuration, "--socket", folder.socket,
                    "--record-session", folder.session,
                ],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=folder.environment, cwd=folder.path,
                preexec_fn=limits,
            )  # fmt: skip
        self.busy_at_start = 0

    @property
    def is_running(self):
        return self.process.poll() is None

    def said(self):
        return self.folder.log_text()[self.said_before :]

    def died(self, doing):
        """The finding that the daemon has ended unexpectedly."""
        try:
            status = self.process.wait(1)
        except subprocess.TimeoutExpired:
            return Finding("the daemon closes a connection unasked", doing)
        what = f"signal {-status}" if status < 0 else f"status {status}"
        where = crash(self.said().encode()) or f" at {doing.split(' ')[0]}"
        return Finding(f"the daemon ends by {what}{where}", f"{doing}: {self.said()[-400:]}")

    def wait(self, seconds, pump):
        """The daemon's exit status; None if the daemon has not ended in time."""
        since, self.busy_at_start = time.monotonic(), self.busy_ns()
        while self.is_running and not self.has_hung(since, seconds):
            pump(0.002)
        return self.process.poll()

    def end(self):
        if self.is_running:
            self.process.kill()
        self.process.wait()

    def busy_ns(self):
        return busy_ns(self.process.pid)

    def has_hung(self, since, seconds):
        """Whether the time is over and the program has used the processor for half of it, or the time is over PATIENCE
        times."""
        passed = time.monotonic() - since
        return passed > seconds and (self.busy_ns() - self.busy_at_start > seconds * 5e8 or passed > PATIENCE * seconds)

    def resident_kb(self):
        try:
            for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
                if line.startswith("VmRSS:"):
                    return int(line.split()[1])
        except OSError:
            pass
        return 0
