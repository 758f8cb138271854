"""Calls of the spreadsheet server, and the cells it returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.suites import CallResult, PlanError, PlannedCall, call

SERVER = "excel"


def place(file: str) -> str:
    """Return the full path of a file, which some servers require."""
    return f"${{WORKSPACE}}/{file}"


class Book:
    """A workbook, by the name of its file."""

    def __init__(self, file: str) -> None:
        self.file = file

    def create(self, *uses: CallResult) -> PlannedCall:
        return call(f"{SERVER}/create_workbook", *uses, filepath=place(self.file))

    def read(self, sheet: str, *uses: CallResult, first: str = "", last: str = "") -> PlannedCall:
        """Read a sheet, or the cells between two corners."""
        cells = {"start_cell": first, "end_cell": last} if first else {}
        return self._on("read_data_from_excel", sheet, *uses, **cells)

    def write(
        self, sheet: str, rows: Sequence[Sequence[Any]], *uses: CallResult, at: str = "A1"
    ) -> PlannedCall:
        """Write rows from a cell on. A sheet that does not exist is added."""
        return self._on("write_data_to_excel", sheet, *uses, data=[list(row) for row in rows], start_cell=at)

    def make_bold(self, sheet: str, first: str, last: str, *uses: CallResult) -> PlannedCall:
        return self._on("format_range", sheet, *uses, start_cell=first, end_cell=last, bold=True)

    def chart(self, sheet: str, cells: str, kind: str, title: str, *uses: CallResult) -> PlannedCall:
        return self._on(
            "create_chart", sheet, *uses, data_range=cells, chart_type=kind, target_cell="H2", title=title
        )

    def delete_rows(self, sheet: str, first: int, *uses: CallResult) -> PlannedCall:
        return self._on("delete_sheet_rows", sheet, *uses, start_row=first, count=1)

    def copy_sheet(self, sheet: str, copy: str, *uses: CallResult) -> PlannedCall:
        return call(
            f"{SERVER}/copy_worksheet",
            *uses,
            filepath=place(self.file),
            source_sheet=sheet,
            target_sheet=copy,
        )

    def rename_sheet(self, sheet: str, name: str, *uses: CallResult) -> PlannedCall:
        return call(
            f"{SERVER}/rename_worksheet", *uses, filepath=place(self.file), old_name=sheet, new_name=name
        )

    def _on(self, tool: str, sheet: str, *uses: CallResult, **arguments: Any) -> PlannedCall:
        return call(f"{SERVER}/{tool}", *uses, filepath=place(self.file), sheet_name=sheet, **arguments)


def sheet_rows(found: CallResult) -> list[list[Any]]:
    """Return the rows that a sheet has, with the header. Raise `PlanError` if it could not be read."""
    data = found.data
    if not isinstance(data, dict) or "cells" not in data:
        raise PlanError(f"{found.tool} returned no cells: {found.text[:200]}")
    rows: dict[int, list[Any]] = {}
    for cell in data["cells"]:
        rows.setdefault(cell["row"], []).append(cell["value"])
    return list(rows.values())


def require(found: CallResult, words: str) -> None:
    """Raise `PlanError` if a result does not contain words that tell of success."""
    if words not in found.text:
        raise PlanError(f"{found.tool} failed: {found.text[:200]}")
