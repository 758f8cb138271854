"""Checks of spreadsheets."""

from m3bench.checks.sheets.looks import SheetBold, SheetChart, heading_cells
from m3bench.checks.sheets.reading import Sheet, read_sheet
from m3bench.checks.sheets.sheets import SheetCells
from m3bench.checks.sheets.tables import Table, cell_matches, find_table

__all__ = [
    "Sheet",
    "SheetBold",
    "SheetCells",
    "SheetChart",
    "Table",
    "cell_matches",
    "find_table",
    "heading_cells",
    "read_sheet",
]
