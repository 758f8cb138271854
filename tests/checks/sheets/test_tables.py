"""Tables in sheets: what counts as the same table, and what does not."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.chart import BarChart, PieChart, Reference
from openpyxl.styles import Font

from m3bench.checks import SheetBold, SheetCells, SheetChart, Verdict
from tests.checks.outcomes import evidence_of

CHECK = SheetCells(
    "a.xlsx",
    columns=("Drug", "Price", "Reports"),
    rows=(("Ibuprofen", 4.99, 120), ("Menthol", [None, "n/a"], [None, "n/a"])),
    headings={"Price": ("Cost",)},
    any_heading=True,
    totals=("Price",),
)
ROWS: list[list[Any]] = [["Ibuprofen", 4.99, 120], ["Menthol", None, None], ["Total", "=SUM(B2:B3)"]]


def judged(folder: Path, rows: Sequence[Sequence[Any]], check: SheetCells = CHECK) -> Verdict:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(list(row))
    book.save(folder / "a.xlsx")
    return check.evaluate(evidence_of(folder))


@pytest.mark.parametrize(
    "headings",
    [
        ["Drug", "Price", "Reports"],
        ["Active ingredient", "Cheapest price (USD)", "Adverse events"],
        ["Medicine", "Cost", "Bad reactions"],
    ],
)
def test_headings_in_other_words_count(headings: list[str], tmp_path: Path) -> None:
    verdict = judged(tmp_path, [headings, *ROWS])
    assert verdict.passed, verdict.reason


def test_columns_may_stand_in_another_order_with_others_between(tmp_path: Path) -> None:
    rows: list[list[Any]] = [
        ["No", "Reports", "Note", "Drug", "Price"],
        [1, "120", "-", "ibuprofen (Advil)", 4.99],
        [2, "n/a", "-", "Menthol", "n/a"],
        [],
        ["", "", "", "Sum", "=E2"],
    ]
    verdict = judged(tmp_path, rows)
    assert verdict.passed, verdict.reason


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([["Drug", "Reports", "Price"], *ROWS], "no row 'Ibuprofen' | 4.99 | 120"),
        ([["Drug", "Price", "Reports"], *ROWS[1:]], "no row 'Ibuprofen' | 4.99 | 120"),
        ([["Drug", "Price", "Reports"], *ROWS, ["Aspirin", 1.0, 2]], "3 rows below the headings, expected 2"),
        (
            [["Drug", "Price", "Reports"], *ROWS[:2], ["Total", 4.99]],
            "no formula below Price computes its sum",
        ),
        (
            [["Drug", "Price", "Reports"], *ROWS[:2], ["Total", "=SUM(B2:B2)+1"]],
            "no formula below Price computes its sum",
        ),
        ([["Drug", "x", "y"], ["Ibuprofen", 9, 120], *ROWS[1:]], "has no column Price"),
        ([["Drug", None, None], *ROWS], "has no column Price, Reports"),
        ([*ROWS], "has no column"),
    ],
)
def test_wrong_tables_do_not(rows: list[list[Any]], reason: str, tmp_path: Path) -> None:
    verdict = judged(tmp_path, rows)
    assert not verdict.passed
    assert reason in verdict.reason


def test_descriptions_draw_on_their_source(tmp_path: Path) -> None:
    text = "An apple is the round edible fruit of Malus domestica, a tree of the rose family."
    check = SheetCells("a.xlsx", columns=("Food", "Text"), rows=(("Apple", {"$about": text}),))
    told = "Round, edible fruit of a tree (Malus domestica)"
    assert judged(tmp_path, [["Food", "Text"], ["apples", told]], check).passed
    for other in (None, "yes", "A popular snack that people everywhere enjoy on sunny days", 3):
        assert not judged(tmp_path, [["Food", "Text"], ["Apple", other]], check).passed


def test_unknown_columns_are_refused() -> None:
    with pytest.raises(ValueError, match="'Cost' is not one of the columns"):
        SheetCells("a.xlsx", columns=("Price",), totals=("Cost",))


def test_bold_headings_are_seen(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append(["A title"])
    book.active.append(["Drug", "Price"])
    book.save(tmp_path / "a.xlsx")
    check = SheetBold("a.xlsx", headings=2)
    assert "A2, B2 are not bold" in check.evaluate(evidence_of(tmp_path)).reason
    for cell in book.active[2]:
        cell.font = Font(bold=True)
    book.save(tmp_path / "a.xlsx")
    assert check.evaluate(evidence_of(tmp_path)).passed
    assert "no row with 3 headings" in SheetBold("a.xlsx", headings=3).evaluate(evidence_of(tmp_path)).reason


def test_charts_are_known_by_kind_and_values(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    page = book.active
    for row in (["Food", "Comments"], ["Apple", 12], ["Pear", 7]):
        page.append(row)
    for kind, place in ((BarChart, "D2"), (PieChart, "D20")):
        chart = kind()
        chart.add_data(Reference(page, min_col=2, min_row=2, max_row=3))
        page.add_chart(chart, place)
    book.save(tmp_path / "a.xlsx")
    evidence = evidence_of(tmp_path)
    assert SheetChart("a.xlsx", "bar", (7, 12)).evaluate(evidence).passed
    assert SheetChart("a.xlsx", "pie", (7, 12)).evaluate(evidence).passed
    assert "no bar chart plots the values" in SheetChart("a.xlsx", "bar", (7, 13)).evaluate(evidence).reason
    assert "has no line chart" in SheetChart("a.xlsx", "line", (7, 12)).evaluate(evidence).reason
