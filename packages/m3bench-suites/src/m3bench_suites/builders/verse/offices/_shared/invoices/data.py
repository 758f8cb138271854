"""Invoices as PDF files."""

from __future__ import annotations

from typing import NamedTuple

from m3bench.suites import DataFile
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.words import GOODS, companies, people

_ALL_GOODS = tuple(name for names in GOODS.values() for name in names)


class Line(NamedTuple):
    article: str
    quantity: int
    price: float

    @property
    def value(self) -> float:
        return round(self.quantity * self.price, 2)


class Invoice(NamedTuple):
    number: str
    supplier: str
    contact: str
    day: str
    lines: list[Line]

    @property
    def total(self) -> float:
        return round(sum(line.value for line in self.lines), 2)

    def file(self, name: str) -> DataFile:
        rows = [
            f"{line.article} | {line.quantity} | {line.price:.2f} | {line.value:.2f}" for line in self.lines
        ]
        first = [
            f"Invoice {self.number}",
            f"Supplier: {self.supplier}",
            f"Contact: {self.contact}",
            f"Date: {self.day}",
            "Article | Quantity | Price | Value",
            *rows,
            f"Total: {self.total:.2f} EUR",
        ]
        return DataFile(
            name, "pdf", {"title": "Invoice", "pages": [first, ["Terms", "Payment within 30 days."]]}
        )


def draw_invoices(draw: TaskDraw, count: int, part: int = 0) -> list[Invoice]:
    """Draw invoices of different suppliers."""
    suppliers, contacts = companies(draw, count, "suppliers", part), people(draw, count, "contacts", part)
    return [
        Invoice(
            f"R-{draw.whole(1000, 9999, 'number', part, supplier)}",
            supplier,
            contact,
            f"2025-0{draw.whole(1, 9, 'month', part, supplier)}-{draw.whole(10, 28, 'day', part, supplier)}",
            [
                Line(
                    article,
                    draw.whole(2, 12, "quantity", part, supplier, article),
                    draw.whole(20, 900, "price", part, supplier, article) / 4,
                )
                for article in draw.sample(
                    _ALL_GOODS, draw.whole(3, 5, "lines", part, supplier), "goods", part, supplier
                )
            ],
        )
        for supplier, contact in zip(suppliers, contacts, strict=True)
    ]
