"""Who wins when the rig or the daemon comes back."""

import contextlib

from kit import away
from stage import FakeRig, Stage


class Peer:
    def __init__(self, rig, stage):
        self.rig, self.stage = rig, stage

    def number(self, n):
        return n * 1_000_000

    def wait_for(self, number):
        self.rig.wait_for_value("f", str(number))

    def turn(self, number):
        self.rig.values["f"] = str(number)

    def leave(self):
        self.rig.leave()

    def come(self):
        self.rig.values["f"] = "7"
        self.rig.come()


@contextlib.contextmanager
def peer(scratch):
    with FakeRig() as rig, Stage(scratch, "--port", rig.port, configuration="[rig]\npoll_ms = 20\n") as stage:
        yield Peer(rig, stage)


away.cases(peer)
