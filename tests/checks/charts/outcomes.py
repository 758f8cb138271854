"""A chart as it was asked for."""

from __future__ import annotations

from pathlib import Path

import msgspec

from m3bench.checks import ChartData, Check
from m3bench.rendering import chart_svg

CHART_SPEC = {
    "title": "Apples of the day",
    "data": {"values": [{"sort": "Fuji", "count": 3}, {"sort": "Gala", "count": 5}]},
    "mark": "bar",
    "encoding": {"x": {"field": "sort"}, "y": {"field": "count", "type": "quantitative"}},
}
CHART_PASSING: tuple[Check, ...] = (
    ChartData("data/charts/*.svg", "bar", (("gala", 5), ("Fuji", 3)), "apples"),
)


def fill_chart(folder: Path) -> None:
    """Draw the chart, with its specification beside it."""
    folder.mkdir(parents=True)
    (folder / "apples.svg").write_text(chart_svg(CHART_SPEC), encoding="utf-8")
    (folder / "apples.vl.json").write_bytes(msgspec.json.encode(CHART_SPEC))
