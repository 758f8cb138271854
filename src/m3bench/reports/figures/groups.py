"""Line charts over ordered groups of tasks: levels, hops, threads."""

from __future__ import annotations

from m3bench.reports.figures import styles as vega
from m3bench.reports.figures.labels import drawable
from m3bench.reports.figures.styles import RunStyles, Spec, Tables
from m3bench.reports.study import Cell, Figure

_TITLES = {
    "levels": ("By level", "level"),
    "difficulties": ("By difficulty", "difficulty"),
    "kinds": ("By kind", "kind of task"),
    "hops": ("By hops", "calls in the longest chain of the reference"),
    "threads": ("By threads", "parallel calls in the reference"),
}


def over_groups(name: str, tables: Tables, styles: RunStyles) -> Figure | None:
    """Draw the success of each run over the groups; without checks, the mean of six."""
    table = tables.get(name)
    value, measured = ("success", "success") if vega.has(table, "success") else ("average", "mean of six")
    if not vega.has(table, value):
        return None
    title, axis = _TITLES[name]
    count = "attempts" if value == "success" else "tasks"
    unordered = dict.fromkeys(row["group"] for row in table.rows)
    # Rows of difficulties come in their order, which is not that of the letters.
    ordered = list(unordered) if name == "difficulties" else sorted(unordered, key=_order)
    groups = [drawable(str(group)) for group in ordered]
    spec: Spec = {
        "width": max(260, min(380, 55 * len(groups))),
        "height": 240,
        "transform": [
            {"filter": f"isValid(datum.{value})"},
            {"calculate": "toString(datum.group)", "as": "among"},
            vega.hint(
                f"datum.run + ', ' + datum.group + ': ' + format(datum.{value}, '.3f') + ' (' + datum.{count}"
                f" + (datum.{count} == 1 ? ' attempt)' : ' attempts)')"
            ),
        ],
        "encoding": {
            "x": vega.category(
                "among", "ordinal", sort=groups, axis={"title": axis, "labelAngle": 0, "labelLimit": 120}
            ),
            "y": vega.quantity(value, scale=vega.SCORE_SCALE, title=measured),
        },
        "layer": styles.curves(45),
    }
    return Figure(name=name, title=title, table=name, spec=spec)


def _order(group: Cell) -> tuple[float, str]:
    """Sort numbers by value, other groups by name."""
    return (float(group), "") if isinstance(group, int | float) else (0.0, str(group))
