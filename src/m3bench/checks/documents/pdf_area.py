"""The check of an area of a page: signed, stamped, blank, or as in the source."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from m3bench.checks.check import CheckFailed, Corruptions, Evidence, Verdict
from m3bench.checks.data import shown_value
from m3bench.checks.documents.pdf_corruption import Change, changed_pdfs, cover, draw_on, stamp
from m3bench.checks.documents.pdf_reading import read_pdf
from m3bench.checks.files import (
    FileCheck,
    content,
    joined,
    made_file,
    only_file,
    original,
    relative,
    with_contents,
)
from m3bench.checks.reading import spaced
from m3bench.checks.visible import legible_words, unseen_faults

if TYPE_CHECKING:
    from m3bench.checks.documents.pdf_pictures import Pixels

_DOTS = 2.0
_CLEAR = 40
_STRAY = 0.002
_SIZE_SLACK = 0.6


class PdfArea(FileCheck, frozen=True):
    """The page is rendered with PDFium, so whatever covers the area counts."""

    about = "an area of a PDF page shows something, shows nothing, or shows what the source does"

    page: int
    area: tuple[float, float, float, float]
    """Left, top, width and height in points, from the upper left corner of the page as it is shown."""
    shows: Literal["ink", "nothing", "source"] = "ink"
    """`ink`: something, compared with the source if there is one; `nothing`: one plain colour; `source`: the
    same as the source."""
    source: str | None = None
    """The document to compare with."""
    least: float = 0.01
    """For `ink`: the share of the area that must be covered with it."""
    lacks: tuple[str, ...] = ()
    """Texts that must not be anywhere in the document, also not below a painted area."""
    texts: tuple[str, ...] = ()
    """Texts that people can read in the area of an upright page."""
    size: float | None = None
    """The font size of these texts in points; any legible one if None."""

    def __post_init__(self) -> None:
        super().__post_init__()
        left, top, width, height = self.area
        if not (width >= 1 and height >= 1 and left >= 0 and top >= 0 and self.page >= 1):
            raise ValueError("the area has no size, or is not on the page")
        if self.shows == "source" and self.source is None:
            raise ValueError("there is no source to compare with")
        if self.size is not None and not self.texts:
            raise ValueError("a size needs texts")
        if not 0 < self.least < 1:
            raise ValueError("least is a share between 0 and 1")
        if self.source is not None:
            relative(self.source)

    def look(self, evidence: Evidence) -> Verdict:
        path, data = made_file(evidence, self.path)
        everything = " ".join(read_pdf(data, path)[1])
        left = [shown_value(text) for text in self.lacks if spaced(text) in everything]
        if left:
            return self.verdict(False, f"{path}: {joined([f'still has the text {text}' for text in left])}")
        if self.texts and (faults := unseen_faults(self.texts, self._legible(data, path))):
            return self.verdict(False, f"{path}, page {self.page}: {joined(faults)}")
        shown = self._cut(data, path)
        before = None if self.source is None else self._cut(original(evidence, self.source), self.source)
        share = self._share(shown, before)
        where = f"{path}, page {self.page}: {share:.1%} of the area"
        if self.shows == "ink":
            return self.verdict(share >= self.least, f"{where} has ink, expected at least {self.least:.1%}")
        if self.shows == "nothing":
            return self.verdict(share <= _STRAY, f"{where} has ink, expected none")
        return self.verdict(share <= _STRAY, f"{where} differs from {self.source}, expected none")

    def _legible(self, data: bytes, path: str) -> str:
        """Return what can be read in the area."""
        left, top, width, height = self.area
        (words,) = legible_words(data, path, ".pdf", [self.page])
        return " ".join(
            word.text
            for word in words
            if (self.size is None or abs(word.size - self.size) <= _SIZE_SLACK)
            and left <= (word.box[0] + word.box[2]) / 2 <= left + width
            and top <= (word.box[1] + word.box[3]) / 2 <= top + height
        )

    def _share(self, shown: Pixels, before: Pixels | None) -> float:
        """Return the share of pixels with ink, or that differ from the source."""
        import numpy as np  # noqa: PLC0415 - heavy

        from m3bench.checks.documents.pdf_pictures import differing  # noqa: PLC0415 - heavy

        if before is not None and self.shows != "nothing":
            return differing(shown, before, _CLEAR)
        paper = int(np.median(shown))
        return float((abs(shown - paper) > _CLEAR).mean())

    def _cut(self, data: bytes, path: str) -> Pixels:
        from m3bench.checks.documents.pdf_pictures import page_pixels  # noqa: PLC0415 - heavy

        (page,) = page_pixels(data, path, [self.page], _DOTS)
        left, top, width, height = (round(side * _DOTS) for side in self.area)
        cut = page[top : top + height, left : left + width]
        if cut.shape[0] < 1 or cut.shape[1] < 1:
            raise CheckFailed(f"{path}: the area is not on page {self.page}")
        return cut

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        changes: list[tuple[str, Change]] = [("a page less", lambda writer: _cut_off(writer, self.page))]
        if self.texts:
            changes.append(("texts painted over", lambda writer: cover(writer, self.page, self.area)))
        if self.shows == "ink" and self.source is not None:
            data = content(evidence.workspace, self.source)
            path = only_file(evidence, self.path)
            untouched = with_contents(evidence, path, [("as the source", data + b"\n")], scratch)
            return [*changed_pdfs(evidence, self.path, changes, scratch), untouched[-1]]
        if self.shows == "ink":
            changes.append(
                ("nothing there", lambda writer: writer.pages[self.page - 1].pop("/Contents", None))
            )
        else:
            changes.append(("a stamp on it", lambda writer: stamp(writer, self.page, self.area)))
        changes += [(f"with {text!r}", _telling(text)) for text in self.lacks]
        return changed_pdfs(evidence, self.path, changes, scratch)


def _cut_off(writer: Any, page: int) -> None:
    for number in range(len(writer.pages), page - 1, -1):
        writer.remove_page(number - 1)


def _telling(text: str) -> Change:
    def draw(pdf: Any) -> None:
        pdf.set_font("Helvetica", size=4)
        pdf.text(1, 5, text.encode("latin-1", "replace").decode("latin-1"))

    return lambda writer: draw_on(writer, 1, draw)
