"""Checks of spreadsheets."""

from m3bench.checks.sheets.looks import SheetBold, SheetChart
from m3bench.checks.sheets.reading import Sheet, read_sheet
from m3bench.checks.sheets.sheets import SheetCells
from m3bench.checks.sheets.tables import cell_matches
from m3bench.checks.sheets.workbook_contents import workbook_contents

__all__ = [
    "Sheet",
    "SheetBold",
    "SheetCells",
    "SheetChart",
    "cell_matches",
    "read_sheet",
    "workbook_contents",
]
