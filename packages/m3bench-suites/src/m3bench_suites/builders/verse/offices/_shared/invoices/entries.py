"""Single PDF files, entered in a database or a workbook."""

from __future__ import annotations

from functools import partial
from typing import Any

from m3bench.checks import Expected, NoStrayFiles, SheetBold, SheetCells, SqliteRows
from m3bench.suites import DataFile, Plan, Solution
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared import pdf, sheets, sql
from m3bench_suites.builders.verse.offices._shared.invoices.data import Invoice, draw_invoices
from m3bench_suites.builders.verse.offices._shared.pdf import after, bar_rows, read_pdf
from m3bench_suites.builders.verse.offices._shared.sheets import Book, require
from m3bench_suites.builders.verse.offices._shared.sql import changed, query, records
from m3bench_suites.builders.verse.offices._shared.values import amount
from m3bench_suites.builders.verse.offices._shared.words import CITIES, GOODS

DATABASE = "data.db"


def _books(draw: TaskDraw, invoices: list[Invoice]) -> tuple[DataFile, dict[str, int], list[tuple[Any, ...]]]:
    """Return a database with suppliers and their older invoices, the ids of suppliers, and the invoices."""
    ids = {
        invoice.supplier: 20 + 3 * index + draw.whole(0, 2, "id", index)
        for index, invoice in enumerate(invoices)
    }
    suppliers = [
        [ids[invoice.supplier], invoice.supplier, draw.pick(CITIES, "city", invoice.supplier)]
        for invoice in invoices
    ]
    rows = [
        (
            f"A-{ids[invoice.supplier]}{index}{draw.whole(0, 9, 'old', invoice.supplier, index)}",
            ids[invoice.supplier],
            draw.whole(400, 9000, "amount", invoice.supplier, index) / 4,
            status,
        )
        for invoice in invoices
        for index, status in enumerate(("open", "paid", "open"))
    ]
    tables = {
        "suppliers": {
            "columns": {"id": "INTEGER PRIMARY KEY", "name": "TEXT", "city": "TEXT"},
            "rows": suppliers,
        },
        "invoices": {
            "columns": {
                "number": "TEXT PRIMARY KEY",
                "supplier_id": "INTEGER",
                "amount": "REAL",
                "status": "TEXT",
            },
            "rows": [list(row) for row in rows],
        },
    }
    return DataFile(DATABASE, "sqlite", {"tables": tables}), ids, rows


def book_invoice(draw: TaskDraw) -> TaskSpec:
    """Enter an invoice in the database."""
    invoices = draw_invoices(draw, 5)
    invoice = draw.pick(invoices, "invoice")
    database, ids, rows = _books(draw, invoices)
    file = draw.pick(("invoice.pdf", "scan.pdf", "received.pdf"), "file")
    final = (*rows, (invoice.number, ids[invoice.supplier], invoice.total, "open"))

    def plan() -> Plan:
        (read,) = yield [read_pdf(file)]
        supplier, total = after(read, "Supplier:"), float(after(read, "Total:").split()[0])
        (known,) = yield [query("SELECT id FROM suppliers WHERE name = :name", read, name=supplier)]
        invoice_number, supplier_id = after(read, "Invoice"), int(records(known)[0]["id"])
        given = {"number": invoice_number, "supplier": supplier_id, "amount": total}
        insert = "INSERT INTO invoices VALUES (:number, :supplier, :amount, 'open')"
        (done,) = yield [query(insert, read, known, **given)]
        changed(done, 1)
        select = "SELECT ROUND(SUM(amount), 2) AS total FROM invoices"
        where = "WHERE supplier_id = :supplier AND status = 'open'"
        (found,) = yield [query(f"{select} {where}", known, done, supplier=supplier_id)]
        owed = float(records(found)[0]["total"])
        return Solution(
            f"{invoice_number} of {supplier} over {total:.2f} is entered; {owed:.2f} is open in all.",
            checks=(
                SqliteRows(DATABASE, "SELECT number, supplier_id, amount, status FROM invoices", final),
                NoStrayFiles((DATABASE,)),
            ),
            fields={
                "supplier": Expected(supplier),
                "number": Expected(invoice_number),
                "amount": amount(total),
                "open_total": amount(owed),
            },
        )

    return TaskSpec(
        level="L2",
        words={"file": file, "database": DATABASE},
        plans=(plan,),
        servers=(pdf.SERVER, sql.SERVER),
        files=(invoice.file(file), database),
        key_facts=(invoice.supplier, invoice.number),
    )


def _price_sheet_plan(book: Book, file: str, ordered: dict[str, float], source: str) -> Plan:
    (read,) = yield [read_pdf(source)]
    found = sorted((row[0], float(row[1])) for row in bar_rows(read, 2))
    (made,) = yield [book.create(read)]
    (done,) = yield [book.write("Prices", [("Article", "Price"), *found], read, made)]
    require(done, "Data written")
    (bold,) = yield [book.make_bold("Prices", "A1", "B1", done)]
    require(bold, "successfully")
    top, low = max(found, key=lambda row: row[1]), min(found, key=lambda row: row[1])
    return Solution(
        f"{top[0]} is the dearest at {top[1]:.2f}, {low[0]} the cheapest at {low[1]:.2f}.",
        checks=(
            SheetCells(
                file,
                sheet="Prices",
                columns=("Article", "Price"),
                rows=tuple(ordered.items()),
                ordered=True,
            ),
            SheetBold(file, sheet="Prices"),
            NoStrayFiles((file,)),
        ),
        fields={
            "articles": Expected(len(found), grounds=()),
            "dearest": Expected(top[0]),
            "dearest_price": amount(top[1]),
            "cheapest": Expected(low[0]),
        },
    )


def price_sheet(draw: TaskDraw) -> TaskSpec:
    """Turn a price list into a workbook."""
    goods = draw.sample([name for names in GOODS.values() for name in names], 12, "goods")
    prices = draw.sample(range(40, 1600, 2), 12, "prices")
    listed = {name: price / 8 for name, price in zip(goods, prices, strict=True)}
    rows = [f"{name} | {price:.2f}" for name, price in listed.items()]
    header = "Article | Price"
    pages = [["Price list", header, *rows[:7]], rows[7:]]
    source, file = "pricelist.pdf", draw.pick(("prices.xlsx", "list.xlsx"), "file")
    ordered = dict(sorted(listed.items()))
    book = Book(file)

    return TaskSpec(
        level="L2",
        words={"source": source, "file": file},
        plans=(partial(_price_sheet_plan, book, file, ordered, source),),
        servers=(pdf.SERVER, sheets.SERVER),
        files=(DataFile(source, "pdf", {"title": "Prices", "pages": pages}),),
    )


SMALL_JOBS = (book_invoice, price_sheet)
