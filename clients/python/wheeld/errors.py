"""What can go wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Error(Exception):
    """Any error of this module."""


class RefusedError(Error):
    """The daemon refused a request."""

    def __init__(self, reply: Mapping[str, Any]) -> None:
        self.code: str = reply["error"]
        """Why, for programs: `unknown-control`, `editing`, …"""
        self.message: str = reply["message"]
        """Why, for people, with a hint if there is one."""
        self.reply = reply
        """The daemon's reply with all its members."""
        super().__init__(self.message)

    @property
    def mistakes(self) -> list[dict[str, str]]:
        """The mistakes of a refused definition, each with its `path` and `message`."""
        return list(self.reply.get("mistakes", []))


class NoDaemonError(Error, ConnectionError):
    """No daemon answers, or the connection ended before the answer. Then the request may have been done."""


class NoAnswerError(Error, TimeoutError):
    """The daemon did not answer in time. The request may have been done."""
