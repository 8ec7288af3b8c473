"""Graphical programs that use wheel-rig: gqrx and WSJT-X, without a screen or a radio."""

import contextlib
import os
import pathlib
import shutil
import socket
import struct
import tempfile
import threading

from kit.bridge import free_port, wait_until
from kit.cases import alone_case, expect, Skipped
from kit.process import Process
from stage import CONTROLS, FakeRig, Lines, Stage, rigctl

SQUELCH = '\n[[control]]\nname = "squelch"\nkind = "float"\nrange = "[-150, 0]"\nunit = "dB"\ndefault = -100\n\n[[input]]'


@contextlib.contextmanager
def home(name, file, text):
    """The environment for a graphical program: a folder with its configuration, and a sound server without output."""
    for one in (name, "pulseaudio"):
        if not shutil.which(one):
            raise Skipped(f"{one} is not installed")
    with tempfile.TemporaryDirectory(prefix="wheeld-kit-", ignore_cleanup_errors=True) as folder:
        path = pathlib.Path(folder, ".config", file)
        path.parent.mkdir(parents=True)
        path.write_text(text)
        sound = f"{folder}/sound"
        words = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "-L", "module-null-sink"]
        words += ["-L", f"module-native-protocol-unix socket={sound} auth-anonymous=1"]
        environment = {
            "HOME": folder,
            "XDG_CONFIG_HOME": f"{folder}/.config",
            "XDG_DATA_HOME": f"{folder}/.local/share",
            "XDG_CACHE_HOME": f"{folder}/.cache",
            "XDG_RUNTIME_DIR": folder,
            "PULSE_SERVER": f"unix:{sound}",
            "QT_QPA_PLATFORM": "offscreen",
        }
        with Process(words, environment) as server:
            wait_until(lambda: f"the sound server: {server.err.read_text()}", lambda: os.path.exists(sound))
            yield environment


@contextlib.contextmanager
def gqrx(scratch):
    """gqrx with its remote control. A file of zeros replaces the signal of a radio.

    Yields a function that sends gqrx a line and returns the answer. gqrx serves only the last connection, so the test
    and the bridge share one connection.
    """
    signal = pathlib.Path(scratch.folder, "signal")
    signal.write_bytes(bytes(96000 * 8))
    port = free_port()
    text = f"""[General]
configversion=3
crashed=false

[input]
device="file={signal},freq=7000000,rate=96000,repeat=true,throttle=true"
frequency=7000000
sample_rate=96000

[remote_control]
allowed_hosts=127.0.0.1
enabled=true
port={port}
"""
    with home("gqrx", "gqrx/default.conf", text) as environment:
        with Process(["gqrx", "-c", "default.conf"], environment) as process:

            def answers():
                with contextlib.suppress(OSError), Lines(port) as lines:
                    return lines.say("f")[0]
                return None

            wait_until(lambda: f"gqrx answers: {process.err.read_text()}", answers)
            with Lines(port) as lines:
                lock = threading.Lock()

                def ask(line):
                    with lock:
                        # gqrx answers a mode with two lines: the mode and its passband.
                        return "\n".join(lines.say(line, 2 if line == "m" else 1))

                yield ask


@alone_case
def values_go_both_ways_with_gqrx(scratch):
    controls = CONTROLS.replace("\n[[input]]", SQUELCH)
    with gqrx(scratch) as ask, FakeRig(ask) as rig, Stage(scratch, "--port", rig.port, controls=controls) as stage:

        def wait_for(line, answer):
            wait_until(lambda: f"{line} is {answer!r}, not {ask(line)!r}; {stage.log()}", lambda: ask(line).startswith(answer))

        wait_for("f", "14074000")
        wait_for("l SQL", "-100.0")
        stage.client.do(op="feed", input="dial", events=[{"detents": 3}])
        wait_for("f", "14074300")
        stage.set("mode", "cw")
        wait_for("m", "CW\n")
        stage.set("squelch", -50)
        wait_for("l SQL", "-50.0")
        expect(ask("F 7074000"), "RPRT 0")
        stage.wait_for_value(7074000)
        expect(ask("M LSB 0"), "RPRT 0")
        stage.wait_for_value("lsb", "mode")
        expect(ask("L SQL -70"), "RPRT 0")
        stage.wait_for_value(-70, "squelch")
        # gqrx has no control of the volume.
        assert "the rig does not report its level:AF" in stage.log(), stage.log()


class Ear:
    """Receives WSJT-X's frequency by UDP."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.frequency = None
        threading.Thread(target=self._hear, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def _hear(self):
        while True:
            try:
                data = self.socket.recv(4096)
            except OSError:
                return
            # The message: a magic number, a version, its kind (1 is the status), a name's length, the name, the frequency.
            kind, length = struct.unpack_from(">II", data, 8)
            if kind == 1:
                self.frequency = struct.unpack_from(">Q", data, 16 + length)[0]


@alone_case
def wsjt_x_and_the_panel_tune_each_other(scratch):
    port = free_port()
    with Ear() as ear, Stage(scratch, "--listen", port) as stage:
        text = f"""[Configuration]
MyCall=AA1AA
MyGrid=AA00
Rig=Hamlib NET rigctl
CATNetworkPort=127.0.0.1:{port}
Polling=1
MonitorLastUsed=true
MonitorOFF=false
UDPServer=127.0.0.1
UDPServerPort={ear.port}

[Common]
Mode=FT8
DialFreq=7074000
"""
        with home("wsjtx", "WSJT-X.ini", text) as environment, Process(["wsjtx"], environment) as process:

            def wait_for(hertz):
                wait_until(
                    lambda: f"WSJT-X is at {ear.frequency}, the panel at {stage.value()}: {process.err.read_text()}",
                    lambda: ear.frequency == hertz,
                )

            stage.wait_for_value(7074000)
            wait_for(7074000)
            stage.client.do(op="feed", input="dial", events=[{"detents": 3}])
            wait_for(7074300)
            stage.set("vfo", 14074000)
            wait_for(14074000)
            expect((stage.value(), rigctl(port, "f")), (14074000, ["14074000"]))
