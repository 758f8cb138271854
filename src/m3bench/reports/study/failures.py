"""What went wrong, and whose doing it was; the mistakes of agents by kind; tools taken for others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from m3bench.core import Outcome, Status
from m3bench.reports.study import columns
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.servers import UNFINISHED
from m3bench.reports.study.table import Column, Kind, Row, Section
from m3bench.scoring import Error

_ATTEMPTS = {
    Status.AGENT_FAILURE: "agent",
    Status.OUT_OF_STEPS: "agent",
    Status.OUT_OF_BUDGET: "agent",
    Status.SERVER_FAILURE: "server",
    Status.HARNESS_FAILURE: "harness",
}
_CALLS = {
    **{outcome.value: "agent" for outcome in Outcome if outcome.blames_agent},
    Outcome.TOOL_ERROR.value: "tool",
    Outcome.SERVER_FAULT.value: "server",
    UNFINISHED: "harness",
}
_SIDES = ("agent", "tool", "server", "harness")


def failures_section(runs: Sequence[StudyRun]) -> Section:
    return Section(
        name="failures",
        title="Failures",
        intro=(
            "Only what the agent does wrong costs it points; faults of servers and of the harness are told "
            "apart. Mistakes are counted where facts decide them, not by anybody's opinion."
        ),
        tables=(
            columns.table("failures", "Whose failure it was", _FAILURES, _failures(runs)),
            columns.table("taxonomy", "Mistakes by kind", _TAXONOMY, _taxonomy(runs)),
            columns.table("confusions", "Tools taken for others", _CONFUSIONS, _confusions(runs)),
        ),
    )


def _failures(runs: Sequence[StudyRun]) -> Iterator[Row]:
    for run in runs:
        found = [*_failed_attempts(run), *_failed_checks(run), *_failed_calls(run)]
        for row in sorted(found, key=lambda row: _SIDES.index(str(row["side"]))):
            yield {"run": run.name, **row}


def _failed_attempts(run: StudyRun) -> Iterator[Row]:
    attempts = sum(run.result.statuses.values())
    for status, side in _ATTEMPTS.items():
        yield _row(side, "attempts", status.value, run.result.statuses.get(status.value, 0), attempts)


def _failed_checks(run: StudyRun) -> Iterator[Row]:
    """Attempts that came to their end and do not pass."""
    verdicts = run.result.verdicts.values()
    if verdicts:
        failed = sum(not verdict.passed for verdict in verdicts)
        yield _row("agent", "attempts", "checks not passed", failed, len(verdicts))


def _failed_calls(run: StudyRun) -> Iterator[Row]:
    calls = sum(run.result.outcomes.values())
    for outcome, side in _CALLS.items():
        yield _row(side, "calls", outcome, run.result.outcomes.get(outcome, 0), calls)


def _row(side: str, unit: str, what: str, count: int, whole: int) -> Row:
    return {
        "side": side,
        "unit": unit,
        "what": columns.worded(what),
        "count": count,
        "share": count / whole if whole else None,
    }


def _taxonomy(runs: Sequence[StudyRun]) -> Iterator[Row]:
    for run in runs:
        counts = Counter(mistake.error for found in run.mistakes.values() for mistake in found)
        tasks = Counter(
            error for found in run.mistakes.values() for error in {mistake.error for mistake in found}
        )
        failed = Counter(
            error
            for task_id, found in run.mistakes.items()
            if run.passed(task_id) is False
            for error in {mistake.error for mistake in found}
        )
        for error in Error:
            yield {
                "run": run.name,
                "group": error.group.value,
                "error": columns.worded(error.value),
                "count": counts[error],
                "per_task": counts[error] / len(run.mistakes) if run.mistakes else None,
                "tasks": tasks[error],
                "failed_tasks": failed[error] if run.result.verdicts else None,
            }


def _confusions(runs: Sequence[StudyRun]) -> Iterator[Row]:
    counts: Counter[tuple[str, str, str]] = Counter(
        (mistake.expected_tool, mistake.tool, run.name)
        for run in runs
        for found in run.mistakes.values()
        for mistake in found
        if mistake.expected_tool and mistake.tool and mistake.expected_tool != mistake.tool
    )
    for (expected, called, run_name), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield {"expected": expected, "called": called, "run": run_name, "count": count}


_FAILURES = (
    columns.RUN,
    columns.text("side", "Whose", "The agent's, the server's or the harness's."),
    columns.text("unit", "Of", "Whether attempts or calls are counted."),
    columns.text("what", "What", "How an attempt or a call ended."),
    columns.count("count", "Count", "How many ended so."),
    columns.number(
        "share",
        "Share",
        "Of all attempts of the run, of those that were checked, or of all calls.",
        kind=Kind.SHARE,
    ),
)
_TAXONOMY = (
    columns.RUN,
    columns.text("group", "Group", "What the mistake is about."),
    Column(key="error", title="Mistake", definition="As docs/taxonomy.md defines it, from facts alone."),
    columns.count("count", "Count", "How often it was made."),
    columns.number("per_task", "For each task", "How often, over the number of scored attempts."),
    columns.count("tasks", "Attempts", "In how many scored attempts it was made."),
    columns.count("failed_tasks", "Of them failed", "Those of the attempts that do not pass their checks."),
)
_CONFUSIONS = (
    columns.text("expected", "Expected", "The tool that the reference calls."),
    columns.text("called", "Called", "The tool that was called with the same values in its place."),
    columns.RUN,
    columns.count("count", "Count", "How often."),
)
