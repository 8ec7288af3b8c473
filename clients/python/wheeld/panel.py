"""The panel for programs without asyncio."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from functools import partial
from typing import Any

from .commands import Commands
from .control import LiveControl
from .errors import NoAnswerError, NoDaemonError
from .event import Event
from .protocol import Pauses, settle, socket_path
from .view import PanelView


class Panel(Commands, PanelView[LiveControl]):
    """A connection to the daemon that reconnects by itself.

    A thread of its own reads and writes the connection. So values follow at once, and any thread may read them and make requests.
    The functions of `on_change` and `on_commit` are called by the thread that iterates over the events.

    `socket`: the daemon's socket, if it is not in one of the usual places. `timeout`: for how many seconds to wait for
    the first connection and for each answer. With None the wait has no limit.
    """

    def __init__(self, socket: str | None = None, *, timeout: float | None = 5.0) -> None:
        super().__init__(socket, timeout)
        # Guards the session. Threads that wait for an event or for the connection are notified.
        self._changed = threading.Condition()
        self._closed = threading.Event()
        self._ended = False
        # A byte for the thread below: there is something to send, or the panel is closed.
        self._wake, self._woken = wake_up_pair()
        self._thread = threading.Thread(target=self._work, name="wheeld", daemon=True)
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
        self._wake_thread()
        self._thread.join()
        self._wake.close()
        self._woken.close()

    def __enter__(self) -> Panel:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _control(self, name: str) -> LiveControl:
        return LiveControl(self, name, self._session, self._callbacks)

    # Events.

    def __iter__(self) -> Iterator[Event]:
        """Yields events as they arrive, until the panel is closed."""
        while (event := self.next_event()) is not None:
            yield event

    def next_event(self, timeout: float | None = None) -> Event | None:
        """Waits for the next event, and calls the functions of `on_change` and `on_commit` that it concerns.

        Returns None if no event arrives in time, or if the panel is closed. A program with a loop of its own calls
        `next_event` with a timeout of 0 until the result is None.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._session.events or self._ended, timeout)
            event = self._session.take() if self._session.events else None
        if event is not None:
            # After a `take` the session may want to send a request, for which it had no room before.
            self._wake_thread()
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
        self._wake_thread()
        try:
            return future.result(self.timeout)
        except TimeoutError:
            with self._changed:
                self._session.forget(request)
                if self._session.connected:
                    raise NoAnswerError(f"the daemon has not answered '{op}' in {self.timeout} s") from None
            raise NoDaemonError(self._failure) from None

    def _wake_thread(self) -> None:
        # If the pipe is full, the thread is about to wake; if it is closed, the thread has ended.
        with contextlib.suppress(OSError):
            self._wake.send(b"w")

    # The thread of the connection. Only this thread reads and writes, and it waits for both at once: a daemon may stop reading
    # until its answers are read, so a blocked write must not delay the reading.

    def _work(self) -> None:
        pauses = Pauses()
        try:
            while not self._closed.is_set():
                began = time.monotonic()
                reason = self._converse(socket_path(self._wanted))
                with self._changed:
                    self._failure = self._session.disconnect(reason)
                    self._changed.notify_all()
                self._closed.wait(pauses.after(time.monotonic() - began))
        finally:
            with self._changed:
                self._session.close()
                self._ended = True
                self._changed.notify_all()

    def _converse(self, path: str) -> str:
        """Uses one connection from its beginning to its end. Returns why the connection has ended."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.setblocking(False)
            try:
                connection.connect(path)
            except OSError as error:
                return f"{path}: no daemon answers ({error.strerror})"
            try:
                self._exchange(connection)
            except (OSError, ValueError) as error:
                return f"{path}: {error}"
        return "the panel is closed" if self._closed.is_set() else f"{path}: the daemon has closed the connection"

    def _exchange(self, connection: socket.socket) -> None:
        """Sends and receives until either side closes the connection."""
        unsent = bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(self._woken, selectors.EVENT_READ)
            selector.register(connection, selectors.EVENT_READ)
            while not self._closed.is_set():
                with self._changed:
                    unsent += self._session.output()
                if unsent:
                    with contextlib.suppress(BlockingIOError):
                        del unsent[: connection.send(unsent)]
                selector.modify(connection, selectors.EVENT_READ | (selectors.EVENT_WRITE if unsent else 0))
                ready = {key.fileobj: events for key, events in selector.select()}
                if self._woken in ready:
                    self._woken.recv(4096)
                if ready.get(connection, 0) & selectors.EVENT_READ:
                    data = connection.recv(65536)
                    if not data:
                        return
                    with self._changed:
                        self._session.receive(data)
                        self._changed.notify_all()


def wake_up_pair() -> tuple[socket.socket, socket.socket]:
    pair = socket.socketpair()
    for end in pair:
        end.setblocking(False)
    return pair
