"""Pages of a PDF as pictures, of bounded number and size."""

from __future__ import annotations

import io

from PIL import Image

from m3bench.servers.kit import BadArgument
from m3bench.workers import DocumentError, render_pages

MOST_PAGES = 5
"""Read in one call; reading takes seconds a page."""
POINTS_PER_INCH, DOTS_PER_INCH = 72, 200
LONGEST_SIDE = 2_400
PdfPages = int | list[int] | None


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


def drawn(data: bytes, pages: PdfPages, label: str, name: str) -> tuple[int, list[tuple[int, Image.Image]]]:
    """How many pages a PDF has, and those asked for as pictures: 200 dots an inch, less where one is large.

    A PDF may be made by anybody, to do anything to its reader: it is read in a helper process.
    """
    asked = [pages] if isinstance(pages, int) else pages and list(dict.fromkeys(pages))
    try:
        count, pictures = render_pages(
            data,
            # What is too many or not there is refused below, with the number of pages in the words.
            None if asked is None else asked[:MOST_PAGES],
            most=MOST_PAGES,
            dots_per_point=DOTS_PER_INCH / POINTS_PER_INCH,
            longest_side=LONGEST_SIDE,
        )
    except DocumentError as problem:
        raise BadArgument(name, f"'{label[:80]}' {_reason(str(problem))}") from None
    wanted = chosen(pages, count)
    return count, [(page, _opened(page, picture)) for page, picture in zip(wanted, pictures, strict=True)]


def _reason(problem: str) -> str:
    broken = "is not a PDF, or a broken one; read pictures with perform_ocr"
    return broken if problem == "is broken" else problem


def _opened(page: int, picture: bytes | None) -> Image.Image:
    if picture is None:
        raise BadArgument("pages", f"page {page} is broken and cannot be drawn")
    return Image.open(io.BytesIO(picture), formats=("PNG",))
