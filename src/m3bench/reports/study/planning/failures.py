"""The six planning failures of MCP-Bench, counted from facts: in total, and by attempt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from m3bench.reports.published_mcp_bench import published_planning
from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.table import Cell, Column, Row, Table
from m3bench.scoring import Planning, PlanningFailure


def planning_failure_tables(runs: Sequence[StudyRun], *, published: bool) -> tuple[Table, ...]:
    """Return the failures in total and by attempt; none if no attempt has a reference.

    `published` says whether the paper's shares stand beside them.
    """
    if not any(True for run in runs for _ in _failures(run)):
        return ()
    theirs = _published() if published else ()
    note = (
        "The published shares are of one model on MCP-Bench's tasks, as people read them."
        if published
        else ""
    )
    return (
        columns.table(
            "planning_failures", "Planning failures by kind", _TOTAL, [*_totals(runs), *theirs], note=note
        ),
        columns.table("planning_attempts", "Planning failures by attempt", _BY_ATTEMPT, _by_attempt(runs)),
    )


def planning_cells(run: StudyRun, attempt: str) -> dict[str, Cell]:
    """Return the failures of one attempt, in total and by kind; nothing if they are unknown."""
    extras = run.extras.tasks.get(attempt)
    if extras is None or extras.planning is None:
        return {}
    counts = Counter(failure.failure for failure in extras.planning)
    kinds = {_key(kind): counts[kind] for kind in Planning}
    return {"planning_failures": counts.total(), **kinds}


def planning_columns() -> tuple[Column, ...]:
    """Return the columns of `planning_cells`."""
    return (
        columns.count("planning_failures", "Planning failures", "Failures of all six kinds."),
        *(columns.count(_key(kind), _title(kind).capitalize(), _DEFINITIONS[kind]) for kind in Planning),
    )


def _failures(run: StudyRun) -> Iterator[tuple[str, tuple[PlanningFailure, ...]]]:
    """Yield the failures of each attempt, without keeping those of a large run."""
    for name, extras in run.extras.tasks.items():
        if extras.planning is not None:
            yield name, extras.planning


def _totals(runs: Sequence[StudyRun]) -> Iterator[Row]:
    for run in runs:
        counts: Counter[Planning] = Counter()
        attempts: Counter[Planning] = Counter()
        failed: Counter[Planning] = Counter()
        measured = 0
        for name, failures in _failures(run):
            kinds = {failure.failure for failure in failures}
            measured += 1
            counts.update(failure.failure for failure in failures)
            attempts.update(kinds)
            failed.update(kinds if run.passed(name) is False else ())
        for kind in Planning:
            yield {
                "run": run.name,
                "failure": _title(kind),
                "count": counts[kind],
                "share": counts[kind] / counts.total() if counts else None,
                "per_task": counts[kind] / measured if measured else None,
                "tasks": attempts[kind],
                "failed_tasks": failed[kind] if run.result.verdicts else None,
                "published": False,
            }


def _published() -> Iterator[Row]:
    for model, shares in published_planning().items():
        for kind in Planning:
            yield {"run": model, "failure": _title(kind), "share": shares[kind.value], "published": True}


def _by_attempt(runs: Sequence[StudyRun]) -> Iterator[Row]:
    for run in runs:
        for name, failures in _failures(run):
            for failure in failures:
                yield {
                    "run": run.name,
                    "task": name,
                    "failure": _title(failure.failure),
                    "detail": failure.detail,
                    "calls": _numbers(failure.calls),
                    "expected_calls": _numbers(failure.expected_calls),
                }


def _numbers(calls: Sequence[int]) -> str | None:
    return ", ".join(str(call + 1) for call in calls) or None


def _title(kind: Planning) -> str:
    return columns.readable_name(kind.value)


def _key(kind: Planning) -> str:
    return f"planning_{kind.value}"


_DEFINITIONS = {
    Planning.DECOMPOSITION: "Parts of the reference for which no call was made.",
    Planning.SEQUENCING: "Calls made before what they need, or with a guess in its place.",
    Planning.PARALLELISATION: "Steps of the reference whose independent calls were made one after the other.",
    Planning.REDUNDANCY: "Identical calls whose result was already there.",
    Planning.STATE_TRACKING: "Facts that had been found, and were asked for again or forgotten.",
    Planning.CONDITIONAL_LOGIC: "Conditions of the task under which not the demanded branch was taken.",
}
_FAILURE = columns.text("failure", "Failure", "As defined in docs/taxonomy.md.")
_TOTAL = (
    columns.RUN,
    _FAILURE,
    columns.count("count", "Count", "Number of failures."),
    columns.share("share", "Share", "Share of all planning failures of the run."),
    columns.number("per_task", "Per task", "Failures per scored attempt."),
    columns.count("tasks", "Attempts", "Scored attempts with this failure."),
    columns.count(
        "failed_tasks", "Failed attempts", "Attempts with this failure that do not pass their checks."
    ),
    columns.PUBLISHED,
)
_BY_ATTEMPT = (
    columns.RUN,
    columns.text("task", "Task"),
    _FAILURE,
    columns.text("detail", "What happened"),
    columns.text("calls", "Calls", "Calls of the attempt, numbered from 1."),
    columns.text("expected_calls", "In the reference", "Calls of the reference, numbered from 1."),
)
