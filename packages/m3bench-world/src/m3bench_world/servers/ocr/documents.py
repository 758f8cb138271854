"""Pages of a PDF as pictures, of bounded number and size."""

from __future__ import annotations

import io

from PIL import Image

from m3bench.servers.kit import BadArgument
from m3bench.workers import DocumentError, render_pages

MOST_PAGES = 5
"""Maximum pages per call, since reading takes seconds per page."""
POINTS_PER_INCH, DOTS_PER_INCH = 72, 200
LONGEST_SIDE = 2_400
PdfPages = int | list[int] | None


def select_pages(pages: PdfPages, count: int) -> list[int]:
    """Check page numbers, which count from 1, and return them in the requested order."""
    if count < 1:
        raise BadArgument("input_data", "the PDF has no pages")
    if pages is None:
        return list(range(1, min(count, MOST_PAGES) + 1))
    wanted = list(dict.fromkeys([pages] if isinstance(pages, int) else pages))
    wrong = [page for page in wanted if not 1 <= page <= count]
    if wrong or not wanted:
        problem = f"there is no page {wrong[0]}" if wrong else "the list is empty"
        raise BadArgument("pages", f"{problem}; the PDF has pages 1 to {count}")
    if len(wanted) > MOST_PAGES:
        raise BadArgument(
            "pages", f"{len(wanted)} pages are too many for one call; the maximum is {MOST_PAGES}"
        )
    return wanted


def open_pages(
    data: bytes, pages: PdfPages, label: str, name: str
) -> tuple[int, list[tuple[int, Image.Image]]]:
    """Return the page count of a PDF and the requested pages as pictures: 200 dpi, less for large pages.

    PDFs are untrusted and may attack their reader, so a helper process reads them.
    """
    requested = [pages] if isinstance(pages, int) else pages and list(dict.fromkeys(pages))
    try:
        count, pictures = render_pages(
            data,
            # Too many or missing pages are refused below, with the number of pages in the message.
            None if requested is None else requested[:MOST_PAGES],
            most=MOST_PAGES,
            dots_per_point=DOTS_PER_INCH / POINTS_PER_INCH,
            longest_side=LONGEST_SIDE,
        )
    except DocumentError as problem:
        raise BadArgument(name, f"'{label[:80]}' {_reason(str(problem))}") from None
    wanted = select_pages(pages, count)
    return count, [(page, _open_page(page, picture)) for page, picture in zip(wanted, pictures, strict=True)]


def _reason(problem: str) -> str:
    broken = "is not a PDF, or a broken one; read pictures with perform_ocr"
    return broken if problem == "is broken" else problem


def _open_page(page: int, picture: bytes | None) -> Image.Image:
    if picture is None:
        raise BadArgument("pages", f"page {page} is broken and cannot be drawn")
    return Image.open(io.BytesIO(picture), formats=("PNG",))
