"""Reports from the shop's database: a workbook, a statement, an order list."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from m3bench.checks import DocxContent, Expected, NoStrayFiles, SheetCells, SheetChart, SqliteRows, Tolerance
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.tasks import TaskSpec, computed
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared import sheets, sql, word
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
from m3bench_suites.builders.verse.offices._shared.memory import graph as memory
from m3bench_suites.builders.verse.offices._shared.memory.graph import Entity, Graph, Relation
from m3bench_suites.builders.verse.offices._shared.sheets import Book, require
from m3bench_suites.builders.verse.offices._shared.shop.data import (
    DATABASE,
    Customer,
    Order,
    Product,
    Shop,
    draw_shop,
)
from m3bench_suites.builders.verse.offices._shared.sql import changed, query, records
from m3bench_suites.builders.verse.offices._shared.values import CENT, amount
from m3bench_suites.builders.verse.offices._shared.word import Doc, require_done

_HALVES = ("2025-01-01", "2025-07-01", "2026-01-01")
_TENTH = Tolerance(absolute=0.06)
_REVENUE_BETWEEN = (
    "SELECT p.category, ROUND(SUM(o.quantity * p.price), 2) AS revenue FROM orders o "
    "JOIN products p ON p.id = o.product_id WHERE o.status = 'shipped' "
    "AND o.ordered_on >= :first AND o.ordered_on < :last GROUP BY p.category ORDER BY p.category"
)


def _halves(shop: Shop) -> dict[str, tuple[float, float]]:
    """Return the shipped revenue of both halves of the year by category, in alphabetical order."""
    found: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for order in shop.orders:
        if order.status == "shipped":
            half = int(order.ordered_on >= _HALVES[1])
            found[shop.product(order.product_id).category][half] += shop.value(order)
    return {name: (round(found[name][0], 2), round(found[name][1], 2)) for name in sorted(found)}


def _grows(shop: Shop) -> bool:
    halves = _halves(shop)
    changes = sorted(second - first for first, second in halves.values())
    return len(halves) == 5 and min(map(min, halves.values())) > 100 and changes[-1] > changes[-2] + 1


def _half_years_plan(book: Book, file: str, halves: dict[str, tuple[float, float]]) -> Plan:
    found = yield [query(_REVENUE_BETWEEN, first=first, last=last) for first, last in pairwise(_HALVES)]
    early, late = ({row["category"]: float(row["revenue"]) for row in records(each)} for each in found)
    top = max(early, key=lambda name: late[name] - early[name])
    growth, made = yield [
        call("math/division", *found, numerator=late[top] * 100, denominator=early[top]),
        book.create(*found),
    ]
    rows = [
        ("Category", "First half", "Second half"),
        *((name, early[name], late[name]) for name in early),
    ]
    (done,) = yield [book.write("Revenue", rows, *found, made)]
    require(done, "Data written")
    (chart,) = yield [book.chart("Revenue", f"A1:C{len(rows)}", "bar", "Revenue", done)]
    require(chart, "successfully")
    share = round(float(growth.text) - 100, 1)
    wanted = tuple((name, *values) for name, values in halves.items())
    return Solution(
        f"{top} grew most, by {late[top] - early[top]:.2f} or {share} %.",
        checks=(
            SheetCells(
                file,
                sheet="Revenue",
                columns=("Category", "First half", "Second half"),
                rows=wanted,
                ordered=True,
                tolerance=CENT,
            ),
            SheetChart(
                file, chart="bar", values=tuple(values[0] for values in halves.values()), tolerance=CENT
            ),
            SheetChart(
                file, chart="bar", values=tuple(values[1] for values in halves.values()), tolerance=CENT
            ),
            NoStrayFiles((file,)),
        ),
        fields={
            "category": Expected(top),
            "increase": amount(late[top] - early[top], early[top], late[top]),
            "percent": computed(share, (early[top], late[top]), _TENTH),
        },
    )


def half_years(draw: TaskDraw) -> TaskSpec:
    """Compare both halves of a year in a workbook with a chart."""
    shop = first_fitting(draw, lambda part: draw_shop(draw, part), _grows)
    file = draw.pick(("halves.xlsx", "year.xlsx", "comparison.xlsx"), "file")
    halves, book = _halves(shop), Book(file)

    return TaskSpec(
        level="L3",
        words={"source": DATABASE, "file": file},
        plans=(partial(_half_years_plan, book, file, halves),),
        servers=(sql.SERVER, "math", sheets.SERVER),
        files=(shop.file(),),
    )


class _Account(NamedTuple):
    shop: Shop
    customer: Customer
    orders: list[Order]


def _account(draw: TaskDraw, part: int) -> _Account | None:
    shop = draw_shop(draw, part)
    customer = draw.pick(shop.customers, "customer", part)
    orders = [
        order for order in shop.orders if order.customer_id == customer.id and order.status == "shipped"
    ]
    values = {shop.value(order) for order in orders}
    return _Account(shop, customer, orders) if 3 <= len(orders) <= 6 and len(values) == len(orders) else None


def _statement_plan(
    *, customer: Customer, file: str, header: tuple[str, ...], orders: list[Order], shop: Shop, total: float
) -> Plan:
    (found,) = yield [
        query(
            "SELECT o.id, p.name AS product, ROUND(o.quantity * p.price, 2) AS value FROM orders o "
            "JOIN products p ON p.id = o.product_id JOIN customers c ON c.id = o.customer_id "
            "WHERE c.name = :name AND o.status = 'shipped' ORDER BY o.id",
            name=customer.name,
        )
    ]
    rows = [(row["id"], row["product"], f"{float(row['value']):.2f}") for row in records(found)]
    (made,) = yield [Doc(file).create(found)]
    (headed,) = yield [Doc(file).add_heading(f"Statement for {customer.name}", made)]
    (table,) = yield [Doc(file).add_table([header, *rows], found, headed)]
    summed = sum(float(row[2]) for row in rows)
    (line,) = yield [Doc(file).add_paragraph(f"Total: {summed:.2f} euros", found, table)]
    require_done(line)
    ids = ", ".join(row[0] for row in rows)
    (done,) = yield [query(f"UPDATE orders SET status = 'billed' WHERE id IN ({ids})", found, line)]
    changed(done, len(rows))
    top = max(rows, key=lambda row: float(row[2]))
    wanted = tuple((order.id, shop.product(order.product_id).name, shop.value(order)) for order in orders)
    billed = {order.id for order in orders}
    return Solution(
        f"{len(rows)} orders over {summed:.2f} are billed; the largest is {top[0]}.",
        checks=(
            DocxContent(
                path=file,
                headings=(f"Statement for {customer.name}",),
                paragraphs=(f"Total: {total:.2f} euros",),
                tables=((header, *wanted),),
            ),
            SqliteRows(
                DATABASE,
                "SELECT id, status FROM orders",
                tuple((order.id, "billed" if order.id in billed else order.status) for order in shop.orders),
            ),
            NoStrayFiles((DATABASE, file)),
        ),
        fields={
            "orders": Expected(len(rows), grounds=()),
            "total": amount(summed, *(float(row[2]) for row in rows)),
            "largest": Expected(int(top[0])),
            "product": Expected(top[1]),
        },
    )


def statement(draw: TaskDraw) -> TaskSpec:
    """Bill the shipped orders of a customer."""
    case = first_fitting(draw, lambda part: _account(draw, part))
    assert case is not None
    shop, customer, orders = case
    file = draw.pick(("statement.docx", "account.docx", "bill.docx"), "file")
    header = ("Order", "Product", "Value")
    total = round(sum(map(shop.value, orders)), 2)

    return TaskSpec(
        level="L3",
        words={"name": customer.name, "source": DATABASE, "file": file},
        plans=(
            partial(
                _statement_plan,
                customer=customer,
                file=file,
                header=header,
                orders=orders,
                shop=shop,
                total=total,
            ),
        ),
        servers=(sql.SERVER, word.SERVER),
        files=(shop.file(),),
        key_facts=tuple(str(order.id) for order in orders),
    )


def _scarce(shop: Shop, limit: int) -> bool:
    stocks = sorted(product.stock for product in shop.products if product.stock < limit)
    return 2 <= len(stocks) <= 4 and stocks[0] < stocks[1]


def _reorder_plan(
    *, book: Book, file: str, final: Graph, limit: int, person: str, pieces: int, scarce: list[Product]
) -> Plan:
    (found,) = yield [
        query("SELECT name, stock, price FROM products WHERE stock < :limit ORDER BY name", limit=limit)
    ]
    goods = records(found)
    (made,) = yield [book.create(found)]
    rows = [(row["name"], int(row["stock"]), pieces - int(row["stock"])) for row in goods]
    (done,) = yield [book.write("Reorder", [("Product", "Stock", "Pieces"), *rows], found, made)]
    require(done, "Data written")
    (bold,) = yield [book.make_bold("Reorder", "A1", "C1", done)]
    require(bold, "successfully")
    (noted,) = yield [
        memory.create(
            [Entity("Reorder", "job", (f"{len(rows)} products",)), Entity(person, "person", ())],
            found,
            bold,
        )
    ]
    yield [memory.relate([Relation(person, "does", "Reorder")], noted)]
    total = sum(float(row["price"]) * (pieces - int(row["stock"])) for row in goods)
    low = min(rows, key=lambda row: row[1])
    memory_check, _ = final.checks()
    return Solution(
        f"{len(rows)} products are to be ordered, {low[0]} first; at our prices that is {total:.2f}.",
        checks=(
            SheetCells(
                file,
                sheet="Reorder",
                columns=("Product", "Stock", "Pieces"),
                rows=tuple((one.name, one.stock, pieces - one.stock) for one in scarce),
                ordered=True,
            ),
            memory_check,
            NoStrayFiles((file, memory.FILE)),
        ),
        fields={
            "products": Expected(len(rows), grounds=()),
            "lowest": Expected(low[0]),
            "pieces": Expected(sum(row[2] for row in rows), grounds=tuple(row[0] for row in rows)),
            "value": amount(total, *(float(row["price"]) for row in goods)),
        },
    )


def reorder(draw: TaskDraw) -> TaskSpec:
    """List products that run out, and remember who orders them."""
    limit = draw.pick((6, 8, 10), "limit")
    shop = first_fitting(draw, lambda part: draw_shop(draw, part), lambda one: _scarce(one, limit))
    file, person = (
        draw.pick(("reorder.xlsx", "purchases.xlsx"), "file"),
        draw.pick(("Ada Brandt", "Ivo Castell", "Mira Holm"), "person"),
    )
    scarce = sorted((product for product in shop.products if product.stock < limit), key=lambda one: one.name)
    pieces, book = draw.whole(5, 9, "pieces") * 10, Book(file)
    job = Entity("Reorder", "job", (f"{len(scarce)} products",))
    final = Graph([Entity(person, "person", ()), job], [Relation(person, "does", "Reorder")])

    return TaskSpec(
        level="L3",
        words={"source": DATABASE, "limit": limit, "pieces": pieces, "file": file, "person": person},
        plans=(
            partial(
                _reorder_plan,
                book=book,
                file=file,
                final=final,
                limit=limit,
                person=person,
                pieces=pieces,
                scarce=scarce,
            ),
        ),
        servers=(sql.SERVER, sheets.SERVER, memory.SERVER),
        files=(shop.file(),),
        key_facts=tuple(one.name for one in scarce),
    )


SALES_JOBS = (half_years, statement, reorder)
