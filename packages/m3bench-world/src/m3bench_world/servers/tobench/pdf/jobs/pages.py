"""Taking pages from PDFs, joining, turning and laying them out."""

from __future__ import annotations

import io
from typing import Any

from pypdf import PageObject, PdfReader, PdfWriter

from m3bench_world.servers.tobench.pdf.jobs.protocol import Outcome, Refused


def extract(options: dict[str, Any], files: list[bytes]) -> Outcome:
    reader = opened(files[0])
    numbers = chosen(options["pages"], len(reader.pages))
    return Outcome({"pages": len(numbers)}, [_taken(reader, numbers)])


def split(options: dict[str, Any], files: list[bytes]) -> Outcome:
    reader = opened(files[0])
    count, size = len(reader.pages), options["every"]
    ranges = [list(range(first, min(first + size, count + 1))) for first in range(1, count + 1, size)]
    if len(ranges) > options["most"]:
        raise Refused("every", f"that makes {len(ranges)} files; at most {options['most']} are made")
    return Outcome(
        {"ranges": [[numbers[0], numbers[-1]] for numbers in ranges]},
        [_taken(reader, span) for span in ranges],
    )


def merge(options: dict[str, Any], files: list[bytes]) -> Outcome:  # noqa: ARG001
    writer = PdfWriter()
    for data in files:
        reader = opened(data, "paths")
        writer.append(reader, import_outline=False)
        if len(writer.pages) > MOST_PAGES:
            raise Refused("paths", f"more than {MOST_PAGES:,} pages")
    return Outcome({"pages": len(writer.pages)}, [written(writer)])


def rotate(options: dict[str, Any], files: list[bytes]) -> Outcome:
    reader = opened(files[0])
    numbers = set(chosen(options["pages"], len(reader.pages)))
    writer = PdfWriter(clone_from=reader)
    for number in sorted(numbers):
        writer.pages[number - 1].rotate(options["degrees"])
    shown = {str(number): turned(writer.pages[number - 1]) for number in sorted(numbers)[:100]}
    return Outcome({"rotation": shown}, [written(writer)])


def set_metadata(options: dict[str, Any], files: list[bytes]) -> Outcome:
    writer = PdfWriter(clone_from=opened(files[0]))
    writer.add_metadata({f"/{name.title()}": text for name, text in options["metadata"].items()})
    return Outcome({}, [written(writer)])


def _taken(reader: PdfReader, numbers: list[int]) -> bytes:
    writer = PdfWriter()
    writer.append(reader, pages=[number - 1 for number in numbers], import_outline=False)
    return written(writer)


MOST_PAGES = 2_000


def opened(data: bytes, argument: str = "path") -> PdfReader:
    """Open a PDF. Raises `Refused` if it has a password or too many pages."""
    if b"%PDF" not in data[:1_024]:
        raise Refused(argument, "it is not a PDF")
    reader = PdfReader(io.BytesIO(data))
    if reader.is_encrypted and not reader.decrypt(""):
        raise Refused(argument, "it is protected by a password")
    if not 1 <= len(reader.pages) <= MOST_PAGES:
        raise Refused(argument, f"it has {len(reader.pages)} pages; 1 to {MOST_PAGES:,} can be processed")
    return reader


def written(writer: PdfWriter) -> bytes:
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def chosen(wanted: list[list[int]] | None, count: int) -> list[int]:
    """Return page numbers from ranges, each a first and a last page; a last page of 0 is the end."""
    if wanted is None:
        return list(range(1, count + 1))
    found: list[int] = []
    for first, last in wanted:
        end = last or count
        if not (1 <= first <= count and 1 <= end <= count):
            raise Refused("pages", f"the document has pages 1 to {count}")
        found += range(first, end + 1) if first <= end else range(first, end - 1, -1)
        if len(found) > MOST_PAGES:
            raise Refused("pages", f"more than {MOST_PAGES:,} pages")
    return found


def turned(page: PageObject) -> int:
    """Return by how many degrees a page is shown turned clockwise."""
    return int(page.rotation or 0) % 360


def box_of(page: PageObject) -> tuple[float, float, float, float]:
    """Return the visible part of a page in its own coordinates."""
    crop = page.cropbox
    return float(crop.left), float(crop.bottom), float(crop.right), float(crop.top)


def size_of(page: PageObject) -> tuple[float, float]:
    """Return the width and height of a page as it is shown."""
    left, bottom, right, top = box_of(page)
    wide, high = right - left, top - bottom
    if not (1 <= wide <= 15_000 and 1 <= high <= 15_000):
        raise Refused("path", "a page has no sensible size")
    return (high, wide) if turned(page) in (90, 270) else (wide, high)


def overlay_matrix(page: PageObject) -> tuple[float, float, float, float, float, float]:
    """Return the matrix from a page drawn upright, of the size as shown, to the coordinates of this one."""
    left, bottom, right, top = box_of(page)
    _, high = size_of(page)
    turns: dict[int, tuple[float, float, float, float, float, float]] = {
        0: (1, 0, 0, 1, left, bottom),
        90: (0, 1, -1, 0, left + high, bottom),
        180: (-1, 0, 0, -1, right, top),
        270: (0, -1, 1, 0, right - high, top),
    }
    return turns[turned(page) // 90 * 90]


def shown_place(
    box: tuple[float, float, float, float], turn: int, place: tuple[float, float, float, float]
) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom, as shown, of a place in the page's own coordinates."""
    left, bottom, right, top = box
    x0, y0, x1, y1 = place
    corners = {
        0: (x0 - left, top - y1, x1 - left, top - y0),
        90: (y0 - bottom, x0 - left, y1 - bottom, x1 - left),
        180: (right - x1, y0 - bottom, right - x0, y1 - bottom),
        270: (top - y1, right - x1, top - y0, right - x0),
    }[turn % 360 // 90 * 90]
    a, b, c, d = (round(value, 1) for value in corners)
    return a, b, c, d


def plain(value: Any) -> str:
    """Return a value of the document as a short text."""
    return "" if value is None else str(value)[:500]
