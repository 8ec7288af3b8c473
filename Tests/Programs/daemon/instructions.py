"""The number of the daemon's own instructions for an event, which does not depend on other work of the machine."""

import contextlib
import pathlib
import re
import socket
import subprocess

from kit import builds
from kit.cases import Skipped, alone_case
from kit.client import Client
from kit.daemon import program
from kit.waiting import wait_until

# Under valgrind a start may take this long on a busy machine.
PATIENCE_S = 120
EVENTS = 400
PAD = '[[input]]\nname = "pad"\ntype = "client"\ncontrols = ["gain"]\n'
# Instructions for each event in a build with assertions, by compiler version. The count may differ by a tenth. A lower
# count is an error, too, so that the lower number is entered here.
USUAL = {
    "6.3": {"a detent that a client feeds": 74_600, "a value that a client sets": 80_900},
}


def is_listening(path):
    """Whether a connection is accepted. The socket's file exists a moment before that, and under valgrind long
    before."""
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(path) == 0


@contextlib.contextmanager
def counted(scratch):
    """A daemon whose instructions are counted, and a function that returns the number of instructions since its last
    call."""
    counts = pathlib.Path(scratch.folder, "counts")
    # Stripped, since valgrind of Debian 12 cannot read this compiler's debug information.
    stripped = pathlib.Path(scratch.folder, "wheeld")
    subprocess.run(["strip", "-o", stripped, program("wheeld")], check=True)
    words = ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={counts}", stripped]
    with open(scratch.log, "w") as log:
        daemon = subprocess.Popen([*words, "--config", scratch.configuration], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    dumps = 0

    def count():
        nonlocal dumps
        dumps += 1
        subprocess.run(["callgrind_control", "--dump", str(daemon.pid)], stdout=subprocess.DEVNULL, check=True)
        return sum(map(int, re.findall(r"^totals: (\d+)", pathlib.Path(f"{counts}.{dumps}").read_text(), re.MULTILINE)))

    try:
        wait_until("it listens", lambda: is_listening(scratch.socket), PATIENCE_S)
        yield count
    finally:
        daemon.kill()
        daemon.wait()


def compiler():
    """The version of the compiler that has built the programs."""
    with contextlib.suppress(OSError):
        said = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
        if found := re.search(r"Swift version (\d+\.\d+)", said):
            return found[1]
    return "unknown"


@alone_case
def an_event_takes_as_many_instructions_as_usual(scratch):
    if builds.KIND or pathlib.Path(program("wheeld")).resolve().parent.name != "release":
        raise Skipped("the figures are those of an optimised program")
    usual = USUAL.get(compiler())
    if usual is None:
        raise Skipped(f"there are figures for Swift {', '.join(USUAL)}, and not for {compiler()}")
    scratch.configure(lambda text: text + PAD)
    requests = {
        "a detent that a client feeds": lambda n: {"op": "feed", "input": "pad", "detents": 1 if n % 2 else -1},
        "a value that a client sets": lambda n: {"op": "set", "control": "gain", "value": -(n % 60)},
    }
    found = {}
    with counted(scratch) as count, Client(scratch.socket) as client:
        for name, request in requests.items():
            for n in range(EVENTS):
                if n == EVENTS // 2:
                    count()
                client.do(**request(n))
            found[name] = round(count() / (EVENTS // 2))
    far = {name: (count, usual[name]) for name, count in found.items() if not 0.9 < count / max(usual[name], 1) < 1.1}
    assert not far, f"(now, usually) {far}: find out why, and write the new figures into {__file__}"
