"""Checks of spreadsheets."""

from m3bench.checks.sheets.looks import SheetBold, SheetChart, heading_cells
from m3bench.checks.sheets.reading import Sheet, read_sheet
from m3bench.checks.sheets.sheets import SheetCells
from m3bench.checks.sheets.tables import Table, find_table, same_cell

__all__ = [
    "Sheet",
    "SheetBold",
    "SheetCells",
    "SheetChart",
    "Table",
    "find_table",
    "heading_cells",
    "read_sheet",
    "same_cell",
]
