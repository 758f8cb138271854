"""The check of the texts of PDFs. The number of spaces and line breaks does not matter."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from m3bench.checks.check import Check, Corruptions, Evidence, Verdict
from m3bench.checks.data import shown_value
from m3bench.checks.documents.pdf_reading import read_pdf
from m3bench.checks.files import content, joined, made_file, only_file, relative, with_contents
from m3bench.checks.reading import spaced


class PdfContent(Check, frozen=True):
    """Text is compared with its case; scanned pages have no text."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "a PDF has this number of pages, contains these texts and lacks those"

    path: str
    pages: int | None = None
    """The exact number of pages."""
    contains: tuple[str, ...] = ()
    """Texts anywhere in the document."""
    lacks: tuple[str, ...] = ()
    per_page: tuple[tuple[str, ...], ...] = ()
    """Texts on the first page, on the second, and so on."""

    def __post_init__(self) -> None:
        relative(self.path)
        if self.pages is None and not self.contains and not any(self.per_page):
            raise ValueError("pages, contains and per_page are all empty")

    def look(self, evidence: Evidence) -> Verdict:
        path, data = made_file(evidence, self.path)
        count, texts = read_pdf(data, path)
        everything = " ".join(texts)
        faults = [f"{count} pages, expected {self.pages}"] if self.pages not in (None, count) else []
        faults += [f"lacks {shown_value(text)}" for text in self.contains if spaced(text) not in everything]
        faults += [
            f"has {shown_value(text)}, which it must not" for text in self.lacks if spaced(text) in everything
        ]
        for number, wanted in enumerate(self.per_page, 1):
            page = texts[number - 1] if number <= len(texts) else ""
            faults += [
                f"page {number} lacks {shown_value(text)}" for text in wanted if spaced(text) not in page
            ]
        if faults:
            return self.verdict(False, f"{path}: {joined(faults)}")
        return self.verdict(True, f"{path} has {count} pages with the expected texts")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path = only_file(evidence, self.path)
        data = content(evidence.workspace, path)
        _, pages = read_pdf(data, path)
        changes: list[tuple[str, list[str]]] = []
        if self.pages is not None:
            changes += [("a page too many", [*pages, "more"]), ("all on one page", [" ".join(pages)])]
            changes = changes if len(pages) > 1 else changes[:1]
        for text in self.contains:
            changes.append((f"without {text!r}", [_without(page, text) for page in pages]))
        changes += [(f"with {text!r}", [*pages[:-1], f"{pages[-1]} {text}"]) for text in self.lacks]
        for number, texts in enumerate(self.per_page):
            changed = [
                _without(page, texts[0]) if index == number and texts else page
                for index, page in enumerate(pages)
            ]
            changes += [(f"page {number + 1} without {texts[0]!r}", changed)] if texts else []
        contents = [(words, _written(changed)) for words, changed in changes]
        contents += [
            ("a text with everything", "\n".join(pages).encode()),
            ("the first half", data[: len(data) // 2]),
        ]
        return with_contents(evidence, self.path, contents, scratch)


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
