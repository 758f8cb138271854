"""Books for tasks, and pictures of their backs."""

from __future__ import annotations

from m3bench.suites import PlanError
from m3bench_suites.builders.tasks import ScenePicture
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_world.library import Book

BOOK, SCAN = "openlibrary_mcp/get_book_info", "pyzbar-mcp/scan_barcode"
_FULL_PAGE = 10
"""The most books that a search returns."""
_PARTS = 10
"""Number of pictures that are reserved for one task."""


def covers(draw: TaskDraw, count: int) -> list[ScenePicture]:
    """Draw backs of books whose authors have a few books each. Raise `PlanError` if there are too few."""
    found: list[ScenePicture] = []
    for part in range(_PARTS):
        cover = draw.picture(draw.photo_name(part), "book_back", part=part)
        book = draw.world.library.book(str(cover.scene.facts["isbn13"]))
        if book is not None and has_few(draw, book):
            found.append(cover)
        if len(found) == count:
            return found
    raise PlanError(f"{draw.id}: only {len(found)} of {count} books fit.")


def has_few(draw: TaskDraw, book: Book) -> bool:
    """Return whether the search for the first author finds all books of this author, and no others."""
    found = draw.world.library.search(author=book.authors[0])
    return 1 < len(found) < _FULL_PAGE and all(book.authors[0] in each.authors for each in found)
