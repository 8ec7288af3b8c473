"""A control of the panel, whose value is always the newest."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal, TypeVar

from .commands import AsyncCommands, Commands
from .errors import UnknownNameError
from .event import Event
from .lines import CommitEvent, ControlState, Value, ValueAnswer, ValueEvent
from .protocol import Session

Callback = Callable[[Any], Any]
SomeCallback = TypeVar("SomeCallback", bound=Callback)


class Callbacks:
    """The functions to call with a control's new values."""

    def __init__(self) -> None:
        self._functions: dict[tuple[type[Event], str], list[Callback]] = {}

    def add(self, kind: type[Event], control: str, function: Callback) -> None:
        self._functions.setdefault((kind, control), []).append(function)

    def call(self, event: Event) -> list[Awaitable[Any]]:
        """Calls the functions that an event concerns, and returns the coroutines to await."""
        if not isinstance(event, (ValueEvent, CommitEvent)):
            return []
        results = [function(event.value) for function in self._functions.get((type(event), event.control), [])]
        return [result for result in results if isinstance(result, Awaitable)]


class ControlView:
    """A control, as the daemon's last line has it. Once the daemon no longer has the control, reading raises
    UnknownNameError."""

    def __init__(self, name: str, session: Session, callbacks: Callbacks) -> None:
        self.name = name
        self._session = session
        self._callbacks = callbacks

    def __repr__(self) -> str:
        state = self._session.controls.get(self.name)
        return f"<control {self.name!r}: {state['text'] if state else 'not there'}>"

    @property
    def state(self) -> ControlState:
        """All members that the daemon sends: range, unit, speeds, …"""
        controls = self._session.controls
        try:
            return controls[self.name]
        except KeyError:
            raise UnknownNameError("control", self.name, controls) from None

    @property
    def _value(self) -> Any:
        return self.state["value"]

    @property
    def text(self) -> str:
        """The value for people, with its unit."""
        return self.state["text"]

    @property
    def editing(self) -> bool:
        """Whether somebody is moving the control: a commit will follow."""
        return self.state["editing"]

    @property
    def pending(self) -> Any:
        """The pending value of a control with `confirm`; None where nothing is pending."""
        return self.state.get("pending")

    def on_change(self, function: SomeCallback) -> SomeCallback:
        """Calls the function with each new value, while the program iterates over the panel's events or runs it."""
        self._callbacks.add(ValueEvent, self.name, function)
        return function

    def on_commit(self, function: SomeCallback) -> SomeCallback:
        """Calls the function with each value at which the hand has finished."""
        self._callbacks.add(CommitEvent, self.name, function)
        return function


class LiveControl(ControlView):
    """A control of a `Panel`."""

    def __init__(self, panel: Commands, name: str, session: Session, callbacks: Callbacks) -> None:
        super().__init__(name, session, callbacks)
        self._panel = panel

    @property
    def value(self) -> Any:
        """Its value. Assigning a value sends a `set` and waits for its answer."""
        return self._value

    @value.setter
    def value(self, value: Value) -> None:
        self.set(value)

    def set(self, value: Value, *, commit: bool | None = None, unless: Literal["editing"] | None = None) -> ValueAnswer:
        """Sets it. The answer has the control's present value, which lies in its range and on its grid."""
        return self._panel.set(self.name, value, commit=commit, unless=unless)


class AsyncLiveControl(ControlView):
    """A control of an `AsyncPanel`."""

    def __init__(self, panel: AsyncCommands, name: str, session: Session, callbacks: Callbacks) -> None:
        super().__init__(name, session, callbacks)
        self._panel = panel

    @property
    def value(self) -> Any:
        """Its value."""
        return self._value

    async def set(
        self, value: Value, *, commit: bool | None = None, unless: Literal["editing"] | None = None
    ) -> ValueAnswer:
        """Sets it. The answer has the control's present value, which lies in its range and on its grid."""
        return await self._panel.set(self.name, value, commit=commit, unless=unless)
