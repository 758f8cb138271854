"""The figures of a run. `score`, `compare`, `report` and files take them from here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from m3bench import runs
from m3bench.reports.successes import Successes, strict_successes
from m3bench.scoring import (
    NO_FAMILY,
    Interval,
    Metrics,
    RepeatedTasks,
    ScoreReport,
    interval_of_average,
    mean_interval,
)

if TYPE_CHECKING:
    from m3bench.runs import RunResult


class Headline(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a run, with 95 % intervals. What was not measured is None.

    All are over attempts: a task that was attempted three times counts three times. In the intervals,
    attempts at one task are not independent, and neither are tasks of one family.
    """

    success: Interval | None
    """The share of all attempts that pass all checks. Attempts that were not scored count as failed."""
    passed: int
    """Attempts that pass."""
    checked: int
    """Attempts that can pass: all, except scored attempts at tasks without checks."""
    scored_success: Interval | None
    """The same share among the scored and decided attempts only."""
    grounded: Interval | None
    """The share of all attempts that pass, and whose claimed values all appeared in a result before."""
    evidence: Interval | None
    """Evidence recall over the scored attempts."""
    mean: Interval | None = None
    """The mean of the six metrics over the scored attempts, pooled over their calls."""
    metrics: Metrics | None = None
    """The six metrics over the scored attempts."""
    repeated: RepeatedTasks | None = None
    """pass@k, pass^k and flips over all attempts, if tasks were attempted several times."""


def headline(result: RunResult, report: ScoreReport | None = None) -> Headline:
    """Return the figures of a run.

    Args:
        result: The run.
        report: Its scores; without them, or without a scored attempt, the six metrics are unknown.
    """
    successes = strict_successes(result)
    scored = report if report is not None and report.total.tasks else None
    return Headline(
        success=successes.interval(),
        passed=sum(successes.passed.values()),
        checked=len(successes.passed),
        scored_success=_successes(result.decided, result).interval(),
        grounded=_successes(result.grounded, result).interval(result.strict or result.grounded)
        if result.grounded
        else None,
        evidence=_evidence(result),
        mean=interval_of_average(scored.tasks) if scored else None,
        metrics=scored.total.metrics if scored else None,
        repeated=successes.repeated(),
    )


def success_by_family(result: RunResult) -> dict[str, float]:
    """Return the success of each family; empty if no task has checks."""
    counts = runs.success_by_group(result, lambda task: (task.family or NO_FAMILY,))
    return {family: count.passed / count.attempts for family, count in counts.items()}


def _successes(passed: Mapping[str, bool], result: RunResult) -> Successes:
    return Successes(passed, result.families, result.settings.epochs)


def _evidence(result: RunResult) -> Interval | None:
    if not result.evidence:
        return None
    successes = strict_successes(result)
    return mean_interval(
        list(result.evidence.values()),
        clusters=successes.clusters(result.evidence),
        tasks=successes.tasks(result.evidence),
    )


def estimate(interval: Interval | None) -> float | None:
    """Return the value of a figure; None if it was not measured."""
    return None if interval is None else interval.estimate
