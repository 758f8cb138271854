"""Reports from the shop's database: a workbook, a statement, an order list."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from m3bench.checks import DocxContent, Expected, NoStrayFiles, SheetCells, SheetChart, SqliteRows, Tolerance
from m3bench.suites import Plan, Solution, call
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared import sheets, sql, word
from m3bench_suites.builders.verse.offices._shared.job import Job, Wording, first_fitting, number, text
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
from m3bench_suites.builders.verse.offices._shared.values import CENT, amount, counted
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


_HALF_YEARS = Wording(
    requests=(
        """From {source}, make a workbook {file} with a sheet Revenue: the columns Category, First half
        and Second half, one row for each product category in alphabetical order, with the revenue of
        shipped orders (quantity times product price, to the cent) from January to June and from July
        to December 2025 by ordered_on, and a bar chart of both halves. Which category grew most in
        money, by how much, and by how many percent of the first half (one decimal)?""",
        """Please compare the two halves of 2025 in {file}, sheet Revenue: Category, First half, Second
        half (shipped orders of {source} by ordered_on, quantity × price, two decimals; categories from
        A to Z), with a bar chart that shows both columns. Tell me the category with the largest
        increase in revenue, the increase, and the increase in percent of the first half with one
        decimal.""",
    ),
    fuzzy=(
        """Did we do better in the second half of 2025? Put the shipped revenue by category from {source}
        into {file}, on a sheet Revenue with Category, First half, Second half (A to Z, to the cent),
        and add a bar chart of both. Which category gained the most money, how much, and what
        percentage of its first half is that (one decimal)?""",
        """I'd like {file} with a sheet Revenue that sets January–June against July–December 2025 for each
        category (columns Category, First half, Second half; shipped orders in {source}, our prices,
        cents; alphabetical) and a bar chart of the two. Who grew the most in absolute terms, by what
        amount, and by what percent, to one decimal?""",
    ),
)


_HALF_YEARS_FIELDS = (
    text("category", "the category with the largest increase"),
    number("increase", "its increase in revenue"),
    number("percent", "its increase as a share of the first half", "%"),
)


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
            "percent": Expected(share, tolerance=_TENTH, grounds=(early[top], late[top])),
        },
    )


def half_years(draw: TaskDraw) -> Job:
    """Compare both halves of a year in a workbook with a chart."""
    shop = first_fitting(draw, lambda part: draw_shop(draw, part), _grows)
    file = draw.pick(("halves.xlsx", "year.xlsx", "comparison.xlsx"), "file")
    halves, book = _halves(shop), Book(file)

    return Job(
        level="L3",
        wording=_HALF_YEARS,
        words={"source": DATABASE, "file": file},
        fields=_HALF_YEARS_FIELDS,
        plan=partial(_half_years_plan, book, file, halves),
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
    orders = [one for one in shop.orders if one.customer_id == customer.id and one.status == "shipped"]
    values = {shop.value(one) for one in orders}
    return _Account(shop, customer, orders) if 3 <= len(orders) <= 6 and len(values) == len(orders) else None


_STATEMENT = Wording(
    requests=(
        """Bill {name} for its shipped orders in {source}: write {file} with the level 1 heading
        “Statement for {name}”, a table with Order (the id), Product (its name) and Value (quantity
        times price, two decimals), sorted by order id, and below it the paragraph “Total: AMOUNT
        euros” (two decimals). Then set these orders to the status billed. How many orders are billed,
        over how much in total, and which order has the highest value, for which product?""",
        """Please make a statement for {name}, {file}: the heading “Statement for {name}” (level 1), a
        table Order / Product / Value of all its shipped orders in {source} by id (product names;
        quantity × price with two decimals), then the paragraph “Total: AMOUNT euros” with two
        decimals. Afterwards, these orders get the status billed. Report their number, the total, and
        the id and the product of the most valuable one.""",
    ),
    fuzzy=(
        """{name} wants a bill for everything we shipped. Make {file} from {source}: “Statement for
        {name}” as the heading, a table of Order, Product, Value by order id (two decimals), and a line
        “Total: AMOUNT euros”. And mark the orders as billed. How many were they, how much in total,
        and which order was the biggest, for what product?""",
        """Time to bill {name}: {file} with the heading “Statement for {name}”, a table (Order, Product,
        Value at our prices with two decimals, by id) of what was shipped according to {source}, and
        under it “Total: AMOUNT euros”. Set those orders to billed. How many, what sum, which order
        is the largest, and what product is it for?""",
    ),
)


_STATEMENT_FIELDS = (
    number("orders", "how many orders are billed"),
    number("total", "the sum of their values"),
    number("largest", "the id of the order with the highest value"),
    text("product", "the product of this order"),
)


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
    wanted = tuple((one.id, shop.product(one.product_id).name, shop.value(one)) for one in orders)
    billed = {one.id for one in orders}
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
                tuple((one.id, "billed" if one.id in billed else one.status) for one in shop.orders),
            ),
            NoStrayFiles((DATABASE, file)),
        ),
        fields={
            "orders": counted(len(rows)),
            "total": amount(summed, *(float(row[2]) for row in rows)),
            "largest": Expected(int(top[0])),
            "product": Expected(top[1]),
        },
    )


def statement(draw: TaskDraw) -> Job:
    """Bill the shipped orders of a customer."""
    case = first_fitting(draw, lambda part: _account(draw, part))
    assert case is not None
    shop, customer, orders = case
    file = draw.pick(("statement.docx", "account.docx", "bill.docx"), "file")
    header = ("Order", "Product", "Value")
    total = round(sum(map(shop.value, orders)), 2)

    return Job(
        level="L3",
        wording=_STATEMENT,
        words={"name": customer.name, "source": DATABASE, "file": file},
        fields=_STATEMENT_FIELDS,
        plan=partial(
            _statement_plan,
            customer=customer,
            file=file,
            header=header,
            orders=orders,
            shop=shop,
            total=total,
        ),
        servers=(sql.SERVER, word.SERVER),
        files=(shop.file(),),
        secrets=tuple(str(one.id) for one in orders),
    )


def _scarce(shop: Shop, limit: int) -> bool:
    stocks = sorted(one.stock for one in shop.products if one.stock < limit)
    return 2 <= len(stocks) <= 4 and stocks[0] < stocks[1]


_REORDER = Wording(
    requests=(
        """Prepare a purchase: all products in {source} with a stock below {limit} are filled up to
        {pieces} pieces. Write them to {file}, sheet Reorder, with the bold headings Product, Stock and
        Pieces (how many to order), in alphabetical order. In the team's memory (knowledge graph, still
        empty), create the entity “Reorder” of the type job with the observation “N products” (the
        number of products), the entity “{person}” of the type person without observations, and the
        relation “does” from {person} to Reorder. How many products are these, which has the lowest
        stock, how many pieces are ordered in all, and what are they worth at our prices?""",
        """Which products in {source} have fewer than {limit} pieces in stock? List them in {file} on a
        sheet Reorder (Product, Stock, Pieces; bold headings; from A to Z), where Pieces is what is
        missing to {pieces}. Then note in the knowledge graph, which is still empty: “Reorder”, type
        job, observation “N products” with their number; “{person}”, type person, no observations; and
        that {person} does Reorder (relation does). Report the number of products, the one with the
        lowest stock, the sum of the pieces, and their value at the prices of the database.""",
    ),
    fuzzy=(
        """We're running low: everything under {limit} in stock in {source} should be filled up to
        {pieces}. Make a list in {file} (sheet Reorder: Product, Stock, Pieces to order; bold headings,
        alphabetical). And remember, in our empty memory: a job called “Reorder” noted as “N products”
        with the right number, a person “{person}” with no notes, and that {person} “does” Reorder. How
        many products, which is the lowest, how many pieces in total, and worth how much at our prices?""",
        """{person} will reorder what has fallen below {limit} in {source}, up to {pieces} each. Put the
        products on a sheet Reorder in {file}, with Product, Stock and Pieces as bold headings, by
        name. In the memory, which is empty, create “Reorder” (type job, note “N products”), “{person}”
        (type person, no notes) and the relation “does” from {person} to Reorder. I need the number of
        products, the scarcest, the pieces in all and their value.""",
    ),
)


_REORDER_FIELDS = (
    number("products", "how many products are ordered"),
    text("lowest", "the product with the lowest stock"),
    number("pieces", "the sum of the pieces to order"),
    number("value", "the pieces times the prices"),
)


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
            "products": counted(len(rows)),
            "lowest": Expected(low[0]),
            "pieces": Expected(sum(row[2] for row in rows), grounds=tuple(row[0] for row in rows)),
            "value": amount(total, *(float(row["price"]) for row in goods)),
        },
    )


def reorder(draw: TaskDraw) -> Job:
    """List products that run out, and remember who orders them."""
    limit = draw.pick((6, 8, 10), "limit")
    shop = first_fitting(draw, lambda part: draw_shop(draw, part), lambda one: _scarce(one, limit))
    file, person = (
        draw.pick(("reorder.xlsx", "purchases.xlsx"), "file"),
        draw.pick(("Ada Brandt", "Ivo Castell", "Mira Holm"), "person"),
    )
    scarce = sorted((one for one in shop.products if one.stock < limit), key=lambda one: one.name)
    pieces, book = draw.whole(5, 9, "pieces") * 10, Book(file)
    job = Entity("Reorder", "job", (f"{len(scarce)} products",))
    final = Graph([Entity(person, "person", ()), job], [Relation(person, "does", "Reorder")])

    return Job(
        level="L3",
        wording=_REORDER,
        words={"source": DATABASE, "limit": limit, "pieces": pieces, "file": file, "person": person},
        fields=_REORDER_FIELDS,
        plan=partial(
            _reorder_plan,
            book=book,
            file=file,
            final=final,
            limit=limit,
            person=person,
            pieces=pieces,
            scarce=scarce,
        ),
        servers=(sql.SERVER, sheets.SERVER, memory.SERVER),
        files=(shop.file(),),
        secrets=tuple(one.name for one in scarce),
    )


SALES_JOBS = (half_years, statement, reorder)
