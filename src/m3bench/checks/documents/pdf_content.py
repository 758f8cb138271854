"""The check of the texts of PDFs. The number of spaces and line breaks does not matter."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from m3bench.checks.check import Corruptions, Evidence, Verdict
from m3bench.checks.data import missing_texts, shown_value, unwanted_texts
from m3bench.checks.documents.pdf_reading import read_pdf
from m3bench.checks.files import FileCheck, content, first_half, made_file, only_file, with_contents
from m3bench.checks.reading import spaced
from m3bench.checks.visible import contradictions, legible_lines, unseen_faults


class PdfContent(FileCheck, frozen=True):
    """Text is compared with its case; scanned pages have no text. People must be able to read what must be
    there, and no other line of its page may contradict it."""

    about = "a PDF has this number of pages, contains these texts and lacks those"

    pages: int | None = None
    """The exact number of pages."""
    contains: tuple[str, ...] = ()
    """Texts anywhere in the document."""
    lacks: tuple[str, ...] = ()
    per_page: tuple[tuple[str, ...], ...] = ()
    """Texts on the first page, on the second, and so on."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.pages is None and not self.contains and not any(self.per_page):
            raise ValueError("pages, contains and per_page are all empty")

    def look(self, evidence: Evidence) -> Verdict:
        path, data = made_file(evidence, self.path)
        count, texts = read_pdf(data, path)
        everything = " ".join(texts)
        faults = [f"{count} pages, expected {self.pages}"] if self.pages not in (None, count) else []
        faults += missing_texts(self.contains, everything) + unwanted_texts(self.lacks, everything)
        for number, wanted in enumerate(self.per_page, 1):
            page = texts[number - 1] if number <= len(texts) else ""
            faults += [f"page {number} {fault}" for fault in missing_texts(wanted, page)]
        faults = faults or self._unread(data, path, texts)
        return self.verdict_on(path, faults, f"{path} has {count} pages with the expected texts")

    def _unread(self, data: bytes, path: str, texts: list[str]) -> list[str]:
        """Return which texts nobody can read. Only pages that have one of them are drawn."""
        homes = {text: _homes(text, texts) for text in self.contains}
        homes |= {text: [number] for number, page in enumerate(self.per_page, 1) for text in page}
        pages = sorted({number for numbers in homes.values() for number in numbers})
        legible = dict(zip(pages, legible_lines(data, path, ".pdf", pages), strict=False)) if pages else {}
        faults = [
            fault
            for text, numbers in homes.items()
            for fault in unseen_faults(
                [text], " ".join(line for number in numbers for line in legible.get(number, ()))
            )
        ]
        return faults + [
            f"page {number}: {shown_value(line)} contradicts what is expected"
            for number in pages
            for line in contradictions(list(homes), legible.get(number, ()))
        ]

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        path = only_file(evidence, self.path)
        data = content(evidence.workspace, path)
        _, pages = read_pdf(data, path)
        changes: list[tuple[str, list[str]]] = []
        if self.pages is not None:
            changes.append(("a page too many", [*pages, "more"]))
        if self.pages is not None and len(pages) > 1:
            changes.append(("all on one page", [" ".join(pages)]))
        changes += [
            (f"without {text!r}", [page.replace(spaced(text), "removed") for page in pages])
            for text in self.contains
        ]
        changes += [(f"with {text!r}", [*pages[:-1], f"{pages[-1]} {text}"]) for text in self.lacks]
        for index, texts in enumerate(self.per_page):
            if texts:
                changed = pages[index].replace(spaced(texts[0]), "removed")
                rest = pages[index + 1 :]
                changes.append((f"page {index + 1} without {texts[0]!r}", [*pages[:index], changed, *rest]))
        wanted = [*self.contains, *(text for page in self.per_page for text in page)]
        contents = [(words, _written(changed)) for words, changed in changes]
        if wanted:
            contents += [
                ("tiny texts", _written(pages, size=2)),
                ("white on white", _written(pages, ink=250)),
            ]
        contents += [("a text with everything", "\n".join(pages).encode()), first_half(data)]
        return with_contents(evidence, self.path, contents, scratch)


def _homes(text: str, pages: Sequence[str]) -> list[int]:
    """Return the pages that have a text; all, if it begins on one and ends on another."""
    homes = [number for number, page in enumerate(pages, 1) if spaced(text) in page]
    return homes or list(range(1, len(pages) + 1))


def _written(pages: Sequence[str], *, size: int = 6, ink: int = 0) -> bytes:
    from fpdf import FPDF  # noqa: PLC0415 - takes a third of a second

    pdf = FPDF()
    pdf.set_auto_page_break(False)
    pdf.set_font("Helvetica", size=size)
    pdf.set_text_color(ink)
    for page in pages:
        pdf.add_page()
        pdf.multi_cell(0, 3, page.encode("latin-1", "replace").decode("latin-1"))
    return bytes(pdf.output())
