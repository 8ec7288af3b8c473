"""Whose values count when the rig or the daemon reconnects."""

import contextlib
import functools

from kit import away
from stage import FakeRig, Stage


class Peer:
    def __init__(self, rig, stage):
        self.rig, self.stage = rig, stage

    def number(self, n):
        return n * 1_000_000

    def wait_for(self, number):
        self.rig.wait_for_value("f", str(number))
        # If the rig's values count, its first value replaces the panel's. Equal values do not show whether this has happened,
        # so this waits until the bridge has read the rig.
        self.rig.wait_until_read("f")

    def turn(self, number):
        self.rig.values["f"] = str(number)

    def leave(self):
        self.rig.leave()

    def come(self):
        self.rig.values["f"] = str(self.number(away.START))
        self.rig.come()


@contextlib.contextmanager
def peer(scratch, wins="panel"):
    configuration = f"[rig]\npoll_ms = 20\nwins = '{wins}'\n"
    with FakeRig() as rig, Stage(scratch, "--port", rig.port, configuration=configuration) as stage:
        rig.wait_until_read("f")
        yield Peer(rig, stage)


away.cases(peer)
away.cases(functools.partial(peer, wins="rig"), "_and_the_rig_wins", winner="peer")
