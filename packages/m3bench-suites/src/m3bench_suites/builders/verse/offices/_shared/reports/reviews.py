"""Reports that compare tables, databases and workbooks."""

from __future__ import annotations

from functools import partial

from m3bench.checks import CsvTable, DocxContent, Expected, NoStrayFiles, SheetCells, SqliteRows
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared import duck, sheets, sql, word
from m3bench_suites.builders.verse.offices._shared.deliveries.data import table_file
from m3bench_suites.builders.verse.offices._shared.expenses.data import BUDGETS, SHEET, Ledger, draw_ledger
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
from m3bench_suites.builders.verse.offices._shared.sheets import Book, sheet_rows
from m3bench_suites.builders.verse.offices._shared.shop.data import DATABASE, Product, draw_shop
from m3bench_suites.builders.verse.offices._shared.sql import changed, query, records
from m3bench_suites.builders.verse.offices._shared.values import amount
from m3bench_suites.builders.verse.offices._shared.word import Doc, require_done

_CHANGES = "new_prices.csv"


def _price_import_plan(
    file: str, new: dict[int, float], prices: list[tuple[int, float]], rows: list[Product]
) -> Plan:
    listed, known = yield [
        duck.query(f"SELECT product, price::DOUBLE FROM read_csv('{_CHANGES}') ORDER BY product"),
        query("SELECT name, price FROM products ORDER BY name"),
    ]
    old = {row["name"]: float(row["price"]) for row in records(known)}
    changes = [
        (name, old[name], price) for name, price in duck.tuples(listed) if abs(price - old[name]) > 0.001
    ]
    done = yield [_set_price(name, price, listed, known) for name, _, price in changes]
    for each in done:
        changed(each, 1)
    values = ", ".join(f"('{name}', {before}, {now})" for name, before, now in changes)
    select = f"SELECT * FROM (VALUES {values}) AS changes(product, old, new) ORDER BY product"
    (made,) = yield [duck.copy_to(file, select, listed, known, *done)]
    (found,) = yield [query("SELECT ROUND(SUM(stock * price), 2) AS value FROM products", *done, made)]
    value = float(records(found)[0]["value"])
    top = max(changes, key=lambda row: abs(row[2] - row[1]) / row[1])
    return Solution(
        f"{len(changes)} prices changed, most of all {top[0]}; the stock is worth {value:.2f}.",
        checks=(
            CsvTable(
                path=file,
                header=("product", "old", "new"),
                rows=tuple((one.name, one.price, new[one.id]) for one in rows),
            ),
            SqliteRows(DATABASE, "SELECT id, price FROM products", tuple(prices)),
            duck.only_made(file, DATABASE),
        ),
        fields={
            "changed": Expected(len(changes), grounds=tuple(row[0] for row in changes)),
            "first": Expected(changes[0][0]),
            "stock_value": amount(value),
        },
    )


def price_import(draw: TaskDraw) -> TaskSpec:
    """Import prices that have changed, and export what was changed."""
    shop = draw_shop(draw)
    chosen = draw.sample(shop.products, 8, "listed")
    moved = {one.id: draw.pick((-3, -2, 2, 3, 5), "step", one.name) * 3 for one in chosen[:4]}
    new = {one.id: round(one.price + moved.get(one.id, 0), 2) for one in chosen}
    file = draw.pick(("changed.csv", "price_changes.csv"), "file")
    rows = sorted((one for one in chosen if one.id in moved), key=lambda one: one.name)
    prices = [(product.id, new.get(product.id, product.price)) for product in shop.products]

    return TaskSpec(
        level="L3",
        words={"source": _CHANGES, "database": DATABASE, "file": file},
        plans=(partial(_price_import_plan, file, new, prices, rows),),
        servers=(duck.SERVER, sql.SERVER),
        files=(
            shop.file(),
            table_file(
                _CHANGES,
                ("product", "price"),
                [(one.name, f"{new[one.id]:.2f}") for one in _mixed(draw, chosen)],
            ),
        ),
        key_facts=(rows[0].name,),
    )


def _mixed(draw: TaskDraw, products: list[Product]) -> list[Product]:
    return draw.sample(products, len(products), "mixed")


def _set_price(name: str, price: float, *uses: CallResult) -> PlannedCall:
    return query("UPDATE products SET price = :price WHERE name = :name", *uses, price=price, name=name)


def _overspent(ledger: Ledger) -> list[str]:
    spent = ledger.spent()
    return [name for name, budget in ledger.budgets.items() if spent[name] > budget]


def _overspent_plan(*, book: Book, budget: int, ledger: Ledger, letter: str, name: str, spent: int) -> Plan:
    entries, plans = yield [book.read(SHEET), book.read(BUDGETS)]
    rows = sheet_rows(entries)[1:]
    allowed = {row[0]: row[1] for row in sheet_rows(plans)[1:]}
    sums = yield [
        call("math/sum", entries, numbers=[row[3] for row in rows if row[1] == each] or [0])
        for each in allowed
    ]
    totals = {each: int(found.text) for each, found in zip(allowed, sums, strict=True)}
    (over,) = [each for each in allowed if totals[each] > allowed[each]]
    (excess,) = yield [call("math/subtract", plans, *sums, minuend=totals[over], subtrahend=allowed[over])]
    (made,) = yield [Doc(letter).create(excess)]
    (headed,) = yield [Doc(letter).add_heading(f"Budget of {over}", made)]
    said = f"You spent {totals[over]} euros, {excess.text} more than your budget."
    (written,) = yield [Doc(letter).add_paragraph(said, plans, excess, headed)]
    require_done(written)
    (noted,) = yield [
        book.write(
            BUDGETS, [["Spent"], *([totals[each]] for each in allowed)], *sums, plans, written, at="C1"
        )
    ]
    sheets.require(noted, "Data written")
    largest = max((row for row in rows if row[1] == over), key=lambda row: row[3])
    table = tuple((each, ledger.budgets[each], ledger.spent()[each]) for each in ledger.budgets)
    return Solution(
        f"{over} spent {totals[over]}, {excess.text} too much; its largest expense was {largest[2]}.",
        checks=(
            SheetCells(
                ledger.name,
                sheet=BUDGETS,
                columns=("Department", "Budget", "Spent"),
                rows=table,
                ordered=True,
            ),
            DocxContent(
                path=letter,
                headings=(f"Budget of {name}",),
                paragraphs=(f"You spent {spent} euros, {spent - budget} more than your budget.",),
            ),
            NoStrayFiles((ledger.name, letter)),
        ),
        fields={
            "department": Expected(over),
            "spent": Expected(totals[over]),
            "too_much": Expected(int(excess.text)),
            "largest_item": Expected(largest[2]),
        },
    )


def overspent(draw: TaskDraw) -> TaskSpec:
    """Find the department that spent more than its budget, and write to it."""
    ledger = first_fitting(draw, lambda part: draw_ledger(draw, part), lambda one: len(_overspent(one)) == 1)
    (name,) = _overspent(ledger)
    spent, budget = ledger.spent()[name], ledger.budgets[name]
    letter, book = draw.pick(("notice.docx", "warning.docx"), "letter"), Book(ledger.name)

    return TaskSpec(
        level="L3",
        words={"file": ledger.name, "sheet": SHEET, "budgets": BUDGETS, "letter": letter},
        plans=(
            partial(
                _overspent_plan,
                book=book,
                budget=budget,
                ledger=ledger,
                letter=letter,
                name=name,
                spent=spent,
            ),
        ),
        servers=(sheets.SERVER, "math", word.SERVER),
        files=(ledger.file(),),
        key_facts=(name,),
    )


REVIEW_JOBS = (price_import, overspent)
