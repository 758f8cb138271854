"""TOBench's main table: success by family and difficulty, with calls, tokens and cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean

from m3bench.reports.published_tobench import cells, published_tobench
from m3bench.reports.study import columns
from m3bench.reports.study.omni.runs import PointedRun, partial_credit, success
from m3bench.reports.study.table import Cell, Column, Kind, Row, Table

PUBLISHED = Column(key="published", title="Published", kind=Kind.FLAG, definition="From TOBench's paper.")
PARTIAL = columns.number(
    "partial", "Partial credit", "Mean share of the decided evaluation points that pass.", kind=Kind.SCORE
)
SUCCESS = columns.score("success")
_TITLES = {"service": "Service", "creation": "Creation"}


def score_table(runs: Sequence[PointedRun]) -> Table:
    """Return the success of the runs by area and difficulty, and the paper's."""
    own = [_row(run) for run in runs]
    theirs: list[Row] = [
        {
            "run": each.model,
            **each.rates,
            "success": each.success,
            "calls": each.calls,
            "tokens": each.tokens / 1000,
            "cost": each.cost,
            "published": True,
        }
        for each in published_tobench()
    ]
    return columns.table(
        "tobench",
        "Success by family and difficulty",
        _COLUMNS,
        [*own, *theirs],
        note="Published figures are of TOBench's own 100 tasks, not of these. People reach 0.94 there.",
    )


def _row(run: PointedRun) -> Row:
    made = [attempt.trajectory for attempt in run.attempts if attempt.trajectory is not None]
    usages = [each.usage for each in made]
    tokens = [_sum(usage.input_tokens, usage.output_tokens) if usage else None for usage in usages]
    costs = [usage.cost if usage else None for usage in usages]
    return {
        "run": run.name,
        **{cell: success(attempt for attempt in run.attempts if attempt.cell == cell) for cell in cells()},
        "success": success(run.attempts),
        "partial": partial_credit(run.attempts),
        "calls": _mean(each.call_count for each in made),
        "tokens": _thousands(_mean(tokens)),
        "cost": _mean(costs),
        "published": False,
    }


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other


def _mean(values: Iterable[float | None]) -> float | None:
    """Return the mean; None if a value is unknown."""
    found = list(values)
    known = [value for value in found if value is not None]
    return fmean(known) if known and len(known) == len(found) else None


def _thousands(value: float | None) -> Cell:
    return None if value is None else value / 1000


def _cell_column(cell: str) -> Column:
    area, _, difficulty = cell.partition("_")
    title = f"{_TITLES[area]}, {difficulty}"
    return columns.number(cell, title, f"Success on {difficulty} tasks of {area}.", kind=Kind.SCORE)


_COLUMNS = (
    columns.RUN,
    SUCCESS,
    PARTIAL,
    *map(_cell_column, cells()),
    columns.number("calls", "Calls", "Tool calls per attempt."),
    columns.number("tokens", "Tokens (k)", "Thousands of tokens per attempt, in and out."),
    columns.number("cost", "Cost", "US dollars per attempt.", kind=Kind.COST),
    PUBLISHED,
)
