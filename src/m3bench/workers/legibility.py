"""How well the words on the pages of a PDF can be read, measured where they are drawn, in a worker."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from dataclasses import dataclass

from m3bench.workers.documents import DocumentError, run_document_job

_JOB = "m3bench.workers.legibility_job:words_job"
_HEAD = struct.Struct("<I")


@dataclass(frozen=True)
class DrawnWord:
    """A word on a page, as it is drawn."""

    text: str
    line: int
    box: tuple[float, float, float, float]
    """Left, top, right and bottom in points from the upper left corner."""
    size: float
    """Of the font, in points."""
    contrast: float
    """Of its letters with what is behind them, from 1 to 21 (WCAG); 2 or more if the colours differ clearly,
    1 if they are covered or off the page."""


def drawn_words(data: bytes, pages: Sequence[int]) -> list[list[DrawnWord]]:
    """Return the words of pages, counted from 1. Missing pages have none.

    Raises:
        DocumentError: The document cannot be read.
    """
    head = json.dumps(list(pages)).encode()
    found = json.loads(run_document_job(_JOB, _HEAD.pack(len(head)) + head + data, "read"))
    if found is None:
        raise DocumentError("is not a readable PDF")
    return [
        [DrawnWord(text, line, tuple(box), size, contrast) for text, line, box, size, contrast in words]
        for words in found
    ]
