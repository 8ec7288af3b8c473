"""What a panel shows of the daemon's state, with and without asyncio."""

from __future__ import annotations

from abc import abstractmethod
from typing import Generic, TypeVar

from .control import Callbacks, ControlView
from .errors import ByName, UnknownNameError
from .lines import Hello, InputState
from .lines import PresetState
from .protocol import Session, socket_path

AnyControl = TypeVar("AnyControl", bound=ControlView)


class PanelView(Generic[AnyControl]):
    """The panel as the daemon's last line has it. Without a connection the state stays unchanged."""

    def __init__(self, socket: str | None, timeout: float | None) -> None:
        self.timeout = timeout
        """For how many seconds to wait for an answer; with None without a limit."""
        self._wanted = socket
        self._failure = f"{socket_path(socket)}: no daemon answers"
        self._session = Session()
        self._callbacks = Callbacks()

    @abstractmethod
    def _control(self, name: str) -> AnyControl: ...

    def __getitem__(self, name: str) -> AnyControl:
        if name not in self._session.controls:
            raise UnknownNameError("control", name, self._session.controls)
        return self._control(name)

    def __contains__(self, name: object) -> bool:
        return name in self._session.controls

    @property
    def controls(self) -> dict[str, AnyControl]:
        """All controls by name."""
        return ByName("control", {name: self._control(name) for name in self._session.controls})

    @property
    def inputs(self) -> dict[str, InputState]:
        """The state of all inputs by name."""
        return ByName("input", self._session.inputs)

    @property
    def presets(self) -> dict[str, PresetState]:
        """The state of all presets by name."""
        return ByName("preset", self._session.presets)

    @property
    def current_page(self) -> str | None:
        """The page that is shown; None where there are none."""
        return self._session.page

    @property
    def locked(self) -> bool:
        """Whether hands are kept from changing anything."""
        return self._session.locked

    @property
    def connected(self) -> bool:
        """Whether there is a connection now."""
        return self._session.connected

    @property
    def hello(self) -> Hello:
        """The first line of the last connection: the daemon's version, both clocks, …"""
        if self._session.hello is None:
            raise LookupError("there has been no connection yet")
        return self._session.hello

    @property
    def client(self) -> int:
        """This connection's number. Events that this program causes have this number as `client`."""
        return self.hello["client"]
