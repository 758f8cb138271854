"""Links between a run and its workers: frames of bytes in both directions."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from typing import Protocol

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
