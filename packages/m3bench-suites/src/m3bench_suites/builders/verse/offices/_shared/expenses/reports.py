"""Larger changes of workbooks: new sheets, columns, charts and copies."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from m3bench.checks import Expected, NoStrayFiles, SheetBold, SheetCells, SheetChart
from m3bench.suites import DataFile, Plan, Solution
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.expenses.data import (
    BUDGETS,
    HEADER,
    SHEET,
    Ledger,
    draw_ledger,
)
from m3bench_suites.builders.verse.offices._shared.job import Job, Wording, first_fitting, number, text, texts
from m3bench_suites.builders.verse.offices._shared.sheets import SERVER, Book, require, sheet_rows
from m3bench_suites.builders.verse.offices._shared.values import amount, join, listed
from m3bench_suites.builders.verse.offices._shared.words import GOODS


def _has_leader(ledger: Ledger) -> bool:
    values = sorted(ledger.spent().values())
    return values[-1] > values[-2] and values[0] < values[1] and values[0] > 0


_DEPARTMENT_TOTALS = Wording(
    requests=(
        """Add a sheet “{sheet}” to {file} with the columns Department and Total: the sum of the amounts
        on the sheet {source} for each department, in alphabetical order, with the headings in bold.
        Which department spent the most and which the least, and how much each?""",
        """Please sum up the amounts on the sheet {source} of {file} by department, on a new sheet named
        “{sheet}”: Department and Total as bold headings, departments from A to Z. Report the highest
        and the lowest total with their departments.""",
    ),
    fuzzy=(
        """What has each department spent? Make a sheet “{sheet}” in {file} out of {source}: bold headings
        Department and Total, one line per department from A to Z. Who is highest, who is lowest, and
        at how much?""",
        """I want an overview in {file}: a new sheet “{sheet}” with Department and Total (bold headings,
        alphabetical), computed from {source}. Tell me the biggest and the smallest spender with their
        totals.""",
    ),
)


_DEPARTMENT_TOTALS_FIELDS = (
    text("highest", "the department that spent the most"),
    number("highest_total", "its total"),
    text("lowest", "the department that spent the least"),
    number("lowest_total", "its total"),
)


def department_totals(draw: TaskDraw) -> Job:
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
                "highest_total": Expected(totals[top], grounds=own[top]),
                "lowest": Expected(low),
                "lowest_total": Expected(totals[low], grounds=own[low]),
            },
        )

    return Job(
        level="L2",
        wording=_DEPARTMENT_TOTALS,
        words={"file": ledger.name, "sheet": sheet, "source": SHEET},
        fields=_DEPARTMENT_TOTALS_FIELDS,
        plan=plan,
        servers=(SERVER,),
        files=(ledger.file(),),
        secrets=(max(spent, key=lambda name: spent[name]),),
    )


_BUDGET_CHART = Wording(
    requests=(
        """On the sheet {sheet} of {file}, add a column Left (column D) with budget minus costs, and a bar
        chart of the budgets by department. Which department has the most left and how much, and which
        has the least left (it may be overspent), and how much?""",
        """{file}, sheet {sheet}: fill column D, with the heading Left, with Budget minus Costs, and
        insert a bar chart that shows the budget of each department. Tell me the departments with the
        largest and the smallest rest, and both amounts.""",
    ),
    fuzzy=(
        """How much does everybody have left? Add that to the {sheet} sheet of {file} as column D, “Left”
        (budget minus costs), and draw a bar chart of the budgets. Who has the most left and who the
        least, or is over, and by how much?""",
        """Please extend {file}: a column “Left” (D) on {sheet}, budget minus costs, plus a bar chart with
        the budget of each department. Which department is best off, which worst, and what are their
        amounts?""",
    ),
)


_BUDGET_CHART_FIELDS = (
    text("most_left", "the department with the most left"),
    number("most", "what it has left"),
    text("least_left", "the department with the least left"),
    number("least", "what it has left; negative if it is overspent"),
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


def budget_chart(draw: TaskDraw) -> Job:
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

    return Job(
        level="L2",
        wording=_BUDGET_CHART,
        words={"file": file, "sheet": BUDGETS},
        fields=_BUDGET_CHART_FIELDS,
        plan=partial(_budget_chart_plan, book, budgets, file, rows),
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
        for place, ((article, _), value) in enumerate(zip(self.lines, self.values(), strict=True), 2):
            cells |= {f"A{place}": article, f"C{place}": self.prices[article], f"D{place}": value}
        formulas = {f"D{place}": f"=B{place}*C{place}" for place in range(2, last + 1)}
        return SheetCells(name, sheet="Quote", cells=cells, formulas=formulas)


def _quote(draw: TaskDraw, part: int) -> _Quote:
    goods = [name for names in GOODS.values() for name in names]
    known = draw.sample(goods, 14, "goods", part)
    prices = {name: draw.whole(40, 900, "price", part, name) / 4 for name in known}
    wanted = draw.sample(known, 6, "wanted", part)
    return _Quote([(name, draw.whole(2, 14, "pieces", part, name)) for name in wanted], prices)


_FILL_PRICES = Wording(
    requests=(
        """Complete the sheet Quote of {file}: take the price of each article from the sheet Prices into
        column C, put a formula quantity times price into column D (=B2*C2 and so on), and below the
        last line write Total in column C and a SUM formula in column D. Which article has the highest
        value, what is it, and what is the total?""",
        """In {file}, the sheet Quote lacks prices and values. Look up the prices on the sheet Prices and
        enter them in column C; in column D, use formulas like =B2*C2; then add a row with Total in C
        and the sum of the values, as a SUM formula, in D. Report the article with the highest value,
        that value, and the total.""",
    ),
    fuzzy=(
        """Please finish the quote in {file}: prices are on the other sheet, Prices, and belong in column
        C, values in column D as formulas (=B2*C2 …), with a Total line below (word in C, SUM formula
        in D). What is the most expensive position, its value, and the total?""",
        """The Quote sheet in {file} has only articles and quantities. Fill in the prices from Prices (C),
        the values as formulas like =B2*C2 (D), and a Total under them (C: the word, D: a SUM formula).
        Which article weighs most, with what value, and what does it all come to?""",
    ),
)


_FILL_PRICES_FIELDS = (
    text("largest", "the article with the highest value"),
    number("largest_value", "its value"),
    number("total", "the total of the quote"),
)


def fill_prices(draw: TaskDraw) -> Job:
    """Fill in prices from another sheet, and formulas for the values."""
    quote = first_fitting(draw, lambda part: _quote(draw, part), _Quote.has_leader)
    file = draw.pick(("quote.xlsx", "offer.xlsx", "estimate.xlsx"), "file")
    book = Book(file)

    def plan() -> Plan:
        lines, prices = yield [book.read("Quote"), book.read("Prices")]
        known = {row[0]: row[1] for row in sheet_rows(prices)[1:]}
        rows = sheet_rows(lines)[1:]
        cells: list[list[Any]] = [[known[row[0]], f"=B{place}*C{place}"] for place, row in enumerate(rows, 2)]
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

    return Job(
        level="L2",
        wording=_FILL_PRICES,
        words={"file": file},
        fields=_FILL_PRICES_FIELDS,
        plan=plan,
        servers=(SERVER,),
        files=(quote.file(file),),
        secrets=(max(zip(quote.values(), quote.lines, strict=True))[1][0],),
    )


_REMOVE_DEPARTMENT = Wording(
    requests=(
        """{department} keeps its own books from now on. In {file}, first copy the sheet {sheet} as
        “{copy}”, then delete all rows of {department} from {sheet}, without leaving gaps. Which items
        are removed, and what do they add up to?""",
        """Please take the expenses of {department} out of the sheet {sheet} in {file}: delete these rows
        so that no empty rows remain. Before that, keep a copy of the sheet under the name “{copy}”.
        Name the deleted items and the sum of their amounts.""",
    ),
    fuzzy=(
        """{department} no longer belongs to us, so its rows on {sheet} in {file} have to go, with no
        blank rows left. Keep the sheet as it was as “{copy}” in the same file. Which items were
        theirs, and how much was it in total?""",
        """Remove everything of {department} from {sheet} in {file} (close the gaps), but save the sheet
        first as “{copy}”. What items was that, and what sum?""",
    ),
)


_REMOVE_DEPARTMENT_FIELDS = (
    texts("items", "the items of the deleted rows"),
    number("total", "the sum of their amounts"),
)


def _remove_department_plan(
    book: Book, copy: str, department: str, kept: tuple[tuple[Any, ...], ...], ledger: Ledger
) -> Plan:
    (copied,) = yield [book.copy_sheet(SHEET, copy)]
    require(copied, "copied")
    (found,) = yield [book.read(SHEET, copied)]
    places = [place for place, row in enumerate(sheet_rows(found), 1) if row[1] == department]
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


def remove_department(draw: TaskDraw) -> Job:
    """Keep a copy of a sheet, and delete the rows of a department."""

    def some(ledger: Ledger) -> str | None:
        own = {name: sum(one.department == name for one in ledger.expenses) for name in ledger.budgets}
        return next((name for name, count in own.items() if count in (2, 3)), None)

    ledger = first_fitting(draw, lambda part: draw_ledger(draw, part), lambda one: some(one) is not None)
    department = str(some(ledger))
    book, copy = Book(ledger.name), draw.pick(("Backup", "Original", "Before"), "copy")
    removed = [one for one in ledger.expenses if one.department == department]
    kept = tuple(tuple(one) for one in ledger.expenses if one.department != department)

    return Job(
        level="L2",
        wording=_REMOVE_DEPARTMENT,
        words={"file": ledger.name, "sheet": SHEET, "department": department, "copy": copy},
        fields=_REMOVE_DEPARTMENT_FIELDS,
        plan=partial(_remove_department_plan, book, copy, department, kept, ledger),
        servers=(SERVER,),
        files=(ledger.file(),),
        secrets=tuple(one.item for one in removed),
    )


LARGE_JOBS = (department_totals, budget_chart, fill_prices, remove_department)
