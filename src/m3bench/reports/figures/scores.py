"""Figures of scores: ranking, families, servers, and cost."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean

from m3bench.reports.figures import styles as vega
from m3bench.reports.figures.heatmaps import HeatMap, down
from m3bench.reports.figures.labels import drawable
from m3bench.reports.figures.palette import named
from m3bench.reports.figures.styles import RunStyles, Spec, Tables
from m3bench.reports.study import Figure, Table

_WIDTH = 620
_WIDE = 840


def success(tables: Tables, styles: RunStyles) -> Figure | None:  # noqa: ARG001 - all figures are made alike
    table = tables.get("leaderboard")
    if not vega.has(table, "success"):
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
    if not vega.has(table, "average"):
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
    ends = {"x": vega.quantity(low), "x2": {"field": high}, "color": {"value": named("series-1")}}
    dots = {
        "x": vega.quantity(key, scale=vega.SCORE_SCALE, title=title),
        "color": vega.either("datum.published", named("published"), named("series-1")),
        "shape": vega.either("datum.published", "diamond", "circle"),
        "description": vega.HINT,
    }
    return {
        "width": _WIDTH,
        "height": {"step": 20},
        "transform": [
            {"filter": f"isValid(datum.{key})"},
            vega.hint(
                f"datum.run + ': ' + format(datum.{key}, '.3f') + (isValid(datum.{low}) ? ' (' + "
                f"format(datum.{low}, '.3f') + ' to ' + format(datum.{high}, '.3f') + ')' : "
                "datum.published ? ', published' : '')"
            ),
        ],
        "encoding": {"y": down("run", _best_first(table, key))},
        "layer": [
            vega.marks("rule", ends, where=f"isValid(datum.{low})", strokeWidth=2, aria=False),
            vega.marks("point", dots, size=80),
        ],
    }


def crossing(tables: Tables, styles: RunStyles) -> Figure | None:
    table = tables.get("crossing")
    if not vega.has(table, "average"):
        return None
    axis = {"labelAngle": -45, "labelLimit": 130, "title": None, "grid": True}
    spec: Spec = {
        "width": _WIDE,
        "height": 340,
        "transform": [
            {"filter": "isValid(datum.average)"},
            vega.hint("datum.run + ', ' + datum.family + ': ' + format(datum.average, '.3f')"),
        ],
        "encoding": {
            "x": vega.category("family", "ordinal", sort=_easiest_first(tables), axis=axis),
            "y": vega.quantity("average", scale=vega.SCORE_SCALE, title="mean of the six metrics"),
        },
        "layer": [vega.published_lines("run"), *styles.curves(38, "!datum.published")],
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


def _easiest_first(tables: Tables) -> list[str]:
    crossing = tables.get("crossing")
    rows = crossing.rows if crossing else ()
    return list(dict.fromkeys(drawable(str(row["family"])) for row in rows))


def _most_passed_first(tables: Tables) -> list[str]:
    rates: dict[str, list[float]] = defaultdict(list)
    for row in tables["families"].rows:
        if isinstance(success := row.get("success"), int | float):
            rates[drawable(str(row["family"]))].append(success)
    return sorted(rates, key=lambda family: (-fmean(rates[family]), family))


families = HeatMap(
    name="families",
    title="Mean of six by family",
    table="families",
    needs=("average",),
    row="family",
    order=_easiest_first,
    value="average",
    text="format(datum.average, '.2f')",
    hint="datum.family + ': ' + format(datum.average, '.3f')",
    caption="Mean of the six metrics.",
)
family_success = HeatMap(
    name="family_success",
    title="Success by family",
    table="families",
    needs=("success",),
    row="family",
    order=_most_passed_first,
    value="success",
    text="format(datum.success, '.2f')",
    hint="datum.family + ': ' + format(datum.success, '.1%')",
    caption="Share of attempts that pass all checks. An attempt that was not scored counts as failed.",
)
slices = HeatMap(
    name="slices",
    title="Success by slice",
    table="slices",
    needs=("success",),
    row="slice",
    value="success",
    text="format(datum.success, '.2f')",
    hint="datum.slice + ': ' + format(datum.success, '.1%') + ' succeed, partial credit ' + "
    "format(datum.partial, '.1%')",
    caption="Share of attempts that pass all evaluation points.",
)
servers = HeatMap(
    name="servers",
    title="Servers by run",
    table="servers",
    needs=("reference_calls", "matched"),
    row="server",
    value="found",
    text="format(datum.found, '.2f')",
    transform=(
        {"filter": "datum.reference_calls > 0"},
        {"calculate": "datum.matched / datum.reference_calls", "as": "found"},
    ),
    hint="datum.server + ': ' + datum.matched + ' of ' + datum.reference_calls + ' reference calls'",
    caption="Share of a server's reference calls that match a call made.",
)


def score_cost(tables: Tables, styles: RunStyles) -> Figure | None:
    table = tables.get("score_cost")
    value, measured = ("success", "success") if vega.has(table, "success") else ("average", "mean of six")
    if not vega.has(table, "cost", value):
        return None
    costs = [cost for row in table.rows if isinstance(cost := row.get("cost"), int | float)]
    if not any(costs):
        return None
    wide = min(costs) > 0 and max(costs) > 20 * min(costs)
    spec: Spec = {
        "width": _WIDTH,
        "height": 300,
        "transform": [
            {"filter": f"isValid(datum.cost) && isValid(datum.{value})"},
            vega.hint(
                f"datum.run + ': ' + format(datum.{value}, '.3f') + ' for $' + format(datum.cost, ',.2f')"
            ),
        ],
        "encoding": {
            "x": vega.quantity(
                "cost",
                scale={"type": "log"} if wide else {"zero": True},
                title="total cost in US dollars",
                axis={"format": "$~g", "tickCount": 6},
            ),
            "y": vega.quantity(value, scale=vega.SCORE_SCALE, title=measured),
        },
        "layer": [
            vega.marks(
                "point",
                {"color": styles.colour(), "shape": styles.shape(), "description": vega.HINT},
                size=90,
            )
        ],
    }
    return Figure(name="score_cost", title="Score and cost", table="score_cost", spec=spec)


def _best_first(table: Table, key: str) -> list[str]:
    values = {drawable(str(row["run"])): row.get(key) for row in table.rows}
    known = {name: value for name, value in values.items() if isinstance(value, int | float)}
    return sorted(known, key=lambda name: (-known[name], name))
