"""Small changes of the workbook, and a question."""

from __future__ import annotations

from m3bench.checks import Expected, NoStrayFiles, SheetCells
from m3bench.suites import Plan, Solution
from m3bench_suites.builders.tasks import TaskSpec
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.offices._shared.expenses.data import (
    BUDGETS,
    HEADER,
    ITEMS,
    ROWS,
    SHEET,
    Expense,
    Ledger,
    draw_ledger,
)
from m3bench_suites.builders.verse.offices._shared.fitting import first_fitting
from m3bench_suites.builders.verse.offices._shared.sheets import SERVER, Book, require, sheet_rows


def _table(ledger: Ledger, expenses: list[Expense]) -> SheetCells:
    """Return the check that the sheet has exactly these expenses, in this order."""
    rows = tuple(tuple(expense) for expense in expenses)
    return SheetCells(ledger.name, sheet=SHEET, columns=HEADER, rows=rows, ordered=True)


def add_expense(draw: TaskDraw) -> TaskSpec:
    """Add an expense below the others."""
    ledger = draw_ledger(draw)
    book = Book(ledger.name)
    known = {expense.item for expense in ledger.expenses}
    item = draw.pick([name for name in ITEMS if name not in known], "new item")
    added = Expense(
        "2025-04-30",
        draw.pick(sorted(ledger.budgets), "new department"),
        item,
        draw.whole(901, 1400, "new amount"),
    )

    def plan() -> Plan:
        (found,) = yield [book.read(SHEET)]
        rows = sheet_rows(found)
        (done,) = yield [book.write(SHEET, [added], found, at=f"A{len(rows) + 1}")]
        require(done, "Data written")
        above = rows[-1][HEADER.index("Item")]
        return Solution(
            f"The expense is in row {len(rows) + 1}, below {above}.",
            checks=(_table(ledger, [*ledger.expenses, added]), NoStrayFiles((ledger.name,))),
            fields={"row": Expected(len(rows) + 1, grounds=()), "above": Expected(above)},
        )

    return TaskSpec(
        level="L1",
        words={"file": ledger.name, "sheet": SHEET, **added._asdict()},
        plans=(plan,),
        servers=(SERVER,),
        files=(ledger.file(),),
        key_facts=(ledger.expenses[-1].item,),
    )


def total_row(draw: TaskDraw) -> TaskSpec:
    """Add a total below the amounts, as a formula."""
    ledger = draw_ledger(draw, count=draw.whole(7, ROWS, "count"))
    book = Book(ledger.name)
    last = len(ledger.expenses) + 1
    largest = max(ledger.expenses, key=lambda one: one.amount)

    def plan() -> Plan:
        (found,) = yield [book.read(SHEET)]
        rows = sheet_rows(found)
        formula = f"=SUM(D2:D{len(rows)})"
        (done,) = yield [book.write(SHEET, [["Total", formula]], found, at=f"C{len(rows) + 1}")]
        require(done, "Data written")
        top = max(rows[1:], key=lambda row: row[3])
        total = sum(expense.amount for expense in ledger.expenses)
        cells = {f"C{last + 1}": "Total", f"D{last + 1}": total, f"D{last}": ledger.expenses[-1].amount}
        return Solution(
            f"The total is in D{len(rows) + 1}. The largest expense is {top[2]} with {top[3]}.",
            checks=(
                SheetCells(
                    ledger.name, sheet=SHEET, cells=cells, formulas={f"D{last + 1}": f"=SUM(D2:D{last})"}
                ),
                NoStrayFiles((ledger.name,)),
            ),
            fields={
                "cell": Expected(f"D{len(rows) + 1}", grounds=()),
                "largest_item": Expected(top[2]),
                "largest_amount": Expected(top[3]),
            },
        )

    return TaskSpec(
        level="L1",
        words={"file": ledger.name, "sheet": SHEET},
        plans=(plan,),
        servers=(SERVER,),
        files=(ledger.file(),),
        key_facts=(largest.item,),
    )


def correct_amount(draw: TaskDraw) -> TaskSpec:
    """Correct the amount of one item."""
    ledger = draw_ledger(draw)
    book = Book(ledger.name)
    index = draw.whole(2, 9, "wrong")
    wrong, right = ledger.expenses[index], draw.whole(901, 1400, "right")
    expenses = [
        expense._replace(amount=right) if expense == wrong else expense for expense in ledger.expenses
    ]

    def plan() -> Plan:
        (found,) = yield [book.read(SHEET)]
        rows = sheet_rows(found)
        row = next(number for number, row in enumerate(rows, 1) if row[2] == wrong.item)
        (done,) = yield [book.write(SHEET, [[right]], found, at=f"D{row}")]
        require(done, "Data written")
        old, department = rows[row - 1][3], rows[row - 1][1]
        return Solution(
            f"D{row} was {old} and is {right} now; it belongs to {department}.",
            checks=(_table(ledger, expenses), NoStrayFiles((ledger.name,))),
            fields={
                "cell": Expected(f"D{row}", grounds=()),
                "old_amount": Expected(old),
                "department": Expected(department),
            },
        )

    return TaskSpec(
        level="L1",
        words={"file": ledger.name, "sheet": SHEET, "item": wrong.item, "right": right},
        plans=(plan,),
        servers=(SERVER,),
        files=(ledger.file(),),
        key_facts=(str(wrong.amount), f"D{index + 2}"),
    )


def largest_of_department(draw: TaskDraw) -> TaskSpec:
    """Find the two largest expenses of a department, and its budget."""
    ledger = first_fitting(
        draw,
        lambda part: draw_ledger(draw, part, count=2 * ROWS, departments=5),
        lambda one: all(
            sum(expense.department == name for expense in one.expenses) > 2 for name in one.budgets
        ),
    )
    book = Book(ledger.name)
    department = draw.pick(sorted(ledger.budgets), "asked")
    own = sorted(
        (expense for expense in ledger.expenses if expense.department == department),
        key=lambda one: -one.amount,
    )

    def plan() -> Plan:
        upper, lower, budgets = yield [
            book.read(SHEET, first="A1", last=f"D{ROWS + 1}"),
            book.read(SHEET, first=f"A{ROWS + 2}", last=f"D{2 * ROWS + 1}"),
            book.read(BUDGETS),
        ]
        found = [*sheet_rows(upper)[1:], *sheet_rows(lower)]
        rows = sorted((row for row in found if row[1] == department), key=lambda row: -row[3])
        budget = next(row[1] for row in sheet_rows(budgets) if row[0] == department)
        first, second = rows[:2]
        return Solution(
            f"{first[2]} for {first[3]} on {first[0]} is the largest, then {second[2]}; the budget is "
            f"{budget}.",
            checks=(NoStrayFiles(),),
            fields={
                "item": Expected(first[2]),
                "amount": Expected(first[3]),
                "date": Expected(first[0]),
                "second_item": Expected(second[2]),
                "budget": Expected(budget),
            },
        )

    return TaskSpec(
        level="L1",
        kind="retrieval",
        words={"file": ledger.name, "sheet": SHEET, "budgets": BUDGETS, "department": department},
        plans=(plan,),
        servers=(SERVER,),
        files=(ledger.file(),),
        key_facts=(own[0].item, own[1].item),
    )


SMALL_JOBS = (add_expense, total_row, correct_amount, largest_of_department)
