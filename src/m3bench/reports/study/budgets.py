"""Resources per attempt: tokens, cost, time, steps and calls (the paper's Tables 3 and 4)."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from m3bench.core import NO_USAGE, Trajectory
from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.table import Cell, Column, Kind, Row, Section

_USED = ("input_tokens", "output_tokens", "requests", "cost")
_MEASURES = {
    "input_tokens": ("Input tokens", Kind.NUMBER),
    "output_tokens": ("Output tokens", Kind.NUMBER),
    "requests": ("Requests", Kind.NUMBER),
    "cost": ("Cost", Kind.COST),
    "seconds": ("Seconds", Kind.SECONDS),
    "steps": ("Steps", Kind.NUMBER),
    "calls": ("Calls", Kind.NUMBER),
}


def budgets_section(runs: Sequence[StudyRun]) -> Section:
    budgets = [_row(run) for run in runs]
    both: list[Row] = [
        {
            "run": run.name,
            "cost": run.result.usage.cost,
            "cost_per_task": budget["cost"],
            "success": run.result.success,
            "average": run.report.total.metrics.average if run.scores else None,
        }
        for run, budget in zip(runs, budgets, strict=True)
    ]
    return Section(
        name="budgets",
        title="Budgets",
        intro=(
            "Means over the scored attempts. Totals are of the whole run, including tries that do not count. "
            "Unknown values, such as a price, are empty, never zero."
        ),
        tables=(
            columns.table("budgets", "Tokens, cost, time, steps and calls", _columns(), budgets),
            columns.table("score_cost", "Score and cost", _SCORE_COST, both),
        ),
    )


def taken(run: StudyRun, trajectory: Trajectory) -> dict[str, Cell]:
    """Return the resources of one attempt."""
    used = trajectory.usage or NO_USAGE
    return {
        **columns.cells(used, *_USED),
        "seconds": run.result.durations.get(trajectory.task_id),
        "steps": len(trajectory.steps),
        "calls": trajectory.call_count,
    }


def _used(run: StudyRun) -> dict[str, list[Cell]]:
    """Return the resources of the scored attempts, read once."""
    measures: dict[str, list[Cell]] = {name: [] for name in _MEASURES}
    for trajectory in run.result.trajectories:
        attempt = taken(run, trajectory)
        for name, values in measures.items():
            values.append(attempt[name])
    return measures


def _mean(values: Sequence[Cell]) -> float | None:
    """Return the mean; None if a value is unknown."""
    known = [value for value in values if isinstance(value, int | float)]
    return fsum(known) / len(known) if known and len(known) == len(values) else None


def _row(run: StudyRun) -> dict[str, Cell]:
    result, used = run.result, _used(run)
    return {
        "run": run.name,
        **{name: _mean(values) for name, values in used.items()},
        **{f"{name}_total": getattr(result.usage, name) for name in _USED},
        "seconds_total": result.seconds,
        **{
            f"{name}_total": sum(value for value in used[name] if isinstance(value, int))
            for name in ("steps", "calls")
        },
    }


def _columns() -> tuple[Column, ...]:
    means = (
        columns.number(name, title, f"{title}: mean over scored attempts.", kind=kind)
        for name, (title, kind) in _MEASURES.items()
    )
    whole = (
        columns.number(
            f"{name}_total",
            f"{title}, total",
            f"{title}: total over the {'scored attempts' if name in ('steps', 'calls') else 'whole run'}.",
            kind=Kind.COUNT if kind is Kind.NUMBER else kind,
            shown=name == "cost",
        )
        for name, (title, kind) in _MEASURES.items()
    )
    return (columns.RUN, *means, *whole)


_SCORE_COST = (
    columns.RUN,
    columns.number("cost", "Cost", "Cost of the whole run in US dollars.", kind=Kind.COST),
    columns.number("cost_per_task", "Cost per task", "Mean over scored attempts.", kind=Kind.COST),
    columns.score("success"),
    columns.score("average"),
)
