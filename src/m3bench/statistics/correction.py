"""Holm's correction for multiple tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from m3bench.core import UsageError
from m3bench.statistics.records import Comparison, verdict


def holm(p_values: Sequence[float]) -> list[float]:
    """Return Holm's adjusted p-values, in the order given.

    If no side is better on anything, at most one set of tests in twenty has a value below 0.05.
    """
    if any(not 0 <= value <= 1 for value in p_values):
        raise UsageError("p-values must be between 0 and 1")
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, index in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = highest
    return adjusted


def adjusted_comparisons(comparisons: Mapping[str, Comparison]) -> dict[str, Comparison]:
    """Apply Holm's correction to comparisons and their verdicts. Those without a p-value stay unchanged."""
    tested = {
        name: comparison.p_value for name, comparison in comparisons.items() if comparison.p_value is not None
    }
    adjusted = dict(zip(tested, holm(list(tested.values())), strict=True))
    return {
        name: _adjust(comparison, adjusted[name]) if name in adjusted else comparison
        for name, comparison in comparisons.items()
    }


def _adjust(comparison: Comparison, p_value: float) -> Comparison:
    return msgspec.structs.replace(
        comparison,
        adjusted=p_value,
        verdict=verdict(comparison.difference, p_value, comparison.interval.level),
    )
