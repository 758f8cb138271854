"""Reports that compare tables, databases and workbooks."""

from __future__ import annotations

from functools import partial

from m3bench.checks import CsvTable, DocxContent, Expected, NoStrayFiles, SheetCells, SqliteRows
from m3bench.suites import CallResult, Plan, PlannedCall, Solution, call
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared import duck, sheets, sql, word
from m3bench_suites.builders.verse.offices._shared.deliveries.data import table_file
from m3bench_suites.builders.verse.offices._shared.expenses.data import BUDGETS, SHEET, Ledger, draw_ledger
from m3bench_suites.builders.verse.offices._shared.job import Job, Wording, first_fitting, number, text
from m3bench_suites.builders.verse.offices._shared.sheets import Book, sheet_rows
from m3bench_suites.builders.verse.offices._shared.shop.data import DATABASE, Product, draw_shop
from m3bench_suites.builders.verse.offices._shared.sql import changed, query, records
from m3bench_suites.builders.verse.offices._shared.values import amount
from m3bench_suites.builders.verse.offices._shared.word import Doc, require_done

_CHANGES = "new_prices.csv"


_PRICE_IMPORT = Wording(
    requests=(
        """{source} has new prices for some products of {database}; a part of them is the same as before.
        Update the products table where the price differs, and write {file} with the columns product,
        old and new for exactly these products, sorted by product. How many prices changed, which
        product is the first in the file, and what is the whole stock worth now (stock times price of
        all products)?""",
        """Please bring the prices in {source} into the products table of {database}. Only some of them
        differ; list these in {file} (product, old, new, in alphabetical order). Tell me the number of
        changed prices, the first product in that file, and the sum of stock × price over all products
        afterwards.""",
    ),
    fuzzy=(
        """The supplier sent {source}. Take over the prices that are different into {database} and give me
        {file} with what changed: product, old, new, by name. How many were there, what's the first one
        on it, and what's our whole stock worth at the new prices?""",
        """Update our prices in {database} from {source}, and log only the real changes in {file} (columns
        product, old, new; A to Z). How many changes, which product comes first, and what does all our
        stock add up to now, at stock times price?""",
    ),
)


_PRICE_IMPORT_FIELDS = (
    number("changed", "how many prices changed"),
    text("first", "the first product in the new file"),
    number("stock_value", "the sum of stock times price of all products"),
)


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


def price_import(draw: TaskDraw) -> Job:
    """Import prices that have changed, and export what was changed."""
    shop = draw_shop(draw)
    chosen = draw.sample(shop.products, 8, "listed")
    moved = {one.id: draw.pick((-3, -2, 2, 3, 5), "step", one.name) * 3 for one in chosen[:4]}
    new = {one.id: round(one.price + moved.get(one.id, 0), 2) for one in chosen}
    file = draw.pick(("changed.csv", "price_changes.csv"), "file")
    rows = sorted((one for one in chosen if one.id in moved), key=lambda one: one.name)
    prices = [(one.id, new.get(one.id, one.price)) for one in shop.products]

    return Job(
        level="L3",
        wording=_PRICE_IMPORT,
        words={"source": _CHANGES, "database": DATABASE, "file": file},
        fields=_PRICE_IMPORT_FIELDS,
        plan=partial(_price_import_plan, file, new, prices, rows),
        servers=(duck.SERVER, sql.SERVER),
        files=(
            shop.file(),
            table_file(
                _CHANGES,
                ("product", "price"),
                [(one.name, f"{new[one.id]:.2f}") for one in _mixed(draw, chosen)],
            ),
        ),
        secrets=(rows[0].name,),
    )


def _mixed(draw: TaskDraw, products: list[Product]) -> list[Product]:
    return draw.sample(products, len(products), "mixed")


def _set_price(name: str, price: float, *uses: CallResult) -> PlannedCall:
    return query("UPDATE products SET price = :price WHERE name = :name", *uses, price=price, name=name)


def _overspent(ledger: Ledger) -> list[str]:
    spent = ledger.spent()
    return [name for name, budget in ledger.budgets.items() if spent[name] > budget]


_OVERSPENT = Wording(
    requests=(
        """One department has spent more than its budget, according to {file} (sheets {sheet} and
        {budgets}). Add a column Spent (column C) to the sheet {budgets} with the sum of every
        department, and write a letter {letter} to the one that overspent: the level 1 heading “Budget
        of DEPARTMENT” and the paragraph “You spent SUM euros, EXCESS more than your budget.” Which
        department is it, what did it spend, by how much is that too much, and what was its largest
        item?""",
        """In {file}, sum up the expenses of each department (sheet {sheet}) and enter the sums on the
        sheet {budgets} in column C, with the heading Spent. Exactly one is above its budget: for it,
        create {letter} with “Budget of DEPARTMENT” as a level 1 heading and the text “You spent SUM
        euros, EXCESS more than your budget.” Tell me the department, the sum, the excess, and the item
        of its largest expense.""",
    ),
    fuzzy=(
        """Somebody is over budget in {file}. Add what each department spent to the sheet {budgets}
        (column C, “Spent”), and write the culprit a letter, {letter}: heading “Budget of DEPARTMENT”,
        then “You spent SUM euros, EXCESS more than your budget.” Who is it, how much did they spend,
        how much over, and what was their biggest item?""",
        """Check the departments in {file} against their budgets: put the sums in column C of {budgets} as
        “Spent”. For the one that overspent, make {letter} saying “You spent SUM euros, EXCESS more
        than your budget.” under the heading “Budget of DEPARTMENT”. Which department, what sum, how
        much too much, and which item cost it most?""",
    ),
)


_OVERSPENT_FIELDS = (
    text("department", "the department above its budget"),
    number("spent", "what it spent"),
    number("too_much", "by how much that exceeds its budget"),
    text("largest_item", "the item of its largest expense"),
)


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


def overspent(draw: TaskDraw) -> Job:
    """Find the department that spent more than its budget, and write to it."""
    ledger = first_fitting(draw, lambda part: draw_ledger(draw, part), lambda one: len(_overspent(one)) == 1)
    (name,) = _overspent(ledger)
    spent, budget = ledger.spent()[name], ledger.budgets[name]
    letter, book = draw.pick(("notice.docx", "warning.docx"), "letter"), Book(ledger.name)

    return Job(
        level="L3",
        wording=_OVERSPENT,
        words={"file": ledger.name, "sheet": SHEET, "budgets": BUDGETS, "letter": letter},
        fields=_OVERSPENT_FIELDS,
        plan=partial(
            _overspent_plan, book=book, budget=budget, ledger=ledger, letter=letter, name=name, spent=spent
        ),
        servers=(sheets.SERVER, "math", word.SERVER),
        files=(ledger.file(),),
        secrets=(name,),
    )


REVIEW_JOBS = (price_import, overspent)
