"""PDF pages in points, with reproducible bytes and page numbers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime

from fpdf import FPDF

WIDTH, HEIGHT, MARGIN = 595.28, 841.89, 56.0
_TEXT = WIDTH - 2 * MARGIN


class Sheets(FPDF):
    """A4 pages with a header and `Page 1 of 3` at the bottom."""

    def __init__(self, title: str, author: str, day: date, header: str = "") -> None:
        super().__init__(unit="pt", format=(WIDTH, HEIGHT))
        self._header = header
        self.set_creation_date(datetime(day.year, day.month, day.day, tzinfo=UTC))
        self.set_producer("m3bench")
        self.set_compression(False)  # the same bytes with every compressor
        self.set_title(latin(title))
        self.set_author(latin(author))
        self.set_margins(MARGIN, MARGIN)
        self.set_auto_page_break(True, MARGIN)

    def header(self) -> None:
        if self._header:
            self.set_font("Helvetica", "", 9)
            self.set_xy(MARGIN, 28)
            self.cell(_TEXT, 12, latin(self._header), align="R")
        self.set_xy(MARGIN, MARGIN)

    def footer(self) -> None:
        self.set_font("Helvetica", "", 9)
        self.set_xy(MARGIN, HEIGHT - 40)
        self.cell(_TEXT, 12, f"Page {self.page_no()} of {{nb}}", align="C")

    def write_text(
        self, text: str, size: float = 11, style: str = "", gap: float = 6, align: str = "L"
    ) -> None:
        self.set_font("Helvetica", style, size)
        self.multi_cell(_TEXT, size * 1.35, latin(text), align=align, new_x="LMARGIN", new_y="NEXT")
        self.ln(gap)

    def write_table(self, rows: Sequence[Sequence[str]], widths: Sequence[float]) -> None:
        """Write rows with the heading row in bold; columns after the first are aligned right."""
        scale = _TEXT / sum(widths)
        for number, row in enumerate(rows):
            self.set_font("Helvetica", "" if number else "B", 10)
            for index, (text, width) in enumerate(zip(row, widths, strict=True)):
                self.cell(width * scale, 20, latin(text), border=1, align="R" if index else "L")
            self.ln(20)
        self.ln(10)


def latin(text: str) -> str:
    """Reduce a text to the letters of the standard PDF fonts."""
    return text.encode("latin-1", "replace").decode("latin-1")
