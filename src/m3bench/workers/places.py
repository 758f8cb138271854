"""Where the texts of a PDF are, read in a worker: the files are untrusted."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from m3bench.workers.documents import DocumentError, run_document_job

MOST_PAGES = 60
_JOB = f"{__name__}:places_job"
_MOST_PIECES = 1_500
_MOST_CHARACTERS = 20_000


@dataclass(frozen=True)
class TextPlace:
    """A piece of a line of text."""

    text: str
    box: tuple[float, float, float, float]
    """Left, top, right and bottom in points from the upper left corner."""
    size: float
    """Of the font, in points; 0 if it is unknown."""


@dataclass(frozen=True)
class PagePlaces:
    """The texts of a page, which is taken upright."""

    width: float
    height: float
    texts: tuple[TextPlace, ...]


def text_places(data: bytes) -> list[PagePlaces]:
    """Return the texts of the first pages of a PDF with their places.

    Raises:
        DocumentError: The document cannot be read.
    """
    found = json.loads(run_document_job(_JOB, data, "read"))
    if found is None:
        raise DocumentError("is not a readable PDF")
    return [
        PagePlaces(width, height, tuple(TextPlace(text, tuple(box), size) for text, box, size in texts))
        for width, height, texts in found
    ]


def places_job(payload: bytes) -> bytes:
    """Read places, in a worker process."""
    try:
        document = import_module("pypdfium2").PdfDocument(payload)
        pages = [_places(document[number]) for number in range(min(len(document), MOST_PAGES))]
    except Exception:  # noqa: BLE001 - the library may raise anything
        return b"null"
    return json.dumps(pages).encode()


def _places(page: Any) -> tuple[float, float, list[Any]]:
    page.set_rotation(0)
    width, height = page.get_size()
    words = page.get_textpage()
    if words.count_chars() > _MOST_CHARACTERS:
        raise ValueError("too many letters")
    texts = []
    for number in range(min(words.count_rects(), _MOST_PIECES)):
        left, bottom, right, top = words.get_rect(number)
        text = words.get_text_bounded(left, bottom, right, top)
        size = _size(words, (left + right) / 2, (top + bottom) / 2, max(2.0, (right - left) / 2))
        texts.append((text, (left, height - top, right, height - bottom), size))
    return width, height, texts


def _size(words: Any, across: float, up: float, reach: float) -> float:
    raw = import_module("pypdfium2.raw")
    index = words.get_index(across, up, reach, 4.0)
    if index is None or index < 0:
        return 0.0
    matrix = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(words, index, matrix)
    return float(raw.FPDFText_GetFontSize(words, index) * (matrix.c**2 + matrix.d**2) ** 0.5)
