"""The check of pages that come from other PDFs: extracted, joined, reordered, turned."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Literal

import msgspec

from m3bench.checks.check import Corruptions, Evidence, Verdict
from m3bench.checks.documents.pdf_corruption import Change, changed_pdfs, stamp
from m3bench.checks.documents.pdf_reading import read_pdf
from m3bench.checks.files import FileCheck, content, made_file, only_file, original, relative, with_contents
from m3bench.media import written_bytes

_DOTS = 0.7
_MOST = 100


class PdfPage(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A page of a given document."""

    source: str
    page: int
    """From 1."""
    turned: Literal[0, 90, 180, 270] = 0
    """By how many degrees clockwise it must be shown turned, compared with the source."""


class PdfPages(FileCheck, frozen=True):
    """Pages are compared by their text and by how they look."""

    about = "a PDF consists of these pages of given PDFs, in this order"

    pages: tuple[PdfPage, ...] = ()
    likeness: float = 0.999
    """The share of pixels that must agree."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= len(self.pages) <= _MOST:
            raise ValueError(f"1 to {_MOST} pages can be compared")
        for page in self.pages:
            relative(page.source)
            if page.page < 1:
                raise ValueError("pages are numbered from 1")
        if not 0.9 <= self.likeness <= 1:
            raise ValueError("likeness is between 0.9 and 1")

    def look(self, evidence: Evidence) -> Verdict:
        import numpy as np  # noqa: PLC0415 - heavy

        from m3bench.checks.documents.pdf_pictures import differing, page_pixels  # noqa: PLC0415 - heavy

        path, data = made_file(evidence, self.path)
        count, texts = read_pdf(data, path)
        if count != len(self.pages):
            return self.verdict(False, f"{path} has {count} pages, expected {len(self.pages)}")
        shown = page_pixels(data, path, list(range(1, count + 1)), _DOTS)
        sources = {page.source: original(evidence, page.source) for page in self.pages}
        words = {name: read_pdf(source, name)[1] for name, source in sources.items()}
        faults = []
        for number, wanted in enumerate(self.pages, 1):
            (expected,) = page_pixels(sources[wanted.source], wanted.source, [wanted.page], _DOTS)
            turned = np.rot90(expected, -wanted.turned // 90)
            text, other = texts[number - 1], words[wanted.source][wanted.page - 1]
            if (
                sorted(text.split()) != sorted(other.split())
                or differing(shown[number - 1], turned) > 1 - self.likeness
            ):
                how = f", turned by {wanted.turned}°" if wanted.turned else ""
                faults.append(f"page {number} is not page {wanted.page} of {wanted.source}{how}")
        return self.verdict_on(path, faults, f"{path} has the expected {count} pages in order")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        changes: list[tuple[str, Change]] = [
            ("a page too many", lambda writer: writer.add_blank_page()),
            ("a page turned", lambda writer: writer.pages[0].rotate(90)),
            ("a stamp on a page", lambda writer: stamp(writer, 1, (100, 100, 200, 200))),
        ]
        reordered: Corruptions = []
        if len(self.pages) > 1:
            changes.append(("a page too few", lambda writer: writer.remove_page(0)))
        if len(set(self.pages)) > 1:
            data = content(evidence.workspace, only_file(evidence, self.path))
            contents = [("pages in another order", _reordered(data))]
            reordered = with_contents(evidence, self.path, contents, scratch)[-1:]
        return [*reordered, *changed_pdfs(evidence, self.path, changes, scratch)]


def _reordered(data: bytes) -> bytes:
    """Return the document with its last page first."""
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415 - heavy

    pages = list(PdfReader(io.BytesIO(data)).pages)
    writer = PdfWriter()
    for page in (pages[-1], *pages[:-1]):
        writer.add_page(page)
    return written_bytes(writer.write)
