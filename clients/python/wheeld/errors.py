"""The errors of this module."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping
from typing import Any, Generic, TypeVar

State = TypeVar("State")


class Error(Exception):
    """Any error of this module."""


def visible(text: str) -> str:
    """The text without characters that control a terminal. The text may contain names that other clients have
    chosen."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


class RefusedError(Error):
    """The daemon refused a request. The text of the error is the daemon's message, with control characters escaped."""

    def __init__(self, reply: Mapping[str, Any]) -> None:
        self.code: str = reply["error"]
        """Why, for programs: `unknown-control`, `editing`, …"""
        self.message: str = reply["message"]
        """Why, for people, with a hint if there is one."""
        self.reply = reply
        """The daemon's reply with all its members."""
        super().__init__(visible(self.message))

    @property
    def mistakes(self) -> list[dict[str, str]]:
        """The mistakes of a refused definition, each with its `path` and `message`."""
        return list(self.reply.get("mistakes", []))


class UnknownNameError(Error, KeyError):
    """The daemon has nothing of this kind with this name."""

    def __init__(self, kind: str, name: object, names: Collection[str]) -> None:
        nearest = difflib.get_close_matches(str(name), names, n=1)
        listed = ", ".join(list(names)[:32]) + (", …" if len(names) > 32 else "")
        hint = f"did you mean {nearest[0]!r}?" if nearest else f"there are: {listed}" if names else "there are none"
        super().__init__(f"no {kind} named {name!r}; {hint}")

    def __str__(self) -> str:
        # KeyError's own text would put the sentence in quotes.
        return str(self.args[0])


class ByName(dict[str, State], Generic[State]):
    """States by name. An unknown name raises UnknownNameError."""

    def __init__(self, kind: str, states: Mapping[str, State]) -> None:
        super().__init__(states)
        self._kind = kind

    def __missing__(self, name: str) -> State:
        raise UnknownNameError(self._kind, name, self)


class NoDaemonError(Error, ConnectionError):
    """No daemon answers, or the connection ended before the answer. Then the request may have been done."""


class NoAnswerError(Error, TimeoutError):
    """The daemon did not answer in time. The request may have been done."""
