"""Events that wait for the program."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

from .event import Event
from .lines import CommitEvent, MissedEvent, PendingEvent, ValueEvent

MERGED = 256
"""If more events than this wait, newer values and pending values of a control replace older ones."""
MOST = 8192
"""If more events than this wait, the oldest are dropped. The daemon never sends so many at once."""
FRAMES = 32
"""If more frames than this wait, all of them are dropped, because they are large."""


class EventQueue:
    """Events in their order. A slow program gets the same events as a slow client of the daemon: the newest value and
    pending value of each control, and every commit as long as possible."""

    def __init__(self) -> None:
        self.torn = False
        """Whether a part of a display's picture was dropped."""
        self._events: deque[Event] = deque()
        self._merge_at = MERGED
        self._frames = 0
        self._missed = 0
        self._seq = 0  # of the event that was taken last

    def __bool__(self) -> bool:
        return bool(self._events)

    def add(self, event: Event) -> None:
        self._events.append(event)
        if event.name == "frame":
            self._frames += 1
            if self._frames > FRAMES:
                self._drop_frames()
        if len(self._events) > self._merge_at:
            self._merge()
            # The next merge is delayed, so that a queue in which little can be merged is not merged for each event.
            self._merge_at = max(MERGED, 2 * len(self._events))
        while len(self._events) > MOST:
            self._drop()

    def take(self) -> Event:
        """Removes and returns the oldest event."""
        if self._missed:
            missed = MissedEvent(seq=self._seq, time=self._events[0].time, count=self._missed)
            self._missed = 0
            return missed
        event = self._events.popleft()
        self._seq = event.seq
        self._frames -= event.name == "frame"
        if len(self._events) < MERGED:
            self._merge_at = MERGED
        return event

    def _merge(self) -> None:
        kept: list[Event] = []  # the newest first
        newer: dict[str, int] = {}  # where the newer value of each control is in `kept`
        pending: set[str] = set()  # controls of which there is a newer pending value
        for event in reversed(self._events):
            if isinstance(event, ValueEvent):
                if event.control in newer:
                    index = newer[event.control]
                    later = kept[index]
                    assert isinstance(later, ValueEvent)
                    # A terse value has no delta.
                    if event.delta is None or later.delta is None:
                        continue
                    skipped = (event.skipped or 0) + (later.skipped or 0) + 1
                    kept[index] = replace(later, delta=event.delta + later.delta, skipped=skipped, more=None)
                    continue
                newer[event.control] = len(kept)
            elif isinstance(event, PendingEvent) and event.value is not None:
                if event.control in pending:
                    continue
                pending.add(event.control)
            kept.append(event)
        self._events = deque(reversed(kept))

    def _drop(self) -> None:
        """Drops the oldest event that is not a value, a pending value or a commit. If all events are values, pending
        values or commits, drops the oldest event."""
        values = (ValueEvent, PendingEvent, CommitEvent)
        lesser = (i for i, event in enumerate(self._events) if not isinstance(event, values))
        index = next(lesser, 0)
        if self._events[index].name == "frame":
            self._frames -= 1
            self.torn = True
        del self._events[index]
        self._missed += 1

    def _drop_frames(self) -> None:
        self._events = deque(event for event in self._events if event.name != "frame")
        self._frames = 0
        self.torn = True
