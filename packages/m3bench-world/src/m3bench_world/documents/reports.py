"""Quarterly reports as PDFs: one section on each page, with tables."""

from __future__ import annotations

from typing import Any

from m3bench_world.documents.facts import DEPARTMENTS, REGIONS, Facts, money, spoken_day
from m3bench_world.documents.pdf_pages import Sheets


def report(facts: Facts) -> tuple[str, bytes, dict[str, Any]]:
    company, author, day = facts.company("company"), facts.person("author"), facts.day(-120, -5, "day")
    quarter = (day.month - 1) // 3 + 1
    title = f"Quarterly report Q{quarter} {day.year}"
    sections = [_sales(facts), _staff(facts), _costs(facts)]
    total = sum(row[2] for row in sections[0]["data"])
    summary = (
        f"In the quarter, {company} had revenue of {money(total)} EUR in {len(REGIONS)} regions. "
        f"This report was prepared by {author} on {spoken_day(day)}."
    )
    pages = [{"page": 1, "heading": title, "texts": [summary], "table": []}]
    pdf = Sheets(title, author, day, company)
    pdf.add_page()
    pdf.write_text(title, 22, "B", 20)
    pdf.write_text(summary)
    for number, section in enumerate(sections, 2):
        pdf.add_page()
        pdf.write_text(f"{number - 1}. {section['heading']}", 15, "B", 10)
        pdf.write_text(section["text"])
        pdf.write_table(section["rows"], (3, 2, 2))
        heading = f"{number - 1}. {section['heading']}"
        pages.append(
            {"page": number, "heading": heading, "texts": [section["text"]], "table": section["rows"]}
        )
    truth = {
        "title": title, "company": company, "author": author, "date": day.isoformat(), "revenue_cents": total,
        "pages": pages,
    }  # fmt: skip
    return f"report-{day.year}-q{quarter}.pdf", bytes(pdf.output()), truth


def _sales(facts: Facts) -> dict[str, Any]:
    data = [
        (region, facts.whole(20, 400, "orders", region), facts.whole(900_000, 9_000_000, "sales", region))
        for region in REGIONS
    ]
    best = max(data, key=lambda row: row[2])
    rows = [
        ["Region", "Orders", "Revenue (EUR)"],
        *([name, str(orders), money(cents)] for name, orders, cents in data),
    ]
    text = f"The region with the highest revenue was {best[0]} with {best[1]} orders."
    return {"heading": "Sales by region", "text": text, "rows": rows, "data": data}


def _staff(facts: Facts) -> dict[str, Any]:
    data = [
        (department, facts.whole(3, 60, "staff", department), facts.whole(0, 6, "joined", department))
        for department in DEPARTMENTS
    ]
    rows = [
        ["Department", "Employees", "Joined"],
        *([name, str(count), str(new)] for name, count, new in data),
    ]
    text = (
        f"At the end of the quarter, {sum(row[1] for row in data)} people worked in {len(data)} departments."
    )
    return {"heading": "Staff", "text": text, "rows": rows}


def _costs(facts: Facts) -> dict[str, Any]:
    names = ("Salaries", "Rent", "Energy", "Travel", "Marketing")
    data = [
        (each, facts.whole(200_000, 4_000_000, "plan", each), facts.whole(200_000, 4_000_000, "cost", each))
        for each in names
    ]
    over = [name for name, plan, cost in data if cost > plan]
    rows = [
        ["Item", "Planned (EUR)", "Actual (EUR)"],
        *([name, money(plan), money(cost)] for name, plan, cost in data),
    ]
    text = f"Costs above plan: {', '.join(over) or 'none'}."
    return {"heading": "Costs", "text": text, "rows": rows}
