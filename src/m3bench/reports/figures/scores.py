"""Figures of scores: ranking, families, servers, and cost."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean

from m3bench.reports.figures.heatmaps import by_run, down
from m3bench.reports.figures.labels import drawable
from m3bench.reports.figures.palette import named
from m3bench.reports.figures.styles import HINT, RunStyles, Spec, Tables, has, hint
from m3bench.reports.study import Figure, Table

_WIDTH = 620
_WIDE = 840
_SCORE = {"domain": [0, 1]}


def success(tables: Tables, styles: RunStyles) -> Figure | None:  # noqa: ARG001 - all figures are made alike
    table = tables.get("leaderboard")
    if not has(table, "success"):
        return None
    return Figure(
        name="success",
        title="Success",
        table="leaderboard",
        spec=_dots(table, "success", "share of attempts that pass all checks, 95 % interval"),
        caption="Runs are ranked by this. An attempt that was not scored counts as failed.",
    )


def leaderboard(tables: Tables, styles: RunStyles) -> Figure | None:  # noqa: ARG001 - all figures are made alike
    table = tables.get("leaderboard")
    if not has(table, "average"):
        return None
    published = any(row.get("published") for row in table.rows)
    diamonds = " Diamonds: models as published in the paper." if published else ""
    return Figure(
        name="leaderboard",
        title="Mean of six",
        table="leaderboard",
        spec=_dots(table, "average", "mean of the six metrics, 95 % interval"),
        caption=f"Dots: runs, with 95 % intervals.{diamonds}",
    )


def _dots(table: Table, key: str, title: str) -> Spec:
    """Draw a dot with its interval for each row that has the value, best first."""
    low, high = f"{key}_low", f"{key}_high"
    ends = {"x": {"field": low, "type": "quantitative"}, "x2": {"field": high}}
    own = {"test": "datum.published", "value": named("published")}
    return {
        "width": _WIDTH,
        "height": {"step": 20},
        "transform": [
            {"filter": f"isValid(datum.{key})"},
            hint(
                f"datum.run + ': ' + format(datum.{key}, '.3f') + (isValid(datum.{low}) ? ' (' + "
                f"format(datum.{low}, '.3f') + ' to ' + format(datum.{high}, '.3f') + ')' : "
                "datum.published ? ', published' : '')"
            ),
        ],
        "encoding": {"y": down("run", _best_first(table, key))},
        "layer": [
            {
                "transform": [{"filter": f"isValid(datum.{low})"}],
                "mark": {"type": "rule", "strokeWidth": 2, "aria": False},
                "encoding": {**ends, "color": {"value": named("series-1")}},
            },
            {
                "mark": {"type": "point", "size": 80},
                "encoding": {
                    "x": {"field": key, "type": "quantitative", "scale": _SCORE, "title": title},
                    "color": {"condition": own, "value": named("series-1")},
                    "shape": {
                        "condition": {"test": "datum.published", "value": "diamond"},
                        "value": "circle",
                    },
                    "description": HINT,
                },
            },
        ],
    }


def crossing(tables: Tables, styles: RunStyles) -> Figure | None:
    table = tables.get("crossing")
    if not has(table, "average"):
        return None
    x = {
        "field": "family",
        "type": "ordinal",
        "sort": _easiest_first(tables),
        "axis": {"labelAngle": -45, "labelLimit": 130, "title": None, "grid": True},
    }
    y = {"field": "average", "type": "quantitative", "scale": _SCORE, "title": "mean of the six metrics"}
    spec: Spec = {
        "width": _WIDE,
        "height": 340,
        "transform": [
            {"filter": "isValid(datum.average)"},
            hint("datum.run + ', ' + datum.family + ': ' + format(datum.average, '.3f')"),
        ],
        "encoding": {"x": x, "y": y},
        "layer": [
            {
                "transform": [{"filter": "datum.published"}],
                "mark": {"type": "line", "strokeWidth": 1, "opacity": 0.55, "color": named("published")},
                "encoding": {"detail": {"field": "run"}, "description": {"field": "run"}},
            },
            {
                "transform": [{"filter": "!datum.published"}],
                "mark": {"type": "line", "strokeWidth": 1.8},
                "encoding": {
                    "color": styles.colour(),
                    "strokeDash": styles.dash(),
                    "description": {"field": "run"},
                },
            },
            {
                "transform": [{"filter": "!datum.published"}],
                "mark": {"type": "point", "size": 38},
                "encoding": {"color": styles.colour(), "shape": styles.shape(), "description": HINT},
            },
        ],
    }
    theirs = any(row.get("published") for row in table.rows)
    grey = " Thin grey lines: published models." if theirs else ""
    return Figure(
        name="crossing",
        title="Runs over families",
        table="crossing",
        spec=spec,
        caption=f"Families from easiest to hardest.{grey}",
    )


def families(tables: Tables, styles: RunStyles) -> Figure | None:
    table = tables.get("families")
    if not has(table, "average"):
        return None
    return by_run(
        "families",
        "Mean of six by family",
        styles,
        y=down("family", _easiest_first(tables)),
        value="average",
        text="format(datum.average, '.2f')",
        transform=[hint("datum.run + ', ' + datum.family + ': ' + format(datum.average, '.3f')")],
        caption="Mean of the six metrics.",
    )


def family_success(tables: Tables, styles: RunStyles) -> Figure | None:
    """Return success by family and run."""
    table = tables.get("families")
    if not has(table, "success"):
        return None
    return by_run(
        "family_success",
        "Success by family",
        styles,
        y=down("family", _most_passed_first(table)),
        value="success",
        text="format(datum.success, '.2f')",
        transform=[hint("datum.run + ', ' + datum.family + ': ' + format(datum.success, '.1%')")],
        caption="Share of attempts that pass all checks. An attempt that was not scored counts as failed.",
        table="families",
    )


def slices(tables: Tables, styles: RunStyles) -> Figure | None:
    """Return success by slice and run, of tasks with evaluation points."""
    if not has(tables.get("slices"), "success"):
        return None
    return by_run(
        "slices",
        "Success by slice",
        styles,
        y=down("slice"),
        value="success",
        text="format(datum.success, '.2f')",
        transform=[
            hint(
                "datum.run + ', ' + datum.slice + ': ' + format(datum.success, '.1%') + ' succeed, partial "
                "credit ' + format(datum.partial, '.1%')"
            )
        ],
        caption="Share of attempts that pass all evaluation points.",
    )


def servers(tables: Tables, styles: RunStyles) -> Figure | None:
    table = tables.get("servers")
    if not has(table, "reference_calls", "matched"):
        return None
    return by_run(
        "servers",
        "Servers by run",
        styles,
        y=down("server"),
        value="found",
        text="format(datum.found, '.2f')",
        transform=[
            {"filter": "datum.reference_calls > 0"},
            {"calculate": "datum.matched / datum.reference_calls", "as": "found"},
            hint(
                "datum.run + ', ' + datum.server + ': ' + datum.matched + ' of ' + datum.reference_calls + "
                "' reference calls'"
            ),
        ],
        caption="Share of a server's reference calls that match a call made.",
    )


def score_cost(tables: Tables, styles: RunStyles) -> Figure | None:
    table = tables.get("score_cost")
    value, measured = ("success", "success") if has(table, "success") else ("average", "mean of six")
    if not has(table, "cost", value):
        return None
    costs = [cost for row in table.rows if isinstance(cost := row.get("cost"), int | float)]
    if not any(costs):
        return None
    wide = min(costs) > 0 and max(costs) > 20 * min(costs)
    x = {
        "field": "cost",
        "type": "quantitative",
        "scale": {"type": "log"} if wide else {"zero": True},
        "title": "total cost in US dollars",
        "axis": {"format": "$~g", "tickCount": 6},
    }
    spec: Spec = {
        "width": _WIDTH,
        "height": 300,
        "transform": [
            {"filter": f"isValid(datum.cost) && isValid(datum.{value})"},
            hint(f"datum.run + ': ' + format(datum.{value}, '.3f') + ' for $' + format(datum.cost, ',.2f')"),
        ],
        "encoding": {
            "x": x,
            "y": {"field": value, "type": "quantitative", "scale": _SCORE, "title": measured},
        },
        "layer": [
            {
                "mark": {"type": "point", "size": 90},
                "encoding": {"color": styles.colour(), "shape": styles.shape(), "description": HINT},
            }
        ],
    }
    return Figure(name="score_cost", title="Score and cost", table="score_cost", spec=spec)


def _easiest_first(tables: Tables) -> list[str]:
    crossing = tables.get("crossing")
    rows = crossing.rows if crossing else ()
    return list(dict.fromkeys(drawable(str(row["family"])) for row in rows))


def _most_passed_first(table: Table) -> list[str]:
    found: dict[str, list[float]] = defaultdict(list)
    for row in table.rows:
        if isinstance(success := row.get("success"), int | float):
            found[drawable(str(row["family"]))].append(success)
    return sorted(found, key=lambda family: (-fmean(found[family]), family))


def _best_first(table: Table, key: str = "average") -> list[str]:
    found = {drawable(str(row["run"])): row.get(key) for row in table.rows}
    known = {name: value for name, value in found.items() if isinstance(value, int | float)}
    return sorted(known, key=lambda name: (-known[name], name))
