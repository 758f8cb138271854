"""Heat maps: a shade for the eye, and the number in the cell for everybody."""

from __future__ import annotations

from m3bench.reports.figures.cast import HINT, Spec
from m3bench.reports.figures.palette import SHADES, named, shades

_DARK_FROM = 4


def heat(
    *,
    x: Spec,
    y: Spec,
    value: str,
    most: float,
    ramp: str = "heat",
    text: str,
    transform: list[Spec],
    size: tuple[int, int] = (34, 20),
) -> Spec:
    """A grid of shades from 0 to ``most``. ``text`` is the expression of what stands in a cell."""
    threshold = most * _DARK_FROM / SHADES
    scale = {"type": "quantize", "domain": [0, most or 1], "range": shades(ramp)}
    ink = {
        "condition": {"test": f"datum['{value}'] >= {threshold}", "value": named("ink-high")},
        "value": named("ink-low"),
    }
    return {
        "width": {"step": size[0]},
        "height": {"step": size[1]},
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


def across(field: str, order: list[str]) -> Spec:
    """Names along the top, slanted so that many of them can be read."""
    axis = {"orient": "top", "labelAngle": -45, "labelLimit": 150, "title": None, "labelAlign": "left"}
    return {"field": field, "type": "nominal", "sort": order, "axis": axis}


def down(field: str, order: list[str] | None = None, *, limit: int = 230) -> Spec:
    """Names down the side, in this order, or as the table has them."""
    return {"field": field, "type": "nominal", "sort": order, "axis": {"labelLimit": limit, "title": None}}
