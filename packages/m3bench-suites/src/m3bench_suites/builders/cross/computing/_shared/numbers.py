"""Numbers in results and rounded values in answers."""

from __future__ import annotations

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, PlanError
from m3bench_suites.builders.tasks import computed

Source = tuple[float, CallResult]
"""A number, and the result that states it."""


def rounded(value: float, digits: int, *grounds: float) -> Expected:
    """Return a number as rounded in the answer; the last digit may differ by one.

    Args:
        value: The number before it is rounded.
        digits: The decimals of the answer.
        grounds: The values in results that it is computed from; itself if none are given.
    """
    tolerance = Tolerance(absolute=1.01 * 10.0**-digits, relative=2e-5)
    return computed(round(value, digits) + 0.0, grounds or (value,), tolerance)


def read_number(result: CallResult) -> float:
    """Return the number that a result consists of. Raise `PlanError` if it is something else."""
    data = result.data
    if isinstance(data, bool) or not isinstance(data, int | float):
        raise PlanError(f"{result.tool} returned no number: {result.text[:80]}")
    return float(data)
