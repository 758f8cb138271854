"""The texts of untrusted PDFs, and where they are on their pages."""

from __future__ import annotations

from m3bench.checks.check import CheckFailed
from m3bench.checks.reading import spaced
from m3bench.workers import DocumentError, PagePlaces, page_texts, text_places

_MAX_PAGES = 500
_MAX_CHARACTERS = 50_000


def read_pdf(data: bytes, path: str) -> tuple[int, list[str]]:
    """Return the number of pages and their texts. Raise `CheckFailed` if the document cannot be read."""
    try:
        count, texts = page_texts(data, most_pages=_MAX_PAGES, most_characters=_MAX_CHARACTERS)
    except DocumentError as error:
        raise CheckFailed(f"{path} {error}") from None
    return count, [spaced(text) for text in texts]


def page_places(data: bytes, path: str) -> list[PagePlaces]:
    """Return where the texts of each page are. Raise `CheckFailed` if the document cannot be read."""
    try:
        return text_places(data)
    except DocumentError as error:
        raise CheckFailed(f"{path} {error}") from None
