"""Results of the statistics."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Method = Literal[
    "none", "wilson", "wilson with design effect", "logit t", "t", "agresti-min", "percentile bootstrap"
]
Verdict = Literal["A", "B", "tied"]


class Interval(msgspec.Struct, frozen=True, kw_only=True):
    """An estimate and the bounds of its confidence interval.

    ``estimate`` is None without values; the bounds are None if nothing can vary (no value, or a single one
    that is not a success rate). ``method`` is the method of the bounds; docs/metrics.md explains each.
    ``clusters`` counts the clusters (task families), or the values if no clusters were given. ``tasks``
    counts the tasks, or the values if it is not known which of them are attempts at the same task; a
    bootstrap has 0. ``effective`` is the number of independent attempts that would give the same interval, if
    the method computes it. ``resampled`` and ``resamples`` are what a bootstrap drew, and how many draws had
    a denominator.
    """

    estimate: float | None
    low: float | None
    high: float | None
    level: float
    clusters: int
    tasks: int = 0
    method: Method = "none"
    effective: float | None = None
    resamples: int = 0
    resampled: Literal["clusters", "values", "nothing"] = "nothing"


def interval_record(interval: Interval | None, *, is_repeated: bool) -> dict[str, Any] | None:
    """Return an interval for a file. It counts tasks only if they were attempted several times."""
    values: dict[str, Any] | None = msgspec.to_builtins(interval)
    if values is not None and not is_repeated:
        del values["tasks"]
    return values


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """A compared with B on the same tasks: the difference, wins and losses, and the significance.

    ``p_value`` is that of this test alone. ``adjusted`` is the p-value after Holm's correction over all tests
    made together; if given, it decides the verdict.
    """

    difference: float | None
    interval: Interval
    wins: int
    losses: int
    ties: int
    p_value: float | None = None
    adjusted: float | None = None
    verdict: Verdict


def verdict(difference: float | None, p_value: float | None, level: float) -> Verdict:
    """Return the better side if the p-value is small enough for the level, otherwise ``tied``."""
    if difference is None or p_value is None or p_value > 1 - level + 1e-12 or not difference:
        return "tied"
    return "A" if difference > 0 else "B"
