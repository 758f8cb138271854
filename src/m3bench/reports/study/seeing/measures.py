"""Accuracy under one condition, and paired differences between two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from m3bench.reports.study.seeing.answers import Answers, FieldKey
from m3bench.scoring import (
    Comparison,
    Interval,
    mean_interval,
    paired_comparison,
    paired_successes,
    success_interval,
)


def accuracy(answers: Answers, families: Mapping[str, str]) -> Interval:
    """Return the share of right fields. A field of several attempts counts once, with their mean."""
    keys = list(answers)
    values = [fmean(answers[key]) for key in keys]
    clusters = _clusters(keys, families)
    if _are_single(values):
        return success_interval([value == 1 for value in values], clusters)
    return mean_interval(values, clusters=clusters)


def difference(
    answers: Answers, base: Answers, families: Mapping[str, str], *, seed: int
) -> Comparison | None:
    """Return the accuracy minus that of the base, on the fields that both have; None if there are none."""
    keys = [key for key in answers if key in base]
    if not keys:
        return None
    a, b = [fmean(answers[key]) for key in keys], [fmean(base[key]) for key in keys]
    clusters = _clusters(keys, families)
    if _are_single([*a, *b]):
        return paired_successes([value == 1 for value in a], [value == 1 for value in b], clusters, seed=seed)
    return paired_comparison(a, b, clusters, seed=seed)


def _are_single(values: Sequence[float]) -> bool:
    return all(value in (0, 1) for value in values)


def _clusters(keys: Sequence[FieldKey], families: Mapping[str, str]) -> list[str]:
    """Return what succeeds and fails together: families, or tasks if there is only one family."""
    clusters = [families[key.task] for key in keys]
    return clusters if len(set(clusters)) > 1 else [key.task for key in keys]
