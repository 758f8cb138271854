"""Two sets of scores, task by task."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from m3bench.core import UsageError
from m3bench.reports.tables import HEADINGS, plain_table
from m3bench.scoring import (
    METRICS,
    NO_FAMILY,
    Comparison,
    Interval,
    ScoreReport,
    TaskScore,
    paired_comparison,
)

_MOST_TASKS = 5
_MEAN = "average"


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One metric of both sides."""

    a: float
    b: float
    comparison: Comparison


class ReportComparison(msgspec.Struct, frozen=True, kw_only=True):
    """What differs between two reports on the tasks that both have."""

    tasks: int
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    metrics: dict[str, Row]
    largest: tuple[tuple[str, float], ...]
    """The tasks whose mean of six differs most, A minus B."""


def compare_reports(a: ScoreReport, b: ScoreReport, *, seed: int) -> ReportComparison:
    """Pair the tasks of two reports; every metric is weighted by the reference's calls on both sides."""
    by_id_a, by_id_b = ({task.id: task for task in report.tasks} for report in (a, b))
    pairs = [(task, by_id_b[task_id]) for task_id, task in by_id_a.items() if task_id in by_id_b]
    if not pairs:
        raise UsageError("The two sets of predictions have no task in common.")
    return ReportComparison(
        tasks=len(pairs),
        only_a=tuple(task_id for task_id in by_id_a if task_id not in by_id_b),
        only_b=tuple(task_id for task_id in by_id_b if task_id not in by_id_a),
        metrics={name: compare_metric(pairs, name, seed) for name in (*METRICS, _MEAN)},
        largest=_largest(pairs),
    )


def comparison_to_dict(comparison: ReportComparison, names: tuple[str, str]) -> dict[str, Any]:
    """For a JSON file."""
    return {"format": "m3bench-comparison", "a": names[0], "b": names[1], **msgspec.to_builtins(comparison)}


def print_comparison(console: Console, comparison: ReportComparison, names: tuple[str, str]) -> None:
    """A table of the metrics, then the tasks that differ most."""
    console.print(f"A = {names[0]}\nB = {names[1]}\n{comparison.tasks} tasks in common\n", markup=False)
    table = plain_table()
    for title in ("Metric", "A", "B", "A − B", "95 % interval", "A wins/loses/ties", "Better"):
        table.add_column(title, justify="left" if title in ("Metric", "Better") else "right", no_wrap=True)
    for name, row in comparison.metrics.items():
        table.add_row(*_cells(name, row))
    console.print(table)
    console.print(f"\nTasks that differ most (mean of six, A − B), of {comparison.tasks}:")
    for task_id, difference in comparison.largest:
        console.print(Text(f"  {difference:+.3f}  {task_id}"))
    for side, ids in (("A", comparison.only_a), ("B", comparison.only_b)):
        if ids:
            console.print(f"{len(ids)} tasks only in {side}, not compared: {', '.join(ids)}", markup=False)


def compare_metric(pairs: Sequence[tuple[TaskScore, TaskScore]], name: str, seed: int) -> Row:
    """One metric of both sides, on the same tasks."""
    weights = [float(max(a.reference_calls, b.reference_calls)) for a, b in pairs]
    if not any(weights):
        weights = [1.0] * len(pairs)
    left = [float(getattr(a.metrics, name)) for a, _ in pairs]
    right = [float(getattr(b.metrics, name)) for _, b in pairs]
    clusters = [a.family or NO_FAMILY for a, _ in pairs]
    return Row(
        a=_weighted(left, weights),
        b=_weighted(right, weights),
        comparison=paired_comparison(left, right, clusters, weights, seed=seed),
    )


def _weighted(values: Sequence[float], weights: Sequence[float]) -> float:
    return fsum(value * weight for value, weight in zip(values, weights, strict=True)) / fsum(weights)


def _largest(pairs: Sequence[tuple[TaskScore, TaskScore]]) -> tuple[tuple[str, float], ...]:
    differences = [(a.id, a.metrics.average - b.metrics.average) for a, b in pairs]
    moved = [item for item in differences if item[1]]
    return tuple(sorted(moved, key=lambda item: (-abs(item[1]), item[0]))[:_MOST_TASKS])


def _cells(name: str, row: Row) -> list[str]:
    compared = row.comparison
    return [
        HEADINGS.get(name, "Mean"),
        f"{row.a:.3f}",
        f"{row.b:.3f}",
        f"{row.a - row.b:+.3f}",
        _interval(compared.interval),
        f"{compared.wins}/{compared.losses}/{compared.ties}",
        compared.verdict,
    ]


def _interval(interval: Interval) -> str:
    if interval.low is None or interval.high is None:
        return "none"
    return f"{interval.low:+.3f} to {interval.high:+.3f}"
