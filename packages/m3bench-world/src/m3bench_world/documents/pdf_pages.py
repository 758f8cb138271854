"""PDF pages in points, with reproducible bytes and page numbers; invoices on them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from fpdf import FPDF

from m3bench_world.documents.facts import Facts, money, spoken_day

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


def invoice(facts: Facts) -> tuple[str, bytes, dict[str, Any]]:
    seller, buyer, day = facts.company("seller"), facts.company("buyer"), facts.day(-90, -1, "day")
    number = f"{day.year}-{facts.whole(1, 9_999, 'number'):04d}"
    due = day + timedelta(days=facts.whole(1, 4, "term") * 10)
    items: list[dict[str, Any]] = [
        {"article": article, "quantity": facts.whole(1, 24, "quantity", article), "unit_cents": cents}
        for article, cents in facts.goods(facts.whole(3, 12, "items"), "goods")
    ]
    net = sum(item["quantity"] * item["unit_cents"] for item in items)
    rate = int(facts.pick(("7", "19", "20", "21"), "vat"))
    vat = (net * rate + 50) // 100
    addresses = {"seller": facts.address("seller"), "buyer": facts.address("buyer")}
    rows = [["Article", "Quantity", "Unit price", "Amount"]]
    rows += [
        [
            item["article"],
            str(item["quantity"]),
            money(item["unit_cents"]),
            money(item["quantity"] * item["unit_cents"]),
        ]
        for item in items
    ]
    totals = {"Net": money(net), f"VAT {rate} %": money(vat), "Total EUR": money(net + vat)}
    pdf = Sheets(f"Invoice {number}", seller, day, seller)
    pdf.add_page()
    pdf.write_text(f"Invoice {number}", 20, "B", 12)
    pdf.write_text(f"From: {seller}, {addresses['seller']}\nTo: {buyer}, {addresses['buyer']}")
    pdf.write_text(f"Date: {spoken_day(day)}\nPayable until: {spoken_day(due)}", gap=12)
    pdf.write_table(rows, (5, 2, 2, 2))
    for name, amount in totals.items():
        pdf.write_text(f"{name}: {amount}", style="B", gap=2, align="R")
    truth = {
        "number": number, "seller": seller, "buyer": buyer, "date": day.isoformat(), "due": due.isoformat(),
        "items": items, "net_cents": net, "vat_percent": rate, "vat_cents": vat, "total_cents": net + vat,
        "addresses": addresses, "table": rows,
    }  # fmt: skip
    return f"invoice-{number}.pdf", bytes(pdf.output()), truth
