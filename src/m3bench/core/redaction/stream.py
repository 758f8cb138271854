"""Taking secrets out of bytes that come in pieces."""

from __future__ import annotations

from collections.abc import Callable

from m3bench.core.redaction.forms import SECRET
from m3bench.core.redaction.redactor import Redactor, is_binary


class RedactingStream:
    """Holds back an end that may be the beginning of a secret, until what follows has decided it.

    What comes out is what the redactor would make of everything in one piece, however it was cut.
    """

    def __init__(self, redactor: Callable[[], Redactor], *, documents: bool = False) -> None:
        """The redactor is asked for at each piece: secrets may become known while the stream is open."""
        self._redactor, self._documents = redactor, documents
        self._held = b""
        self._binary: bool | None = None

    def feed(self, piece: bytes) -> bytes:
        """What may be written now."""
        needles = self._redactor().needles(documents=self._documents)
        if self._binary is None and piece:
            self._binary = is_binary(piece)
        data, self._held = self._held + piece, b""
        end = needles.open_end(data)
        if end == len(data) and not needles.occur(data):
            return data
        for start, stop, _ in needles.spans(data):
            if start < end < stop:
                end = start
        self._held = data[end:]
        return self._replaced(data[:end])

    def finish(self) -> bytes:
        """What was held back: nothing follows."""
        data, self._held = self._held, b""
        return self._replaced(data)

    def _replaced(self, data: bytes) -> bytes:
        needles = self._redactor().needles(documents=self._documents)
        if not needles.occur(data):
            return data
        if self._binary:
            return needles.replace(data, b"*", same_length=True)
        return needles.replace(data, SECRET.encode())
