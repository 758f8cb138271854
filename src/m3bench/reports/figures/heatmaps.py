"""Heat maps with the number in each cell."""

from __future__ import annotations

from m3bench.reports.figures.palette import SHADES, named, shades
from m3bench.reports.figures.styles import HINT, RunStyles, Spec
from m3bench.reports.study import Figure

_DARK_FROM = 4
_STEPS = (40, 21)


def by_run(
    name: str,
    title: str,
    styles: RunStyles,
    *,
    y: Spec,
    value: str,
    text: str,
    transform: list[Spec],
    caption: str,
    most: float = 1.0,
    ramp: str = "heat",
    table: str = "",
) -> Figure:
    """Return a heat map with one column per run. ``text`` is the expression for a cell's label, and
    ``table`` the table that it draws, if it has another name."""
    spec = _heat(_across("run", list(styles.own)), y, value, text, transform, most=most, ramp=ramp)
    return Figure(name=name, title=title, table=table or name, spec=spec, caption=caption)


def _heat(x: Spec, y: Spec, value: str, text: str, transform: list[Spec], *, most: float, ramp: str) -> Spec:
    """Return a grid with shades from 0 to ``most``."""
    threshold = most * _DARK_FROM / SHADES
    scale = {"type": "quantize", "domain": [0, most or 1], "range": shades(ramp)}
    ink = {
        "condition": {"test": f"datum['{value}'] >= {threshold}", "value": named("ink-high")},
        "value": named("ink-low"),
    }
    return {
        "width": {"step": _STEPS[0]},
        "height": {"step": _STEPS[1]},
        "transform": [
            *transform,
            {"filter": f"isValid(datum['{value}'])"},
            {"calculate": text, "as": "cell"},
        ],
        "encoding": {"x": x, "y": y},
        "layer": [
            {
                "mark": {"type": "rect", "stroke": named("card"), "strokeWidth": 1.5},
                "encoding": {
                    "fill": {"field": value, "type": "quantitative", "scale": scale, "legend": None},
                    "description": HINT,
                },
            },
            {
                "mark": {"type": "text", "fontSize": 9, "aria": False},
                "encoding": {"text": {"field": "cell"}, "color": ink},
            },
        ],
    }


def _across(field: str, order: list[str]) -> Spec:
    """Labels along the top, slanted to fit."""
    axis = {"orient": "top", "labelAngle": -45, "labelLimit": 150, "title": None, "labelAlign": "left"}
    return {"field": field, "type": "nominal", "sort": order, "axis": axis}


def down(field: str, order: list[str] | None = None, *, limit: int = 230) -> Spec:
    """Labels along the side, in this order, or in the table's."""
    return {"field": field, "type": "nominal", "sort": order, "axis": {"labelLimit": limit, "title": None}}
