"""`excel`, the third-party package: each of its 25 tools does what it says to a real workbook."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from m3bench.core import Outcome
from tests.runs.office import Office, opened

pytestmark = pytest.mark.slow
ROWS: list[list[Any]] = [["Name", "Qty", "Price"], ["Apple", 3, 1.5], ["Pear", 2, 2.0], ["Apple", 5, 1.0]]


@pytest.fixture(scope="module")
def excel() -> Iterator[Office]:
    with opened("excel") as office:
        yield office


@pytest.fixture
def book(excel: Office, request: pytest.FixtureRequest) -> dict[str, Any]:
    """A workbook with the fruit in it; the arguments that name its sheet."""
    path = str(excel.workspace / f"{request.node.name}.xlsx")
    assert path in excel("create_workbook", filepath=path)
    excel("create_worksheet", filepath=path, sheet_name="Fruit")
    sheet = {"filepath": path, "sheet_name": "Fruit"}
    excel("write_data_to_excel", **sheet, data=ROWS)
    return sheet


def cells(excel: Office, sheet: dict[str, Any], first: str, last: str) -> list[Any]:
    read = excel.data("read_data_from_excel", **sheet, start_cell=first, end_cell=last)
    return [cell["value"] for cell in read["cells"]]


def test_what_is_written_is_read(excel: Office, book: dict[str, Any]) -> None:
    assert cells(excel, book, "A1", "C4") == [value for row in ROWS for value in row]


def test_formulas(excel: Office, book: dict[str, Any]) -> None:
    assert "valid" in excel("validate_formula_syntax", **book, cell="D2", formula="=B2*C2")
    excel("apply_formula", **book, cell="D2", formula="=B2*C2")
    assert cells(excel, book, "D2", "D2") == ["=B2*C2"]


def test_format_chart_and_table_are_in_the_file(excel: Office, book: dict[str, Any]) -> None:
    excel("format_range", **book, start_cell="A1", end_cell="C1", bold=True)
    excel("create_chart", **book, data_range="A1:B4", chart_type="bar", target_cell="F2", title="Harvest")
    excel("create_table", **book, data_range="A1:C4", table_name="Crop")
    with zipfile.ZipFile(book["filepath"]) as archive:
        assert "<b " in archive.read("xl/styles.xml").decode()
        assert "Harvest" in archive.read("xl/charts/chart1.xml").decode()
        assert "Crop" in archive.read("xl/tables/table1.xml").decode()


def test_a_pivot_adds_up(excel: Office, book: dict[str, Any]) -> None:
    excel("create_pivot_table", **book, data_range="A1:C4", rows=["Name"], values=["Qty"], agg_func="sum")
    pivot = {"filepath": book["filepath"], "sheet_name": "Fruit_pivot"}
    assert cells(excel, pivot, "A2", "B3") == ["Apple", 8, "Pear", 2]


def test_sheets(excel: Office, book: dict[str, Any]) -> None:
    path = book["filepath"]
    excel("copy_worksheet", filepath=path, source_sheet="Fruit", target_sheet="Copy")
    excel("rename_worksheet", filepath=path, old_name="Copy", new_name="Second")
    assert "'Second': 'A1:C4'" in excel("get_workbook_metadata", filepath=path, include_ranges=True)
    excel("delete_worksheet", filepath=path, sheet_name="Second")
    assert "Second" not in excel("get_workbook_metadata", filepath=path)


def test_merged_cells(excel: Office, book: dict[str, Any]) -> None:
    corners = {"start_cell": "F1", "end_cell": "G1"}
    excel("merge_cells", **book, **corners)
    assert excel("get_merged_cells", **book) == "['F1:G1']"
    excel("unmerge_cells", **book, **corners)
    assert excel("get_merged_cells", **book) == "[]"


def test_ranges(excel: Office, book: dict[str, Any]) -> None:
    assert "A1:C4" in excel("validate_excel_range", **book, start_cell="A1", end_cell="C4")
    excel("copy_range", **book, source_start="A2", source_end="B3", target_start="A10")
    assert cells(excel, book, "A10", "B11") == ["Apple", 3, "Pear", 2]
    excel("delete_range", **book, start_cell="A10", end_cell="B10")
    assert cells(excel, book, "A10", "B10") == ["Pear", 2]
    assert "No data validation" in excel.ending("get_data_validation_info", Outcome.NOT_FOUND, **book)


def test_rows_and_columns(excel: Office, book: dict[str, Any]) -> None:
    excel("insert_rows", **book, start_row=2, count=2)
    excel("insert_columns", **book, start_col=2)
    assert cells(excel, book, "A4", "C4") == ["Apple", None, 3]
    excel("delete_sheet_rows", **book, start_row=2, count=2)
    excel("delete_sheet_columns", **book, start_col=2)
    assert cells(excel, book, "A1", "C4") == [value for row in ROWS for value in row]


def test_an_absent_workbook_is_not_found(excel: Office) -> None:
    absent = {"filepath": str(excel.workspace / "absent.xlsx"), "sheet_name": "X"}
    assert "absent" in excel.ending("read_data_from_excel", Outcome.NOT_FOUND, **absent)


def test_every_tool_is_called_above(excel: Office) -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert len(excel.tools) == 25
    assert [tool for tool in sorted(excel.tools) if f'("{tool}"' not in source] == []
