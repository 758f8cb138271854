"""Read HTTP response bodies with limits on size and time, and split event streams."""

from __future__ import annotations

import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Iterator

import anyio
import anyio.lowlevel

from m3bench.hosting.session.wire import MAX_MESSAGE_BYTES

MOST_LINES = 100_000
"""In one event."""
_UNPACKED_AT_ONCE = 2**16
_PLAIN = ("", "identity")
_PACKED = ("gzip", "x-gzip", "deflate")
_FIELDS = (b"event", b"id", b"retry")
_PIECE_BYTES = 8 * 2**10
_LONGEST_NAME = 6
"""Including the colon."""
_LONGEST_FIELD = 4_096
_AUTO_WINDOW = 47
"""Makes zlib detect gzip or zlib format."""


class BrokenBody(Exception):
    """An invalid body. The message is a predicate whose subject is the server."""


async def unpacked(chunks: AsyncIterator[bytes], coding: str) -> AsyncGenerator[bytes, None]:
    """Yield the decompressed chunks in pieces of limited size. Raises `BrokenBody`."""
    coding = coding.strip().lower()
    if coding in _PLAIN:
        async for chunk in chunks:
            yield chunk
            # Buffered chunks arrive without a pause.
            await anyio.lowlevel.checkpoint()
        return
    if coding not in _PACKED:
        raise BrokenBody(f"used the content encoding {coding[:40]!r}, which was not requested")
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
            raise BrokenBody(f"sent a response that cannot be decompressed: {error}") from None
        chunk = decoder.unconsumed_tail


async def whole_body(chunks: AsyncIterator[bytes], seconds: float) -> bytearray:
    """Read a whole body. Raises `BrokenBody` if it is too large or takes too long."""
    body = bytearray()
    with anyio.CancelScope() as scope:
        async for chunk in chunks:
            if not body:
                scope.deadline = anyio.current_time() + seconds
            body += chunk
            if len(body) > MAX_MESSAGE_BYTES:
                raise BrokenBody(f"sent a message larger than {MAX_MESSAGE_BYTES // 2**20} MB")
    if scope.cancelled_caught:
        raise BrokenBody(f"took longer than {seconds:g} s to send a response body")
    return body


async def in_pieces(chunks: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """Yield chunks in pieces that are parsed within milliseconds. Other tasks run between them."""
    async for chunk in chunks:
        yield chunk[:_PIECE_BYTES]
        for start in range(_PIECE_BYTES, len(chunk), _PIECE_BYTES):
            await anyio.lowlevel.checkpoint()
            yield chunk[start : start + _PIECE_BYTES]


class Event:
    """A server-sent event: its data, and the last value of each other field."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.fields: dict[bytes, bytes] = {}
        self._has_data = False

    @property
    def kind(self) -> bytes:
        """The event name. Defaults to `message`."""
        return self.fields.get(b"event", b"message")

    def add(self, line: bytes | bytearray) -> None:
        """Add a line without its line end. The last value of a field other than `data` wins."""
        name = bytes(line[:_LONGEST_NAME].partition(b":")[0])
        start = len(name) + (2 if line[len(name) : len(name) + 2] == b": " else 1)
        if name == b"data":
            self._add_data(line, start)
        elif name in _FIELDS and len(line) <= _LONGEST_FIELD:
            self.fields[name] = bytes(line[start:].strip())

    def _add_data(self, line: bytes | bytearray, start: int) -> None:
        # A line may be tens of megabytes: copy it once at most, and not at all if it is the only one.
        own = line if isinstance(line, bytearray) else bytearray(line)
        del own[:start]
        if self._has_data:
            self.data += b"\n"
            self.data += own
        else:
            self.data, self._has_data = own, True

    def written(self, data: bytes | bytearray) -> bytes:
        """Return the serialized event, with other data."""
        lines = [name + b": " + value for name, value in self.fields.items()]
        lines += [b"data: " + line for line in data.split(b"\n")] if self._has_data else []
        return b"\n".join([*lines, b"", b""])


class EventSplitter:
    """Splits a stream of server-sent events."""

    def __init__(self) -> None:
        self._rest = b""
        self._line = bytearray()
        self._event: Event | None = None
        self._size, self._lines = 0, 0

    @property
    def has_begun(self) -> bool:
        """Whether an event is incomplete."""
        return self._event is not None or bool(self._line)

    def feed(self, chunk: bytes) -> list[Event]:
        """Return the events that a chunk completes. Raises `BrokenBody` if one is too large."""
        self._size += len(chunk)
        if self._size > MAX_MESSAGE_BYTES:
            raise BrokenBody(f"sent a message larger than {MAX_MESSAGE_BYTES // 2**20} MB")
        *whole, rest = self._split(chunk)
        events = []
        for part in whole:
            line: bytes | bytearray = part
            if self._line:
                self._line += part
                line, self._line = self._line, bytearray()
            if line:
                self._add(line)
            elif self._event is not None:
                events.append(self._event)
                self._event, self._size, self._lines = None, 0, 0
        self._line += rest
        return events

    def _add(self, line: bytes | bytearray) -> None:
        self._lines += 1
        if self._lines > MOST_LINES:
            raise BrokenBody(f"sent an event of more than {MOST_LINES:,} lines")
        self._event = self._event or Event()
        self._event.add(line)

    def _split(self, chunk: bytes) -> list[bytes]:
        """Split at CR, LF or CRLF. A CR at the end of a chunk may be the first half of CRLF."""
        text = self._rest + chunk
        self._rest = b"\r" if text.endswith(b"\r") else b""
        text = text.removesuffix(b"\r") if self._rest else text
        return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
