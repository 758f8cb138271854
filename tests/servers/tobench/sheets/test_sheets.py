"""The server `sheets`."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.servers.asking import InProcess

SERVER = "sheets"
ROWS = [["Name", "Kind", "Price"], ["Fuji", "apple", 3], ["Conference", "pear", 1.5], ["Gala", "apple", 2]]


@pytest.fixture
def tools(tmp_path: Path) -> InProcess:
    tools = InProcess(SERVER, tmp_path)
    assert tools("create_workbook", path="f.xlsx", sheet="Fruit", rows=ROWS).data["range"] == "A1:C4"
    return tools


def test_cells_are_written_and_read(tools: InProcess) -> None:
    written = tools("write_range", path="f.xlsx", start="e2", rows=[["x", None], [True, 1e3]]).data
    assert written["range"] == "E2:F3"
    assert tools("read_range", path="f.xlsx", cells="E2:F3").data["rows"] == [["x", None], [True, 1000]]
    assert tools("read_range", path="f.xlsx", cells="A1:C4").data["rows"] == ROWS
    assert tools("read_range", path="f.xlsx", cells="A1:ZZ9999").is_error
    assert tools("read_range", path="f.xlsx", cells="pears").is_error
    assert "Fruit" in tools("read_range", path="f.xlsx", sheet="Frut").text


def test_formulas_are_stored_and_not_computed(tools: InProcess) -> None:
    assert tools("set_formula", path="f.xlsx", cells="D2:D4", formula="C{row}*2").data["computed"] is False
    assert tools("read_range", path="f.xlsx", cells="D2:D3").data["rows"] == [["=C2*2"], ["=C3*2"]]
    assert tools("read_range", path="f.xlsx", cells="D2", formulas=False).data["rows"] == [[None]]
    assert "formulas" in tools("sort_rows", path="f.xlsx", by="Name").text


def test_sheets_are_added_and_listed(tools: InProcess) -> None:
    assert tools("add_sheet", path="f.xlsx", sheet="Copy", copy_of="Fruit").data["sheets"] == [
        "Fruit",
        "Copy",
    ]
    assert tools("add_sheet", path="f.xlsx", sheet="copy").is_error
    assert tools("add_sheet", path="f.xlsx", sheet="a/b").is_error
    assert tools("list_sheets", path="f.xlsx").data["sheets"][1] == {
        "name": "Copy",
        "range": "A1:C4",
        "charts": 0,
    }


def test_rows_are_sorted_and_filtered(tools: InProcess) -> None:
    tools("sort_rows", path="f.xlsx", by="price", descending=True)
    names = [row[0] for row in tools("read_range", path="f.xlsx").data["rows"]]
    assert names == ["Name", "Fuji", "Gala", "Conference"]
    data = tools("filter_rows", path="f.xlsx", column="Price", operator=">=", value=2).data
    assert (data["total"], [row[0] for row in data["rows"]]) == (2, ["Fuji", "Gala"])
    assert (
        tools("filter_rows", path="f.xlsx", column="kind", operator="contains", value="PEA").data["total"]
        == 1
    )
    assert "Price" in tools("filter_rows", path="f.xlsx", column="Prize", operator="=", value=1).text


@pytest.mark.parametrize(
    ("options", "rows"),
    [
        ({}, [["Kind", "Price"], ["apple", 5], ["pear", 1.5]]),
        ({"summary": "mean"}, [["Kind", "Price"], ["apple", 2.5], ["pear", 1.5]]),
        (
            {"columns": "Name"},
            [["Kind", "Conference", "Fuji", "Gala"], ["apple", None, 3, 2], ["pear", 1.5, None, None]],
        ),
    ],
)
def test_groups_are_summarized(tools: InProcess, options: dict[str, Any], rows: list[list[Any]]) -> None:
    data = tools(
        "aggregate", path="f.xlsx", group_by="Kind", value="Price", output_sheet="Sum", **options
    ).data
    assert data["rows"] == rows
    assert tools("read_range", path="f.xlsx", sheet="Sum").data["rows"] == rows


def test_formats_and_charts(tools: InProcess) -> None:
    tools(
        "format_cells", path="f.xlsx", cells="A1:C1", bold=True, fill="#ffee00", column_width=20, border=True
    )
    tools("format_cells", path="f.xlsx", cells="A1", italic=True, align="center", number_format="0.00")
    chart = tools(
        "add_chart", path="f.xlsx", kind="column", data="C1:C4", categories="A2:A4", title="Prices"
    ).data
    assert chart["at"] == "E2"
    sheet = openpyxl.load_workbook(tools.workspace / "f.xlsx").active
    assert sheet is not None
    assert (sheet["A1"].font.bold, sheet["A1"].font.italic, sheet["B1"].font.italic) == (True, True, False)
    assert sheet["A1"].fill.fgColor.rgb == "FFFFEE00"
    assert len(sheet._charts) == 1
    assert tools("add_chart", path="f.xlsx", kind="pie", data="B1:C4").is_error
    assert tools("format_cells", path="f.xlsx", cells="A1", color="reddish").is_error


def test_csv_goes_in_and_out(tools: InProcess) -> None:
    (tools.workspace / "in.csv").write_text("id;n\n007;1.5\n=1+1;-3\n", encoding="utf-8")
    tools("import_csv", csv_path="in.csv", path="new.xlsx", delimiter=";")
    assert tools("read_range", path="new.xlsx").data["rows"] == [["id", "n"], ["007", 1.5], ["=1+1", -3]]
    book = openpyxl.load_workbook(tools.workspace / "new.xlsx")
    assert book.sheetnames == ["Data"]
    assert book["Data"]["A3"].data_type == "s"
    tools("export_csv", path="new.xlsx", csv_path="out.csv")
    assert (tools.workspace / "out.csv").read_text(encoding="utf-8") == "id,n\n007,1.5\n=1+1,-3\n"
    assert tools("import_csv", csv_path="f.xlsx", path="new.xlsx").is_error


def test_the_same_content_gives_the_same_bytes(tools: InProcess) -> None:
    first = (tools.workspace / "f.xlsx").read_bytes()
    tools("create_workbook", path="f.xlsx", sheet="Fruit", rows=ROWS)
    assert (tools.workspace / "f.xlsx").read_bytes() == first


def test_broken_and_hostile_files_are_refused(tools: InProcess) -> None:
    (tools.workspace / "broken.xlsx").write_bytes((tools.workspace / "f.xlsx").read_bytes()[:900])
    with zipfile.ZipFile(tools.workspace / "bomb.xlsx", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"<a>" + b" " * 13_000_000)
    with zipfile.ZipFile(tools.workspace / "entity.xlsx", "w") as archive:
        archive.writestr("xl/workbook.xml", b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>")
    for name in ("broken", "bomb", "entity", "missing"):
        assert tools("list_sheets", path=f"{name}.xlsx").is_error
