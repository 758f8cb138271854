"""Figures of failures."""

from __future__ import annotations

from collections import Counter

import msgspec

from m3bench.reports.figures.heatmaps import by_run, down
from m3bench.reports.figures.palette import named
from m3bench.reports.figures.styles import HINT, RunStyles, Spec, Tables, has, hint, most
from m3bench.reports.study import Figure, Table

_MOST_CONFUSIONS = 20
_TICKS = 8
# Browsers without the renderer's font use a wider one, which would cut the longest label.
_ROOM = {"left": 22, "top": 14, "right": 14, "bottom": 6}


def failures(tables: Tables, styles: RunStyles) -> Figure | None:
    table = tables.get("failures")
    if not has(table, "share"):
        return None
    return by_run(
        "failures",
        "Failures by cause",
        styles,
        y=down("label"),
        value="share",
        ramp="burn",
        text="datum.count ? format(datum.count, ',') : ''",
        transform=[
            {"calculate": "datum.side + ': ' + datum.what + ' (' + datum.unit + ')'", "as": "label"},
            {"joinaggregate": [{"op": "sum", "field": "count", "as": "ever"}], "groupby": ["label"]},
            {"filter": "datum.ever > 0"},
            hint("datum.run + ', ' + datum.label + ': ' + datum.count + ', ' + format(datum.share, '.1%')"),
        ],
        caption="Numbers: attempts or calls with this failure. Shade: their share. "
        "Failures that never occurred are omitted.",
    )


def taxonomy(tables: Tables, styles: RunStyles) -> Figure | None:
    table = tables.get("taxonomy")
    if not has(table, "per_task"):
        return None
    return by_run(
        "taxonomy",
        "Errors by kind",
        styles,
        y=down("error"),
        value="per_task",
        most=most(table, "per_task"),
        ramp="burn",
        text="datum.count ? format(datum.count, ',') : ''",
        transform=[
            hint(
                "datum.run + ', ' + datum.error + ': ' + datum.count + ', ' + "
                "format(datum.per_task, '.2f') + ' per task'"
            )
        ],
        caption="Numbers: occurrences. Shade: occurrences per task.",
    )


def errors_by_family(tables: Tables, styles: RunStyles) -> Figure | None:
    """Return the errors of agents by family and run, if there are several families."""
    table = tables.get("taxonomy_families")
    if table is None or not has(table, "errors") or len({row["family"] for row in table.rows}) < 2:
        return None
    return by_run(
        "taxonomy_families",
        "Errors by family",
        styles,
        y=down("family"),
        value="errors",
        most=most(table, "errors"),
        ramp="burn",
        text="format(datum.errors, '.1f')",
        transform=[
            hint("datum.run + ', ' + datum.family + ': ' + format(datum.errors, '.2f') + ' per attempt'")
        ],
        caption="Errors of the agent per attempt.",
    )


def planning_failures(tables: Tables, styles: RunStyles) -> Figure | None:
    table = tables.get("planning_failures")
    if not has(table, "per_task"):
        return None
    figure = by_run(
        "planning_failures",
        "Planning failures by kind",
        styles,
        y=down("failure"),
        value="per_task",
        most=most(table, "per_task"),
        ramp="burn",
        text="datum.count ? format(datum.count, ',') : ''",
        transform=[
            hint(
                "datum.run + ', ' + datum.failure + ': ' + datum.count + ', ' + "
                "format(datum.per_task, '.2f') + ' per task'"
            )
        ],
        caption="Numbers: failures. Shade: failures per task.",
    )
    return msgspec.structs.replace(figure, spec={**figure.spec, "padding": _ROOM})


def confusions(tables: Tables, styles: RunStyles) -> Figure | None:  # noqa: ARG001 - all figures are made alike
    table = tables.get("confusions")
    if not has(table, "count"):
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
            hint("'expected ' + datum.expected + ', called ' + datum.called + ': ' + datum.total"),
        ],
        "mark": {"type": "bar", "height": {"band": 0.65}, "color": named("series-2")},
        "encoding": {
            "y": {
                "field": "pair",
                "type": "nominal",
                "sort": {"field": "place"},
                "axis": {"title": None, "labelLimit": 420},
            },
            "x": {
                "field": "total",
                "type": "quantitative",
                "title": "occurrences in all runs",
                "axis": {"values": _whole_ticks(table), "format": "d"},
            },
            "description": HINT,
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
    if not has(table, "difference"):
        return None
    x = {"field": "difference", "type": "quantitative", "title": "difference, first run minus second"}
    spec: Spec = {
        "width": 560,
        "height": {"step": 24},
        "transform": [
            {"filter": "isValid(datum.difference)"},
            {"calculate": "isValid(datum.low) ? datum.low : datum.difference", "as": "from"},
            {"calculate": "isValid(datum.high) ? datum.high : datum.difference", "as": "to"},
            {"calculate": "datum.from > 0 || datum.to < 0", "as": "sure"},
            hint(
                "datum.metric + ': ' + format(datum.difference, '+.3f') + ' (' + format(datum.from, '+.3f')"
                " + ' to ' + format(datum.to, '+.3f') + ')'"
            ),
        ],
        "encoding": {"y": down("metric")},
        "layer": [
            {
                "mark": {"type": "rule", "color": named("line"), "aria": False},
                "encoding": {"x": {"datum": 0}},
            },
            {
                "mark": {"type": "rule", "strokeWidth": 2, "aria": False},
                "encoding": {
                    "x": {"field": "from", "type": "quantitative"},
                    "x2": {"field": "to"},
                    "color": _sure("series-1", "published"),
                },
            },
            {
                "mark": {"type": "point", "size": 80},
                "encoding": {
                    "x": x,
                    "color": _sure("series-1", "published"),
                    "shape": {"condition": {"test": "datum.sure", "value": "circle"}, "value": "diamond"},
                    "description": HINT,
                },
            },
        ],
    }
    return Figure(
        name="comparison",
        title="Differences by metric",
        table="comparison",
        spec=spec,
        caption="Circles: the interval excludes zero. Grey diamonds: the difference may be due to chance.",
    )


def _sure(yes: str, no: str) -> Spec:
    return {"condition": {"test": "datum.sure", "value": named(yes)}, "value": named(no)}


def _whole_ticks(table: Table) -> list[int]:
    """Return integer ticks only."""
    totals: Counter[tuple[object, object]] = Counter()
    for row in table.rows:
        totals[row["expected"], row["called"]] += int(row["count"] or 0)
    most_often = max(totals.values())
    return list(range(0, most_often + 1, -(-most_often // _TICKS) or 1))
