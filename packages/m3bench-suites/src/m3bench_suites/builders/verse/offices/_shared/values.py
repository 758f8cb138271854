"""Amounts of money."""

from __future__ import annotations

from collections.abc import Iterable

from m3bench.checks import Expected
from m3bench_suites.builders.tasks import computed, stated, within

CENT = within(0.005)
"""Amounts have two decimals."""


def amount(value: float, *grounds: float | str) -> Expected:
    """Return an expected amount of money. `grounds` are the values that it is computed from."""
    rounded = round(value, 2)
    return computed(rounded, grounds, CENT) if grounds else stated(rounded, CENT)


def join(values: Iterable[object]) -> str:
    """Return a list as people write it: `a, b and c`."""
    parts = [str(value) for value in values]
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
