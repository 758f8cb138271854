"""Word documents and PDFs. Their bytes depend on the versions of python-docx and fpdf2."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from m3bench.media import written_bytes
from m3bench.suites.data_files.packing import repacked

_TIME = datetime(2026, 1, 1, tzinfo=UTC)
_FONT = "Helvetica"
_LINE = 7
_MAX_LINES = 36


class _Block(msgspec.Struct, forbid_unknown_fields=True):
    """One part of a document: a heading, a paragraph or a table."""

    heading: str | None = None
    level: int = 1
    text: str | None = None
    table: list[list[str | int | float | bool | None]] | None = None

    def __post_init__(self) -> None:
        if sum(part is not None for part in (self.heading, self.text, self.table)) != 1:
            raise ValueError("expected one of heading, text and table")


class _Pages(msgspec.Struct, forbid_unknown_fields=True):
    pages: list[list[str]]
    title: str = ""


def write_docx(content: Any) -> bytes:
    """Write a document of headings, paragraphs and tables, in the given order."""
    import docx  # noqa: PLC0415 - heavy

    document = docx.Document()
    facts = document.core_properties
    facts.author, facts.comments, facts.created, facts.modified = "m3bench", "", _TIME, _TIME
    for block in msgspec.convert(content, list[_Block]):
        if block.heading is not None:
            document.add_heading(block.heading, block.level)
        elif block.text is not None:
            document.add_paragraph(block.text)
        elif block.table:
            _add_table(document, block.table)
    return repacked(written_bytes(document.save))


def _add_table(document: Any, rows: list[list[Any]]) -> None:
    table = document.add_table(rows=0, cols=max(map(len, rows)), style="Table Grid")
    for row in rows:
        cells = table.add_row().cells
        for cell, value in zip(cells, row, strict=False):
            cell.text = "" if value is None else str(value)


def write_pdf(content: Any) -> bytes:
    """Write pages of lines; the title is metadata. Letters are those of Latin-1, as in the standard fonts."""
    from fpdf import FPDF  # noqa: PLC0415 - takes a third of a second

    wanted = msgspec.convert(content, _Pages)
    pdf = FPDF()
    pdf.set_creation_date(_TIME)
    pdf.set_producer("m3bench")
    pdf.set_title(_latin(wanted.title))
    pdf.set_compression(False)  # the bytes would depend on the version of zlib
    pdf.set_auto_page_break(False)
    pdf.set_font(_FONT, size=11)
    for lines in wanted.pages:
        if len(lines) > _MAX_LINES:
            raise ValueError(f"a page has {len(lines)} lines, more than {_MAX_LINES}")
        pdf.add_page()
        for line in lines:
            pdf.cell(0, _LINE, _latin(line), new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


def _latin(text: str) -> str:
    try:
        return text.encode("latin-1").decode("latin-1")
    except UnicodeEncodeError as error:
        raise ValueError(f"{text[error.start]!r} is not in the fonts of PDFs, which have Latin-1") from None
