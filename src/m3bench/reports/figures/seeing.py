"""The curve of what seeing is worth: accuracy over what an agent saw."""

from __future__ import annotations

from m3bench.reports.figures import styles as vega
from m3bench.reports.figures.labels import drawable
from m3bench.reports.figures.palette import SERIES, series
from m3bench.reports.figures.styles import RunStyles, Spec, Tables
from m3bench.reports.study import Figure, Table
from m3bench.reports.terminal import seen_levels

_TOOLS = ("with perception tools", "without perception tools")
_HINT = (
    "datum.series + ', ' + datum.pictures + ' pictures, ' + datum.mounted + ': ' + "
    "format(datum.accuracy, '.3f') + (isValid(datum.accuracy_low) ? ' (' + format(datum.accuracy_low, '.3f') "
    "+ ' to ' + format(datum.accuracy_high, '.3f') + ')' : '') + ' of ' + datum.fields + ' fields' + "
    "(datum.part ? ', tasks of this level only' : '')"
)
_BESIDE = 1.5
"""Free space beside the lines at each kind of pictures, in steps between them."""
_RUN = [{"filter": "isValid(datum.accuracy)"}]


def seeing(tables: Tables, styles: RunStyles) -> Figure | None:  # noqa: ARG001 - all figures are made alike
    """Draw the accuracy of each agent from no picture to a clean one; dashed without perception tools."""
    table = tables.get("seeing_conditions")
    if not vega.has(table, "accuracy"):
        return None
    levels = seen_levels(table.rows)
    spec: Spec = {
        "width": max(300, 85 * len(levels)),
        "height": 300,
        "transform": [
            {"calculate": f"datum.tools ? '{_TOOLS[0]}' : '{_TOOLS[1]}'", "as": "mounted"},
            {"calculate": "datum.series + ', ' + datum.mounted", "as": "line"},
            vega.hint(_HINT),
        ],
        "encoding": {
            "x": vega.category(
                "pictures",
                "ordinal",
                sort=levels,
                scale={"domain": levels},
                axis={"title": "pictures", "labelAngle": 0},
            ),
            # Lines stand side by side, so that their intervals do not cover each other.
            "xOffset": vega.category("line", scale={"paddingOuter": _BESIDE}),
            "y": vega.quantity(
                "accuracy", scale=vega.SCORE_SCALE, title="right fields that depend on the picture"
            ),
        },
        "layer": _layers(table),
    }
    return Figure(
        name="seeing",
        title="Accuracy over what was seen",
        table="seeing_conditions",
        spec=spec,
        caption=(
            "Dashed lines and open marks: without perception tools. Bars: 95 % intervals. "
            "A gap in a line was not run."
        ),
    )


def _layers(table: Table) -> list[Spec]:
    """Return the intervals, the line and the points of each agent."""
    names = list(dict.fromkeys(drawable(str(row["series"])) for row in table.rows))
    colours = [series(index) for index, _ in enumerate(names)]
    # Shapes change each time the colours repeat, so that no two agents look the same.
    shapes = [vega.SHAPES[(index + index // SERIES) % len(vega.SHAPES)] for index, _ in enumerate(names)]
    colour, shape = _of_series(names, colours), _of_series(names, shapes)
    dash = vega.category("mounted", scale={"domain": list(_TOOLS), "range": [[1, 0], [5, 4]]}, legend=None)
    # The line keeps conditions that were not run, so that it has gaps there.
    line = {"color": colour, "strokeDash": dash, "description": {"field": "series"}}
    points: list[Spec] = [
        {
            "transform": [*_RUN, {"filter": "datum.tools" if tools else "!datum.tools"}],
            "mark": {"type": "point", "size": 60, "filled": tools, "strokeWidth": 0 if tools else 1.8},
            "encoding": {"color": colour, "shape": shape, "description": vega.HINT},
        }
        for tools in (True, False)
    ]
    ends = {"y": vega.quantity("accuracy_low"), "y2": {"field": "accuracy_high"}, "color": colour}
    bars = vega.marks(
        "rule", ends, where="isValid(datum.accuracy_low)", strokeWidth=1.2, opacity=0.45, aria=False
    )
    return [bars, vega.marks("line", line, strokeWidth=1.8), *points]


def _of_series(names: list[str], values: list[str]) -> Spec:
    legend = {"title": None, "orient": "bottom", "columns": 2, "symbolOpacity": 1}
    return vega.category("series", scale={"domain": names, "range": values}, legend=legend)
