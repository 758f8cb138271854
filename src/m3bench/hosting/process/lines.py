"""Bytes to lines, without copying what came before each time more comes."""

from __future__ import annotations


class LineTooLong(Exception):
    """A line over the limit. Its beginning has been let go."""


class LineBuffer:
    """Gathers chunks until a line is whole."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._begun = bytearray()

    def feed(self, chunk: bytes) -> list[bytes | bytearray]:
        """The lines that this chunk completes, without their ends."""
        first: bytes | bytearray
        first, *others = chunk.split(b"\n")
        if not others:
            self._keep(first)
            return []
        if self._begun:
            # Not joined into bytes: that would copy what may be tens of megabytes.
            self._begun += first
            first, self._begun = self._begun, bytearray()
        *whole, rest = others
        self._keep(rest)
        return [first, *whole]

    def _keep(self, part: bytes) -> None:
        if len(self._begun) + len(part) > self._limit:
            self._begun = bytearray()
            raise LineTooLong(f"a message over {self._limit // 2**20} MB")
        self._begun += part
