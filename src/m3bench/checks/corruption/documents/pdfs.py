"""Corrupted PDFs: other pages, values and areas."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from m3bench.checks.check import Evidence
from m3bench.checks.corruption.data import Corruptions, Corruptors, with_contents
from m3bench.checks.documents import PdfArea, PdfForm, PdfPages
from m3bench.checks.files import content, only_file

Change = Callable[[Any], None]
"""Changes a writer of pypdf."""


def _corruptions(
    evidence: Evidence, pattern: str, changes: list[tuple[str, Change]], scratch: Path
) -> Corruptions:
    data = content(evidence.workspace, only_file(evidence, pattern))
    contents = [(words, _rewritten(data, change)) for words, change in changes]
    return with_contents(evidence, pattern, [*contents, ("the first half", data[: len(data) // 2])], scratch)


def _rewritten(data: bytes, change: Change) -> bytes:
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415 - heavy

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    change(writer)
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def _pages(check: PdfPages, evidence: Evidence, scratch: Path) -> Corruptions:
    changes: list[tuple[str, Change]] = [
        ("a page too many", lambda writer: writer.add_blank_page()),
        ("a page turned", lambda writer: writer.pages[0].rotate(90)),
        ("a stamp on a page", lambda writer: _stamp(writer, 1, (100, 100, 200, 200))),
    ]
    found: Corruptions = []
    if len(check.pages) > 1:
        changes.append(("a page too few", lambda writer: writer.remove_page(0)))
    if len(set(check.pages)) > 1:
        data = content(evidence.workspace, only_file(evidence, check.path))
        found = with_contents(evidence, check.path, [("pages in another order", _reordered(data))], scratch)[
            -1:
        ]
    return [*found, *_corruptions(evidence, check.path, changes, scratch)]


def _reordered(data: bytes) -> bytes:
    """Return the document with its last page first."""
    from pypdf import PdfReader, PdfWriter  # noqa: PLC0415 - heavy

    pages = list(PdfReader(io.BytesIO(data)).pages)
    writer, written = PdfWriter(), io.BytesIO()
    for page in (pages[-1], *pages[:-1]):
        writer.add_page(page)
    writer.write(written)
    return written.getvalue()


def _form(check: PdfForm, evidence: Evidence, scratch: Path) -> Corruptions:
    def refilling(name: str, value: str | bool) -> Change:
        def change(writer: Any) -> None:
            from pypdf.generic import NameObject, TextStringObject  # noqa: PLC0415 - heavy

            for page in writer.pages:
                for mark in page.annotations or ():
                    widget = mark.get_object()
                    if widget.get("/T") == name.rpartition(".")[2]:
                        off = NameObject("/Off" if value else "/Yes")
                        other = off if isinstance(value, bool) else TextStringObject(f"not {value}")
                        widget[NameObject("/V")] = other

        return change

    def emptied(writer: Any) -> None:
        for page in writer.pages:
            page.pop("/Contents", None)
            page.pop("/Annots", None)
        writer.root_object.pop("/AcroForm", None)

    changes: list[tuple[str, Change]] = [("nothing on it", emptied)]
    if not check.flattened:
        changes += [(f"another {name}", refilling(name, value)) for name, value in check.values.items()]
    return _corruptions(evidence, check.path, changes, scratch)


def _area(check: PdfArea, evidence: Evidence, scratch: Path) -> Corruptions:
    changes: list[tuple[str, Change]] = [("a page less", lambda writer: _cut_off(writer, check.page))]
    if check.shows == "ink" and check.source is not None:
        data = content(evidence.workspace, check.source)
        path = only_file(evidence, check.path)
        untouched = with_contents(evidence, path, [("as the source", data + b"\n")], scratch)
        return [*_corruptions(evidence, check.path, changes, scratch), untouched[-1]]
    if check.shows == "ink":
        changes.append(("nothing there", lambda writer: writer.pages[check.page - 1].pop("/Contents", None)))
    else:
        changes.append(("a stamp on it", lambda writer: _stamp(writer, check.page, check.area)))
    changes += [(f"with {text!r}", _telling(text)) for text in check.lacks]
    return _corruptions(evidence, check.path, changes, scratch)


def _cut_off(writer: Any, page: int) -> None:
    for number in range(len(writer.pages), page - 1, -1):
        writer.remove_page(number - 1)


def _stamp(writer: Any, page: int, area: tuple[float, float, float, float]) -> None:
    """Draw stripes over an area."""
    left, top, width, height = area

    def draw(pdf: Any) -> None:
        pdf.set_fill_color(200, 40, 40)
        for place in range(0, 10, 2):
            pdf.rect(left + place * width / 10, top, width / 10, height, style="F")

    _merge(writer, page, draw)


def _telling(text: str) -> Change:
    def draw(pdf: Any) -> None:
        pdf.set_font("Helvetica", size=4)
        pdf.text(1, 5, text.encode("latin-1", "replace").decode("latin-1"))

    return lambda writer: _merge(writer, 1, draw)


def _merge(writer: Any, page: int, draw: Change) -> None:
    from fpdf import FPDF  # noqa: PLC0415 - heavy
    from pypdf import PdfReader  # noqa: PLC0415 - heavy

    target = writer.pages[page - 1]
    target.transfer_rotation_to_content()
    pdf = FPDF(unit="pt", format=(float(target.mediabox.width), float(target.mediabox.height)))
    pdf.set_auto_page_break(False)
    pdf.add_page()
    draw(pdf)
    target.merge_page(PdfReader(io.BytesIO(bytes(pdf.output()))).pages[0])


PDF_CORRUPTORS: Corruptors = {PdfPages: _pages, PdfForm: _form, PdfArea: _area}
