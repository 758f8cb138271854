"""Links between a run and its workers, and requests, answers and notes over them, many at a time."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import pickle
import socket
import struct
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from typing import Any, Protocol

import anyio
import anyio.abc

_HEAD = struct.Struct("<Q")


class LinkClosed(Exception):
    """The other side is gone."""


class Link(Protocol):
    """Sends and receives frames in order. Used by one sender and one receiver at a time."""

    async def send(self, frame: bytes) -> None:
        """Send a frame. Raises `LinkClosed`."""

    async def receive(self) -> bytes:
        """Return the next frame. Raises `LinkClosed`."""

    async def aclose(self) -> None:
        """Close the link. The other side sees `LinkClosed`."""


class SocketLink:
    """A link over one end of a socket pair."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, connected: socket.socket) -> SocketLink:
        """Make a link of a connected socket, which belongs to the link from then on."""
        connected.setblocking(False)
        return cls(*await asyncio.open_connection(sock=connected))

    async def send(self, frame: bytes) -> None:
        try:
            self._writer.write(_HEAD.pack(len(frame)))
            self._writer.write(frame)
            await self._writer.drain()
        except OSError:
            raise LinkClosed from None

    async def receive(self) -> bytes:
        try:
            (length,) = _HEAD.unpack(await self._reader.readexactly(_HEAD.size))
            return await self._reader.readexactly(length)
        except (OSError, asyncio.IncompleteReadError):
            raise LinkClosed from None

    async def aclose(self) -> None:
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()


class _Kind(Enum):
    REQUEST = auto()
    NOTE = auto()
    ANSWER = auto()
    ERROR = auto()
    CANCEL = auto()


class _Pending:
    """A request without an answer yet."""

    def __init__(self) -> None:
        self.done = anyio.Event()
        self.answer: Any = None
        self.error: BaseException | None = None

    def settle(self, answer: Any, error: BaseException | None) -> None:
        self.answer, self.error = answer, error
        self.done.set()


class Channel:
    """One end. Both ends send requests and notes; what is sent first arrives first.

    Frames are pickled: both ends are processes of the same user that run the same code.
    """

    def __init__(
        self,
        link: Link,
        answer: Callable[[Any], Awaitable[Any]],
        note: Callable[[Any], None] = lambda _: None,
    ) -> None:
        """Make an end.

        Args:
            answer: Answers a request of the other end. An exception that it raises is raised there.
            note: Takes a note of the other end.
        """
        self._link, self._answer, self._note = link, answer, note
        self._numbers = itertools.count()
        self._pending: dict[int, _Pending] = {}
        self._scopes: dict[int, anyio.CancelScope] = {}
        self._closed = False
        self._outbox, self._frames = anyio.create_memory_object_stream[bytes](float("inf"))

    async def request(self, body: Any) -> Any:
        """Send a request and return its answer.

        Raises `LinkClosed` if the other end is gone, and what its `answer` raised. If the caller is
        cancelled, the other end stops to work on it.
        """
        number, pending = next(self._numbers), _Pending()
        self._send(_Kind.REQUEST, number, body)
        self._pending[number] = pending
        try:
            await pending.done.wait()
        except anyio.get_cancelled_exc_class():
            if not self._closed:
                self._send(_Kind.CANCEL, number, None)
            raise
        finally:
            self._pending.pop(number, None)
        if pending.error is not None:
            raise pending.error
        return pending.answer

    def tell(self, body: Any) -> None:
        """Send a note. It is lost if the other end is gone."""
        if not self._closed:
            self._send(_Kind.NOTE, 0, body)

    async def run(self) -> None:
        """Exchange frames until the other end is gone. Requests that wait then raise `LinkClosed`."""
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(self._write)
                await self._read(group)
                group.cancel_scope.cancel()
        finally:
            self._close()

    def _send(self, kind: _Kind, number: int, body: Any) -> None:
        if self._closed:
            raise LinkClosed
        self._outbox.send_nowait(_frame(kind, number, body))

    async def _write(self) -> None:
        try:
            async for frame in self._frames:
                await self._link.send(frame)
        except LinkClosed:
            return  # the reader sees it as well

    async def _read(self, group: anyio.abc.TaskGroup) -> None:
        while True:
            try:
                frame = await self._link.receive()
            except LinkClosed:
                return
            self._take(group, *pickle.loads(frame))  # noqa: S301 - from a process of ours

    def _take(self, group: anyio.abc.TaskGroup, kind: _Kind, number: int, body: Any) -> None:
        if kind is _Kind.REQUEST:
            self._scopes[number] = anyio.CancelScope()
            group.start_soon(self._serve, number, body)
        elif kind is _Kind.NOTE:
            self._note(body)
        elif kind is _Kind.CANCEL:
            if scope := self._scopes.get(number):
                scope.cancel()
        elif pending := self._pending.get(number):
            pending.settle(*((body, None) if kind is _Kind.ANSWER else (None, body)))

    async def _serve(self, number: int, body: Any) -> None:
        try:
            with self._scopes[number]:
                try:
                    frame = _frame(_Kind.ANSWER, number, await self._answer(body))
                except Exception as error:  # noqa: BLE001 - raised where the request was made
                    frame = _frame(_Kind.ERROR, number, _portable(error))
                if not self._closed:
                    self._outbox.send_nowait(frame)
        finally:
            del self._scopes[number]

    def _close(self) -> None:
        self._closed = True
        self._outbox.close()
        self._frames.close()
        for pending in self._pending.values():
            pending.settle(None, LinkClosed())


def _frame(kind: _Kind, number: int, body: Any) -> bytes:
    return pickle.dumps((kind, number, body), pickle.HIGHEST_PROTOCOL)


def _portable(error: Exception) -> Exception:
    """Return the error if it survives the way; else one that says the same."""
    try:
        restored = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    except Exception:  # noqa: BLE001 - whatever its class makes of pickling
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error if type(restored) is type(error) else RuntimeError(str(error))
