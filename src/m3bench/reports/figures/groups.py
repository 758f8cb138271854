"""Line charts over ordered groups of tasks: levels, hops, threads."""

from __future__ import annotations

from m3bench.reports.figures.labels import drawable
from m3bench.reports.figures.styles import HINT, RunStyles, Spec, Tables, has, hint
from m3bench.reports.study import Cell, Figure

_TITLES = {
    "levels": ("By level", "level"),
    "difficulties": ("By difficulty", "difficulty"),
    "kinds": ("By kind", "kind of task"),
    "hops": ("By hops", "calls in the longest chain of the reference"),
    "threads": ("By threads", "parallel calls in the reference"),
}


def over_groups(name: str, tables: Tables, styles: RunStyles) -> Figure | None:
    """Draw the mean of six of each run over the groups."""
    table = tables.get(name)
    if not has(table, "average"):
        return None
    title, axis = _TITLES[name]
    found = dict.fromkeys(row["group"] for row in table.rows)
    # Rows of difficulties come in their order, which is not that of the letters.
    ordered = list(found) if name == "difficulties" else sorted(found, key=_place)
    groups = [drawable(str(group)) for group in ordered]
    spec: Spec = {
        "width": max(260, min(380, 55 * len(groups))),
        "height": 240,
        "transform": [
            {"filter": "isValid(datum.average)"},
            {"calculate": "toString(datum.group)", "as": "among"},
            hint(
                "datum.run + ', ' + datum.group + ': ' + format(datum.average, '.3f') + ' (' + datum.tasks"
                " + (datum.tasks == 1 ? ' task)' : ' tasks)')"
            ),
        ],
        "encoding": {
            "x": {
                "field": "among",
                "type": "ordinal",
                "sort": groups,
                "axis": {"title": axis, "labelAngle": 0, "labelLimit": 120},
            },
            "y": {
                "field": "average",
                "type": "quantitative",
                "scale": {"domain": [0, 1]},
                "title": "mean of the six metrics",
            },
        },
        "layer": [
            {
                "mark": {"type": "line", "strokeWidth": 1.8},
                "encoding": {
                    "color": styles.colour(),
                    "strokeDash": styles.dash(),
                    "description": {"field": "run"},
                },
            },
            {
                "mark": {"type": "point", "size": 45},
                "encoding": {"color": styles.colour(), "shape": styles.shape(), "description": HINT},
            },
        ],
    }
    return Figure(name=name, title=title, table=name, spec=spec)


def _place(group: Cell) -> tuple[float, str]:
    """Sort numbers by value, other groups by name."""
    return (float(group), "") if isinstance(group, int | float) else (0.0, str(group))
