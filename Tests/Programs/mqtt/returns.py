"""Whose values count when the broker or the daemon reconnects."""

import contextlib
import subprocess

from broker import Broker
from kit import away, bridge
from kit.daemon import CONFIGURATION, PATIENCE_S
from kit.waiting import wait_until

CONTROLS = CONFIGURATION[CONFIGURATION.index("[[control]]") : CONFIGURATION.index("[[ramp]]")]
CONTROLS = CONTROLS.replace("{{", "{").replace("}}", "}")


class Stage(bridge.Stage):
    name, controls, control = "wheel-mqtt", CONTROLS, "count"


class Peer:
    def __init__(self, broker, stage):
        self.broker, self.stage = broker, stage

    def number(self, n):
        return n

    def retained(self):
        words = ["mosquitto_sub", "-p", str(self.broker.port), "-t", "wheeld/lab/count/value", "-C", "1", "-W", "1"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S)
        return done.stdout.strip()

    def wait_for(self, number):
        wait_until(lambda: f"{number} is retained, not {self.retained()!r}", lambda: self.retained() == str(number))

    def turn(self, number):
        self.broker.publish("wheeld/lab/count/set", str(number))

    def leave(self):
        self.broker.kill()

    def come(self):
        self.broker.start()


@contextlib.contextmanager
def peer(scratch):
    with Broker(scratch.folder) as broker:
        options = ["--name", "lab", "--host", f"127.0.0.1:{broker.port}", "--log-level", "debug"]
        with Stage(scratch, options=options) as stage:
            stage.wait_for_log("connected to the broker")
            yield Peer(broker, stage)


away.cases(peer)
