"""Limits on the JSON in a bundle: readers keep a document in memory, which takes much more than its bytes."""

from __future__ import annotations

from m3bench.submissions.directory import NotABundle

LONGEST_LINE = 16 * 2**20
LARGEST_DOCUMENT = 8 * 2**20
LARGEST_TASKS = 64 * 2**20
MOST_VALUES = 2_000_000
"""Values in a document: an empty list of three bytes takes sixty in memory."""
_SEPARATORS = b"[{,"
_BY_LINE = ("journal.jsonl", "judgements.jsonl")


class DocumentCheck:
    """Checks the chunks of a file in order. A journal is read by line, other files as a whole."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._by_line = name.endswith(_BY_LINE)
        self._is_document = self._by_line or "/blobs/" not in name
        self._limit = LARGEST_TASKS if name.endswith("tasks.jsonl") else LARGEST_DOCUMENT
        self._length = self._values = 0

    def take(self, chunk: bytes) -> None:
        """Check the next chunk.

        Raises:
            NotABundle: A line or the file is too long, or has too many values.
        """
        if not self._is_document:
            return
        if not self._by_line or b"\n" not in chunk:
            self._add(chunk)
            return
        # Lines that begin and end inside of a chunk are shorter than any limit.
        self._add(chunk[: chunk.find(b"\n")])
        self._length = self._values = 0
        self._add(chunk[chunk.rfind(b"\n") + 1 :])

    def _add(self, piece: bytes) -> None:
        self._length += len(piece)
        self._values += len(piece) - len(piece.translate(None, _SEPARATORS))
        limit = LONGEST_LINE if self._by_line else self._limit
        if self._length > limit:
            what = f"a line of {self._name} is longer" if self._by_line else f"{self._name} is larger"
            raise NotABundle(f"{what} than {limit // 2**20} MB")
        if self._values > MOST_VALUES:
            raise NotABundle(f"{self._name} has more than {MOST_VALUES:,} values in one document")
