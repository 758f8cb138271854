"""Expenses and budgets of departments, in a workbook."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from m3bench.suites import DataFile
from m3bench_suites.builders.verse.family import TaskDraw

SHEET, BUDGETS = "Expenses", "Budgets"
HEADER = ("Date", "Department", "Item", "Amount")
DEPARTMENTS = ("Archive", "Design", "Facilities", "Legal", "Marketing", "Workshop")
ITEMS = (
    "Box of folders", "Bus tickets", "Camera lens", "Cleaning service", "Coffee beans", "Conference fee",
    "Cordless drill", "Door signs", "Extension leads", "Fire blankets", "Flip chart", "Glue sticks",
    "Headsets", "Hotel in Graz", "Label printer", "Ladder", "Loudspeaker", "Magnets", "Monitor arm",
    "Notebooks", "Office chair", "Paint", "Paper", "Plants", "Poster prints", "Projector", "Sample tiles",
    "Scanner", "Shredder", "Stamps", "Taxi", "Toner", "Train to Dijon", "Tripod", "USB cables", "Whiteboard",
)  # fmt: skip
FILES = ("expenses.xlsx", "spending.xlsx", "costs.xlsx")
ROWS = 11
"""So many expenses and a header fit into one result of the server; longer sheets are read in parts."""
_FIRST_DAY = date(2025, 2, 3)


class Expense(NamedTuple):
    date: str
    department: str
    item: str
    amount: int


class Ledger(NamedTuple):
    """A workbook with the expenses, in the order of their dates, and the budget of each department."""

    name: str
    expenses: list[Expense]
    budgets: dict[str, int]

    def file(self) -> DataFile:
        rows = [list(HEADER), *(list(expense) for expense in self.expenses)]
        budgets = [["Department", "Budget"], *([name, value] for name, value in self.budgets.items())]
        return DataFile(self.name, "xlsx", {SHEET: rows, BUDGETS: budgets})

    def spent(self) -> dict[str, int]:
        """Return the sum of each department, in the order of the budgets."""
        return {
            name: sum(expense.amount for expense in self.expenses if expense.department == name)
            for name in self.budgets
        }


def draw_ledger(draw: TaskDraw, part: int = 0, *, count: int = ROWS, departments: int = 3) -> Ledger:
    """Draw expenses with different items and different amounts."""
    names = sorted(draw.sample(DEPARTMENTS, departments, "departments", part))
    items = draw.sample(ITEMS, count, "items", part)
    amounts = draw.sample(range(12, 900), count, "amounts", part)
    days = sorted(draw.whole(0, 80, "day", part, index) for index in range(count))
    expenses = [
        Expense(
            (_FIRST_DAY + timedelta(days=day)).isoformat(),
            draw.pick(names, "department", part, item),
            item,
            amount,
        )
        for day, item, amount in zip(days, items, amounts, strict=True)
    ]
    budgets = {name: draw.whole(8, 40, "budget", part, name) * 100 for name in names}
    return Ledger(draw.pick(FILES, "file"), expenses, budgets)
