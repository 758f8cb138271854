"""Figures of success over modes, mounted tools and schema tokens."""

from __future__ import annotations

from m3bench.reports.figures import styles as vega
from m3bench.reports.figures.labels import drawable
from m3bench.reports.figures.palette import series
from m3bench.reports.figures.styles import RunStyles, Spec, Tables
from m3bench.reports.study import Figure, Table

_MODES = ("oracle", "standard", "max")
_SIZES = {
    "tools": ("Success over mounted tools", "mounted tools, on average"),
    "tokens": ("Success over schema tokens", "tokens of the mounted tools, on average"),
}
_RATE = vega.quantity("rate", scale=vega.SCORE_SCALE, title="SR, mean of the three levels")


def mode_curves(tables: Tables, styles: RunStyles) -> Figure | None:  # noqa: ARG001 - all figures are made alike
    """Draw SR of each agent over the modes, from few tools to many; published models in grey."""
    table = tables.get("modes")
    if not vega.has(table, "rate"):
        return None
    modes = _modes(table)
    own = [row for row in table.rows if not row.get("published") and row.get("rate") is not None]
    if not own or len(modes) < 2:
        return None
    theirs = any(row.get("published") for row in table.rows)
    grey = " Thin grey lines: models of MCPVerse's paper." if theirs else ""
    spec: Spec = {
        "width": max(320, 120 * len(modes)),
        "height": 300,
        "transform": [
            {"filter": f"isValid(datum.rate) && indexof({modes}, datum.mode) >= 0"},
            vega.hint("datum.series + ', ' + datum.mode + ': ' + format(datum.rate, '.3f')"),
        ],
        "encoding": {
            "x": vega.category("mode", "ordinal", sort=modes, axis={"title": None, "labelAngle": 0}),
            "y": _RATE,
        },
        "layer": [vega.published_lines("series"), *_own_lines(table)],
    }
    return Figure(
        name="mode_curves",
        title="Success over modes",
        table="modes",
        spec=spec,
        caption=f"Diamonds: prompted calling.{grey}",
    )


def over_size(key: str, tables: Tables, styles: RunStyles) -> Figure | None:  # noqa: ARG001 - all figures are made alike
    """Draw SR over the number of mounted tools, or over their tokens."""
    title, axis = _SIZES[key]
    table = tables.get("modes")
    if not vega.has(table, "rate", key):
        return None
    spec: Spec = {
        "width": 380,
        "height": 260,
        "transform": [
            {"filter": f"isValid(datum.rate) && isValid(datum.{key}) && datum.{key} > 0"},
            vega.hint(
                f"datum.series + ', ' + datum.mode + ': ' + format(datum.rate, '.3f') + ' with ' + "
                f"format(datum.{key}, ',.0f')"
            ),
        ],
        "encoding": {
            "x": vega.quantity(key, scale={"type": "log"}, title=axis, axis={"format": "~s", "tickCount": 5}),
            "y": _RATE,
        },
        "layer": list(_own_lines(table)),
    }
    return Figure(name=f"success_over_{key}", title=title, table="modes", spec=spec)


def _modes(table: Table) -> list[str]:
    """Return the modes of the table that can be ordered by their tools, in that order."""
    modes = dict.fromkeys(drawable(str(row["mode"])) for row in table.rows if row.get("rate") is not None)
    kinds = {mode: mode.partition("+")[0].partition(":")[0] for mode in modes}
    known = [mode for mode, kind in kinds.items() if kind in _MODES]
    return sorted(known, key=lambda mode: _MODES.index(kinds[mode]))


def _own_lines(table: Table) -> tuple[Spec, Spec]:
    """Return a line and its points for each agent. Diamonds are runs with prompted calling."""
    own = [row for row in table.rows if not row.get("published")]
    names = list(dict.fromkeys(drawable(str(row["series"])) for row in own))
    colour = vega.category(
        "series",
        scale={"domain": names, "range": [series(index) for index, _ in enumerate(names)]},
        legend={"title": None, "orient": "bottom", "columns": 2},
    )
    # Two runs of an agent in one mode differ in calling: each way then has a line of its own.
    several = len({(row["series"], row["mode"]) for row in own}) < len(own)
    line = {"color": colour, "description": {"field": "series"}}
    line |= {"detail": {"field": "calling"}} if several else {}
    shape = vega.either("datum.calling == 'prompted'", "diamond", "circle")
    points = {"color": colour, "shape": shape, "description": vega.HINT}
    return (
        vega.marks("line", line, where="!datum.published", strokeWidth=1.8),
        vega.marks("point", points, where="!datum.published", size=60),
    )
