"""Failures by cause, agent errors by kind, and tool confusions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from m3bench.core import Outcome, Status
from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.servers import UNFINISHED
from m3bench.reports.study.table import Row, Section
from m3bench.scoring import NO_FAMILY, Error, Group

_ATTEMPTS = {
    Status.AGENT_FAILURE: "agent",
    Status.OUT_OF_STEPS: "agent",
    Status.OUT_OF_BUDGET: "agent",
    Status.OVER_QUOTA: "agent",
    Status.SERVER_FAILURE: "server",
    Status.HARNESS_FAILURE: "harness",
    Status.DOES_NOT_FIT: "model",
}
_CALLS = {
    **{outcome.value: "agent" for outcome in Outcome if outcome.blames_agent},
    Outcome.TOOL_ERROR.value: "tool",
    Outcome.SERVER_FAULT.value: "server",
    UNFINISHED: "harness",
}
_SIDES = ("agent", "tool", "server", "model", "harness")


def failures_section(runs: Sequence[StudyRun]) -> Section:
    return Section(
        name="failures",
        title="Failures",
        intro=(
            "Only errors of the agent cost it points; faults of servers and of the harness are listed "
            "separately. Errors are counted from facts, not from opinions."
        ),
        tables=(
            columns.table("failures", "Failures by cause", _FAILURES, _failures(runs)),
            columns.table("taxonomy", "Errors by kind", _TAXONOMY, _taxonomy(runs)),
            columns.table("taxonomy_families", "Errors by family", _BY_FAMILY, _by_family(runs)),
            columns.table("confusions", "Tool confusions", _CONFUSIONS, _confusions(runs)),
        ),
    )


def _failures(runs: Sequence[StudyRun]) -> Iterator[Row]:
    for run in runs:
        rows = [*_failed_attempts(run), *_failed_checks(run), *_failed_calls(run)]
        for row in sorted(rows, key=lambda row: _SIDES.index(str(row["side"]))):
            yield {"run": run.name, **row}


def _failed_attempts(run: StudyRun) -> Iterator[Row]:
    attempts = sum(run.result.statuses.values())
    for status, side in _ATTEMPTS.items():
        yield _row(side, "attempts", status.value, run.result.statuses.get(status.value, 0), attempts)


def _failed_checks(run: StudyRun) -> Iterator[Row]:
    """Yield completed attempts that do not pass."""
    verdicts = run.result.verdicts.values()
    if verdicts:
        failed = sum(not verdict.passed for verdict in verdicts)
        yield _row("agent", "attempts", "checks failed", failed, len(verdicts))


def _failed_calls(run: StudyRun) -> Iterator[Row]:
    calls = sum(run.result.outcomes.values())
    for outcome, side in _CALLS.items():
        yield _row(side, "calls", outcome, run.result.outcomes.get(outcome, 0), calls)


def _row(side: str, unit: str, what: str, count: int, whole: int) -> Row:
    return {
        "side": side,
        "unit": unit,
        "what": columns.readable_name(what),
        "count": count,
        "share": count / whole if whole else None,
    }


def _taxonomy(runs: Sequence[StudyRun]) -> Iterator[Row]:
    for run in runs:
        counts: Counter[Error] = Counter()
        tasks: Counter[Error] = Counter()
        failed: Counter[Error] = Counter()
        for task_id, mistakes in run.mistakes.items():
            errors = [mistake.error for mistake in mistakes]
            counts.update(errors)
            tasks.update(set(errors))
            failed.update(set(errors) if run.passed(task_id) is False else ())
        for error in Error:
            if error.by_people and not counts[error]:
                continue
            yield {
                "run": run.name,
                "group": error.group.value,
                "error": columns.readable_name(error.value),
                "count": counts[error],
                "per_task": counts[error] / len(run.mistakes) if run.mistakes else None,
                "tasks": tasks[error],
                "failed_tasks": failed[error] if run.result.verdicts else None,
            }


def _by_family(runs: Sequence[StudyRun]) -> Iterator[Row]:
    """Yield the errors per attempt of each family, by group."""
    for run in runs:
        attempts: Counter[str] = Counter()
        groups: Counter[tuple[str, Group]] = Counter()
        for score in run.report.tasks:
            family = score.family or NO_FAMILY
            attempts[family] += 1
            groups.update((family, mistake.error.group) for mistake in run.mistakes.get(score.id, ()))
        for family, count in sorted(attempts.items()):
            shares = {group: groups[family, group] / count for group in Group}
            total = sum(share for group, share in shares.items() if group is not Group.OTHERS)
            yield {
                "run": run.name,
                "family": family,
                "attempts": count,
                "errors": total,
                **{group.name.lower(): share for group, share in shares.items()},
            }


def _confusions(runs: Sequence[StudyRun]) -> Iterator[Row]:
    counts: Counter[tuple[str, str, str]] = Counter(
        (mistake.expected_tool, mistake.tool, run.name)
        for run in runs
        for mistakes in run.mistakes.values()
        for mistake in mistakes
        if mistake.expected_tool and mistake.tool and mistake.expected_tool != mistake.tool
    )
    for (expected, called, run_name), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield {"expected": expected, "called": called, "run": run_name, "count": count}


_FAILURES = (
    columns.RUN,
    columns.text("side", "Cause", "Agent, server or harness."),
    columns.text("unit", "Unit", "Attempts or calls."),
    columns.text("what", "Failure", "How the attempt or call ended."),
    columns.count("count", "Count", "Number of attempts or calls."),
    columns.share("share", "Share", "Share of all attempts, of the checked attempts, or of all calls."),
)
_TAXONOMY = (
    columns.RUN,
    columns.text("group", "Group", "The kind of decision that the error is about."),
    columns.text("error", "Error", "As defined in docs/taxonomy.md."),
    columns.count("count", "Count", "Number of occurrences."),
    columns.number("per_task", "Per task", "Occurrences per scored attempt."),
    columns.count("tasks", "Attempts", "Scored attempts with this error."),
    columns.count(
        "failed_tasks", "Failed attempts", "Attempts with this error that do not pass their checks."
    ),
)
_BY_FAMILY = (
    columns.RUN,
    columns.FAMILY,
    columns.count("attempts", "Attempts", "Scored attempts at tasks of the family."),
    columns.number("errors", "Errors", "Errors of the agent per attempt."),
    *(
        columns.number(group.name.lower(), group.value.capitalize(), f"Errors per attempt: {group.value}.")
        for group in Group
    ),
)
_CONFUSIONS = (
    columns.text("expected", "Expected", "The tool that the reference calls."),
    columns.text("called", "Called", "The tool that was called instead with the same values."),
    columns.RUN,
    columns.count("count", "Count", "Number of occurrences."),
)
