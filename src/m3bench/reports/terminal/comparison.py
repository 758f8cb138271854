"""Compare two sets of scores task by task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from m3bench.core import Row as TableRow
from m3bench.core import Tabular, UsageError
from m3bench.reports.successes import Successes
from m3bench.reports.terminal.tables import HEADINGS, attempts_text, interval_text, plain_table, repeated_text
from m3bench.scoring import (
    METRICS,
    Comparison,
    Interval,
    RepeatedTasks,
    ScoreColumns,
    ScoreReport,
    TaskScore,
    adjusted_comparisons,
    interval_record,
    paired_means,
    paired_successes,
)

SUCCESS, MEAN = "success", "average"
_MOST_TASKS = 5
_COUNTED = ("wins", "losses", "ties", "p_value", "adjusted")
_TITLES = {SUCCESS: "Success", MEAN: "Mean", **HEADINGS}
_COLUMNS = ("Metric", "A", "B", "A − B", "95 % interval", "W/L/T", "p (Holm)", "Better")


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One metric of both sides."""

    a: float
    b: float
    comparison: Comparison


class ReportComparison(msgspec.Struct, Tabular, frozen=True, kw_only=True):
    """Differences between two reports on their common tasks. Success comes first if it is known."""

    tasks: int
    """The tasks with a score on both sides."""
    attempts: int = 0
    """The attempts with a score on both sides: more than tasks, if tasks were attempted several times."""
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    metrics: dict[str, Row]
    largest: tuple[tuple[str, float], ...]
    """The tasks with the largest difference in the mean of six, A minus B."""
    success: tuple[Interval, Interval] | None = None
    """The success rates of both sides on the tasks of both."""
    success_tasks: int = 0
    """How many tasks both have."""
    success_attempts: int = 0
    """How many attempts both have; attempts that were not scored count as failed."""
    repeated: tuple[RepeatedTasks, RepeatedTasks] | None = None
    """pass@k, pass^k and flips of both sides on these attempts, if tasks were attempted several times."""

    def rows(self) -> list[TableRow]:
        """Return one row per metric, with both sides, the interval of the difference and the p-value."""
        return [
            {
                "metric": name,
                "a": row.a,
                "b": row.b,
                "difference": row.comparison.difference,
                "low": row.comparison.interval.low,
                "high": row.comparison.interval.high,
                **{name: getattr(row.comparison, name) for name in _COUNTED},
                "better": row.comparison.verdict,
            }
            for name, row in self.metrics.items()
        ]

    def _caption(self) -> str:
        return f"A and B on {self.tasks} tasks"


def compare_reports(
    a: ScoreReport, b: ScoreReport, *, seed: int, successes: tuple[Successes, Successes] | None = None
) -> ReportComparison:
    """Compare two reports on their common tasks. The numbers of each side are its scores on these tasks.

    All rows are tested together: p-values are adjusted by Holm's method, and verdicts use the adjusted
    values.
    """
    by_id_a, by_id_b = ({task.id: task for task in report.tasks} for report in (a, b))
    pairs = [(task, by_id_b[task_id]) for task_id, task in by_id_a.items() if task_id in by_id_b]
    common = successes[0].common(successes[1]) if successes else []
    if not pairs and not common:
        raise UsageError("The two sets of predictions have no task in common.")
    rows: dict[str, Row] = {}
    if successes and common:
        rows[SUCCESS] = _compare_success(*successes, common, seed)
    if pairs:
        rows |= compare_metrics(pairs, (MEAN, *METRICS), seed)
    return ReportComparison(
        tasks=ScoreColumns(task for task, _ in pairs).total().tasks,
        attempts=len(pairs),
        only_a=tuple(task_id for task_id in by_id_a if task_id not in by_id_b),
        only_b=tuple(task_id for task_id in by_id_b if task_id not in by_id_a),
        metrics=_adjusted(rows),
        largest=_largest(pairs),
        success_attempts=len(common),
        **_success(*successes, common) if successes and common else {},
    )


def comparison_to_dict(
    comparison: ReportComparison, names: tuple[str, str], warnings: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the comparison for a JSON file. `warnings` concern the runs themselves."""
    plain = {"format": "m3bench-comparison", "a": names[0], "b": names[1], **msgspec.to_builtins(comparison)}
    if comparison.success is not None:
        is_repeated = comparison.success_attempts > comparison.success_tasks
        plain["success"] = [interval_record(side, is_repeated=is_repeated) for side in comparison.success]
    return plain | {"warnings": list(warnings)}


def print_comparison(console: Console, comparison: ReportComparison, names: tuple[str, str]) -> None:
    """Print the success of both, a table of all metrics, and the tasks that differ most."""
    console.print(f"A = {names[0]}\nB = {names[1]}\n", markup=False)
    _print_success(console, comparison)
    counted = attempts_text(comparison.attempts, comparison.tasks, "scored ")
    console.print(f"{counted} in common{_left_out(comparison)}\n")
    table = plain_table()
    for title in _COLUMNS:
        table.add_column(title, justify="left" if title in ("Metric", "Better") else "right", no_wrap=True)
    for name, row in comparison.metrics.items():
        table.add_row(*_cells(name, row))
    console.print(table)
    _print_notes(console, comparison)
    if comparison.largest:
        counted = "Tasks" if comparison.attempts == comparison.tasks else "Attempts"
        console.print(f"\n{counted} that differ most (mean of six, A − B), of {comparison.attempts}:")
    for task_id, difference in comparison.largest:
        console.print(Text(f"  {difference:+.3f}  {task_id}"))
    for side, ids in (("A", comparison.only_a), ("B", comparison.only_b)):
        if ids:
            console.print(f"{len(ids)} tasks only in {side}, not compared: {', '.join(ids)}", markup=False)


def compare_metrics(
    pairs: Sequence[tuple[TaskScore, TaskScore]], names: Sequence[str], seed: int
) -> dict[str, Row]:
    """Compare metrics on the same tasks. The values of a side are the totals of its score on these tasks."""
    a, b = (ScoreColumns(pair[side] for pair in pairs) for side in (0, 1))
    totals = [columns.total().metrics for columns in (a, b)]
    rows = {}
    for name in names:
        parts = METRICS if name == MEAN else (name,)
        left, right = ([columns.values_and_weights(part) for part in parts] for columns in (a, b))
        rows[name] = Row(
            a=float(getattr(totals[0], name)),
            b=float(getattr(totals[1], name)),
            comparison=paired_means(left, right, a.clusters, tasks=a.tasks, seed=seed),
        )
    return rows


def _compare_success(a: Successes, b: Successes, common: Sequence[str], seed: int) -> Row:
    left, right = ([side.passed[task_id] for task_id in common] for side in (a, b))
    return Row(
        a=sum(left) / len(left),
        b=sum(right) / len(right),
        comparison=paired_successes(left, right, a.clusters(common), tasks=a.tasks(common), seed=seed),
    )


def _success(a: Successes, b: Successes, common: Sequence[str]) -> dict[str, Any]:
    """Return what `ReportComparison` says of the success of each side."""
    sides = [side.only(common) for side in (a, b)]
    repeated = tuple(rates for side in sides if (rates := side.repeated()) is not None)
    return {
        "success": tuple(side.interval() for side in sides),
        "success_tasks": len(set(a.tasks(common))),
        "repeated": repeated if len(repeated) == len(sides) else None,
    }


def _adjusted(rows: Mapping[str, Row]) -> dict[str, Row]:
    adjusted = adjusted_comparisons({name: row.comparison for name, row in rows.items()})
    return {name: msgspec.structs.replace(row, comparison=adjusted[name]) for name, row in rows.items()}


def _largest(pairs: Sequence[tuple[TaskScore, TaskScore]]) -> tuple[tuple[str, float], ...]:
    differences = [(a.id, a.metrics.average - b.metrics.average) for a, b in pairs]
    moved = [item for item in differences if item[1]]
    return tuple(sorted(moved, key=lambda item: (-abs(item[1]), item[0]))[:_MOST_TASKS])


def _print_success(console: Console, comparison: ReportComparison) -> None:
    if comparison.success is None:
        return
    counted = attempts_text(comparison.success_attempts, comparison.success_tasks)
    console.print(f"Success: share of {counted} whose checks all pass (not scored = failed)", soft_wrap=True)
    for side, interval in zip("AB", comparison.success, strict=True):
        console.print(f"  {side}  {interval.estimate:.3f}  (95 % interval {interval_text(interval)})")
    for side, repeated in zip("AB", comparison.repeated or (), strict=False):
        console.print(f"  {side}  {repeated_text(repeated)}")


def _left_out(comparison: ReportComparison) -> str:
    """Say that the numbers of a side are not those of its whole score, if tasks are left out."""
    alone = len(comparison.only_a) + len(comparison.only_b)
    return f"; {alone} of only one side are left out of all but Success" if alone else ""


def _print_notes(console: Console, comparison: ReportComparison) -> None:
    tests = len(comparison.metrics)
    count, units = max(_units(row.comparison.interval) for row in comparison.metrics.values())
    console.print(
        f"p: permutation test over {count} {units}, adjusted by Holm's method for {tests} tests", style="dim"
    )
    # The smallest p-value that a sign-flip test over this many units can reach.
    if tests * 2 ** (1 - count) > 0.05 and count > 1:
        console.print(f"{count} {units} are too few for a significant result after the correction.")


def _units(interval: Interval) -> tuple[int, str]:
    """Return what a test exchanges: families, or the tasks of one family."""
    return (interval.clusters, "families") if interval.clusters > 1 else (interval.tasks, "tasks")


def _cells(name: str, row: Row) -> list[str]:
    compared = row.comparison
    return [
        _TITLES[name],
        f"{row.a:.3f}",
        f"{row.b:.3f}",
        f"{row.a - row.b:+.3f}",
        _signed(compared.interval),
        f"{compared.wins}/{compared.losses}/{compared.ties}",
        "–" if compared.adjusted is None else f"{compared.adjusted:.4f}",
        compared.verdict,
    ]


def _signed(interval: Interval) -> str:
    if interval.low is None or interval.high is None:
        return "none"
    return f"{interval.low:+.3f} to {interval.high:+.3f}"
