"""The check `chart_data`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.checks import ChartData, read_checks
from m3bench.core import FormatError
from m3bench.rendering import chart_svg, svg_png
from tests.checks.outcomes import evidence_of

POINTS = (("Fuji", 3.0), ("Gala", 5.0))
SPEC: dict[str, Any] = {
    "title": "Apples",
    "data": {"values": [{"sort": "Gala", "count": 5}, {"sort": "Fuji", "count": 3}]},
    "mark": {"type": "bar"},
    "encoding": {"x": {"field": "sort"}, "y": {"field": "count", "type": "quantitative"}},
}
OTHER = {**SPEC, "data": {"values": [{"sort": "Gala", "count": 4}, {"sort": "Fuji", "count": 3}]}}


def png(spec: dict[str, Any], scale: float = 2.0) -> bytes:
    return svg_png(chart_svg(spec), scale=scale)


def verdict(folder: Path, spec: dict[str, Any], picture: bytes, check: ChartData | None = None) -> str:
    """Empty where the check passes, and otherwise why it does not."""
    (folder / "a.png").write_bytes(picture)
    (folder / "a.vl.json").write_bytes(msgspec.json.encode(spec))
    found = (check or ChartData("a.png", "bar", POINTS, "apples")).evaluate(evidence_of(folder))
    return "" if found.passed else found.reason


@pytest.mark.parametrize("scale", [1.0, 1.5, 3.0])
def test_a_chart_of_any_size_passes(tmp_path: Path, scale: float) -> None:
    assert verdict(tmp_path, SPEC, png(SPEC, scale)) == ""


def test_pies_and_lying_bars_are_read(tmp_path: Path) -> None:
    x, y = SPEC["encoding"]["x"], SPEC["encoding"]["y"]
    lying = {**SPEC, "encoding": {"y": {**x, "type": "nominal"}, "x": y}}
    assert verdict(tmp_path, lying, png(lying)) == ""
    pie = {**SPEC, "mark": "arc", "encoding": {"theta": y, "color": {**x, "type": "nominal"}}}
    assert verdict(tmp_path, pie, png(pie), ChartData("a.png", "arc", POINTS)) == ""


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        (OTHER, "no point 'Gala' with 5.0"),
        ({**SPEC, "mark": "line"}, "is a chart of 'line'"),
        ({**SPEC, "title": "Pears"}, "the title of a.png"),
        ({**SPEC, "transform": [{"calculate": "datum.count * 2", "as": "count"}]}, "not drawn plainly"),
        ({**SPEC, "encoding": {"x": {"field": "sort"}, "y": {"aggregate": "count"}}}, "no plain column on y"),
        ({**SPEC, "data": {"values": [*SPEC["data"]["values"], {"sort": "Boskop", "count": 1}]}}, "1 more"),
    ],
)
def test_charts_of_something_else_fail(tmp_path: Path, spec: dict[str, Any], reason: str) -> None:
    assert reason in verdict(tmp_path, spec, b"unread")


def test_the_picture_of_another_chart_fails(tmp_path: Path) -> None:
    assert "not the picture of its specification" in verdict(tmp_path, SPEC, png(OTHER))
    assert "not a picture" in verdict(tmp_path, SPEC, b"nothing")
    drawing = chart_svg(OTHER)
    (tmp_path / "b.svg").write_text(drawing)
    (tmp_path / "b.vl.json").write_bytes(msgspec.json.encode(SPEC))
    assert not ChartData("b.svg", "bar", POINTS).evaluate(evidence_of(tmp_path)).passed


def test_the_specification_must_be_there_and_readable(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"x")
    check = ChartData("a.png", "bar", POINTS)
    assert "does not exist" in check.evaluate(evidence_of(tmp_path)).reason
    for written in (b"[" * 100_000, b"[1]", b"{"):
        (tmp_path / "a.vl.json").write_bytes(written)
        assert not check.evaluate(evidence_of(tmp_path)).passed


@pytest.mark.parametrize("change", [{"path": "../a.png"}, {"points": []}, {"tolerance": 2}])
def test_what_cannot_be_right_is_refused(change: dict[str, Any]) -> None:
    given = {"check": "chart_data", "path": "a.png", "mark": "bar", "points": [["Fuji", 3]], **change}
    with pytest.raises(FormatError):
        read_checks([given], "task t")
