"""Small changes of the workbook, and a question."""

from __future__ import annotations

from m3bench.checks import Expected, NoStrayFiles, SheetCells
from m3bench.suites import Plan, Solution
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
from m3bench_suites.builders.verse.offices._shared.job import (
    RETRIEVAL,
    Job,
    Wording,
    code,
    date,
    first_fitting,
    number,
    text,
)
from m3bench_suites.builders.verse.offices._shared.sheets import SERVER, Book, require, sheet_rows
from m3bench_suites.builders.verse.offices._shared.values import counted


def _table(ledger: Ledger, expenses: list[Expense]) -> SheetCells:
    """Return the check that the sheet has exactly these expenses, in this order."""
    rows = tuple(tuple(one) for one in expenses)
    return SheetCells(ledger.name, sheet=SHEET, columns=HEADER, rows=rows, ordered=True)


_ADD_EXPENSE = Wording(
    requests=(
        """Add an expense at the end of the sheet {sheet} in {file}: date {date}, department {department},
        item {item}, amount {amount}. In which row is it, and which item is in the row above?""",
        """Please enter this in {file}, sheet {sheet}, in the first free row: {date}, {department},
        {item}, {amount}. Tell me the number of the row and the item directly above it.""",
    ),
    fuzzy=(
        """I bought something for {department} on {date}: {item}, {amount} euros. Put it below the other
        entries on the {sheet} sheet of {file}. Which row did it get, and what is the item just above?""",
        """Another one for {file} ({sheet}): {item} for {department}, {amount}, on {date}. It goes to the
        end of the list. What row is that, and which item comes before it?""",
    ),
)


def add_expense(draw: TaskDraw) -> Job:
    """Add an expense below the others."""
    ledger = draw_ledger(draw)
    book = Book(ledger.name)
    known = {one.item for one in ledger.expenses}
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
            fields={"row": counted(len(rows) + 1), "above": Expected(above)},
        )

    return Job(
        level="L1",
        wording=_ADD_EXPENSE,
        words={"file": ledger.name, "sheet": SHEET, **added._asdict()},
        fields=(
            number("row", "the number of the row with the new expense"),
            text("above", "the item in the row above it"),
        ),
        plan=plan,
        servers=(SERVER,),
        files=(ledger.file(),),
        secrets=(ledger.expenses[-1].item,),
    )


_TOTAL_ROW = Wording(
    requests=(
        """On the sheet {sheet} of {file}, directly below the last amount in column D, add a SUM formula
        over all amounts, with the word Total in the cell to its left. Which cell has the formula, and
        what is the largest single expense (item and amount)?""",
        """{file}, sheet {sheet}: write Total in column C of the first row below the list, and next to it
        in column D a SUM formula for the amounts above. Tell me the cell of the formula, and the item
        and amount of the largest expense.""",
    ),
    fuzzy=(
        """The list on {sheet} in {file} needs a total right below it: the word Total under the items, and
        a SUM formula under the amounts. Where is the formula, and what was our most expensive item, at
        what amount?""",
        """Please finish off the {sheet} sheet of {file} with a Total line under the last entry (label
        under Item, a SUM formula under Amount). In which cell is the sum, and which item cost most,
        and how much?""",
    ),
)


def total_row(draw: TaskDraw) -> Job:
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
        total = sum(one.amount for one in ledger.expenses)
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

    return Job(
        level="L1",
        wording=_TOTAL_ROW,
        words={"file": ledger.name, "sheet": SHEET},
        fields=(
            code("cell", "the cell with the formula, such as B7"),
            text("largest_item", "the item of the largest expense"),
            number("largest_amount", "its amount"),
        ),
        plan=plan,
        servers=(SERVER,),
        files=(ledger.file(),),
        secrets=(largest.item,),
    )


_CORRECT_AMOUNT = Wording(
    requests=(
        """In {file}, on the sheet {sheet}, the amount of “{item}” is wrong. It must be {right}. Correct
        it, and tell me which cell you changed, what it said before, and whose department the expense
        belongs to.""",
        """The invoice for “{item}” was over {right}, but {file} (sheet {sheet}) says something else.
        Please fix the amount. Which cell was it, what was the old amount, and which department is
        charged?""",
    ),
    fuzzy=(
        """“{item}” actually cost {right}. Put that right on the {sheet} sheet of {file}; which cell was
        it, what stood there before, and which department pays?""",
        """There's a wrong figure in {file}: “{item}” on {sheet} should be {right}. Fix it and tell me the
        cell, the old amount and the department.""",
    ),
)


def correct_amount(draw: TaskDraw) -> Job:
    """Correct the amount of one item."""
    ledger = draw_ledger(draw)
    book = Book(ledger.name)
    index = draw.whole(2, 9, "wrong")
    wrong, right = ledger.expenses[index], draw.whole(901, 1400, "right")
    expenses = [one._replace(amount=right) if one == wrong else one for one in ledger.expenses]

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

    return Job(
        level="L1",
        wording=_CORRECT_AMOUNT,
        words={"file": ledger.name, "sheet": SHEET, "item": wrong.item, "right": right},
        fields=(
            code("cell", "the cell that was changed, such as B7"),
            number("old_amount", "the amount before the change"),
            text("department", "the department of the expense"),
        ),
        plan=plan,
        servers=(SERVER,),
        files=(ledger.file(),),
        secrets=(str(wrong.amount), f"D{index + 2}"),
    )


_LARGEST_OF_DEPARTMENT = Wording(
    requests=(
        """Look at {file}: what is the largest expense of the department {department} on the sheet {sheet}
        (item, amount and date), what is its second largest item, and which budget does the sheet
        {budgets} give the department?""",
        """From the workbook {file} I need, for {department}: its most expensive item on the sheet {sheet}
        with amount and date, the item with the second highest amount, and its budget from the sheet
        {budgets}.""",
    ),
    fuzzy=(
        """What did {department} spend the most on, according to {file}? Give me item, amount and day, the
        runner-up, and the budget they have.""",
        """Check {file} for me: the priciest thing {department} bought (what, how much, when), the second
        priciest, and their budget.""",
    ),
)


_LARGEST_OF_DEPARTMENT_FIELDS = (
    text("item", "the item of the largest expense of the department"),
    number("amount", "its amount"),
    date("date", "its date"),
    text("second_item", "the item of the second largest expense of the department"),
    number("budget", "the budget of the department"),
)


def largest_of_department(draw: TaskDraw) -> Job:
    """Find the two largest expenses of a department, and its budget."""
    ledger = first_fitting(
        draw,
        lambda part: draw_ledger(draw, part, count=2 * ROWS, departments=5),
        lambda one: all(sum(each.department == name for each in one.expenses) > 2 for name in one.budgets),
    )
    book = Book(ledger.name)
    department = draw.pick(sorted(ledger.budgets), "asked")
    own = sorted(
        (one for one in ledger.expenses if one.department == department), key=lambda one: -one.amount
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

    return Job(
        level="L1",
        kind=RETRIEVAL,
        wording=_LARGEST_OF_DEPARTMENT,
        words={"file": ledger.name, "sheet": SHEET, "budgets": BUDGETS, "department": department},
        fields=_LARGEST_OF_DEPARTMENT_FIELDS,
        plan=plan,
        servers=(SERVER,),
        files=(ledger.file(),),
        secrets=(own[0].item, own[1].item),
    )


SMALL_JOBS = (add_expense, total_row, correct_amount, largest_of_department)
