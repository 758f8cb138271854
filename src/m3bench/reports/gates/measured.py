"""The values of metrics for gates. Attempts that were not scored count as zero."""

from __future__ import annotations

from collections.abc import Callable
from math import fsum

import msgspec

from m3bench.reports.gates.threshold import MEAN, OUTCOMES, Threshold
from m3bench.runs import DropReason, RunResult
from m3bench.scoring import Metrics, ScoreReport, total


class Measured(msgspec.Struct, frozen=True):
    """A value with what it was measured on."""

    value: float | None
    """None if it was not measured."""
    attempts: int = 0
    unscored: int = 0
    """Attempts that were not scored, among them."""
    scored_only: float | None = None
    """The value over the scored attempts alone, if it is another."""


_NOTHING = Measured(None)


def measure_run(threshold: Threshold, result: RunResult, report: ScoreReport | None) -> Measured:
    """Return the value of a threshold's metric in a run."""
    if threshold.metric in OUTCOMES:
        return _of_outcomes(threshold, result)
    if report is None or not result.tasks or result.is_outcome_only:
        return msgspec.structs.replace(_NOTHING, unscored=len(result.dropped), attempts=result.attempts)
    return _weighted(_metric(threshold, report, _membership(threshold, result)), *_counts(threshold, result))


def measure_files(threshold: Threshold, report: ScoreReport) -> Measured:
    """Return the value of a metric of predictions. Missing ones count as zero in every profile."""
    if threshold.metric in OUTCOMES:
        return _NOTHING
    part = report.total if threshold.group is None else report.families.get(threshold.group)
    if part is None:
        return _NOTHING
    # Some profiles leave missing predictions out; then their families are not known here.
    left_out = 0 if report.total.missing else len(report.missing)
    return _weighted(_value(part.metrics, threshold.metric), part.attempts + left_out, left_out)


def _of_outcomes(threshold: Threshold, result: RunResult) -> Measured:
    is_member = _membership(threshold, result)
    attempts, unscored = _counts(threshold, result)
    if threshold.metric == "scored":
        return Measured((attempts - unscored) / attempts if attempts else None, attempts, unscored)
    if threshold.metric in ("success", "grounded_success"):
        strict = {name: passed for name, passed in result.strict.items() if is_member(name)}
        if threshold.metric == "success":
            share = sum(strict.values()) / len(strict) if strict else None
        return Measured(share, len(strict), _dropped(threshold, result))
        grounded = [passed for name, passed in result.grounded.items() if is_member(name)]
        value = sum(grounded) / (len(strict) or len(grounded)) if grounded else None
        return Measured(value, len(strict) or len(grounded), _dropped(threshold, result))
    coverage = {name: verdict.coverage for name, verdict in result.verdicts.items()}
    measured = result.evidence if threshold.metric == "evidence_recall" else coverage
    values = [value for name, value in measured.items() if value is not None and is_member(name)]
    return _weighted(fsum(values) / len(values) if values else None, attempts, unscored)


def _metric(threshold: Threshold, report: ScoreReport, is_member: Callable[[str], bool]) -> float | None:
    if threshold.group is None:
        return _value(report.total.metrics, threshold.metric)
    if threshold.group in report.families:
        return _value(report.families[threshold.group].metrics, threshold.metric)
    tasks = [task for task in report.tasks if is_member(task.id)]
    return _value(total(tasks).metrics, threshold.metric) if tasks else None


def _value(metrics: Metrics, name: str) -> float:
    return metrics.average if name == MEAN else float(getattr(metrics, name))


def _weighted(value: float | None, attempts: int, unscored: int) -> Measured:
    """Count attempts that were not scored as zero."""
    if value is None or not unscored:
        return Measured(value if attempts else None, attempts, unscored)
    return Measured(value * (attempts - unscored) / attempts, attempts, unscored, value)


def _membership(threshold: Threshold, result: RunResult) -> Callable[[str], bool]:
    group = threshold.group
    if group is None:
        return lambda _: True
    families, classes = result.families, result.classes
    if group in set(families.values()):
        return lambda name: families.get(name) == group
    return lambda name: name in classes and classes[name].level == group


def _counts(threshold: Threshold, result: RunResult) -> tuple[int, int]:
    """Return the attempts of the group, and those of them without a scored trajectory."""
    is_member = _membership(threshold, result)
    attempts = result.attempts if threshold.group is None else sum(map(is_member, result.families))
    lost = [attempt for attempt in result.dropped if attempt.why is not DropReason.UNDECIDED]
    return attempts, sum(is_member(attempt.id) for attempt in lost)


def _dropped(threshold: Threshold, result: RunResult) -> int:
    is_member = _membership(threshold, result)
    return sum(is_member(attempt.id) for attempt in result.dropped)
