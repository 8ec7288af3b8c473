"""The broker of eclipse/paho.mqtt.testing, which checks what its clients send against the specifications of MQTT.

The broker logs a violation as an error, or ends the connection with a reason. $PAHO_TESTING names a checkout of the broker,
whose code is not part of this repository.
"""

import os
import pathlib
import re
import signal
import socket
import subprocess
import sys

from broker import Bridge, Broker, Listener, Wire, free_port, library_speaks_5, until
from kit.cases import alone_case, expect, Skipped
from kit.daemon import Daemon

COMMITS = 100


class Referee(Broker):
    """The checking broker. `limits` are lines of the broker's configuration."""

    def __init__(self, folder, limits=""):
        checkout = os.environ.get("PAHO_TESTING")
        if not checkout:
            raise Skipped("PAHO_TESTING does not name a checkout of eclipse/paho.mqtt.testing")
        self.place = pathlib.Path(checkout, "interoperability")
        assert (self.place / "startbroker.py").exists(), f"{checkout} is no checkout of eclipse/paho.mqtt.testing"
        self.port = free_port()
        self.file = pathlib.Path(folder, f"referee-{self.port}.conf")
        self.file.write_text(f"loglevel debug\n{limits}listener {self.port} 127.0.0.1\n")
        self.process = None

    def start(self):
        with open(f"{self.file}.log", "wb") as log:
            words = [sys.executable, "-B", "startbroker.py", "-c", str(self.file)]
            self.process = subprocess.Popen(words, cwd=self.place, stdout=log, stderr=log)
        until(self._answers, lambda: self.log()[-800:])

    def log(self):
        return pathlib.Path(f"{self.file}.log").read_text()

    def complaints(self):
        """The log lines about violations.

        The broker ends a connection after a violation. It also logs a traceback when a client disconnects without
        waiting for the broker's answer, and this counts as a violation, too.
        """
        signs = ("ERROR ", "Traceback ", " out: .* Disconnects\\(")
        return [line for line in self.log().splitlines() if re.search("|".join(signs), line)]


def all_that_a_bridge_does(scratch, version, limits="", options=()):
    """Uses all features of a bridge. Returns its log."""
    scratch.configure(lambda text: text + '\n[[input]]\nname = "dial"\ntype = "client"\ncontrols = ["frequency"]\n')
    if version == "5" and not library_speaks_5():
        raise Skipped("wheel-mqtt speaks MQTT 3.1.1 with this libmosquitto")
    text = "[mqtt]\nkeepalive_s = 5\n"
    forbids = None if version == "5" else "says"
    # The listener uses QoS 0, because this broker sends a message again if its acknowledgement is late, and logs that
    # as an error.
    with Referee(scratch.folder, limits) as referee, Wire(referee.port, forbids_5=forbids) as wire, Daemon(scratch) as daemon:
        with Listener(referee.port, qos="0", version=version) as listener:
            with Bridge(scratch, *options, port=wire.port, text=text) as bridge, daemon.client() as client:
                bridge.await_log(f"with MQTT {'5' if version == '5' else '3.1.1'}")
                listener.await_("steps/state", "idle")
                for value in range(1, COMMITS + 1):
                    client.ask(op="set", control="count", value=value)
                for down in (True, False):
                    client.ask(op="feed", input="dial", down=down)
                listener.await_("dial/press", "click")
                wanted = [str(value) for value in range(1, COMMITS + 1)]
                until(lambda: listener.heard("count/commit") == wanted, lambda: str(listener.heard("count/commit")))
                publish = ["mosquitto_pub", "-V", version, "-p", str(referee.port)]
                subprocess.run([*publish, "-t", "wheeld/lab/gain/set", "-m", "-20.3"], check=True)
                listener.await_("gain/commit", "-20.5")
                subprocess.run([*publish, "-t", "wheeld/lab/get", "-n"], check=True)
                until(lambda: listener.heard("azimuth/value") == ["10", "10"], lambda: str(listener.heard()))
                with Listener(referee.port, qos="0", version=version) as late:
                    late.await_("count/value", str(COMMITS))
                    late.await_("status", "online")
                until(lambda: "Pingreqs(" in referee.log(), "it gives no sign of life")
                # A lost connection: the broker publishes the last will, and the bridge reconnects.
                wire.cut()
                listener.await_("status", "offline")
                bridge.await_log("connected to the broker", 2)
                client.ask(op="set", control="count", value=0)
                listener.await_("count/commit", "0")
                listener.await_last("status", "online")
                bridge.signal(signal.SIGTERM)
                expect(bridge.end(), 0)
                listener.await_last("status", "offline")
                log = bridge.log()
        expect(referee.complaints(), [], "violations")
    return log


@alone_case
def mqtt_5_is_spoken_by_the_book(scratch):
    # By default this broker accepts two unacknowledged messages, and packets of up to 256 bytes.
    log = all_that_a_bridge_does(scratch, "5", options=("--discovery", "homeassistant"))
    assert "the broker refuses a message: homeassistant/device/wheeld_lab/config: Packet larger" in log, log


@alone_case
def a_long_message_is_by_the_book(scratch):
    log = all_that_a_bridge_does(scratch, "5", "maximum_packet_size 65536\n", ("--discovery", "homeassistant"))
    assert "refuses" not in log, log


@alone_case
def mqtt_3_is_spoken_by_the_book(scratch):
    log = all_that_a_bridge_does(scratch, "311", options=("--discovery", "homeassistant"))
    assert "refuses" not in log, log


@alone_case
def that_broker_notices_a_violation(scratch):
    with Referee(scratch.folder) as referee, socket.create_connection(("127.0.0.1", referee.port)) as client:
        # A CONNECT of MQTT 5, and a message to a topic with a wildcard, which is a violation.
        client.sendall(bytes([0x10, 14, 0, 4]) + b"MQTT" + bytes([5, 2, 0, 60, 0, 0, 1]) + b"x")
        client.sendall(bytes([0x30, 4, 0, 1]) + b"#" + bytes([0]))
        until(referee.complaints, referee.log)
