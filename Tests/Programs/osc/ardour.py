"""A real Ardour, without its window and without a sound card, used as docs/bridges/osc.md describes."""

import contextlib
import glob
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time

from kit.bridge import wait_until
from kit.cases import alone_case, expect, Skipped
from kit.process import Process
from messages import Stage, packet

# Ardour always listens at this port.
PORT = 3819

CONTROLS = """
[[control]]
name = "level"
kind = "float"
range = "[-60, 6]"
step = 0.5
unit = "dB"
commit_after_ms = 50
acceleration = "off"
speeds = [{ name = "one", per_detent = 0.5 }]

[[input]]
name = "knob"
type = "client"
controls = ["level"]
"""

CONFIGURATION = """
[osc]
to = ["127.0.0.1:{}"]

[[osc.control]]
control = "level"
address = "/strip/gain"
args = [1, "f:value"]
"""

SESSION = """
AudioEngine:set_backend("None (Dummy)", "", "")
session = create_session("{folder}/session", "session", 48000)
session:new_audio_track(1, 2, nil, 1, "track", ARDOUR.PresentationInfo.max_order, ARDOUR.TrackMode.Normal, true)
session:save_state("")
close_session()
quit()
"""


def answers():
    """Whether a program uses Ardour's port."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind(("127.0.0.1", PORT))
        except OSError:
            return True
    return False


@contextlib.contextmanager
def ardour():
    """Ardour with a session that has one track, and Jack without a sound card."""
    servers, makers = glob.glob("/usr/lib/ardour*/hardour-*"), glob.glob("/usr/bin/ardour*-lua")
    if not servers or not makers or not shutil.which("jackd"):
        raise Skipped("ardour or jackd is not installed")
    if answers():
        raise Skipped(f"another program has port {PORT}")
    programs = pathlib.Path(servers[0]).parent
    with tempfile.TemporaryDirectory(prefix="wheeld-kit-", ignore_cleanup_errors=True) as folder:
        jack = f"wheeld{os.getpid()}"
        environment = {
            "HOME": folder,
            "LD_LIBRARY_PATH": str(programs),
            "ARDOUR_DLL_PATH": str(programs),
            "ARDOUR_DATA_PATH": f"/usr/share/{programs.name}",
            "ARDOUR_CONFIG_PATH": f"/etc/{programs.name}",
            "JACK_DEFAULT_SERVER": jack,
            "JACK_NO_AUDIO_RESERVATION": "1",
            "JACK_NO_START_SERVER": "1",
        }
        words = {"input": SESSION.format(folder=folder), "capture_output": True, "text": True, "timeout": 60}
        made = subprocess.run([makers[0]], env={**os.environ, "HOME": folder}, **words)
        file = pathlib.Path(folder, "session", "session.ardour")
        assert file.exists(), made.stdout[-500:] + made.stderr[-500:]
        protocol = 'name="Open Sound Control (OSC)" active="{}"'
        file.write_text(file.read_text().replace(protocol.format(0), protocol.format(1)))
        try:
            with Process(["jackd", "-n", jack, "-r", "-d", "dummy", "-p", "8192"], environment) as sound:
                wait_until(lambda: f"jackd: {sound.err.read_text()}", lambda: glob.glob(f"/dev/shm/jack_sem.*{jack}_system"))
                with Process([servers[0], "-d", f"{folder}/session", "session"], environment) as process:
                    wait_until(lambda: f"Ardour: {process.out.read_text()} {process.err.read_text()}", answers)
                    yield
                # Ends Jack by SIGTERM, since a killed server stays in Jack's list of servers, which has eight places.
                sound.signal(signal.SIGTERM)
                sound.end()
        finally:
            # Removes files that killed programs have left.
            for left in glob.glob(f"/dev/shm/*{jack}_*"):
                os.unlink(left)


class Relay:
    """Forwards the messages between wheel-osc and Ardour, and records Ardour's. Ardour reports changes to only one port
    of each machine, so the test could not receive them itself."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.bridge = None
        self.said = []
        threading.Thread(target=self._serve, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def _serve(self):
        while True:
            try:
                data, (_, port) = self.socket.recvfrom(4096)
                if port == PORT:
                    self.said.append(data)
                    if self.bridge:
                        self.socket.sendto(data, ("127.0.0.1", self.bridge))
                else:
                    self.tell(data)
            except OSError:
                return

    def tell(self, data):
        self.socket.sendto(data, ("127.0.0.1", PORT))

    def ask_for_news(self):
        """Makes Ardour report changes of strips and buttons to this port, with gains in dB."""
        self.tell(packet("/set_surface", "iiiiiii", 0, 159, 3, 0, 0, 0, self.port))

    def last(self, address):
        """The last reported value of the first track, or None."""
        start = packet(address, "if", 1, 0)[:-4]
        found = [data for data in self.said if data.startswith(start)]
        return round(struct.unpack(">f", found[-1][-4:])[0], 3) if found else None


@alone_case
def a_knob_and_ardour_move_the_same_fader(scratch):
    with ardour(), Relay() as relay:
        # Ardour listens before it has loaded the session, so the request is repeated, each time after a pause for the answer.
        track = packet("/strip/name", "is", 1, "track")
        wait_until("Ardour's track", lambda: relay.ask_for_news() or time.sleep(0.5) or track in relay.said)
        with Stage(scratch, CONFIGURATION.format(relay.port), controls=CONTROLS) as stage:
            relay.bridge = stage.port

            def wait_for(address, value):
                wait_until(
                    lambda: f"{address} is {value}, not {relay.last(address)}; {stage.log()}",
                    lambda: relay.last(address) == value,
                )

            stage.set("level", -12)
            wait_for("/strip/gain", -12)
            relay.tell(packet("/strip/gain", "if", 1, -6.5))
            stage.wait_for_value(-6.5, "level")
            wait_for("/strip/gain", -6.5)
            # While a hand continues to turn, Ardour's reports about earlier values must not move the control back.
            for _ in range(40):
                stage.client.do(op="feed", input="knob", detents=-1)
                # A turning hand takes this time for a detent. During the whole turn Ardour reports several values.
                time.sleep(0.02)
            expect(stage.value("level"), -26.5)
            wait_for("/strip/gain", -26.5)
            # Ardour may report a change late. 0.6 s after a late echo the bridge sends the value again.
            time.sleep(1.5)
            expect((stage.value("level"), relay.last("/strip/gain")), (-26.5, -26.5))
