"""Expected values of fields, and amounts of money."""

from __future__ import annotations

from collections.abc import Iterable

from m3bench.checks import Expected, Tolerance

CENT = Tolerance(absolute=0.005)
"""Amounts have two decimals."""


def amount(value: float, *grounds: float | str) -> Expected:
    """Return an expected amount of money. `grounds` are the values that it is computed from."""
    return Expected(round(value, 2), tolerance=CENT, grounds=grounds or None)


def counted(value: int, *grounds: float | str) -> Expected:
    """Return an expected count, which no result needs to state: the listed things do."""
    return Expected(value, grounds=grounds)


def listed(values: Iterable[str | int | float]) -> Expected:
    """Return an expected list."""
    return Expected(items=tuple(Expected(value) for value in values))


def join(values: Iterable[object]) -> str:
    """Return a list as people write it: `a, b and c`."""
    parts = [str(value) for value in values]
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
