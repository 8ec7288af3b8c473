"""Each example follows values, sets one and prints errors; those that promise to reconnect do so."""

import os
import shutil
import signal
import subprocess

from kit.cases import alone_case, case, expect, Skipped
from kit.daemon import ROOT, Daemon, program
from kit.process import Process

FOLDER = ROOT / "docs/clients"


def needs(*names):
    for name in names:
        if not shutil.which(name):
            raise Skipped(f"{name} is not installed")


# Each function returns the words of an example's command. Some examples are built in the scratch folder first.


def python(_):
    return [str(FOLDER / "follow.py")]


def shell(_):
    needs("socat", "jq")
    return [str(FOLDER / "follow.sh")]


def node(_):
    needs("node")
    return ["node", str(FOLDER / "follow.mjs")]


def c(scratch):
    needs("cc")
    made = scratch.folder + "/follow"
    # Compiles the example as its first lines say, without a warning.
    subprocess.run(
        ["cc", "-O2", "-Wall", "-Wextra", "-Werror", FOLDER / "follow.c", "-o", made, "-ljansson"], check=True
    )
    return [made]


def swift(_):
    return [program("example-follow")]


def follows(daemon, words):
    environment = {"WHEELD_SOCKET": daemon.path}
    with daemon.client() as client, Process(words, environment) as every, Process([*words, "gain"], environment) as one:
        every.wait_for("frequency 7.1")
        every.wait_for('filter "low-pass"')
        every.wait_for("steps []")
        one.wait_for("gain 0")
        client.do(op="set", values={"frequency": 14.074, "filter": "hp", "gain": -12.5, "steps": ["2", "9"]})
        every.wait_for("frequency 14.074")
        every.wait_for('filter "hp"')
        one.wait_for("gain -12.5")
        for number in range(201):
            client.do(op="set", control="gain", value=-number / 4)
        one.wait_for("gain -50")
        assert not [line for line in one.lines() if not line.startswith("gain ")], one.lines()


def sets(daemon, words):
    environment = {**os.environ, "WHEELD_SOCKET": daemon.path}

    def run(*more):
        done = subprocess.run([*words, *more], env=environment, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout.strip(), done.stderr.strip()

    expect(run("frequency", "14.074"), (0, "14.074", ""))
    expect(run("frequency", "31")[:2], (0, "30"))
    expect(run("filter", "hp"), (0, '"hp"', ""))
    code, out, err = run("frequencies", "1")
    expect((code != 0, out), (True, ""))
    assert "no control named 'frequencies'" in err, err
    environment["WHEELD_SOCKET"] = daemon.path + "-not"
    code, out, err = run("frequency", "1")
    expect((code != 0, out), (True, ""))
    assert err, "nothing is said where no daemon is"


def comes_back(scratch, words):
    environment = {"WHEELD_SOCKET": scratch.socket}
    with Process(words, environment) as process:
        # The example starts before the daemon, and reports an error.
        process.wait_for(scratch.socket, errors=True)
        with Daemon(scratch) as daemon, daemon.client() as client:
            process.wait_for("gain 0")
            client.do(op="set", control="gain", value=-20)
            process.wait_for("gain -20")
            daemon.signal(signal.SIGKILL)
            daemon.wait()
        with Daemon(scratch) as daemon, daemon.client() as client:
            client.do(op="set", control="gain", value=-30)
            process.wait_for("gain -30")


def add(words, returns):
    """Adds the cases of one example."""

    def named(function, name):
        function.__name__ = f"{words.__name__}_{name}"
        return function

    case(named(lambda daemon: follows(daemon, words(daemon.scratch)), "follows"))
    case(named(lambda daemon: sets(daemon, words(daemon.scratch)), "sets"))
    if returns:
        alone_case(named(lambda scratch: comes_back(scratch, words(scratch)), "comes_back"))


for example, returns in ((python, True), (shell, False), (c, False), (node, True), (swift, True)):
    add(example, returns)
