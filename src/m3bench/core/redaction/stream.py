"""Redaction of bytes that arrive in pieces."""

from __future__ import annotations

from collections.abc import Callable

from m3bench.core.redaction.forms import SECRET
from m3bench.core.redaction.redactor import Redactor, is_binary


class RedactingStream:
    """Redacts a stream. The output does not depend on how the stream is split into pieces.

    An end that may be the beginning of a secret is held back until the next piece arrives.
    """

    def __init__(self, redactor: Callable[[], Redactor], *, documents: bool = False) -> None:
        """`redactor` is called for each piece: secrets may be registered while the stream is open."""
        self._redactor, self._documents = redactor, documents
        self._pending = b""
        self._binary: bool | None = None

    def feed(self, piece: bytes) -> bytes:
        """Add a piece; return what can be written now."""
        needles = self._redactor().needles(documents=self._documents)
        if self._binary is None and piece:
            self._binary = is_binary(piece)
        data, self._pending = self._pending + piece, b""
        end = needles.open_end(data)
        if end == len(data) and not needles.occur(data):
            return data
        for start, stop, _ in needles.spans(data):
            if start < end < stop:
                end = start
        self._pending = data[end:]
        return self._replace(data[:end])

    def finish(self) -> bytes:
        """Return what was held back, at the end of the stream."""
        data, self._pending = self._pending, b""
        return self._replace(data)

    def _replace(self, data: bytes) -> bytes:
        needles = self._redactor().needles(documents=self._documents)
        if not needles.occur(data):
            return data
        if self._binary:
            return needles.replace(data, b"*", same_length=True)
        return needles.replace(data, SECRET.encode())
