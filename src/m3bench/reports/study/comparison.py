"""Compare two runs: differences by metric, by task, and in their calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m3bench.core import UsageError
from m3bench.reports.study import columns
from m3bench.reports.study.divergence import first_divergence
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.table import Cell, Column, Kind, Row, Section
from m3bench.reports.successes import strict_successes
from m3bench.reports.terminal import compare_reports


def comparison_section(a: StudyRun, b: StudyRun, *, seed: int) -> Section:
    """Compare the tasks that both runs have. Without any, the section says so."""
    common = [task_id for task_id in a.scores if task_id in b.scores]
    note = _note(a, b, len(common))
    return Section(
        name="comparison",
        title="Comparison of two runs",
        intro=f"A is {a.name}, B is {b.name}. {note}",
        tables=(
            columns.table("comparison", "A and B", _COMPARISON, _rows(a, b, common, seed), note=note),
            columns.table("flipped", "Tasks that only one run passes", _FLIPPED, _flipped(a, b, common)),
            columns.table("divergence", "First difference by task", _DIVERGENCE, _divergence(a, b, common)),
        ),
    )


def chosen_pair(runs: Sequence[StudyRun], pair: tuple[str, str] | None) -> tuple[StudyRun, StudyRun] | None:
    """Return the two runs to compare: the named ones, or the only two."""
    if pair is None:
        return (runs[0], runs[1]) if len(runs) == 2 else None
    by_name = {run.name: run for run in runs} | {str(run.path): run for run in runs if run.path}
    for name in pair:
        if name not in by_name:
            raise UsageError(f"Unknown run {name!r}.", f"Runs: {', '.join(run.name for run in runs)}.")
    if by_name[pair[0]] is by_name[pair[1]]:
        raise UsageError("A run cannot be compared with itself.", "Name two different runs.")
    return by_name[pair[0]], by_name[pair[1]]


def _note(a: StudyRun, b: StudyRun, common: int) -> str:
    if not common:
        return "The runs have no task in common."
    suites = (
        ""
        if a.suite_digest == b.suite_digest
        else " Their suites or suite versions differ, so tasks with the same name may differ."
    )
    alone = len(a.scores) + len(b.scores) - 2 * common
    left_out = f" {alone} tasks of only one run are left out." if alone else ""
    return f"On the {common} tasks of both runs.{left_out}{suites}"


def _rows(a: StudyRun, b: StudyRun, common: Sequence[str], seed: int) -> Iterator[Row]:
    if not common:
        return
    successes = strict_successes(a.result), strict_successes(b.result)
    compared = compare_reports(a.report, b.report, seed=seed, successes=successes)
    for row in compared.rows():
        yield {**row, "metric": columns.title(row["metric"]), "verdict": row["better"]}


def _flipped(a: StudyRun, b: StudyRun, common: Sequence[str]) -> Iterator[Row]:
    for task_id in common:
        left, right = a.passed(task_id), b.passed(task_id)
        if left is not None and right is not None and left != right:
            yield {**_task(a, b, task_id), "a_passed": left, "b_passed": right}


def _divergence(a: StudyRun, b: StudyRun, common: Sequence[str]) -> Iterator[Row]:
    for task_id in common:
        if task_id not in a.trajectories or task_id not in b.trajectories:
            continue
        divergence = first_divergence(a.trajectories[task_id].steps, b.trajectories[task_id].steps)
        if divergence:
            cells = columns.cells(divergence, "step", "call", "kind")
            yield {**_task(a, b, task_id), **cells, "a_did": divergence.a, "b_did": divergence.b}


def _task(a: StudyRun, b: StudyRun, task_id: str) -> dict[str, Cell]:
    return {
        "task": task_id,
        "family": a.scores[task_id].family,
        "a_average": a.scores[task_id].metrics.average,
        "b_average": b.scores[task_id].metrics.average,
    }


_OVER = (
    "Over the common tasks, each side weighted by its own calls. Success is over all tasks of both "
    "runs; attempts that were not scored count as failed."
)
_TASK = columns.text("task", "Task")
_AVERAGES = (
    columns.rate("a_average", "A, mean of six", "Mean of six of A on this task."),
    columns.rate("b_average", "B, mean of six", "Mean of six of B on this task."),
)
_COMPARISON = (
    columns.text("metric", "Metric"),
    columns.rate("a", "A", _OVER),
    columns.rate("b", "B", _OVER),
    Column(
        key="difference",
        title="A − B",
        kind=Kind.DIFFERENCE,
        definition="Mean of the paired differences.",
        low="low",
        high="high",
    ),
    columns.count("wins", "A better", "Tasks on which A is better."),
    columns.count("losses", "B better", "Tasks on which B is better."),
    columns.count("ties", "Equal", "Tasks on which both are equal."),
    columns.rate(
        "adjusted",
        "p (Holm)",
        "From a permutation test over families, adjusted for all rows by Holm's method.",
    ),
    columns.text("verdict", "Better", "The better run if the adjusted p-value is at most 0.05, else tied."),
    columns.rate("p_value", "p", "From the permutation test of this row alone.", shown=False),
    columns.difference("low", "Lower bound", "Of the 95 % interval.", shown=False),
    columns.difference("high", "Upper bound", "Of the 95 % interval.", shown=False),
)
_FLIPPED = (
    _TASK,
    columns.FAMILY,
    columns.flag("a_passed", "A passes", "A passes all checks."),
    columns.flag("b_passed", "B passes", "B passes all checks."),
    *_AVERAGES,
)
_DIVERGENCE = (
    _TASK,
    columns.FAMILY,
    columns.count("step", "Step", "The first step whose calls differ, from 1, ignoring steps without calls."),
    columns.count("call", "Call", "The first call in that step that the other run lacks, from 1."),
    columns.text("kind", "Difference"),
    columns.text("a_did", "A called"),
    columns.text("b_did", "B called"),
    *_AVERAGES,
)
