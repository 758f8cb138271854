"""Larger changes of workbooks: new sheets, columns, charts and copies."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from m3bench.checks import Expected, NoStrayFiles, SheetBold, SheetCells, SheetChart
from m3bench.suites import DataFile, Plan, Solution
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.expected import listed
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.expenses.data import (
    BUDGETS,
    HEADER,
    SHEET,
    Ledger,
    draw_ledger,
)
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
from m3bench_suites.builders.verse.offices._shared.sheets import SERVER, Book, require, sheet_rows
from m3bench_suites.builders.verse.offices._shared.values import amount, join
from m3bench_suites.builders.verse.offices._shared.words import GOODS


def _has_leader(ledger: Ledger) -> bool:
    values = sorted(ledger.spent().values())
    return values[-1] > values[-2] and values[0] < values[1] and values[0] > 0


def department_totals(draw: TaskDraw) -> TaskSpec:
    """Add a sheet with the totals of departments."""
    ledger = first_fitting(draw, lambda part: draw_ledger(draw, part), _has_leader)
    book, sheet = Book(ledger.name), draw.pick(("Totals", "By department", "Overview"), "sheet")
    spent = ledger.spent()

    def plan() -> Plan:
        (found,) = yield [book.read(SHEET)]
        rows = sheet_rows(found)[1:]
        totals = {
            name: sum(row[3] for row in rows if row[1] == name) for name in sorted({row[1] for row in rows})
        }
        (done,) = yield [book.write(sheet, [("Department", "Total"), *totals.items()], found)]
        require(done, "Data written")
        (bold,) = yield [book.make_bold(sheet, "A1", "B1", done)]
        require(bold, "successfully")
        top = max(totals, key=lambda name: totals[name])
        low = min(totals, key=lambda name: totals[name])
        own = {name: tuple(row[3] for row in rows if row[1] == name) for name in (top, low)}
        return Solution(
            f"{top} spent most, {totals[top]}; {low} spent least, {totals[low]}.",
            checks=(
                SheetCells(
                    ledger.name,
                    sheet=sheet,
                    columns=("Department", "Total"),
                    rows=tuple(spent.items()),
                    ordered=True,
                ),
                SheetBold(ledger.name, sheet=sheet),
                NoStrayFiles((ledger.name,)),
            ),
            fields={
                "highest": Expected(top),
                "highest_total": Expected(totals[top], grounds=tuple(own[top])),
                "lowest": Expected(low),
                "lowest_total": Expected(totals[low], grounds=tuple(own[low])),
            },
        )

    return TaskSpec(
        level="L2",
        words={"file": ledger.name, "sheet": sheet, "source": SHEET},
        plans=(plan,),
        servers=(SERVER,),
        files=(ledger.file(),),
        key_facts=(max(spent, key=lambda name: spent[name]),),
    )


def _budget_chart_plan(book: Book, budgets: list[int], file: str, rows: list[tuple[str, int, int]]) -> Plan:
    (found,) = yield [book.read(BUDGETS)]
    table = sheet_rows(found)[1:]
    left = [row[1] - row[2] for row in table]
    (done,) = yield [book.write(BUDGETS, [["Left"], *([value] for value in left)], found, at="D1")]
    require(done, "Data written")
    (chart,) = yield [book.chart(BUDGETS, f"A1:B{len(table) + 1}", "bar", "Budgets", done)]
    require(chart, "successfully")
    most, least = max(left), min(left)
    by_left = dict(zip(left, table, strict=True))
    wanted = tuple((*row, row[1] - row[2]) for row in rows)
    return Solution(
        f"{by_left[most][0]} has {most} left, {by_left[least][0]} {least}.",
        checks=(
            SheetCells(
                file,
                sheet=BUDGETS,
                columns=("Department", "Budget", "Costs", "Left"),
                rows=wanted,
                ordered=True,
            ),
            SheetChart(file, chart="bar", values=tuple(map(float, budgets))),
            NoStrayFiles((file,)),
        ),
        fields={
            "most_left": Expected(by_left[most][0]),
            "most": Expected(most, grounds=tuple(by_left[most][1:])),
            "least_left": Expected(by_left[least][0]),
            "least": Expected(least, grounds=tuple(by_left[least][1:])),
        },
    )


def budget_chart(draw: TaskDraw) -> TaskSpec:
    """Compare budgets with a column of costs, and draw a chart."""
    names = sorted(
        draw.sample(("Archive", "Design", "Facilities", "Legal", "Marketing", "Workshop"), 5, "names")
    )
    budgets = draw.sample(range(900, 4000, 10), 5, "budgets")
    rests = draw.sample(range(-297, 300, 6), 5, "rests")
    costs = [budget - rest for budget, rest in zip(budgets, rests, strict=True)]
    file = draw.pick(("budget.xlsx", "plan.xlsx", "year.xlsx"), "file")
    book = Book(file)
    rows = list(zip(names, budgets, costs, strict=True))
    given = DataFile(file, "xlsx", {BUDGETS: [["Department", "Budget", "Costs"], *map(list, rows)]})

    return TaskSpec(
        level="L2",
        words={"file": file, "sheet": BUDGETS},
        plans=(partial(_budget_chart_plan, book, budgets, file, rows),),
        servers=(SERVER,),
        files=(given,),
    )


class _Quote(NamedTuple):
    lines: list[tuple[str, int]]
    prices: dict[str, float]

    def values(self) -> list[float]:
        return [round(quantity * self.prices[name], 2) for name, quantity in self.lines]

    def has_leader(self) -> bool:
        *_, second, first = sorted(self.values())
        return first > second

    def file(self, name: str) -> DataFile:
        header = ["Article", "Quantity", "Price", "Value"]
        prices = [["Article", "Price"], *(list(each) for each in self.prices.items())]
        return DataFile(name, "xlsx", {"Quote": [header, *map(list, self.lines)], "Prices": prices})

    def check(self, name: str) -> SheetCells:
        """Return the check of the completed sheet."""
        last = len(self.lines) + 1
        cells: dict[str, Any] = {f"C{last + 1}": "Total", f"D{last + 1}": round(sum(self.values()), 2)}
        for index, ((article, _), value) in enumerate(zip(self.lines, self.values(), strict=True), 2):
            cells |= {f"A{index}": article, f"C{index}": self.prices[article], f"D{index}": value}
        formulas = {f"D{index}": f"=B{index}*C{index}" for index in range(2, last + 1)}
        return SheetCells(name, sheet="Quote", cells=cells, formulas=formulas)


def _quote(draw: TaskDraw, part: int) -> _Quote:
    goods = [name for names in GOODS.values() for name in names]
    known = draw.sample(goods, 14, "goods", part)
    prices = {name: draw.whole(40, 900, "price", part, name) / 4 for name in known}
    wanted = draw.sample(known, 6, "wanted", part)
    return _Quote([(name, draw.whole(2, 14, "pieces", part, name)) for name in wanted], prices)


def fill_prices(draw: TaskDraw) -> TaskSpec:
    """Fill in prices from another sheet, and formulas for the values."""
    quote = first_fitting(draw, lambda part: _quote(draw, part), _Quote.has_leader)
    file = draw.pick(("quote.xlsx", "offer.xlsx", "estimate.xlsx"), "file")
    book = Book(file)

    def plan() -> Plan:
        lines, prices = yield [book.read("Quote"), book.read("Prices")]
        known = {row[0]: row[1] for row in sheet_rows(prices)[1:]}
        rows = sheet_rows(lines)[1:]
        cells: list[list[Any]] = [[known[row[0]], f"=B{index}*C{index}"] for index, row in enumerate(rows, 2)]
        (done,) = yield [book.write("Quote", cells, lines, prices, at="C2")]
        (total,) = yield [
            book.write(
                "Quote", [["Total", f"=SUM(D2:D{len(rows) + 1})"]], lines, done, at=f"C{len(rows) + 2}"
            )
        ]
        require(total, "Data written")
        values = {row[0]: round(row[1] * known[row[0]], 2) for row in rows}
        top = max(values, key=lambda name: values[name])
        return Solution(
            f"The quote comes to {sum(values.values()):.2f}; {top} is its largest position.",
            checks=(
                quote.check(file),
                NoStrayFiles((file,)),
            ),
            fields={
                "largest": Expected(top),
                "largest_value": amount(
                    values[top], known[top], next(row[1] for row in rows if row[0] == top)
                ),
                "total": amount(sum(values.values()), *(known[name] for name in values)),
            },
        )

    return TaskSpec(
        level="L2",
        words={"file": file},
        plans=(plan,),
        servers=(SERVER,),
        files=(quote.file(file),),
        key_facts=(max(zip(quote.values(), quote.lines, strict=True))[1][0],),
    )


def _remove_department_plan(
    book: Book, copy: str, department: str, kept: tuple[tuple[Any, ...], ...], ledger: Ledger
) -> Plan:
    (copied,) = yield [book.copy_sheet(SHEET, copy)]
    require(copied, "copied")
    (found,) = yield [book.read(SHEET, copied)]
    places = [index for index, row in enumerate(sheet_rows(found), 1) if row[1] == department]
    before = found
    for place in reversed(places):  # from below: rows move up
        (before,) = yield [book.delete_rows(SHEET, place, found, before)]
        require(before, "Deleted")
    gone = [sheet_rows(found)[place - 1] for place in places]
    total = sum(row[3] for row in gone)
    return Solution(
        f"{join(row[2] for row in gone)} are gone, {total} in all.",
        checks=(
            SheetCells(ledger.name, sheet=SHEET, columns=HEADER, rows=kept, ordered=True),
            SheetCells(
                ledger.name,
                sheet=copy,
                columns=HEADER,
                rows=tuple(map(tuple, ledger.expenses)),
                ordered=True,
            ),
            NoStrayFiles((ledger.name,)),
        ),
        fields={
            "items": listed(row[2] for row in gone),
            "total": Expected(total, grounds=tuple(row[3] for row in gone)),
        },
    )


def remove_department(draw: TaskDraw) -> TaskSpec:
    """Keep a copy of a sheet, and delete the rows of a department."""

    def some(ledger: Ledger) -> str | None:
        own = {
            name: sum(expense.department == name for expense in ledger.expenses) for name in ledger.budgets
        }
        return next((name for name, count in own.items() if count in (2, 3)), None)

    ledger = first_fitting(draw, lambda part: draw_ledger(draw, part), lambda one: some(one) is not None)
    department = str(some(ledger))
    book, copy = Book(ledger.name), draw.pick(("Backup", "Original", "Before"), "copy")
    removed = [expense for expense in ledger.expenses if expense.department == department]
    kept = tuple(tuple(expense) for expense in ledger.expenses if expense.department != department)

    return TaskSpec(
        level="L2",
        words={"file": ledger.name, "sheet": SHEET, "department": department, "copy": copy},
        plans=(partial(_remove_department_plan, book, copy, department, kept, ledger),),
        servers=(SERVER,),
        files=(ledger.file(),),
        key_facts=tuple(one.item for one in removed),
    )


LARGE_JOBS = (department_totals, budget_chart, fill_prices, remove_department)
