"""Checks that must pass in every session."""

import base64
import json
import struct
import time

import subject as subjects
from finding import found
from kit.daemon import program
from law import state_settings
from subject import MEMORY_KB

# Events that do not come from a change of the panel.
ALONE = {"device", "dropped", "controls", "missed", "raw"}
MUTATING = {"set", "turn", "step", "reset", "commit", "apply", "revert", "select", "toggle", "ramp-scrub"}
MORE = b',"more":true'
REST_S = 0.02
SETTLE_S = 1


class Checks:
    """Part of the player: the checks after each step and at the end."""

    # Whether a client may have subscribed to raw events.
    has_raw = False

    # Lines in the order of their arrival.

    def on_line(self, link, line):
        name = line.get("event")
        if name is None or name == "hello":
            return
        if name == "frame":
            return self.check_frame(link, line)
        if name == "view":
            # A picture of a view is like a frame, and is sent only to the view's client.
            return
        is_changing = any((one.request or {}).get("op") == "subscribe" for one in link.asked)
        # A `missed` line is sent before all pending lines, so before the reply to the subscription that includes it.
        is_early = name == "missed" and is_changing
        if not link.is_loose and not link.wants(line) and not is_early:
            found("an event comes that was not subscribed to", f"to {link.name}: {line}"[:400])
        self.check_order(link, line)
        self.check_more(link, line)
        # A value that waits is written when it is sent, so it may have the form of the next subscription.
        if name == "value" and not link.is_loose and not is_changing and link.is_terse != ("time" not in line):
            found("a value does not have the form that was subscribed to", f"to {link.name}: {line}"[:400])
        # A `missed` line has the number of the newest event. That event itself may be missed.
        link.known = max(link.known, line["seq"])
        if name == "missed":
            link.missed += line["count"]
        else:
            link.got += 1
            link.skipped += line.get("skipped", 0)
            link.listings += name == "controls"
            link.pending += name == "pending" and line["value"] is not None
        if link is self.observer:
            if name != "missed":
                self.ledger.note(line)
            else:
                self.ledger.lost_track()

    def check_frame(self, link, frame):
        """A frame has the number of the newest event, and its PNG file has the size of the frame."""
        told = f"to {link.name}: {({**frame, 'png': frame['png'][:40]})}"[:400]
        if not link.may_watch:
            found("a frame comes that nobody watches", told)
        if frame["seq"] < link.newest and not link.is_loose:
            found("a frame is older than the event before it", told)
        x, y, width, height = (frame[key] for key in ("x", "y", "width", "height"))
        try:
            png = base64.b64decode(frame["png"], validate=True)
        except ValueError:
            return found("a frame is not base64", told)
        if not png.startswith(b"\x89PNG") or struct.unpack(">II", png[16:24]) != (width, height):
            found("a frame is no PNG file of its size", told)
        if frame.get("whole"):
            link.pictures[frame["display"]] = width, height
        elif frame["display"] not in link.pictures:
            return found("a picture begins with a part", told)
        most = link.pictures[frame["display"]]
        if x < 0 or y < 0 or x + width > most[0] or y + height > most[1]:
            found("a frame is not in its picture", told)

    def check_order(self, link, line):
        """Events come in the order of seq. A thinned value may be late, but never after a newer one of its control."""
        seq, name = line["seq"], line["event"]
        if name == "missed" or link.is_loose:
            return
        # The end of a pending value is not thinned.
        is_value = name == "value" or name == "pending" and line["value"] is not None
        if is_value and link.thins:
            if seq <= link.newest_value.get((name, line["control"]), -1):
                found("a thinned value comes behind a newer one", f"to {link.name}: {line}"[:400])
        elif seq <= link.newest:
            found("events come out of order", f"to {link.name}: seq {link.newest} before {line}"[:400])
        if is_value:
            link.newest_value[name, line["control"]] = seq
        if not (is_value and link.thins):
            link.newest = max(seq, link.newest)

    def check_more(self, link, line):
        """The events of one step are values, commits and similar events. A value that replaces other values belongs to
        no step."""
        if "more" in line and (line["more"] is not True or line["event"] in ALONE or "skipped" in line):
            found("an event has `more` that is part of no step", f"to {link.name}: {line}"[:400])
        link.announces = line if "more" in line else None

    def check_announced(self, link):
        """Everything has arrived, also the events that `more` has announced."""
        if link.announces:
            found("no event follows one with `more`", f"to {link.name}: {link.announces}"[:400])

    # Requests and their replies.

    def send(self, link, line):
        asked = {}

        def answered(reply):
            asked["reply"] = reply
            self.look_at_reply(link, asked["request"], reply)

        link.ask(line, answered)
        if not link.asked:
            return
        request = link.asked[-1].request or {}
        asked["request"] = request
        op, control = request.get("op"), request.get("control")
        if op == "subscribe":
            # Without a reply nobody knows when it takes effect.
            link.newest_subscription = request
            self.has_raw = self.has_raw or "raw" in line
            link.is_loose = link.is_loose or not link.asked[-1].has_id
        if op == "define" and not request.keys() & {"controls", "pages", "ramps", "presets"}:
            self.ledger.may_define = True
        if isinstance(op, str) and op in MUTATING and isinstance(control, str) and not link.paused:

            def compared(got):
                self.compare(asked.get("reply"), got, link)

            link.ask(json.dumps({"id": "after", "op": "get", "control": control}), compared)

    def look_at_reply(self, link, request, reply):
        if not reply["ok"]:
            if not isinstance(reply.get("message"), str) or not reply["message"]:
                found("an error has no message", str(reply))
            return
        op = request.get("op")
        if op == "subscribe":
            self.subscribed(link, request)
        elif op == "set" and "value" in request and request.get("commit", True) is not None:
            self.check_set(request, reply)
        if "fraction" in reply and not 0 <= reply["fraction"] <= 1:
            found("a fraction lies outside 0 and 1", str(reply))

    def subscribed(self, link, request):
        controls, events = request.get("controls"), request.get("events")
        link.is_loose = request is not link.newest_subscription
        link.controls = set(controls) if controls is not None else None
        link.events = set(events) if events is not None else None
        link.thins = bool(request.get("interval_ms"))
        link.is_terse = bool(request.get("terse"))
        link.account_from(None)

    def check_set(self, request, reply):
        """A value that was neither clamped nor snapped equals the requested one. A value outside the range may be
        refused."""
        law = self.ledger.laws.get(reply.get("control"))
        if law and law.kind in ("float", "int") and law.refuses and not law.contains(float(request["value"])):
            found("a value outside the range is not refused", f"{request}: {reply}")
        if law is None or law.kind not in ("float", "int") or reply.get("clamped") or reply.get("snapped") or law.wraps:
            return
        if reply["value"] != float(request["value"]) and "ramp" not in request:
            found("a set gives another value and does not say so", f"{request}: {reply}")

    def compare(self, reply, got, link):
        """The reply of a change equals that of a `get` directly after it."""
        if not reply or not reply["ok"] or not got["ok"] or "ramp" in got and got["ramp"]["state"] == "running":
            return
        if "value" in reply and reply["value"] != got["value"]:
            found("a reply says another value than get", f"{reply}: {got['value']!r}")
        if link.name != "observer":
            self.compared.append(got)

    # Between steps.

    def sync(self, link=None):
        """Waits until all requests are answered, and compares what the clients were sent."""
        if self.daemon is None or self.observer is None:
            return
        newest = -1
        for one in [self.observer, link, self.observer] if link and not link.ended else [self.observer]:
            newest_before, newest = newest, self.observer.known
            self.wait_for_fence(one)
            if one.ended:
                return
        # The daemon may still work on requests of a paused client, and a merged value may come after the fence.
        if any(one.paused and (one.asked or one.unsent) for one in self.links.values()):
            self.compared = []
            return
        self.ledger.settle_doubts()
        for got in self.compared:
            if got["control"] in self.ledger.laws:
                self.ledger.told(got, "get")
        self.compared = []
        self.settle_observer()
        # If nothing has happened meanwhile, both must have been sent the same.
        if link and newest_before == newest == self.observer.known:
            self.settle_account(link)
        if len(self.ledger.events) > 5000:
            self.ledger.events.clear()

    def wait_for_fence(self, link):
        number = link.fence()
        self.pump_until(lambda: link.fences_passed >= number or link.ended, "a reply")
        if link.ended:
            if not link.may_end:
                raise self.daemon.died(self.doing)
            self.links.pop(link.name, None)

    def settle_observer(self):
        """When all pending lines have arrived, the observer has received every event up to the newest."""
        link, end = self.observer, time.monotonic() + SETTLE_S
        while (due := link.known - link.base) != (told := link.got + link.skipped + link.missed):
            # Events during the wait for a fence come after it, and a `missed` line before it counts them.
            if time.monotonic() > end:
                # A newer pending value replaces a waiting one, and does not report this. Raw events are sent only to
                # other clients.
                if told > due or not (link.pending or self.has_raw):
                    found("gaps in seq are not explained", f"{due} events, {told} told of")
                break
            self.wait_for_fence(link)
            if link.ended:
                return
        self.check_announced(link)
        link.account_from(link.known)

    def settle_account(self, link):
        """Compares what a client received with what was published since its last exactly known event."""
        # A terse value does not report how many values it replaces.
        if link.paused or link.thins or link.is_terse or link.is_loose:
            return
        until, base = self.observer.known, link.base
        told, listings, pending = link.got + link.skipped + link.missed, link.listings, link.pending
        since = range(base + 1, until + 1) if base is not None else ()
        link.account_from(until)
        if not link.wants({"event": "missed"}):
            return
        if link.is_plain:
            due = len(since)
        elif all(seq in self.ledger.events for seq in since):
            due = sum(link.wants(self.ledger.events[seq]) for seq in since)
        else:
            return
        # A newer `controls` replaces one that waits, and so does a newer pending value, which the observer may have missed, too.
        events = [self.ledger.events.get(seq) for seq in since]
        replaced = max(0, sum(event is not None and event["event"] == "controls" for event in events) - listings)
        if pending or self.has_raw:
            replaced += sum(event is None or event["event"] == "pending" for event in events) - pending
        if base is not None and not due - max(0, replaced) <= told <= due:
            found("what a client got does not add up", f"{link.name}: {due} events, {told} told of")
        elif base is not None:
            self.check_announced(link)

    def expect_clients(self):
        """`stats` counts the connected clients."""
        if self.daemon is None:
            return
        end = time.monotonic() + 1
        while True:
            told = {}
            self.observer.ask('{"id":"count","op":"stats"}', told.update)
            self.wait_for_fence(self.observer)
            if told.get("clients") == len([l for l in self.links.values() if not l.ended]):
                return self.sync()
            if time.monotonic() > end:
                told = f"{told.get('clients')} instead of {len(self.links)}"
                return found("stats counts clients that are not there", told)
            self.pump(0.002)

    def expect_rest(self):
        """Without pending work the daemon must sleep."""
        for seconds in (REST_S, 0.2):
            before, started = self.daemon.busy_ns(), time.monotonic()
            end = started + seconds
            while time.monotonic() < end:
                self.pump(max(0, end - time.monotonic()))
            share = (self.daemon.busy_ns() - before) / 1e9 / (time.monotonic() - started)
            if share < 0.3:
                return
        found("the daemon is busy with nothing to do", f"{share:.0%} of a core")

    def look_for_control_bytes(self, said, by):
        text = said.decode("utf-8", errors="replace")
        if any((ord(c) < 32 or 127 <= ord(c) < 160) and c != "\n" for c in text):
            found("control bytes reach the terminal", f"{by}: {text[:300]!r}")

    # At the end.

    def finish(self):
        if self.daemon is None:
            return
        self.sync()
        for link in list(self.links.values()):
            if link is not self.observer:
                link.close()
                del self.links[link.name]
        for name in self.ledger.laws:
            self.observer.ask(json.dumps({"id": name, "op": "ramp-cancel", "control": name}))
        self.expect_clients()
        self.expect_settled()
        self.expect_rest()
        if self.daemon.resident_kb() > MEMORY_KB:
            found("memory has grown without bound", f"{self.daemon.resident_kb()} kB")
        self.do_stop(None)

    def expect_settled(self):
        """Nothing is held: every interaction has ended, each with its commit."""
        longest = max((law.table.get("commit_after_ms", 400) for law in self.ledger.laws.values()), default=400)
        end = time.monotonic() + longest / 1000 + 1
        while True:
            told = {}
            self.observer.ask('{"id":"list","op":"list"}', told.update)
            self.sync()
            controls = told["controls"]
            self.ledger.listing(controls, "list")
            editing = [c["control"] for c in controls if c["editing"]]
            if not editing:
                break
            if time.monotonic() > end:
                return found("a control is edited by nobody", str(editing))
            self.pump(0.01)
        without = [name for name in self.ledger.laws if self.ledger.moved.get(name)]
        if without:
            found("a change has no commit", str(without))

    def check_replay(self):
        """The recording of the session gives the same events to the byte as the observer got."""
        status, said = subjects.run(self.folder, [program("wheelctl"), "replay", self.folder.session], self.pump)
        if status != 0:
            return found("a session cannot be replayed", said[-400:].decode(errors="replace"))
        replayed = {json.loads(line)["seq"]: line for line in said.splitlines()}
        for event, raw in self.observer.event_lines:
            # Replaced values are reported only to a client that does not keep up, and `more` follows from what it gets.
            if event["event"] in ("hello", "missed", "frame", "view", "raw") or "skipped" in event:
                continue
            again = replayed.get(event["seq"], b"")
            if raw.replace(MORE, b"") != again.replace(MORE, b""):
                return found("a replay differs", f"sent {raw.decode()}\nreplayed {again.decode()}")

    def check_state_file(self):
        """The state file holds the final state."""
        if self.state_path.startswith("/proc"):
            return
        path = self.state_path.replace("@/", self.folder.path + "/")
        try:
            document = json.loads(open(path, encoding="utf-8").read())
        except FileNotFoundError:
            return found("there is no state file after a stop")
        except ValueError as error:
            return found("the state file is no JSON", str(error))
        for saved in document["controls"]:
            law = self.ledger.laws.get(saved["control"])
            if law is None:
                continue
            law.check(saved["value"], "the state file")
            if saved["value"] != self.ledger.values[law.name]:
                found("the state file does not hold the last value",
                              f"{law.name} is {saved['value']!r}, {self.ledger.values[law.name]!r} before")

    def compare_with_before(self):
        """After a stop and a start every control that restores its value has the earlier value."""
        before, self.expected = self.expected, None
        settings = state_settings(self.running)
        self.state_path, path_before = settings.get("path", "@/state.json"), self.state_path
        if before is None or settings.get("restore") is False:
            return
        if path_before != self.state_path or path_before.startswith("/proc"):
            return
        values, laws = before
        for name, law in self.ledger.laws.items():
            if name not in laws or laws[name].table != law.table or not law.restores:
                continue
            if self.ledger.values[name] != values[name]:
                found("a restart changes a value", f"{name} is {self.ledger.values[name]!r}, {values[name]!r} before")
