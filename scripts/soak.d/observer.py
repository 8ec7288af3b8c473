"""A client that reads everything: what it was told must be the state, with a commit for each interaction."""

import collections

from kit.client import Client


class Difference(Exception):
    """The daemon and the model, or two of its lines, do not agree."""


class Observer:
    def __init__(self, path):
        self.client = Client(path)
        self.seq = self.client.hello["seq"]
        self.listing(self.client.hello["controls"])
        self.inputs = {i["input"]: i["state"] for i in self.client.hello["inputs"]}
        self.commits, self.changes = collections.Counter(), 0
        self.ramp, self.listings = None, 0
        # Commits that do not fit. A value that was merged into a newer one follows the commits between them.
        self.doubts = {}

    def listing(self, controls):
        self.values = {c["control"]: c["value"] for c in controls}
        self.rotations = {c["control"]: c.get("rotations", 0) for c in controls}
        self.open = {c["control"]: c["editing"] for c in controls}

    def read(self):
        """Takes all events until now."""
        for event in self.client.quiet():
            if event["seq"] <= self.seq:
                raise Difference(f"event {event['seq']} follows event {self.seq}")
            self.seq = event["seq"]
            getattr(self, "take_" + event["event"], lambda event: None)(event)

    def take_value(self, event):
        self.changes += 1
        name, value = event["control"], event["value"]
        if name == "touched" and not (isinstance(value, int) and 0 <= value <= 50):
            raise Difference(f"a finger has left the range: {event}")
        if "skipped" in event:
            self.doubts.pop(name, None)
        elif value == self.values[name] and event["delta"] == 0 and "cursor" not in event:
            raise Difference(f"a value without a change: {event}")
        self.values[name], self.open[name] = value, True
        self.rotations[name] = event.get("rotations", 0)

    def take_commit(self, event):
        name = event["control"]
        if not self.open[name]:
            self.doubts[name] = f"a commit without a change: {event}"
        if event["value"] != self.values[name]:
            self.doubts[name] = f"a commit of another value than {self.values[name]!r}: {event}"
        self.open[name] = False
        self.commits[name] += 1

    def settle(self):
        """No merged value is pending."""
        for doubt in self.doubts.values():
            raise Difference(doubt)

    def take_controls(self, event):
        before = self.values
        left = [name for name, is_open in self.open.items() if is_open and name not in self.names(event)]
        if left:
            raise Difference(f"controls are gone without their commit: {left}")
        self.listing(event["controls"])
        self.listings += 1
        for name, value in before.items():
            # What has another range now is told by a `restore`, which the model predicts. Guests define with new values.
            if name not in ("level", "touched") and not name.startswith("x") and self.values[name] != value:
                raise Difference(f"{name} was {value!r} before the new listing, and is {self.values[name]!r}")

    @staticmethod
    def names(event):
        return {c["control"] for c in event["controls"]}

    def take_device(self, event):
        if "input" in event:
            self.inputs[event["input"]] = event["state"]

    def take_ramp(self, event):
        self.ramp = event["state"]

    def take_missed(self, event):
        raise Difference(f"a client that reads everything has missed events: {event}")
