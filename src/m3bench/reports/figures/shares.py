"""Figures of outcomes, origins of arguments, planning and budgets."""

from __future__ import annotations

from m3bench.reports.figures.bars import figure, small_bars, stacked
from m3bench.reports.figures.styles import RunStyles, Spec, Tables, has, most
from m3bench.reports.study import Figure
from m3bench.scoring import Origin


def outcomes(tables: Tables, styles: RunStyles) -> Figure | None:
    table = tables.get("outcomes")
    if not has(table, "share"):
        return None
    seen = {str(row["outcome"]) for row in table.rows if row.get("share")}
    parts = {name: _OUTCOMES[name] for name in _OUTCOMES if name in seen}
    parts |= dict.fromkeys(sorted(seen - parts.keys()), "published")
    there = [{"filter": "datum.share > 0"}]
    spec = stacked(styles, part="outcome", share="share", parts=parts, transform=there)
    return figure(table, spec, "Call outcomes", "Each bar shows all calls of a run.")


def origins(tables: Tables, styles: RunStyles) -> Figure | None:
    table = tables.get("planning")
    keys = [origin.value for origin in Origin]
    if table is None or not has(table, *keys):
        return None
    titles = {key: table.column(key).title for key in keys}
    renamed = " : ".join(f"datum.key == '{key}' ? '{title}'" for key, title in titles.items()) + " : ''"
    transform: list[Spec] = [
        {"fold": list(titles), "as": ["key", "share"]},
        {"filter": "isValid(datum.share)"},
        {"calculate": renamed, "as": "origin"},
    ]
    spec = stacked(
        styles,
        part="origin",
        share="share",
        parts=dict(zip(titles.values(), _ORIGINS, strict=True)),
        transform=transform,
    )
    return figure(table, spec, "Origins of argument values", "Values that could be traced.", "origins")


def bars_of_means(name: str, tables: Tables, styles: RunStyles) -> Figure | None:
    """Draw a small bar chart for each column of a table that has values."""
    table, (title, columns) = tables.get(name), _MEANS[name]
    wanted = {key: named for key, named in columns.items() if table and most(table, key)}
    if table is None or not wanted:
        return None
    return figure(table, small_bars(styles, wanted), title, "Means over tasks.")


# From best to worst.
_OUTCOMES = {
    "success": "series-3",
    "not found": "series-6",
    "invalid arguments": "series-4",
    "unknown tool": "series-2",
    "illegal format": "series-5",
    "tool error": "series-1",
    "server fault": "series-7",
    "unfinished": "published",
}
_ORIGINS = ("series-1", "series-6", "published", "series-2")
_MEANS = {
    "budgets": (
        "Resources per task",
        {
            "input_tokens": "input tokens",
            "output_tokens": "output tokens",
            "cost": "US dollars",
            "seconds": "seconds",
            "steps": "steps",
            "calls": "calls",
        },
    ),
    "planning": (
        "Call structure",
        {
            "parallel_efficiency": "parallel efficiency",
            "redundancy": "redundancy",
            "violations_per_task": "violations",
            "hops": "hops",
            "threads": "threads",
        },
    ),
}
