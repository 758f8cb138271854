"""Tables as offices have them: price lists, rosters and budgets as workbooks, stock lists as CSV."""

from __future__ import annotations

import csv
import io
from typing import Any

import openpyxl
from openpyxl.styles import Font

from m3bench_world.documents.facts import DEPARTMENTS, GOODS, ROLES, Facts
from m3bench_world.documents.packing import repacked

Rows = list[list[Any]]
_MONTHS = ("January", "February", "March", "April", "May", "June")
_COSTS = ("Salaries", "Rent", "Energy", "Travel", "Marketing", "Insurance", "Supplies")


def price_list(facts: Facts) -> tuple[str, bytes, dict[str, Any]]:
    company, day = facts.company("company"), facts.day(-90, 0, "day")
    goods = facts.goods(facts.whole(8, len(GOODS), "count"), "goods")
    rows: Rows = [["Number", "Article", "Price (EUR)", "Minimum order"]]
    for index, (article, cents) in enumerate(goods):
        rows.append([1_000 + 7 * index, article, cents / 100, facts.whole(1, 10, "least", article)])
    truth = {"company": company, "date": day.isoformat(), "sheet": "Prices", "rows": rows}
    data = _book({"Prices": [[f"Price list of {company}, {day.isoformat()}"], [], *rows]}, 3)
    return f"price-list-{day.isoformat()}.xlsx", data, truth


def roster(facts: Facts) -> tuple[str, bytes, dict[str, Any]]:
    company = facts.company("company")
    people = facts.people(facts.whole(8, 25, "count"), "people")
    rows: Rows = [["Name", "Department", "Role", "Since", "Hours a week"]]
    for name in people:
        since = facts.day(-5_000, -30, "since", name).isoformat()
        hours = (20, 30, 35, 40)[facts.whole(0, 3, "hours", name)]
        rows.append(
            [name, facts.pick(DEPARTMENTS, "dep", name), facts.pick(ROLES, "role", name), since, hours]
        )
    truth = {"company": company, "sheet": "Staff", "rows": rows}
    return f"staff-{company.split()[0].lower()}.xlsx", _book({"Staff": rows}, 1), truth


def budget(facts: Facts) -> tuple[str, bytes, dict[str, Any]]:
    company, year = facts.company("company"), facts.today.year + facts.whole(0, 1, "year")
    rows: Rows = [["Item", *_MONTHS, "Total"]]
    for index, item in enumerate(_COSTS, 2):
        amounts = [facts.whole(2, 90, item, month) * 50 for month in _MONTHS]
        rows.append([item, *amounts, f"=SUM(B{index}:G{index})"])
    totals = [sum(row[1:7]) for row in rows[1:]]
    last = len(rows)
    rows.append(["Total", *(f"=SUM({letter}2:{letter}{last})" for letter in "BCDEFGH")])
    truth = {
        "company": company, "year": year, "sheet": f"Budget {year}", "rows": rows, "total": sum(totals),
        "totals": dict(zip(_COSTS, totals, strict=True)),
    }  # fmt: skip
    return f"budget-{year}.xlsx", _book({f"Budget {year}": rows}, 1), truth


def stock_list(facts: Facts) -> tuple[str, bytes, dict[str, Any]]:
    rows: Rows = [["article", "shelf", "stock", "reorder_at", "unit_price"]]
    for article, cents in facts.goods(facts.whole(8, len(GOODS), "count"), "goods"):
        shelf = f"{facts.pick(('A', 'B', 'C', 'D'), 'row', article)}{facts.whole(1, 20, 'shelf', article)}"
        stock, least = facts.whole(0, 200, "stock", article), facts.whole(5, 60, "least", article)
        rows.append([article, shelf, stock, least, cents / 100])
    written = io.StringIO(newline="")
    csv.writer(written, lineterminator="\n").writerows(rows)
    low = [row[0] for row in rows[1:] if row[2] < row[3]]
    return (
        f"stock-{facts.today.isoformat()}.csv",
        written.getvalue().encode(),
        {"rows": rows, "below_reorder": low},
    )


def _book(sheets: dict[str, Rows], heading: int) -> bytes:
    """Return a workbook whose row `heading` is bold."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        page = book.create_sheet(title)
        for row in rows:
            page.append(row)
        for cell in page[heading]:
            cell.font = Font(bold=True)
        for column in page.columns:
            longest = max(len(str(cell.value or "")) for cell in column[heading - 1 :])
            page.column_dimensions[column[0].column_letter].width = min(longest + 2, 50)
    written = io.BytesIO()
    book.save(written)
    return repacked(written.getvalue(), undated=True)
