"""Events that wait for the program."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from .event import Event
from .lines import CommitEvent, MissedEvent, ValueEvent

MOST = 256


class EventQueue:
    """Events in their order. A slow program gets what the daemon sends to a slow reader: beyond 256 waiting events
    newer values of a control replace older ones, and if that is not enough, the oldest events are dropped and counted.
    """

    def __init__(self) -> None:
        self._events: deque[Event] = deque()
        self.torn = False
        """Whether a part of a display's picture was dropped."""
        self._missed = 0
        self._seq = 0  # of the event that was taken last

    def __bool__(self) -> bool:
        return bool(self._events) or self._missed > 0

    def add(self, event: Event) -> None:
        self._events.append(event)
        if len(self._events) > MOST:
            self._merge()
        while len(self._events) > MOST:
            self._drop()

    def take(self) -> Event:
        """Removes and returns the oldest event."""
        if self._missed:
            event: Event = MissedEvent(seq=self._seq, time=self._events[0].time, count=self._missed)
            self._missed = 0
            return event
        event = self._events.popleft()
        self._seq = event.seq
        return event

    def _merge(self) -> None:
        kept: deque[Event] = deque()
        newer: dict[str, int] = {}  # the value of each control, by its distance from the end of `kept`
        for event in reversed(self._events):
            if isinstance(event, ValueEvent) and event.control in newer:
                index = -1 - newer[event.control]
                later = kept[index]
                assert isinstance(later, ValueEvent)
                skipped = (event.skipped or 0) + (later.skipped or 0) + 1
                kept[index] = replace(later, delta=event.delta + later.delta, skipped=skipped)
                continue
            if isinstance(event, ValueEvent):
                newer[event.control] = len(kept)
            kept.appendleft(event)
        self._events = kept

    def _drop(self) -> None:
        """Drops the oldest event that is neither a value nor a commit, else the oldest."""
        lesser = (i for i, event in enumerate(self._events) if not isinstance(event, (ValueEvent, CommitEvent)))
        index = next(lesser, 0)
        self.torn = self.torn or self._events[index].name == "frame"
        del self._events[index]
        self._missed += 1
