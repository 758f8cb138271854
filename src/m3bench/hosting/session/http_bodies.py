"""Bodies of HTTP answers in bounded size and time, and the events in them."""

from __future__ import annotations

import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Iterator

import anyio
import anyio.lowlevel

from m3bench.hosting.session.wire import MAX_MESSAGE_BYTES

_UNPACKED_AT_ONCE = 2**18
_PLAIN = ("", "identity")
_PACKED = ("gzip", "x-gzip", "deflate")
_AUTO_WINDOW = 47
"""Tells zlib to find out whether it is gzip or a bare stream."""


class BrokenBody(Exception):
    """What is wrong with a body, as the predicate of a sentence about its server."""


async def unpacked(chunks: AsyncIterator[bytes], coding: str) -> AsyncGenerator[bytes, None]:
    """The chunks as they were before they were compressed, in pieces of bounded size. Raises `BrokenBody`."""
    coding = coding.strip().lower()
    if coding in _PLAIN:
        async for chunk in chunks:
            yield chunk
        return
    if coding not in _PACKED:
        raise BrokenBody(f"compresses its answers with {coding[:40]!r}, which was not asked for")
    decoder = zlib.decompressobj(_AUTO_WINDOW)
    async for chunk in chunks:
        for piece in _pieces(decoder, chunk):
            yield piece
            await anyio.lowlevel.checkpoint()


def _pieces(decoder: zlib._Decompress, chunk: bytes) -> Iterator[bytes]:
    while chunk:
        try:
            yield decoder.decompress(chunk, _UNPACKED_AT_ONCE)
        except zlib.error as error:
            raise BrokenBody(f"sent a compressed answer that cannot be unpacked: {error}") from None
        chunk = decoder.unconsumed_tail


async def whole_body(chunks: AsyncIterator[bytes], seconds: float) -> bytes:
    """All of a body. Raises `BrokenBody` for one that is too large, or too slow from first to last."""
    found: list[bytes] = []
    size = 0
    with anyio.CancelScope() as scope:
        async for chunk in chunks:
            if not found:
                scope.deadline = anyio.current_time() + seconds
            found.append(chunk)
            size += len(chunk)
            if size > MAX_MESSAGE_BYTES:
                raise BrokenBody(f"sent a message over {MAX_MESSAGE_BYTES // 2**20} MB")
    if scope.cancelled_caught:
        raise BrokenBody(f"took longer than {seconds:g} s from the first byte of an answer to its last")
    return b"".join(found)


class EventSplitter:
    """Lines of server-sent events, gathered event by event. An event is its lines without their ends."""

    def __init__(self) -> None:
        self._rest = b""
        self._pieces: list[bytes] = []
        self._lines: list[bytes] = []
        self._size = 0

    @property
    def has_begun(self) -> bool:
        """Whether a part of an event is there."""
        return bool(self._lines or self._pieces)

    def feed(self, chunk: bytes) -> list[list[bytes]]:
        """The events that a chunk completes. Raises `BrokenBody` for one that is too large."""
        self._size += len(chunk)
        if self._size > MAX_MESSAGE_BYTES:
            raise BrokenBody(f"sent a message over {MAX_MESSAGE_BYTES // 2**20} MB")
        *whole, rest = self._split(chunk)
        events = []
        for line in whole:
            full = b"".join([*self._pieces, line])
            self._pieces = []
            if full:
                self._lines.append(full)
            elif self._lines:
                events.append(self._lines)
                self._lines, self._size = [], 0
        if rest:
            self._pieces.append(rest)
        return events

    def _split(self, chunk: bytes) -> list[bytes]:
        """Lines end with CR, LF or both; a CR at the end of a chunk may be half of both."""
        text = self._rest + chunk
        self._rest = b"\r" if text.endswith(b"\r") else b""
        text = text.removesuffix(b"\r") if self._rest else text
        return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")


def event_data(event: list[bytes]) -> bytes:
    """The data of an event, its lines joined."""
    return b"\n".join(line[5:].removeprefix(b" ") for line in event if line.startswith(b"data:"))


def event_kind(event: list[bytes]) -> bytes:
    """The name of an event; `message` where it has none."""
    kinds = [line[6:].strip() for line in event if line.startswith(b"event:")]
    return kinds[-1] if kinds else b"message"
