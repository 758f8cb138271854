"""The server `charts`."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from PIL import Image

from tests.servers.asking import Asking, InProcess

SERVER = "charts"
ROWS = [{"town": "Bergen", "rain": 12}, {"town": "Oslo", "rain": 4.5}]


def spec(folder: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / name).read_text())
    return found


def fill(folder: Path) -> None:
    (folder / "rain.csv").write_text('town,rain,sea.side\nBergen,12,yes\nOslo,4.5,no\nBodø,"1,020",yes\n')
    (folder / "bad.csv").write_text("town,rain\nBergen,wet\n")
    (folder / "empty.csv").write_text("town,rain\n")
    book = openpyxl.Workbook()
    for row in (("town", "rain"), ("Bergen", 12), ("Oslo", 4.5)):
        book.worksheets[0].append(row)
    book.save(folder / "rain.xlsx")


def test_bars_are_drawn_and_described(ask: Asking) -> None:
    fill(ask.workspace)
    heard = ask(
        "bar_chart", output_path="out/bars.png", x="town", y="rain", data_path="rain.csv", title="Rain"
    )
    assert heard.data == {"path": "out/bars.png", "specification": "out/bars.vl.json", "marks": 3}
    assert (ask.workspace / "out/bars.png").read_bytes() == heard.pictures[0]
    assert spec(ask.workspace, "out/bars.vl.json")["data"]["values"][2] == {"town": "Bodø", "rain": 1020}
    described = ask("describe_chart", path="out/bars.png").data
    assert (described["mark"], described["title"], described["row_count"]) == ("bar", "Rain", 3)
    assert ask("preview_table", data_path="rain.xlsx").data["rows"] == ROWS
    wide = ask("restyle_chart", path="out/bars.png", output_path="wide.svg", width=900, colors=["#ff0000"])
    assert not wide.is_error
    assert (ask.workspace / "wide.svg").read_text().startswith("<svg")
    assert spec(ask.workspace, "wide.vl.json")["width"] == 900
    assert spec(ask.workspace, "wide.vl.json")["data"] == spec(ask.workspace, "out/bars.vl.json")["data"]


@pytest.fixture
def quick(tmp_path: Path) -> InProcess:
    fill(tmp_path)
    return InProcess(SERVER, tmp_path)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("line_chart", {"x": "town", "y": "rain", "group": "sea.side", "data_path": "rain.csv"}),
        ("line_chart", {"x": "day", "y": "n", "x_kind": "dates", "rows": [{"day": "2025-01-02", "n": 3}]}),
        ("pie_chart", {"names": "town", "values": "rain", "data_path": "rain.xlsx", "donut": True}),
        ("scatter_chart", {"x": "a", "y": "b", "rows": [{"a": 1, "b": 2}, {"a": 3, "b": -4}]}),
        ("histogram", {"values": "rain", "bins": 4, "data_path": "rain.csv", "colors": ["teal"]}),
        ("bar_chart", {"x": "sea.side", "y": "rain", "data_path": "rain.csv", "horizontal": True}),
    ],
)
def test_every_kind_shows_ink_and_is_the_same_again(
    quick: InProcess, tool: str, arguments: dict[str, Any]
) -> None:
    first = quick(tool, output_path="one.png", **arguments)
    assert not first.is_error, first.text
    colours = Image.open(io.BytesIO(first.pictures[0])).convert("RGB").getcolors(1_000_000)
    assert colours is not None
    assert len(colours) > 10
    assert quick(tool, output_path="two.png", **arguments).pictures == first.pictures


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"data_path": "rain.csv", "rows": ROWS}, "not both"),
        ({}, "either a table file or rows"),
        ({"data_path": "bad.csv"}, "which is no number"),
        ({"data_path": "empty.csv"}, "no rows"),
        ({"rows": [{"town": "Bergen"}]}, "no column 'rain'"),
        ({"rows": ROWS, "colors": ["url(x)"]}, "no colour"),
        ({"rows": ROWS, "width": 10**9}, "not between"),
        ({"rows": ROWS, "output_path": "bars.exe"}, "must end in"),
        ({"rows": ROWS, "output_path": "../bars.png"}, "workspace"),
        ({"rows": ROWS * 2_000}, "more than 2,000"),
        ({"data_path": "rain.xlsx", "sheet": "None"}, "no sheet"),
        ({"data_path": "none.csv"}, "no readable file"),
    ],
)
def test_what_cannot_be_drawn_is_told(quick: InProcess, arguments: dict[str, Any], words: str) -> None:
    heard = quick("bar_chart", **{"output_path": "bars.png", "x": "town", "y": "rain", **arguments})
    assert heard.is_error
    assert words in heard.text
    assert not (quick.workspace / "bars.png").exists()


def test_a_negative_slice_and_a_foreign_file_are_refused(quick: InProcess) -> None:
    rows = [{"a": "x", "b": -1}]
    assert quick("pie_chart", output_path="a.png", names="a", values="b", rows=rows).is_error
    (quick.workspace / "other.vl.json").write_text('{"data": 3}')
    assert "no chart" in quick("describe_chart", path="other.png").text
    for path in ("none.png", "", ".", "..", "/"):
        assert quick("restyle_chart", path=path, output_path="b.png").is_error
        assert quick("restyle_chart", path="other.vl.json", output_path=path).is_error
