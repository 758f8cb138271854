"""The texts of pages as people can read them, from how the pages are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import PurePosixPath

from m3bench.checks.check import CheckFailed
from m3bench.checks.reading import folded, shown, stands, words
from m3bench.workers import DocumentError, DrawnWord, drawn_words

LEAST_CONTRAST = 2.0
"""The least contrast of a letter with what is behind it (WCAG): orange on white has 2.2, light grey 1.6."""
SMALLEST = 5.0
"""The smallest legible font size in points."""
DRAWN_BY = ("LibreOffice",)
"""What draws slides and documents; PDFs need nothing."""
_MOST_PAGES = 40
_SLACK = 0.2
_MOST_SHOWN = 60


def can_draw() -> bool:
    """Return whether slides and documents can be drawn here; PDFs always can."""
    from m3bench.rendering import office  # noqa: PLC0415 - heavy

    return office() is not None


def legible_texts(data: bytes, path: str, kind: str, pages: Sequence[int] | None = None) -> list[str]:
    """Return what can be read on pages, by default the first ones; words with a space between them.

    Args:
        kind: Such as `.docx`, whatever the path ends with.

    Raises:
        CheckFailed: The document cannot be read.
    """
    return [" ".join(word.text for word in words) for words in legible_words(data, path, kind, pages)]


def legible_lines(data: bytes, path: str, kind: str, pages: Sequence[int] | None = None) -> list[list[str]]:
    """Return what can be read on pages, line by line."""
    return [
        [" ".join(word.text for word in line) for _, line in groupby(words, key=lambda word: word.line)]
        for words in legible_words(data, path, kind, pages)
    ]


def legible_words(
    data: bytes, path: str, kind: str, pages: Sequence[int] | None = None
) -> list[tuple[DrawnWord, ...]]:
    """Return the words on pages that are large and clear enough, covered by nothing, and on the page."""
    from m3bench.rendering import document_pdf  # noqa: PLC0415 - heavy

    numbers = tuple(pages if pages is not None else range(1, _MOST_PAGES + 1))[:_MOST_PAGES]
    try:
        return _legible(document_pdf(data, f"{PurePosixPath(path).stem}{kind}"), numbers)
    except DocumentError as error:
        raise CheckFailed(f"{path} {error}") from None


@lru_cache(maxsize=8)
def _legible(pdf: bytes, numbers: tuple[int, ...]) -> list[tuple[DrawnWord, ...]]:
    """Cached, because several checks look at the same document."""
    return [tuple(filter(_is_legible, words)) for words in drawn_words(pdf, numbers)]


def _is_legible(word: DrawnWord) -> bool:
    return word.contrast >= LEAST_CONTRAST and word.size >= SMALLEST - _SLACK


def unseen(texts: Iterable[str], legible: str) -> list[str]:
    """Return the texts that are not among what can be read; bars separate alternatives.

    Lines and columns of a page may tear a text apart, so its words may stand in several places.
    """
    there, letters = words(legible), folded(legible)
    known = {word.text for word in there}
    return [
        text
        for text in texts
        if not any(
            stands(spelling, there)
            or folded(spelling) in letters
            or all(word.text in known for word in words(spelling))
            for spelling in text.split("|")
        )
    ]


def unseen_faults(texts: Iterable[str], legible: str) -> list[str]:
    """Return what is wrong with texts that nobody can read."""
    return [
        f"{shown(text, _MOST_SHOWN)} cannot be read: it is too faint, too small, covered or off the page"
        for text in unseen(texts, legible)
    ]
