"""Corrupted PDFs: written anew from their text."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from m3bench.checks.check import Evidence
from m3bench.checks.corruption.data.common import Corruptions, Corruptors, with_contents
from m3bench.checks.data import PdfContent, read_pdf, spaced
from m3bench.checks.files import content, only_file


def _pages(check: PdfContent, evidence: Evidence, scratch: Path) -> Corruptions:
    path = only_file(evidence, check.path)
    data = content(evidence.workspace, path)
    _, pages = read_pdf(data, path)
    changes: list[tuple[str, list[str]]] = []
    if check.pages is not None:
        changes += [("a page too many", [*pages, "more"]), ("all on one page", [" ".join(pages)])]
        changes = changes if len(pages) > 1 else changes[:1]
    for text in check.contains:
        changes.append((f"without {text!r}", [_without(page, text) for page in pages]))
    changes += [(f"with {text!r}", [*pages[:-1], f"{pages[-1]} {text}"]) for text in check.lacks]
    for number, texts in enumerate(check.per_page):
        changed = [
            _without(page, texts[0]) if place == number and texts else page
            for place, page in enumerate(pages)
        ]
        changes += [(f"page {number + 1} without {texts[0]!r}", changed)] if texts else []
    contents = [(words, _written(changed)) for words, changed in changes]
    contents += [
        ("a text with everything", "\n".join(pages).encode()),
        ("the first half", data[: len(data) // 2]),
    ]
    return with_contents(evidence, check.path, contents, scratch)


def _without(page: str, text: str) -> str:
    return page.replace(spaced(text), "removed")


def _written(pages: Sequence[str]) -> bytes:
    from fpdf import FPDF  # noqa: PLC0415 - takes a third of a second

    pdf = FPDF()
    pdf.set_auto_page_break(False)
    pdf.set_font("Helvetica", size=6)
    for page in pages:
        pdf.add_page()
        pdf.multi_cell(0, 3, page.encode("latin-1", "replace").decode("latin-1"))
    return bytes(pdf.output())


PAGE_CORRUPTORS: Corruptors = {PdfContent: _pages}
