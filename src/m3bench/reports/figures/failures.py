"""Figures of failures."""

from __future__ import annotations

from collections import Counter

from m3bench.reports.figures import styles as vega
from m3bench.reports.figures.heatmaps import HeatMap, down
from m3bench.reports.figures.palette import named
from m3bench.reports.figures.styles import RunStyles, Spec, Tables
from m3bench.reports.study import Figure, Table

_MOST_CONFUSIONS = 20
_TICKS = 8


_COUNT = "datum.count ? format(datum.count, ',') : ''"
_PER_TASK = "datum.count + ', ' + format(datum.per_task, '.2f') + ' per task'"

failures = HeatMap(
    name="failures",
    title="Failures by cause",
    table="failures",
    needs=("share",),
    row="label",
    value="share",
    ramp="burn",
    text=_COUNT,
    transform=(
        {"calculate": "datum.side + ': ' + datum.what + ' (' + datum.unit + ')'", "as": "label"},
        {"joinaggregate": [{"op": "sum", "field": "count", "as": "ever"}], "groupby": ["label"]},
        {"filter": "datum.ever > 0"},
    ),
    hint="datum.label + ': ' + datum.count + ', ' + format(datum.share, '.1%')",
    caption="Numbers: attempts or calls with this failure. Shade: their share. "
    "Failures that never occurred are omitted.",
)
taxonomy = HeatMap(
    name="taxonomy",
    title="Errors by kind",
    table="taxonomy",
    needs=("per_task",),
    row="error",
    value="per_task",
    is_share=False,
    ramp="burn",
    text=_COUNT,
    hint=f"datum.error + ': ' + {_PER_TASK}",
    caption="Numbers: occurrences. Shade: occurrences per task.",
)
planning_failures = HeatMap(
    name="planning_failures",
    title="Planning failures by kind",
    table="planning_failures",
    needs=("per_task",),
    row="failure",
    value="per_task",
    is_share=False,
    ramp="burn",
    text=_COUNT,
    hint=f"datum.failure + ': ' + {_PER_TASK}",
    caption="Numbers: failures. Shade: failures per task.",
    # Browsers without the renderer's font use a wider one, which would cut the longest label.
    padding={"left": 22, "top": 14, "right": 14, "bottom": 6},
)
_BY_FAMILY = HeatMap(
    name="taxonomy_families",
    title="Errors by family",
    table="taxonomy_families",
    needs=("errors",),
    row="family",
    value="errors",
    is_share=False,
    ramp="burn",
    text="format(datum.errors, '.1f')",
    hint="datum.family + ': ' + format(datum.errors, '.2f') + ' per attempt'",
    caption="Errors of the agent per attempt.",
)


def errors_by_family(tables: Tables, styles: RunStyles) -> Figure | None:
    """Return the errors of agents by family and run, if there are several families."""
    table = tables.get(_BY_FAMILY.table)
    several = table is not None and len({row["family"] for row in table.rows}) > 1
    return _BY_FAMILY(tables, styles) if several else None


def confusions(tables: Tables, styles: RunStyles) -> Figure | None:  # noqa: ARG001 - all figures are made alike
    table = tables.get("confusions")
    if not vega.has(table, "count"):
        return None
    spec: Spec = {
        "width": 420,
        "height": {"step": 20},
        "transform": [
            {
                "aggregate": [{"op": "sum", "field": "count", "as": "total"}],
                "groupby": ["expected", "called"],
            },
            {"calculate": "datum.expected + ' → ' + datum.called", "as": "pair"},
            {
                "window": [{"op": "row_number", "as": "place"}],
                "sort": [{"field": "total", "order": "descending"}, {"field": "pair"}],
            },
            {"filter": f"datum.place <= {_MOST_CONFUSIONS}"},
            vega.hint("'expected ' + datum.expected + ', called ' + datum.called + ': ' + datum.total"),
        ],
        "mark": {"type": "bar", "height": {"band": 0.65}, "color": named("series-2")},
        "encoding": {
            "y": vega.category("pair", sort={"field": "place"}, axis={"title": None, "labelLimit": 420}),
            "x": vega.quantity(
                "total", title="occurrences in all runs", axis={"values": _whole_ticks(table), "format": "d"}
            ),
            "description": vega.HINT,
        },
    }
    return Figure(
        name="confusions",
        title="Most frequent tool confusions",
        table="confusions",
        spec=spec,
        caption="Tool in the reference → tool that was called instead.",
    )


def comparison(tables: Tables, styles: RunStyles) -> Figure | None:  # noqa: ARG001 - all figures are made alike
    table = tables.get("comparison")
    if not vega.has(table, "difference"):
        return None
    colour = vega.either("datum.sure", named("series-1"), named("published"))
    ends = {"x": vega.quantity("from"), "x2": {"field": "to"}, "color": colour}
    dots = {
        "x": vega.quantity("difference", title="difference, first run minus second"),
        "color": colour,
        "shape": vega.either("datum.sure", "circle", "diamond"),
        "description": vega.HINT,
    }
    spec: Spec = {
        "width": 560,
        "height": {"step": 24},
        "transform": [
            {"filter": "isValid(datum.difference)"},
            {"calculate": "isValid(datum.low) ? datum.low : datum.difference", "as": "from"},
            {"calculate": "isValid(datum.high) ? datum.high : datum.difference", "as": "to"},
            {"calculate": "datum.from > 0 || datum.to < 0", "as": "sure"},
            vega.hint(
                "datum.metric + ': ' + format(datum.difference, '+.3f') + ' (' + format(datum.from, '+.3f')"
                " + ' to ' + format(datum.to, '+.3f') + ')'"
            ),
        ],
        "encoding": {"y": down("metric")},
        "layer": [
            vega.marks("rule", {"x": {"datum": 0}}, color=named("line"), aria=False),
            vega.marks("rule", ends, strokeWidth=2, aria=False),
            vega.marks("point", dots, size=80),
        ],
    }
    return Figure(
        name="comparison",
        title="Differences by metric",
        table="comparison",
        spec=spec,
        caption="Circles: the interval excludes zero. Grey diamonds: the difference may be due to chance.",
    )


def _whole_ticks(table: Table) -> list[int]:
    """Return integer ticks only."""
    totals: Counter[tuple[object, object]] = Counter()
    for row in table.rows:
        totals[row["expected"], row["called"]] += int(row["count"] or 0)
    most_often = max(totals.values())
    return list(range(0, most_often + 1, -(-most_often // _TICKS) or 1))
