"""The conversation with the daemon, without sockets, threads or clocks.

A transport gives a `Session` the bytes that it has received, and sends those that the session has to send.
"""

from __future__ import annotations

import json
import logging
import os
import random
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Protocol, TypeVar, cast

from .errors import Error, NoDaemonError, RefusedError, visible
from .event import Event
from .lines import EVENTS, CommitEvent, ControlState, Hello, InputState, PendingEvent, PresetState, ValueEvent
from .queue import EventQueue

log = logging.getLogger("wheeld")

State = TypeVar("State")

Outcome = dict[str, Any] | Error
"""The answer to a request, or why there is none."""


def socket_path(wanted: str | None = None) -> str:
    """Where clients find the daemon: `wanted`, else `$WHEELD_SOCKET`, else the user's own socket, else the system's."""
    own = os.environ.get("XDG_RUNTIME_DIR", "") + "/wheeld.sock"
    named = wanted or os.environ.get("WHEELD_SOCKET")
    return named or (own if os.path.exists(own) else "/run/wheeld/wheeld.sock")


class Pauses:
    """The seconds before each new attempt to connect: 0.1, then twice as long each time, up to 5. The random part keeps many
    programs from connecting at the same moment.

    Only a connection that has lasted resets the pauses. Otherwise a daemon that greets, and then refuses the first requests of
    every connection, would get ten connections per second.
    """

    LASTING_S = 5

    def __init__(self) -> None:
        self._next = 0.1

    def after(self, lasted_s: float) -> float:
        """The pause after a connection or an attempt that has lasted this long."""
        if lasted_s >= self.LASTING_S:
            self._next = 0.1
        pause, self._next = self._next, min(2 * self._next, 5)
        return pause * random.uniform(0.75, 1)


@dataclass(frozen=True, kw_only=True, repr=False)
class ConnectedEvent(Event):
    """The panel has connected, for the first time or again. Values that changed in between follow as events."""

    name: str = "connected"
    hello: Hello


@dataclass(frozen=True, kw_only=True, repr=False)
class DisconnectedEvent(Event):
    """The connection has ended. The panel continues to retry."""

    name: str = "disconnected"
    reason: str


class Settled(Protocol):
    """A future, of a thread or of a coroutine."""

    def done(self) -> bool: ...
    def set_result(self, result: Any, /) -> None: ...
    def set_exception(self, exception: BaseException, /) -> None: ...


def settle(future: Settled, outcome: Outcome) -> None:
    """Ends the wait for an answer, unless the program has cancelled it."""
    if future.done():
        return
    if isinstance(outcome, Error):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


@dataclass(eq=False)
class Request:
    op: str
    members: Mapping[str, Any]
    settle: Callable[[Outcome], None]
    hidden: Set[str] = frozenset()
    """Events that the panel subscribes to for itself, although the program has not asked for them."""

    def __post_init__(self) -> None:
        # Serialised at once, so that a member that JSON cannot represent is reported where the request is made.
        self.text = json.dumps({"op": self.op, **self.members}, default=plain, allow_nan=False)

    def line(self, number: int) -> bytes:
        return f'{{"id": {number}, {self.text[1:]}\n'.encode()


class Session:
    """The state of the panel, as the daemon's lines have it."""

    def __init__(self) -> None:
        self.connected = False
        self.ready = False
        """Whether the subscription has been answered on any connection so far."""
        self.hello: Hello | None = None
        """The last connection's first line."""
        self.controls: dict[str, ControlState] = {}
        self.inputs: dict[str, InputState] = {}
        self.presets: dict[str, PresetState] = {}
        self.page: str | None = None
        self.locked = False
        self.events = EventQueue()
        self._received: list[bytes] = []  # the parts of a line that has not ended
        self._output: list[bytes] = []
        self._refusal: str | None = None  # why the daemon is about to close the connection
        self._last_id = 0
        self._unsent: list[Request] = []
        self._sent: dict[int, Request] = {}
        self._missed: dict[str, Any] | None = None  # the last event `missed` after which the state was not asked for
        self._reading_again = False
        self._textless: set[str] = set()  # controls whose values came before the subscription to texts
        self._terse: set[str] = set()  # controls whose values came without the rest of their state
        self._hidden: Set[str] = frozenset()  # events that the program has not subscribed to
        self._renewing: set[str] = set()  # owners of definitions that this connection has not answered yet
        self._kept: dict[str, ControlState] = {}  # their controls that the daemon has not named yet
        self._kept_presets: dict[str, PresetState] = {}  # and their presets
        # The requests that are sent at the beginning of each connection. The subscription includes texts, so that
        # `text` is updated together with `value`.
        self._standing: dict[tuple[str, Any], Mapping[str, Any]] = {("subscribe", None): {"text": True}}

    # Methods that the transport calls.

    def receive(self, data: bytes) -> None:
        """Parses bytes from the connection."""
        *ends, rest = data.split(b"\n")
        lines = [b"".join([*self._received, ends[0]]), *ends[1:]] if ends else []
        if ends:
            self._received.clear()
        self._received.append(rest)
        for line in lines:
            try:
                message = json.loads(line)
                if "event" in message:
                    self._handle(message)
                else:
                    self._answer(message)
            except (LookupError, RecursionError, TypeError, ValueError) as error:
                raise ValueError(f"a line of the daemon cannot be understood: {error!r}") from error

    def take(self) -> Event:
        """Removes and returns the oldest event."""
        event = self.events.take()
        if self.events.torn and not self.events:
            # The program has caught up. Whole pictures are requested, since frames were dropped.
            self.events.torn = False
            for (op, _), members in self._standing.items():
                if op == "watch-display" and self.connected:
                    self._send(Request(op, members, lambda outcome: None))
        return event

    def output(self) -> bytes:
        """Returns the bytes to send now."""
        data = b"".join(self._output)
        self._output.clear()
        return data

    def disconnect(self, reason: str) -> str:
        """Handles the end of a connection, or a failed attempt. Returns the reason, which the daemon may have given
        itself."""
        reason = self._refusal or reason
        if self.connected:
            self.events.add(DisconnectedEvent(seq=self._seq, reason=reason))
        sent = list(self._sent.values())
        self.connected = False
        self._sent.clear()
        self._output.clear()
        self._received.clear()
        self._refusal = self._missed = None
        self._fail(sent, reason)
        return reason

    def close(self) -> None:
        self.disconnect("the panel is closed")
        unsent = list(self._unsent)
        self._unsent.clear()
        self._fail(unsent, "the panel is closed")

    def request(self, op: str, members: Mapping[str, Any], settle: Callable[[Outcome], None]) -> Request:
        """Sends a request. Without a connection the request waits for the next one."""
        given = {name: value for name, value in members.items() if value is not None}
        hidden: Set[str] = frozenset()
        if op == "subscribe":
            given = {"text": True, **given}
            # Without this event the panel would not notice controls that are defined later, not even by this program.
            if "events" in given:
                hidden = {"controls"} - set(given["events"])
                given["events"] = [*given["events"], *hidden]
        request = Request(op, given, settle, hidden)
        if self.connected:
            self._send(request)
        else:
            self._unsent.append(request)
        return request

    def forget(self, request: Request) -> None:
        """The program no longer waits for the answer. A request that was not sent is not sent later."""
        request.settle = lambda outcome: None
        if request in self._unsent:
            self._unsent.remove(request)

    # Requests and their answers.

    def _send(self, request: Request) -> None:
        self._last_id += 1
        self._sent[self._last_id] = request
        self._output.append(request.line(self._last_id))

    def _answer(self, reply: dict[str, Any]) -> None:
        request = self._sent.pop(reply["reply"], None)
        if request is None:
            self._refusal = visible(reply.get("message", ""))
        elif reply["ok"]:
            self._note(request, reply)
            request.settle({name: value for name, value in reply.items() if name not in ("reply", "ok")})
        else:
            request.settle(RefusedError(reply))

    def _note(self, request: Request, reply: Mapping[str, Any]) -> None:
        """Records a request that must be repeated on the next connection, because the daemon forgets it with this
        one."""
        match request.op:
            case "subscribe":
                self._standing["subscribe", None] = request.members
                self._hidden = request.hidden
                self.ready = True
                for name in self._textless:
                    self.request("get", {"control": name}, self._correct)
                self._textless.clear()
            case "feed" if "size" in request.members or ("feed", request.members["input"]) not in self._standing:
                # Only the claim and the size that contacts refer to are sent again, not the events.
                members = {name: request.members[name] for name in ("input", "size") if name in request.members}
                self._standing["feed", members["input"]] = members
            case "unfeed":
                self._standing.pop(("feed", request.members["input"]), None)
            case "define":
                # The definition is sent again without its values, since the controls may have newer ones.
                sent = json.loads(request.text)
                members = {name: value for name, value in sent.items() if name not in ("op", "values")}
                self._standing["define", members["owner"]] = members
            case "undefine":
                self._standing.pop(("define", request.members["owner"]), None)
            case "watch-display":
                # If the request names no display, the answer does.
                display = reply.get("display", request.members.get("display"))
                members = {} if display is None else {"display": display}
                self._standing["watch-display", display] = members
            case "unwatch-display":
                display = reply.get("display", request.members.get("display"))
                self._standing.pop(("watch-display", display), None)

    def _restore(self) -> None:
        """Sends the requests at the beginning of a connection. The subscription is last, since it can name defined
        controls."""
        for (op, key), members in sorted(self._standing.items(), key=lambda each: each[0][0] == "subscribe"):

            def settled(outcome: Outcome, op: str = op, key: Any = key) -> None:
                if op == "define" and not isinstance(outcome, NoDaemonError):
                    self._end_renewal(key)
                if isinstance(outcome, RefusedError):
                    log.warning("%s is not renewed: %s", op, outcome)
                    del self._standing[op, key]
                    if op == "subscribe":
                        self.request("subscribe", {}, lambda outcome: None)

            hidden = self._hidden if op == "subscribe" else frozenset[str]()
            self._send(Request(op, members, settled, hidden))

    def _fail(self, requests: list[Request], reason: str) -> None:
        for request in requests:
            request.settle(NoDaemonError(reason))

    # Events.

    @property
    def _seq(self) -> int:
        return self.hello["seq"] if self.hello else 0

    def _handle(self, line: dict[str, Any]) -> None:
        if line["event"] == "hello":
            return self._greet(cast(Hello, line))
        before = self._kept
        self._follow(line)
        kind = EVENTS.get(line["event"], Event)
        known: dict[str, Any] = {each.name: line.get(each.name) for each in fields(kind)}
        if line["event"] not in self._hidden:
            self.events.add(kind(**{**known, "name": line["event"], "members": line}))
        if line["event"] == "controls":
            self._make_up(before, line["seq"], line["time"])

    def _greet(self, hello: Hello) -> None:
        self.hello, self.connected = hello, True
        self.events.add(
            ConnectedEvent(seq=hello["seq"], time=hello["clock"]["monotonic"], hello=hello, members=cast(Any, hello))
        )
        # A daemon that was restarted does not have these definitions until `_restore` has defined them again.
        self._renewing = {owner for op, owner in self._standing if op == "define"}
        self._replace(cast(Any, hello), hello["seq"], hello["clock"]["monotonic"])
        self._restore()
        for request in self._unsent:
            self._send(request)
        self._unsent.clear()

    def _follow(self, line: dict[str, Any]) -> None:
        """Applies an event to the state."""
        match line["event"]:
            case "value" if "time" not in line:
                self._terse.add(line["control"])
                self._update(line, "value")
            case "value":
                if "text" not in line:
                    self._textless.add(line["control"])
                self._update(line, "value", "cursor", "rotations", "text", "editing")
            case "commit":
                self._update({**line, "editing": False}, "value", "cursor", "editing")
                if line["control"] in self._terse:
                    self._terse.remove(line["control"])
                    self.request("get", {"control": line["control"]}, self._correct)
            case "pending":
                self._update({**line, "pending": line["value"]}, "pending")
            case "speed":
                self._update(line, "speed")
            case "ramp" if line["state"] in ("ended", "cancelled"):
                self._end_ramp(line["control"], line["state"])
            case "ramp":
                self._update({**line, "ramp": {"state": line["state"], "fraction": line["fraction"]}}, "ramp")
            case "lock" if "control" in line:
                self._update(line, "locked")
            case "lock":
                self.locked = line["locked"]
            case "page":
                self.page = line["page"]
            case "press":
                self._press(line["input"], line.get("button", ""), line["gesture"])
            case "focus":
                self._update_input(line["input"], focus=line["control"])
            case "device":
                self._update_input(line.get("input"), state=line["state"])
            case "preset" if line["state"] == "stored":
                self.request("list", {}, self._take_presets)
            case "controls":
                self._take(line)
            case "missed":
                self._missed = line
                self._read_again()

    def _update(self, line: Mapping[str, Any], *names: str) -> None:
        """Makes a new state, so that a program in another thread can continue to read the old one."""
        state = self.controls.get(line["control"])
        if state is not None:
            changes = {name: line[name] for name in names if name in line}
            self.controls[line["control"]] = cast(ControlState, {**state, **changes})

    def _end_ramp(self, name: str, state: str) -> None:
        if name in self.controls:
            self.controls[name] = cast(ControlState, {**without({"ramp"}, cast(Any, self.controls[name]))})
            # A ramp that is held at its end can still be scrubbed, but its event does not say whether it is held.
            if state == "ended":
                self.request("get", {"control": name}, self._correct)

    def _press(self, name: str, button: str, gesture: str) -> None:
        if name in self.inputs:
            down = [each for each in self.inputs[name].get("down", []) if each != button]
            # `click` and `double` follow a release.
            self._update_input(name, down=[*down, button] if gesture in ("down", "long") else down)

    def _update_input(self, name: str | None, **changes: Any) -> None:
        if name in self.inputs:
            self.inputs[name] = cast(InputState, {**cast(Any, self.inputs[name]), **changes})

    def _take(self, listing: Mapping[str, Any]) -> None:
        controls = {state["control"]: state for state in listing["controls"]}
        self._kept = {
            name: state for name, state in self.controls.items() if name not in controls and self._is_renewed(state)
        }
        self.controls = controls | self._kept
        self.inputs = {state["input"]: state for state in listing["inputs"]}
        # An older daemon sends the page and the lock only in `hello`.
        self.page, self.locked = listing.get("page", self.page), listing.get("locked", self.locked)
        self._take_presets(listing)

    def _take_presets(self, listing: Outcome | Mapping[str, Any]) -> None:
        # An older daemon sends no such events.
        if not isinstance(listing, Error) and "presets" in listing:
            presets = {state["preset"]: state for state in listing["presets"]}
            renewed = self._renewed_presets
            self._kept_presets = {
                name: state for name, state in self.presets.items() if name not in presets and name in renewed
            }
            self.presets = presets | self._kept_presets

    def _is_renewed(self, state: ControlState) -> bool:
        return state.get("owner") in self._renewing

    @property
    def _renewed_presets(self) -> set[str]:
        tables = (table for owner in self._renewing for table in self._standing["define", owner].get("presets", []))
        return {table["name"] for table in tables}

    def _end_renewal(self, owner: str) -> None:
        """The daemon has answered, so a control that it has not listed by now does not exist."""
        self._renewing.discard(owner)
        # The daemon may have listed a control in an event that was missed. Then the answer to `list` decides.
        if self._reading_again:
            return
        gone = {name for name, state in self._kept.items() if not self._is_renewed(state)}
        self._kept = without(gone, self._kept)
        self.controls = without(gone, self.controls)
        gone = self._kept_presets.keys() - self._renewed_presets
        self._kept_presets = without(gone, self._kept_presets)
        self.presets = without(gone, self.presets)

    def _read_again(self) -> None:
        """Requests the state of everything. If more events are missed before the answer, the state is requested again
        after it."""
        if self._missed is None or self._reading_again:
            return
        line, self._missed, self._reading_again = self._missed, None, True

        def answered(outcome: Outcome) -> None:
            self._reading_again = False
            if not isinstance(outcome, Error):
                self._replace(outcome, line["seq"], line["time"])
                self._read_again()

        self.request("list", {}, answered)

    def _correct(self, outcome: Outcome) -> None:
        if not isinstance(outcome, Error) and outcome["control"] in self.controls:
            self.controls[outcome["control"]] = cast(ControlState, outcome)

    def _replace(self, listing: Mapping[str, Any], seq: int, time: float) -> None:
        """Replaces the state of everything, and adds the events that would have led to the new state."""
        before = self.controls
        self._take(listing)
        self._make_up(before, seq, time)

    def _make_up(self, before: Mapping[str, ControlState], seq: int, time: float) -> None:
        """Adds the events that would have led from an earlier state to the present one."""
        for name, new in self.controls.items():
            old = before.get(name)
            if old is None or old is new:
                continue
            moved = old["value"] != new["value"] or old.get("rotations") != new.get("rotations")
            common = {"seq": seq, "time": time, "control": name, "value": new["value"], "cursor": new.get("cursor")}
            if moved:
                self.events.add(
                    ValueEvent(
                        **cast(Any, common), source="restore", speed=new["speed"], editing=new["editing"],
                        rotations=new.get("rotations"), delta=distance(old, new), text=new["text"],
                    )
                )  # fmt: skip
            if old.get("pending") != new.get("pending"):
                pending = new.get("pending")
                self.events.add(PendingEvent(seq=seq, time=time, control=name, value=pending, source="restore"))
            # A commit that was missed is reported now.
            if (moved or old["editing"]) and not new["editing"]:
                self.events.add(CommitEvent(**cast(Any, common), source="restore"))


def without(names: Set[str], states: dict[str, State]) -> dict[str, State]:
    return {name: state for name, state in states.items() if name not in names}


def distance(old: ControlState, new: ControlState) -> float:
    """How far a control has moved, counted across a wrap: 2 from 359 to 1. Positions have no distance."""
    try:
        moved = float(new["value"] - old["value"])
        turns = new.get("rotations", 0) - old.get("rotations", 0)
        lower, upper = new["range"].strip("[]()").split(",") if turns else ("0", "0")
    except (TypeError, ValueError):
        return 0.0
    return moved + turns * (float(upper) - float(lower))


def plain(value: Any) -> Any:
    """A table as JSON, with the keys that were set."""
    if is_dataclass(value) and not isinstance(value, type):
        given = {each.name.rstrip("_"): getattr(value, each.name) for each in fields(value)}
        return {name: member for name, member in given.items() if member is not None}
    raise TypeError(f"{value!r} is no value of wheeld's protocol")
