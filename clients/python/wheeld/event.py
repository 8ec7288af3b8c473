"""What all events have in common."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

# The first event has the state of everything, and a frame has a picture.
shortened = reprlib.Repr()
shortened.maxlevel, shortened.maxdict, shortened.maxstring, shortened.maxother = 1, 3, 60, 60


@dataclass(frozen=True, kw_only=True, repr=False)
class Event:
    """Something that happened. An event that this module does not know is of this class itself."""

    name: str
    """The event's name in `docs/protocol.md`."""
    seq: int = 0
    """The event's number, which grows by one with each event of the daemon."""
    time: float = 0.0
    """When its cause happened, in seconds of `time.monotonic()`."""
    more: bool | None = None
    """Whether another event of the same step follows, as after a `set` of several values."""
    members: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """The line as the daemon sent it, also with members that this module does not know."""

    def __repr__(self) -> str:
        known = {each.name: getattr(self, each.name) for each in fields(self) if each.repr}
        if type(self) is not Event:
            del known["name"]
        words = ", ".join(f"{name}={shortened.repr(value)}" for name, value in known.items() if value is not None)
        return f"{type(self).__name__}({words})"
