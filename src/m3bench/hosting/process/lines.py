"""Bytes to lines, without copying what came before each time more comes."""

from __future__ import annotations


class LineTooLong(Exception):
    """A line over the limit. Its beginning has been let go."""


class LineBuffer:
    """Gathers chunks until a line is whole."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._chunks: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that this chunk completes, without their ends."""
        *whole, rest = chunk.split(b"\n")
        if not whole:
            self._keep(rest)
            return []
        first = b"".join([*self._chunks, whole[0]])
        self._chunks, self._size = [], 0
        self._keep(rest)
        return [first, *whole[1:]]

    def _keep(self, part: bytes) -> None:
        self._size += len(part)
        if self._size > self._limit:
            self._chunks, self._size = [], 0
            raise LineTooLong(f"a message over {self._limit // 2**20} MB")
        if part:
            self._chunks.append(part)
