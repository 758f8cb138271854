"""PDFs of papers, with reproducible bytes: nothing depends on the clock or on a compressor."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from m3bench_world.papers.fulltext import FullText, Section
from m3bench_world.papers.shelf import Record

if TYPE_CHECKING:
    from fpdf import FPDF

FONT = "Times"
TEXT_WIDTH = 170


def draw_pdf(record: Record, text: FullText) -> bytes:
    from fpdf import FPDF  # noqa: PLC0415 - takes a third of a second

    pdf = FPDF()
    day = record.published
    pdf.set_creation_date(datetime(day.year, day.month, day.day, tzinfo=UTC))
    pdf.set_producer("m3bench")
    pdf.set_title(_latin(record.draft.title))
    pdf.set_author(_latin(", ".join(record.authors)))
    pdf.set_compression(False)
    pdf.set_margins(20, 20)
    pdf.set_auto_page_break(True, 20)
    pdf.add_page()
    _front(pdf, record)
    for number, section in enumerate(text.sections):
        _section(pdf, number + 1, section)
        if number == text.results_at:
            _table(pdf, text)
            _figure(pdf, text)
    _references(pdf, text)
    return bytes(pdf.output())


def _latin(text: str) -> str:
    """Reduce a text to the letters of the standard PDF fonts."""
    return text.encode("latin-1", "replace").decode("latin-1")


def _write(
    pdf: FPDF, text: str, *, style: str = "", size: float = 11, align: str = "J", gap: float = 2
) -> None:
    pdf.set_font(FONT, style, size)
    pdf.multi_cell(TEXT_WIDTH, size * 0.47, _latin(text), align=align, new_x="LMARGIN", new_y="NEXT")
    pdf.ln(gap)


def _front(pdf: FPDF, record: Record) -> None:
    source = record.journal or f"arXiv [{record.categories[0]}]"
    _write(pdf, f"{source} · {record.native} · {record.published:%d %B %Y}", size=9, align="L", gap=6)
    _write(pdf, record.draft.title, style="B", size=17, align="C", gap=3)
    _write(pdf, ", ".join(record.authors), size=11, align="C", gap=1)
    _write(pdf, f"doi:{record.doi}", size=9, align="C", gap=5)
    _write(pdf, "Abstract", style="B", size=11, align="C", gap=1)
    _write(pdf, record.draft.abstract, size=10, gap=5)


def _section(pdf: FPDF, number: int, section: Section) -> None:
    _write(pdf, f"{number} {section.heading}", style="B", size=13, align="L", gap=1)
    for paragraph in section.paragraphs:
        _write(pdf, paragraph)


def _table(pdf: FPDF, text: FullText) -> None:
    _room(pdf, 12 + 7 * len(text.table))
    _write(pdf, text.table_caption, style="I", size=10, align="L", gap=1)
    widths = (56, *[(TEXT_WIDTH - 56) / (len(text.table[0]) - 1)] * (len(text.table[0]) - 1))
    for number, row in enumerate(text.table):
        pdf.set_font(FONT, "" if number else "B", 9)
        for width, cell in zip(widths, row, strict=True):
            pdf.cell(width, 7, _latin(cell), border="TB" if number == 0 else "B")
        pdf.ln(7)
    pdf.ln(4)


def _figure(pdf: FPDF, text: FullText) -> None:
    """Draw a line chart of the values, with both axes labelled."""
    height, width = 50, 110
    _room(pdf, height + 26)
    left, top = pdf.l_margin + 25, pdf.get_y() + 4
    low, high = min(text.figure), max(text.figure)
    span = (high - low) or 1.0
    points = [
        (
            left + 6 + (width - 12) * step / (len(text.figure) - 1),
            top + height - 5 - (height - 10) * (v - low) / span,
        )
        for step, v in enumerate(text.figure)
    ]
    pdf.set_draw_color(90, 90, 90)
    pdf.rect(left, top, width, height)
    pdf.set_font(FONT, "", 8)
    for value, y in ((low, top + height - 5), (high, top + 5)):
        pdf.text(left - 16, y + 1, f"{value:g}")
        pdf.line(left - 1.5, y, left, y)
    pdf.set_draw_color(30, 80, 160)
    pdf.set_line_width(0.6)
    pdf.polyline(points)
    pdf.set_fill_color(30, 80, 160)
    for x, y in points:
        pdf.ellipse(x - 0.9, y - 0.9, 1.8, 1.8, style="F")
    pdf.set_line_width(0.2)
    pdf.text(left, top - 1.5, _latin(text.figure_label))
    pdf.text(left + width - 10, top + height + 4, "step")
    pdf.set_xy(pdf.l_margin, top + height + 6)
    _write(pdf, text.figure_caption, style="I", size=10, align="L", gap=4)


def _references(pdf: FPDF, text: FullText) -> None:
    if text.references:
        _write(pdf, "References", style="B", size=13, align="L", gap=1)
    for reference in text.references:
        _write(pdf, reference, size=9, align="L", gap=0.5)


def _room(pdf: FPDF, height: float) -> None:
    """Start a new page if the rest of this one is too short."""
    if pdf.get_y() + height > pdf.h - 20:
        pdf.add_page()
