"""What all events have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Event:
    """Something that happened. An event that this module does not know is of this class itself."""

    name: str
    """The event's name in `docs/protocol.md`."""
    seq: int = 0
    """Its number: each event of the daemon's life has the next one."""
    time: float = 0.0
    """When its cause happened, in seconds of `time.monotonic()`."""
    more: bool | None = None
    """Whether another event of the same step follows, as after a `set` of several values."""
    members: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """The line as the daemon sent it, also with members that this module does not know."""
