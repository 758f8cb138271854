"""Split a byte stream into lines without copying earlier chunks."""

from __future__ import annotations


class LineTooLong(Exception):
    """A line over the limit. Its start has been dropped."""


class LineBuffer:
    """Collects chunks until a line is complete."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._begun = bytearray()

    def feed(self, chunk: bytes) -> list[bytes | bytearray]:
        """Return the lines that this chunk completes, without line ends."""
        first: bytes | bytearray
        first, *others = chunk.split(b"\n")
        if not others:
            self._keep(first)
            return []
        if self._begun:
            # Not converted to bytes: that would copy tens of megabytes.
            self._begun += first
            first, self._begun = self._begun, bytearray()
        *whole, rest = others
        self._keep(rest)
        return [first, *whole]

    def _keep(self, part: bytes) -> None:
        if len(self._begun) + len(part) > self._limit:
            self._begun = bytearray()
            raise LineTooLong(f"a message larger than {self._limit // 2**20} MB")
        self._begun += part
