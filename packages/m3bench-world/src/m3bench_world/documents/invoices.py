"""Invoices as PDFs, whose totals add up to the cent."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from m3bench_world.documents.facts import Facts, money, spoken_day
from m3bench_world.documents.pdf_pages import Sheets


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
