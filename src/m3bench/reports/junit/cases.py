"""The attempts of a run as test cases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

import msgspec

from m3bench.checks import Verdicts
from m3bench.core import Trajectory
from m3bench.reports.gates import Gate
from m3bench.runs import DropReason, RunResult
from m3bench.scoring import METRICS, Metrics, ScoreReport

GATES = "gates"
_NO_FAMILY = "tasks"
_MOST_LINES = 12
_LONGEST_LINE = 500


class CaseKind(StrEnum):
    """How a test case ended."""

    PASSED = "passed"
    FAILURE = "failure"
    ERROR = "error"
    SKIPPED = "skipped"


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt, or one gate, as a test case."""

    group: str
    name: str
    kind: CaseKind = CaseKind.PASSED
    message: str = ""
    type: str = ""
    """The kind of failure or error, in one word."""
    lines: tuple[str, ...] = ()
    seconds: float = 0.0
    properties: dict[str, str] = {}


def run_cases(result: RunResult, report: ScoreReport | None = None) -> Iterator[Case]:
    """Yield one case per attempt, repeated ones as `id#epoch`, then the tasks that were left out.

    An attempt that fails a check is a failure. One that could not be scored is an error; one that was not
    made is skipped. Attempts at tasks without checks pass, and have their scores as properties.
    """
    scores = {task.id: task.metrics for task in report.tasks} if report is not None else {}
    undecided = {attempt.id for attempt in result.dropped if attempt.why is DropReason.UNDECIDED}
    for task, trajectory in zip(result.tasks, result.trajectories, strict=True):
        if task.id not in undecided:
            yield _attempt(result, task.id, task.family, trajectory, scores.get(task.id))
    for attempt in result.dropped:
        is_open = attempt.why is DropReason.NOT_ATTEMPTED
        what = attempt.why.value.replace("_", " ")
        yield Case(
            group=attempt.family or _NO_FAMILY,
            name=attempt.id,
            kind=CaseKind.SKIPPED if is_open else CaseKind.ERROR,
            message=f"{what}: {attempt.detail}" if attempt.detail else what,
            type=attempt.why.value,
        )
    for left in result.left_out:
        yield Case(group="left out", name=left.id, kind=CaseKind.SKIPPED, message=left.why, type="left_out")


def _attempt(
    result: RunResult, name: str, family: str | None, trajectory: Trajectory, metrics: Metrics | None
) -> Case:
    verdicts = result.verdicts.get(name)
    case = Case(
        group=family or _NO_FAMILY,
        name=name,
        seconds=float(result.durations.get(name, 0.0)),
        properties={"status": trajectory.status.value, **_properties(metrics)},
    )
    if verdicts is None or verdicts.passed:
        return case
    reasons = _reasons(verdicts, trajectory)
    further = [_scores_line(metrics)] if metrics is not None else []
    where = [f"m3bench view {result.path}"] if result.path is not None else []
    return msgspec.structs.replace(
        case,
        kind=CaseKind.FAILURE,
        type="check",
        message=reasons[0] if reasons else "a check failed",
        lines=(*reasons[:_MOST_LINES], *further, *where),
    )


def _reasons(verdicts: Verdicts, trajectory: Trajectory) -> list[str]:
    """Return why an attempt failed: how it ended, if not well, and each failed check."""
    ended = str(trajectory.extra.get("reason", ""))
    failed = [
        f"{verdict.check}: {verdict.reason}"
        for verdict in verdicts.verdicts
        if not verdict.passed and not verdict.undecided
    ]
    reasons = [*failed, f"{trajectory.status.value}: {ended}"] if ended else failed
    return [line[:_LONGEST_LINE] for line in reasons]


def file_cases(report: ScoreReport) -> Iterator[Case]:
    """Yield one case per task of a set of predictions. A missing prediction is a failure."""
    for task in report.tasks:
        case = Case(group=task.family or _NO_FAMILY, name=task.id, properties=_properties(task.metrics))
        yield _missing(case) if task.missing else case
    if not report.total.missing:  # the profile leaves them out of its tasks
        for name in report.missing:
            yield _missing(Case(group=_NO_FAMILY, name=name))


def _missing(case: Case) -> Case:
    return msgspec.structs.replace(
        case, kind=CaseKind.FAILURE, type="missing", message="no prediction for this task"
    )


def gate_cases(gates: Sequence[Gate]) -> Iterator[Case]:
    """Yield one case per gate."""
    for gate in gates:
        kind = CaseKind.PASSED if gate.is_met else CaseKind.FAILURE
        name, line = gate.threshold.name, gate.line
        yield Case(group=GATES, name=name, kind=kind, type="gate", message=line, lines=(line,))


def _properties(metrics: Metrics | None) -> dict[str, str]:
    if metrics is None:
        return {}
    named = {name: f"{getattr(metrics, name):.4f}" for name in METRICS}
    return {**named, "mean": f"{metrics.average:.4f}"}


def _scores_line(metrics: Metrics) -> str:
    listed = ", ".join(f"{name} {getattr(metrics, name):.3f}" for name in METRICS)
    return f"scores: {listed}, mean {metrics.average:.3f}"
