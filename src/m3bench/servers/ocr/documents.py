"""Pages of a PDF as pictures, of bounded number and size."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from PIL import Image

from m3bench.servers.kit import BadArgument

MOST_PAGES = 5
"""Read in one call; reading takes seconds a page."""
POINTS_PER_INCH, DOTS_PER_INCH = 72, 200
LONGEST_SIDE = 2_400
PdfPages = int | list[int] | None


@contextmanager
def opened(data: bytes, label: str, name: str) -> Iterator[Any]:
    """A PDF, closed again when it has been read."""
    pdfium = _pdfium()
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as problem:
        locked = "password" in str(problem).lower()
        reason = "is locked by a password" if locked else "is not a PDF, or a broken one"
        hint = "" if locked else "; read pictures with perform_ocr"
        raise BadArgument(name, f"'{label[:80]}' {reason}{hint}") from None
    try:
        yield document
    finally:
        document.close()


def chosen(pages: PdfPages, count: int) -> list[int]:
    """Page numbers from 1, in the order they were asked for."""
    if count < 1:
        raise BadArgument("input_data", "the PDF has no pages")
    if pages is None:
        return list(range(1, min(count, MOST_PAGES) + 1))
    wanted = list(dict.fromkeys([pages] if isinstance(pages, int) else pages))
    wrong = [page for page in wanted if not 1 <= page <= count]
    if wrong or not wanted:
        asked = f"there is no page {wrong[0]}" if wrong else "the list is empty"
        raise BadArgument("pages", f"{asked}; the PDF has pages 1 to {count}")
    if len(wanted) > MOST_PAGES:
        raise BadArgument("pages", f"{len(wanted)} pages are too many for one call; the most is {MOST_PAGES}")
    return wanted


def drawn(document: Any, page: int) -> Image.Image:
    """A page at 200 dots an inch, or less where it is large."""
    try:
        sheet = document[page - 1]
        longest = max(1.0, *sheet.get_size())
        scale = min(DOTS_PER_INCH / POINTS_PER_INCH, LONGEST_SIDE / longest)
        image: Image.Image = sheet.render(scale=scale).to_pil()
    except (_pdfium().PdfiumError, ValueError, OSError):
        raise BadArgument("pages", f"page {page} is broken and cannot be drawn") from None
    return image.convert("RGB")


def _pdfium() -> Any:
    return import_module("pypdfium2")  # a large library without types: loaded when it is needed
