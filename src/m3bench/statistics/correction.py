"""Many tests at once: Holm's correction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from m3bench.core import UsageError
from m3bench.statistics.records import Comparison, verdict


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p-values, in the order given.

    Where no side is better on anything, at most one set of tests in twenty has any below 0.05.
    """
    if any(not 0 <= value <= 1 for value in p_values):
        raise UsageError("p-values must lie between 0 and 1")
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = highest
    return adjusted


def adjusted_comparisons(comparisons: Mapping[str, Comparison]) -> dict[str, Comparison]:
    """The same comparisons with Holm's p-values, and verdicts by them. Those without a p-value stay."""
    tested = {name: found.p_value for name, found in comparisons.items() if found.p_value is not None}
    adjusted = dict(zip(tested, holm(list(tested.values())), strict=True))
    return {
        name: _adjusted(found, adjusted[name]) if name in adjusted else found
        for name, found in comparisons.items()
    }


def _adjusted(found: Comparison, p_value: float) -> Comparison:
    return msgspec.structs.replace(
        found, adjusted=p_value, verdict=verdict(found.difference, p_value, found.interval.level)
    )
