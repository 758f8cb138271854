"""Several PDF files, which end up in workbooks, databases and letters."""

from __future__ import annotations

from functools import partial

from m3bench.checks import DocxContent, Expected, NoStrayFiles, SheetCells, SqliteRows
from m3bench.suites import DataFile, Plan, Solution
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared import pdf, sheets, sql, word
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
from m3bench_suites.builders.verse.offices._shared.invoices.data import Invoice, draw_invoices
from m3bench_suites.builders.verse.offices._shared.pdf import after, bar_rows, read_pdf
from m3bench_suites.builders.verse.offices._shared.sheets import Book, require
from m3bench_suites.builders.verse.offices._shared.shop.data import DATABASE, Shop, draw_shop
from m3bench_suites.builders.verse.offices._shared.sql import changed, query, records
from m3bench_suites.builders.verse.offices._shared.values import amount
from m3bench_suites.builders.verse.offices._shared.word import Doc, require_done
from m3bench_suites.builders.verse.offices._shared.words import people

_NAMES = ("first.pdf", "second.pdf", "third.pdf")


def _has_largest(invoices: list[Invoice]) -> bool:
    *_, second, first = sorted(invoice.total for invoice in invoices)
    return first > second


def _invoice_book_plan(
    book: Book, file: str, letter: str, rows: tuple[tuple[str, str, float], ...], top: Invoice
) -> Plan:
    reads = yield [read_pdf(name) for name in _NAMES]
    found = [
        (after(read, "Invoice"), after(read, "Supplier:"), float(after(read, "Total:").split()[0]))
        for read in reads
    ]
    (made,) = yield [book.create(*reads)]
    table = [("Invoice", "Supplier", "Total"), *found]
    (done,) = yield [book.write("Invoices", table, *reads, made)]
    require(done, "Data written")
    best = max(range(3), key=lambda place: found[place][2])
    contact = after(reads[best], "Contact:")
    (created,) = yield [Doc(letter).create(done)]
    (headed,) = yield [Doc(letter).add_heading(f"Your invoice {found[best][0]}", reads[best], created)]
    (written,) = yield [
        Doc(letter).add_paragraph(f"Dear {contact}, please send us the delivery note.", reads[best], headed)
    ]
    require_done(written)
    total = sum(row[2] for row in found)
    return Solution(
        f"The three invoices come to {total:.2f}; the largest is {found[best][0]} of {found[best][1]}.",
        checks=(
            SheetCells(
                file, sheet="Invoices", columns=("Invoice", "Supplier", "Total"), rows=rows, ordered=True
            ),
            DocxContent(
                path=letter,
                headings=(f"Your invoice {top.number}",),
                paragraphs=(f"Dear {top.contact}, please send us the delivery note.",),
            ),
            NoStrayFiles((file, letter)),
        ),
        fields={
            "largest": Expected(found[best][0]),
            "contact": Expected(contact),
            "total": amount(total, *(row[2] for row in found)),
        },
    )


def invoice_book(draw: TaskDraw) -> TaskSpec:
    """List three invoices in a workbook, and write to the supplier of the largest."""
    invoices = first_fitting(draw, lambda part: draw_invoices(draw, 3, part), _has_largest)
    file, letter = (
        draw.pick(("invoices.xlsx", "payables.xlsx"), "file"),
        draw.pick(("query.docx", "question.docx"), "letter"),
    )
    rows = tuple((invoice.number, invoice.supplier, invoice.total) for invoice in invoices)
    top = max(invoices, key=lambda one: one.total)
    book = Book(file)

    return TaskSpec(
        level="L3",
        words={"names": ", ".join(_NAMES), "file": file, "letter": letter},
        plans=(partial(_invoice_book_plan, book, file, letter, rows, top),),
        servers=(pdf.SERVER, sheets.SERVER, word.SERVER),
        files=tuple(invoice.file(name) for invoice, name in zip(invoices, _NAMES, strict=True)),
        key_facts=tuple(invoice.number for invoice in invoices),
    )


def _delivery_note_plan(
    pieces: dict[str, int], protocol: str, shop: Shop, source: str, stocks: dict[str, int]
) -> Plan:
    (read,) = yield [read_pdf(source)]
    rows = [(row[0], int(row[1])) for row in bar_rows(read, 2)]
    done = yield [
        query(
            "UPDATE products SET stock = stock + :pieces WHERE name = :name",
            read,
            pieces=count,
            name=name,
        )
        for name, count in rows
    ]
    for each in done:
        changed(each, 1)
    names = ", ".join(f"'{name}'" for name, _ in rows)
    (found,) = yield [
        query(f"SELECT name, stock FROM products WHERE name IN ({names}) ORDER BY name", read, *done)
    ]
    now = {row["name"]: int(row["stock"]) for row in records(found)}
    (made,) = yield [Doc(protocol).create(found)]
    (headed,) = yield [Doc(protocol).add_heading("Goods received", made)]
    table = [("Article", "Pieces", "Stock"), *((name, count, now[name]) for name, count in rows)]
    (written,) = yield [Doc(protocol).add_table(table, read, found, headed)]
    require_done(written)
    wanted = tuple((name, count, stocks[name]) for name, count in pieces.items())
    top = max(now, key=lambda name: now[name])
    return Solution(
        f"{after(read, 'Driver:')} delivered {len(rows)} articles; the stock of {top} is {now[top]}.",
        checks=(
            SqliteRows(
                DATABASE,
                "SELECT id, stock FROM products",
                tuple((product.id, stocks[product.name]) for product in shop.products),
            ),
            DocxContent(
                path=protocol,
                headings=("Goods received",),
                tables=((("Article", "Pieces", "Stock"), *wanted),),
            ),
            NoStrayFiles((DATABASE, protocol)),
        ),
        fields={
            "driver": Expected(after(read, "Driver:")),
            "pieces": Expected(sum(count for _, count in rows), grounds=tuple(count for _, count in rows)),
            "first_stock": Expected(now[rows[0][0]]),
        },
    )


def delivery_note(draw: TaskDraw) -> TaskSpec:
    """Add the goods of a delivery note to the stock, and write a protocol."""
    shop = draw_shop(draw)
    goods = draw.sample(shop.products, 3, "delivered")
    pieces = {good.name: draw.whole(11, 40, "pieces", good.name) for good in goods}
    source, protocol = "delivery_note.pdf", draw.pick(("goods_in.docx", "receipt.docx"), "protocol")
    driver = people(draw, 1, "driver")[0]
    pages = [
        [
            "Delivery note",
            f"Driver: {driver}",
            "Article | Pieces",
            *(f"{name} | {count}" for name, count in pieces.items()),
        ]
    ]
    stocks = {product.name: product.stock + pieces.get(product.name, 0) for product in shop.products}

    return TaskSpec(
        level="L3",
        words={"source": source, "database": DATABASE, "protocol": protocol},
        plans=(partial(_delivery_note_plan, pieces, protocol, shop, source, stocks),),
        servers=(pdf.SERVER, sql.SERVER, word.SERVER),
        files=(DataFile(source, "pdf", {"title": "Delivery note", "pages": pages}), shop.file()),
        key_facts=(driver,),
    )


LARGE_JOBS = (invoice_book, delivery_note)
