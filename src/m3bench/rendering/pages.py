"""Pages of a PDF: drawn at any size, and measured. Done in worker processes, as files are untrusted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any

import msgspec

from m3bench.rendering.errors import DocumentBroken, RenderingUnavailable
from m3bench.rendering.pdf_jobs import HEAD
from m3bench.workers import JobFailed, LimitExceeded, run_limited

SECONDS = 20.0
_JOBS = "m3bench.rendering.pdf_jobs"

Area = tuple[float, float, float, float]
"""Left, top, right and bottom as shares of a page, from 0 to 1."""
_Box = tuple[float, float, float, float]


class DrawnPages(msgspec.Struct, frozen=True):
    """Pages as PNG."""

    pictures: dict[int, bytes]
    """By page number, from 1."""
    total: int
    """The pages of the document."""


class PageBox(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a text or a picture is on a page."""

    kind: str
    """`text` or `picture`."""
    box: _Box
    """Left, top, right and bottom in points, from the top left of the page."""
    text: str = ""


class PageGeometry(msgspec.Struct, frozen=True):
    """The boxes on a page."""

    total: int
    """The pages of the document."""
    size: tuple[float, float] = (0.0, 0.0)
    """Width and height in points."""
    boxes: tuple[PageBox, ...] = ()


def draw_pages(
    pdf: bytes,
    path: str,
    pages: Sequence[int],
    *,
    dots_per_point: float,
    longest_side: int,
    area: Area | None = None,
) -> DrawnPages:
    """Draw pages of a PDF. Numbers of pages that do not exist are left out.

    Args:
        pdf: The document.
        path: Its name, for messages.
        pages: Numbers from 1.
        dots_per_point: 1 draws an A4 page 595 pixels wide.
        longest_side: Of a picture, in pixels; it is drawn smaller where it would be larger.
        area: The part of each page to draw. Defaults to all.

    Raises:
        DocumentBroken: It is not a readable PDF.
        RenderingUnavailable: It took too long.
    """
    options = {"pages": list(pages), "scale": dots_per_point, "side": longest_side, "area": area}
    answer = _run("draw_job", options, pdf, path)
    (length,) = HEAD.unpack_from(answer)
    total, drawn, sizes = json.loads(answer[HEAD.size : HEAD.size + length])
    ends = list(accumulate(sizes, initial=HEAD.size + length))
    spans = zip(drawn, pairwise(ends), strict=True)
    return DrawnPages({number: answer[start:end] for number, (start, end) in spans}, total)


def measure_page(pdf: bytes, path: str, page: int, *, most: int) -> PageGeometry:
    """Return the boxes of at most so many texts and pictures of a page; none if there is no such page.

    Raises:
        DocumentBroken: It is not a readable PDF.
        RenderingUnavailable: It took too long.
    """
    answer = _run("measure_job", {"page": page, "most": most}, pdf, path)
    return msgspec.json.decode(answer, type=PageGeometry)


def _run(job: str, options: dict[str, Any], pdf: bytes, path: str) -> bytes:
    head = json.dumps(options).encode()
    try:
        return run_limited(f"{_JOBS}:{job}", HEAD.pack(len(head)) + head + pdf, seconds=SECONDS)
    except LimitExceeded as limit:
        raise RenderingUnavailable(f"{path} cannot be drawn: the worker process {limit}") from None
    except JobFailed as problem:
        locked = "password" in str(problem).lower()
        raise DocumentBroken(f"{path} is {'password-protected' if locked else 'not a valid PDF'}") from None
