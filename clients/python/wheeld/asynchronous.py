"""The panel for programs with asyncio."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from .commands import AsyncCommands
from .control import AsyncLiveControl
from .errors import NoAnswerError, NoDaemonError
from .event import Event
from .protocol import Pauses, settle, socket_path
from .view import PanelView


class AsyncPanel(AsyncCommands, PanelView[AsyncLiveControl]):
    """A connection to the daemon that reconnects by itself, for one event loop. `async with` connects and closes the
    connection.

    `socket`: the daemon's socket, if it is not in one of the usual places. `timeout`: for how many seconds to wait for
    the first connection and for each answer. With None the wait has no limit.
    """

    def __init__(self, socket: str | None = None, *, timeout: float | None = 5.0) -> None:
        super().__init__(socket, timeout)
        self._changed = asyncio.Event()
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None
        self._ended = False

    async def __aenter__(self) -> AsyncPanel:
        self._task = asyncio.create_task(self._read(), name="wheeld")
        try:
            async with asyncio.timeout(self.timeout):
                while not self._session.ready:
                    await self._change()
        except BaseException as error:
            await self.close()
            if isinstance(error, TimeoutError):
                raise NoDaemonError(self._failure) from None
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the connection, and the iteration over its events."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def _control(self, name: str) -> AsyncLiveControl:
        return AsyncLiveControl(self, name, self._session, self._callbacks)

    # Events.

    async def __aiter__(self) -> AsyncIterator[Event]:
        """Yields events as they arrive, until the panel is closed."""
        while (event := await self.next_event()) is not None:
            yield event

    async def next_event(self) -> Event | None:
        """Waits for the next event, and calls the functions of `on_change` and `on_commit` that it concerns.

        The functions may be coroutines. Returns None if the panel is closed.
        """
        while not self._session.events:
            if self._ended:
                return None
            await self._change()
        event = self._session.take()
        self._send()
        for awaitable in self._callbacks.call(event):
            await awaitable
        return event

    async def run(self) -> None:
        """Calls the functions of `on_change` and `on_commit`, until the panel is closed."""
        async for _ in self:
            pass

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    # Requests.

    async def _request(self, op: str, members: dict[str, Any]) -> Any:
        if self._ended or self._task is None:
            raise NoDaemonError("the panel is closed")
        future = asyncio.get_running_loop().create_future()
        request = self._session.request(op, members, partial(settle, future))
        self._send()
        try:
            async with asyncio.timeout(self.timeout):
                return await future
        except TimeoutError:
            if self._session.connected:
                raise NoAnswerError(f"the daemon has not answered '{op}' in {self.timeout} s") from None
            raise NoDaemonError(self._failure) from None
        finally:
            self._session.forget(request)

    def _send(self) -> None:
        data = self._session.output()
        if self._writer is not None and data:
            self._writer.write(data)

    # The task that reads.

    async def _read(self) -> None:
        pauses = Pauses()
        try:
            while True:
                began = time.monotonic()
                reason = await self._read_connection(socket_path(self._wanted))
                self._failure = self._session.disconnect(reason)
                self._changed.set()
                await asyncio.sleep(pauses.after(time.monotonic() - began))
        finally:
            self._session.close()
            self._ended = True
            self._changed.set()

    async def _read_connection(self, path: str) -> str:
        """Reads one connection to its end. Returns the reason why the connection has ended."""
        try:
            reader, self._writer = await asyncio.open_unix_connection(path)
        except OSError as error:
            return f"{path}: no daemon answers ({error.strerror})"
        try:
            while data := await reader.read(65536):
                self._session.receive(data)
                self._changed.set()
                self._send()
        except (OSError, ValueError) as error:
            return f"{path}: {error}"
        finally:
            self._writer.close()
            self._writer = None
        return f"{path}: the daemon has closed the connection"
