"""The checks of Word documents and PDFs. The number of spaces and line breaks does not matter in them."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from m3bench.checks.check import Check, CheckFailed, Evidence, Verdict
from m3bench.checks.data.made import joined, made_file
from m3bench.checks.data.values import MAX_EXPECTED, row_faults, shown_value
from m3bench.checks.files import relative
from m3bench.checks.reading import EXACT, Tolerance

_MAX_PAGES = 500
_MAX_CHARACTERS = 50_000


class Heading(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A heading and its level: 1 for `Heading 1`, 0 for a title."""

    text: str
    level: int | None = None
    """None: any level."""


class DocxContent(Check, frozen=True):
    """Cells of tables are compared as in a CSV file: numbers by their value."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "a Word document has these headings, paragraphs and tables"

    path: str
    headings: tuple[str | Heading, ...] = ()
    """All headings, in order. A text is a heading of any level."""
    paragraphs: tuple[str, ...] = ()
    """Whole paragraphs besides the headings, in this order; others may be between them."""
    tables: tuple[tuple[tuple[Any, ...], ...], ...] = ()
    """All tables, in order: the rows of each, with its heading row."""
    lacks: tuple[str, ...] = ()
    """Texts that occur nowhere in the document."""
    tolerance: Tolerance = EXACT

    def __post_init__(self) -> None:
        relative(self.path)
        if not (self.headings or self.paragraphs or self.tables):
            raise ValueError("headings, paragraphs and tables are all empty")
        if any(len(table) > MAX_EXPECTED for table in self.tables):
            raise ValueError(f"a table has at most {MAX_EXPECTED} rows")

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.data.docx_reading import read_docx  # noqa: PLC0415 - heavy

        path, data = made_file(evidence, self.path)
        found = read_docx(data, path)
        faults = [
            *self._heading_faults(found.headings),
            *self._paragraph_faults(found.paragraphs),
            *self._table_faults(found.tables),
            *(
                f"has {shown_value(text)}, which it must not"
                for text in self.lacks
                if spaced(text) in found.text
            ),
        ]
        if faults:
            return self.verdict(False, f"{path}: {joined(faults)}")
        parts = {"headings": self.headings, "paragraphs": self.paragraphs, "tables": self.tables}
        compared = ", ".join(name for name, wanted in parts.items() if wanted)
        return self.verdict(True, f"{path} has the expected {compared}")

    def _heading_faults(self, found: list[tuple[int, str]]) -> list[str]:
        wanted = [Heading(each) if isinstance(each, str) else each for each in self.headings]
        if not wanted:
            return []
        faults = [f"{len(found)} headings, expected {len(wanted)}"] if len(found) != len(wanted) else []
        return faults + [
            f"a heading is {shown_value(text)} of level {level}, expected {shown_value(each.text)}"
            + (f" of level {each.level}" if each.level is not None else "")
            for (level, text), each in zip(found, wanted, strict=False)
            if text != spaced(each.text) or each.level not in (None, level)
        ]

    def _paragraph_faults(self, found: list[str]) -> list[str]:
        rest = iter(found)
        for text in self.paragraphs:
            if spaced(text) not in rest:  # goes on after the paragraph before
                where = " in this order" if spaced(text) in found else ""
                return [f"no paragraph {shown_value(text)}{where}"]
        return []

    def _table_faults(self, found: list[list[list[str]]]) -> list[str]:
        if not self.tables:
            return []
        if len(found) != len(self.tables):
            return [f"{len(found)} tables, expected {len(self.tables)}"]
        return [
            f"table {number}: {fault}"
            for number, (rows, wanted) in enumerate(zip(found, self.tables, strict=True), 1)
            for fault in row_faults(rows, wanted, self.tolerance, ordered=True, written=True)
        ]


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


def read_pdf(data: bytes, path: str) -> tuple[int, list[str]]:
    """Return the number of pages and their texts. Raise `CheckFailed` if the document cannot be read."""
    from m3bench.workers import DocumentError, page_texts  # noqa: PLC0415 - not needed by other checks

    try:
        count, texts = page_texts(data, most_pages=_MAX_PAGES, most_characters=_MAX_CHARACTERS)
    except DocumentError as error:
        raise CheckFailed(f"{path} {error}") from None
    return count, [spaced(text) for text in texts]


def spaced(text: str) -> str:
    """Return a text with single spaces."""
    return " ".join(text.split())
