"""The panel for programs without asyncio."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from functools import partial
from typing import Any

from .commands import Commands
from .control import LiveControl
from .errors import NoAnswerError, NoDaemonError
from .event import Event
from .protocol import pauses, settle, socket_path
from .view import PanelView


class Panel(Commands, PanelView[LiveControl]):
    """A connection to the daemon that reconnects by itself.

    A thread of its own reads the connection. So values follow at once, and any thread may read them and make requests.
    The functions of `on_change` and `on_commit` are called by the thread that iterates over the events.

    `socket`: the daemon's socket, if it is not in one of the usual places. `timeout`: for how many seconds to wait for
    the first connection and for each answer. None is for ever.
    """

    def __init__(self, socket: str | None = None, *, timeout: float | None = 5.0) -> None:
        super().__init__(socket, timeout)
        # Guards the session. Threads that wait for an event or for the connection are notified.
        self._changed = threading.Condition()
        # Keeps requests in their order on the way from the session to the connection.
        self._sending = threading.Lock()
        self._connection: Any = None
        self._closed = threading.Event()
        self._ended = False
        self._thread = threading.Thread(target=self._read, name="wheeld", daemon=True)
        self._thread.start()
        try:
            with self._changed:
                if not self._changed.wait_for(lambda: self._session.ready, timeout):
                    raise NoDaemonError(self._failure)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Ends the connection, and the iteration over its events."""
        self._closed.set()
        with self._changed:
            if self._connection is not None:
                with contextlib.suppress(OSError):
                    self._connection.shutdown(socket.SHUT_RDWR)
        self._thread.join()

    def __enter__(self) -> Panel:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _control(self, name: str) -> LiveControl:
        return LiveControl(self, name, self._session, self._callbacks)

    # Events.

    def __iter__(self) -> Iterator[Event]:
        """Events as they come, until the panel is closed."""
        while (event := self.next_event()) is not None:
            yield event

    def next_event(self, timeout: float | None = None) -> Event | None:
        """Waits for the next event, and calls the functions of `on_change` and `on_commit` that it concerns.

        Returns None if no event comes in time, or if the panel is closed. A program with a loop of its own calls this
        with a timeout of 0 until it returns None.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._session.events or self._ended, timeout)
            event = self._session.take() if self._session.events else None
        if event is not None:
            self._send()
            self._callbacks.call(event)
        return event

    def run(self) -> None:
        """Calls the functions of `on_change` and `on_commit`, until the panel is closed."""
        for _ in self:
            pass

    # Requests.

    def _request(self, op: str, members: dict[str, Any]) -> Any:
        future: Future[dict[str, Any]] = Future()
        with self._changed:
            if self._closed.is_set() or self._ended:
                raise NoDaemonError("the panel is closed")
            request = self._session.request(op, members, partial(settle, future))
        self._send()
        try:
            return future.result(self.timeout)
        except TimeoutError:
            with self._changed:
                self._session.forget(request)
                if self._session.connected:
                    raise NoAnswerError(f"the daemon has not answered '{op}' in {self.timeout} s") from None
            raise NoDaemonError(self._failure) from None

    def _send(self) -> None:
        with self._sending:
            with self._changed:
                connection, data = self._connection, self._session.output()
            if connection is not None and data:
                # The reading thread finds out if the connection has ended.
                with contextlib.suppress(OSError):
                    connection.sendall(data)

    # The thread that reads.

    def _read(self) -> None:
        waits = pauses()
        try:
            while not self._closed.is_set():
                reason = self._read_connection(socket_path(self._wanted))
                with self._changed:
                    if self._session.connected:
                        waits = pauses()
                    self._connection = None
                    self._failure = self._session.disconnect(reason)
                    self._changed.notify_all()
                self._closed.wait(next(waits))
        finally:
            with self._changed:
                self._session.close()
                self._ended = True
                self._changed.notify_all()

    def _read_connection(self, path: str) -> str:
        """Reads one connection to its end. Returns why it has ended."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            try:
                # Without waiting: a daemon that hangs would hold up `close`.
                connection.setblocking(False)
                connection.connect(path)
                connection.setblocking(True)
            except OSError as error:
                return f"{path}: no daemon answers ({error.strerror})"
            with self._changed:
                # A panel that was closed in the meantime does not know this connection.
                if self._closed.is_set():
                    return "the panel is closed"
                self._connection = connection
            try:
                while data := connection.recv(65536):
                    with self._changed:
                        self._session.receive(data)
                        self._changed.notify_all()
                    self._send()
            except (OSError, ValueError) as error:
                return f"{path}: {error}"
        return f"{path}: the daemon has closed the connection"
