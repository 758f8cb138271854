"""A second drawing of each figure, for screens of about 420 pixels."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

import msgspec

from m3bench.reports.figures.labels import drawable
from m3bench.reports.figures.styles import Spec
from m3bench.reports.study import Figure, Table

_WIDTH = 330
"""The width of the whole drawing, with labels and padding."""
_LABELS = 120
_PAIRS, _LONG = 210, 300
"""The width of long labels, such as pairs of tools, and from which width on a wide screen labels are long."""
_TICKS = 44
"""The width of the labels of a quantitative axis."""
_PADDING = 26
_FEW_TICKS, _FEW_SHARES = 4, 2
_LINE = 32
_STEPS = (23, 40)
_CROSSING_STEP = 15


def narrow(figure: Figure, table: Table) -> Figure:
    """Return the figure for a narrow screen.

    Panels are below each other, names are short, and many names run from top to bottom.

    Args:
        figure: The figure as it is on a wide screen.
        table: The table that it draws.
    """
    return msgspec.structs.replace(figure, spec=_narrow(figure.spec, table))


def _narrow(spec: Spec, table: Table) -> Spec:
    if "hconcat" in spec:
        first = spec["hconcat"][0]
        panels = [_narrow(_with_names(panel, first), table) for panel in spec["hconcat"]]
        rest = {key: value for key, value in spec.items() if key != "hconcat"}
        return {**rest, "vconcat": panels, "spacing": 14}
    if _is_long(spec, table):
        return _downwards(spec)
    y = spec["encoding"]["y"]
    limit = _PAIRS if (y.get("axis") or {}).get("labelLimit", 0) > _LONG else _LABELS
    room = _WIDTH - _PADDING - (limit if _is_named(y) else _TICKS)
    return {**_slim(spec, limit), "width": _width(spec, table, room)}


def _with_names(panel: Spec, first: Spec) -> Spec:
    """Return a panel with the names of its rows, which only the first has when they are side by side."""
    y = {**panel["encoding"]["y"], "axis": first["encoding"]["y"]["axis"]}
    return {**panel, "encoding": {**panel["encoding"], "y": y}}


def _width(spec: Spec, table: Table, room: int) -> Any:
    if not isinstance(spec["width"], Mapping):
        return min(spec["width"], room)
    count = len(_values(spec["encoding"]["x"], table)) or 1
    return {"step": max(_STEPS[0], min(_STEPS[1], room // count))}


def _values(channel: Spec, table: Table) -> list[str]:
    if isinstance(order := channel.get("sort"), list):
        return order
    return list(dict.fromkeys(drawable(str(row.get(channel["field"]))) for row in table.rows))


def _is_named(channel: Spec) -> bool:
    return channel.get("type") in ("nominal", "ordinal")


def _is_long(spec: Spec, table: Table) -> bool:
    """Return whether names run from left to right, and are too many for that."""
    x = spec["encoding"].get("x", {})
    is_grid = isinstance(spec["width"], Mapping)
    return not is_grid and x.get("type") == "ordinal" and len(_values(x, table)) > _WIDTH // 55


def _downwards(spec: Spec) -> Spec:
    """Exchange the axes."""
    encoding = spec["encoding"]
    names = {**encoding["x"], "axis": {"title": None, "labelLimit": _LABELS, "grid": True}}
    values = {**encoding["y"], "axis": {"orient": "top", "tickCount": 5}}
    return {
        **_slim({key: value for key, value in spec.items() if key != "encoding"}),
        "width": _WIDTH - _PADDING - _LABELS,
        "height": {"step": _CROSSING_STEP},
        "encoding": {**encoding, "x": values, "y": names},
        "layer": [_ordered(layer) for layer in _slim(spec)["layer"]],
    }


def _ordered(layer: Spec) -> Spec:
    """Connect the points of a line from top to bottom."""
    if layer["mark"]["type"] != "line":
        return layer
    return {**layer, "mark": {**layer["mark"], "orient": "horizontal"}}


def _slim(value: Any, limit: int = _LABELS) -> Any:
    """Return a part of a figure with shorter names, few ticks, and legends of one or two columns."""
    if isinstance(value, list):
        return [_slim(part, limit) for part in value]
    if not isinstance(value, Mapping):
        return value
    made = {key: _slim(part, limit) for key, part in value.items()}
    if "labelLimit" in made and made.get("orient") != "top":
        made["labelLimit"] = min(limit, made["labelLimit"])
    if "columns" in made and "orient" in made:
        made |= {"columns": min(2, made["columns"]), "labelLimit": limit}
    if made.get("type") == "quantitative" and isinstance(made.get("axis", {}), Mapping):
        axis = made.get("axis", {})
        few = _FEW_SHARES if axis.get("format") == ".0%" else _FEW_TICKS
        made["axis"] = {**axis, "tickCount": min(few, axis.get("tickCount", few))}
    if isinstance(title := made.get("title"), str) and "field" in made:
        made["title"] = textwrap.wrap(title, _LINE)
    return made
