"""The connection of one client: its requests, and checks of what it receives."""

import collections
import json
import math
import socket

from finding import Finding, found
from kit.client import unique

ALL_BUT_RAW = None


class Asked:
    """A request that awaits its reply."""

    def __init__(self, line, answered=None):
        self.line = line
        self.answered = answered
        self.request = valid(line)
        self.id = self.request.get("id") if self.request else None
        self.has_id = isinstance(self.id, str | int | float) and not isinstance(self.id, bool)
        # Only errors are answered without an id, and a blank line is not answered.
        self.is_too_long = len(line.encode("utf-8", "surrogatepass")) > 65536
        self.may_be_silent = not self.has_id

    def fits(self, reply):
        if reply.get("error") == "too-long":
            return self.is_too_long
        if self.has_id:
            return reply["reply"] == self.id
        return reply["reply"] is None or not self.request


def valid(line):
    """The request, or None if the line is not one JSON object."""
    try:
        request = json.loads(line, object_pairs_hook=unique, parse_constant=refuse, parse_float=held)
    except (ValueError, AssertionError, RecursionError):
        return None
    return request if isinstance(request, dict) else None


def held(word):
    number = float(word)
    return number if math.isfinite(number) else refuse(word)


def refuse(word):
    raise ValueError(word)


def finite(word):
    number = float(word)
    if not math.isfinite(number):
        raise Finding("a number that no double holds is sent", word)
    return number


def not_finite(word):
    raise Finding("a number is sent that is no JSON", word)


class Link:
    def __init__(self, name, path, on_line):
        self.name = name
        self.on_line = on_line
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(2)
        self.socket.connect(path)
        self.socket.setblocking(False)
        self.rest = b""
        self.unsent = b""
        self.asked = collections.deque()
        self.hello = None
        # The lines of the client's events, for the comparison with a replay.
        self.event_lines = []
        self.paused = False
        self.ended = False
        self.may_end = False
        self.fences = 0
        self.fences_passed = 0
        # Whether the client's subscription is unknown.
        self.is_loose = False
        self.controls, self.events, self.thins, self.is_terse = None, ALL_BUT_RAW, False, False
        # The event at which the client's account begins; None while this event is not known exactly.
        self.account_from(None)
        self.newest_subscription = None
        self.newest = -1
        self.newest_value = {}
        # Whether the client has sent a `watch-display`, and the sizes of the pictures that it was sent.
        self.may_watch = False
        self.pictures = {}
        # The newest event that the client knows of, possibly only from a `missed` line.
        self.known = -1
        # The client's last event, if this event has `more`.
        self.announces = None

    def account_from(self, seq):
        """All events up to this one are accounted for; None if unknown."""
        self.base = seq
        self.got = self.skipped = self.missed = self.listings = self.pending = 0

    @property
    def is_plain(self):
        return self.controls is None and self.events is ALL_BUT_RAW

    def wants(self, event):
        name = event["event"]
        if self.events is ALL_BUT_RAW:
            if name == "raw":
                return False
        elif name not in self.events:
            return False
        is_of_control = name in ("value", "commit", "pending", "speed", "limit", "ramp") or name == "lock" and "control" in event
        return self.controls is None or not is_of_control or event["control"] in self.controls

    # Sending.

    def ask(self, line, answered=None):
        asked = Asked(line, answered)
        if line.strip(" \r") == "":
            return
        self.may_end = self.may_end or asked.is_too_long
        self.asked.append(asked)
        self.may_watch = self.may_watch or "watch-display" in line
        self.unsent += line.encode("utf-8", "surrogatepass") + b"\n"

    def fence(self):
        """Sends a request that is answered after all earlier ones. Returns its number."""
        self.fences += 1
        self.ask('{"id":"fence-%d","op":"ping"}' % self.fences)
        return self.fences

    def write(self):
        while self.unsent and not self.ended:
            try:
                count = self.socket.send(self.unsent)
            except BlockingIOError:
                return
            except (BrokenPipeError, ConnectionResetError):
                self.ended = True
                return
            self.unsent = self.unsent[count:]

    # Reading.

    def read(self):
        """Processes the received bytes."""
        while not self.ended:
            try:
                more = self.socket.recv(1 << 18)
            except BlockingIOError:
                break
            except ConnectionResetError:
                more = b""
            if not more:
                self.ended = True
                if self.rest:
                    raise Finding("the stream ends within a line", repr(self.rest[-100:]))
                break
            *lines, self.rest = (self.rest + more).split(b"\n")
            for line in lines:
                self.take(line)

    def take(self, raw):
        try:
            line = json.loads(
                raw.decode("utf-8"), object_pairs_hook=unique, parse_float=finite, parse_constant=not_finite
            )
        except (ValueError, AssertionError) as error:
            raise Finding("a line is no JSON object in UTF-8", f"{error}: {raw[:300]!r}") from None
        numbers = ("value", "delta", "rotations", "fraction", "time", "default")
        nulls = [key for key in numbers if line.get(key, 0) is None]
        if line.get("event") == "pending":
            # The pending value is gone.
            nulls = [key for key in nulls if key != "value"]
        if nulls:
            found(f"{nulls[0]} is null in {line.get('event', 'a reply')}", raw.decode())
        if self.hello is None:
            self.hello = line
            if line.get("event") == "hello":
                self.newest = self.known = line["seq"]
                self.account_from(self.newest)
        if "event" in line:
            self.event_lines.append((line, raw))
        self.on_line(self, line)
        if "reply" in line:
            self.take_reply(line)

    def take_reply(self, reply):
        if reply.get("error") in ("too-many-clients", "too-long"):
            self.may_end = True
            if reply["error"] == "too-many-clients":
                return
        while self.asked:
            asked = self.asked.popleft()
            if asked.fits(reply):
                if asked.has_id and str(asked.id).startswith("fence-"):
                    self.fences_passed = int(asked.id[6:])
                if asked.answered:
                    asked.answered(reply)
                return
            if not asked.may_be_silent:
                raise Finding("a reply is missing or answers another request", f"{reply} came for {asked.line[:300]}")
        raise Finding("a reply answers no request", str(reply)[:300])

    def close(self):
        self.socket.close()
        self.ended = self.may_end = True
