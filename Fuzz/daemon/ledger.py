"""The published state as a client that reads everything knows it: values, commits, the order of events."""

from finding import Finding, found
from law import laws


class Ledger:
    def __init__(self, configuration):
        self.laws = laws(configuration)
        self.values, self.moved, self.turns = {}, {}, {}
        self.ramps, self.doubts = {}, {}
        # The values that were pending: a value that a hand applies is one of them.
        self.was_pending = {}
        # By seq. The record is cleared from time to time; after that clients cannot be compared with it.
        self.events = {}
        self.next_configuration = None
        # Whether a client has sent a definition of nothing, the only one that has no mistake.
        self.may_define = False

    def listing(self, controls, where, compares=True):
        """Records the controls in a `hello`, in a `list` or in a `controls` event."""
        names = [c["control"] for c in controls]
        if names != list(self.laws):
            found("the controls are not those of the configuration", f"{names} in {where}")
        for control in controls:
            self.told(control, where, compares)

    def told(self, control, where, compares=True):
        name, value = control["control"], control["value"]
        law = self.laws[name]
        law.check(value, where)
        self.check_default(law, control, where)
        rotations = control.get("rotations", 0)
        if abs(rotations) > 2**53 or rotations != int(rotations):
            found("rotations lie beyond 2^53", f"{name}: {rotations} in {where}")
        if compares and name in self.values and "ramp" not in control and name not in self.ramps:
            if value != self.values[name]:
                told = f"{name} is {value!r} in {where}, {self.values[name]!r} before"
                found("a control is not what its last event said", told)
            if control.get("rotations", 0) != self.turns.get(name, control.get("rotations", 0)):
                found("rotations are not what the last event said",
                              f"{name}: {rotations} in {where}, {self.turns[name]} before")
        self.values[name] = value
        if "confirm" in control and not law.confirms:
            found("a control has 'confirm' that its configuration does not give it", f"{name} in {where}")
        if control.get("pending") is not None:
            law.check(control["pending"], where)
            self.was_pending.setdefault(name, []).append(control["pending"])
        if "rotations" in control:
            self.turns[name] = control["rotations"]
        if not compares:
            self.moved[name] = control["editing"]

    def check_default(self, law, control, where):
        try:
            law.check(control["default"], where)
        except Finding as finding:
            found("the default is no value that the control takes", finding.detail)

    def note(self, event):
        """Records an event that the observer, which reads everything, was sent."""
        self.events[event["seq"]] = event
        name = event["event"]
        if name == "value":
            self.note_value(event)
        elif name == "commit":
            self.note_commit(event)
        elif name == "pending":
            self.note_pending(event)
        elif name == "ramp":
            self.ramps[event["control"]] = event["state"]
            if event["state"] in ("ended", "cancelled"):
                self.ramps.pop(event["control"], None)
            if not 0 <= event["fraction"] <= 1:
                found("a fraction lies outside 0 and 1", str(event))
        elif name == "controls":
            self.note_controls(event)

    def note_value(self, event):
        control, value = event["control"], event["value"]
        law = self.laws.get(control)
        if law is None:
            return found("an event names a control that is not there", str(event))
        law.check(value, "a value event")
        self.check_hand(law, event)
        is_number = law.kind in ("float", "int")
        if abs(event.get("rotations", 0)) > 2**53:
            found("rotations lie beyond 2^53", str(event))
        if is_number and "skipped" not in event and event["source"] != "restore" and event["delta"] == 0:
            found("a value has moved by a delta of 0", str(event))
        if "skipped" in event:
            self.doubts.pop(control, None)
        self.values[control] = value
        if "rotations" in event:
            self.turns[control] = event["rotations"]
        self.moved[control] = True

    def note_pending(self, event):
        control, value = event["control"], event["value"]
        law = self.laws.get(control)
        if law is None:
            return found("an event names a control that is not there", str(event))
        if not law.confirms:
            found("a control without 'confirm' has a pending value", str(event))
        if value is not None:
            law.check(value, "a pending event")
            self.was_pending.setdefault(control, []).append(value)
            self.doubts.pop((control, "pending"), None)

    def check_hand(self, law, event):
        """A hand moves no value that is to be confirmed: it applies what was pending."""
        if law.confirms and event["source"] == "input" and event["value"] not in self.was_pending.get(law.name, []):
            # A pending value that was merged into a newer one follows the values that were applied between them.
            self.doubts[law.name, "pending"] = "a hand has moved a value that is to be confirmed", str(event)

    def note_commit(self, event):
        control = event["control"]
        if control not in self.laws:
            return found("an event names a control that is not there", str(event))
        # A value that was merged into a newer one follows the commits between them.
        if self.moved.get(control) is False:
            self.doubts[control] = "a commit comes without a change", str(event)
        elif event["value"] != self.values[control] and self.moved[control]:
            told = f"{event}, {self.values[control]!r}"
            self.doubts[control] = "a commit says another value than the event before it", told
        self.moved[control] = False

    def lost_track(self):
        """Events were missed: it is unknown whether the last change of a control has its commit."""
        self.events.clear()
        self.doubts.clear()
        # Pending values may be among what was missed.
        self.was_pending = {}
        self.moved = {name: None for name in self.moved}

    def settle_doubts(self):
        """No merged value is pending."""
        doubts, self.doubts = self.doubts, {}
        for name, detail in doubts.values():
            found(name, detail)

    def note_controls(self, event):
        if self.next_configuration is None and not self.may_define:
            found("controls are published without a reload", str(event)[:300])
        old, before = self.laws, self.values
        open_still = [name for name in old if self.moved.get(name)]
        if open_still:
            found("a reload leaves out a commit", f"{open_still}")
        if self.next_configuration is not None:
            self.laws, self.next_configuration = laws(self.next_configuration), None
        self.values, self.ramps, self.turns, self.moved = {}, {}, {}, {}
        self.was_pending = {}
        self.listing(event["controls"], "a controls event", compares=False)
        for name, law in self.laws.items():
            self.moved[name] = False
            if name in old and name in before and old[name].table == law.table and self.values[name] != before[name]:
                # A value that was pending at the reload may have been merged into a newer one, which follows the
                # reload.
                told = f"{name} is {self.values[name]!r}, {before[name]!r} before"
                self.doubts[name] = "an unchanged control loses its value over a reload", told
