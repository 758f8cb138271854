"""Quantiles of Student's t."""

from __future__ import annotations

from functools import cache
from math import cos, fsum, pi, sin, sqrt
from statistics import NormalDist

_LARGE = 1_000
_HALVINGS = 200


@cache
def student_quantile(level: float, freedom: int) -> float:
    """Return the two-sided quantile: 2.26 for a level of 0.95 and 9 degrees of freedom."""
    if freedom > _LARGE:
        return _expanded(NormalDist().inv_cdf((1 + level) / 2), freedom)
    low, high = 0.0, pi / 2
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if _share_within(middle, freedom) < level else (low, middle)
    return sqrt(freedom) * sin(high) / cos(high)


def _share_within(angle: float, freedom: int) -> float:
    """Return the probability of |t| ≤ √freedom · tan(angle), a finite sum (Abramowitz and Stegun, 26.7.3)."""
    squared = cos(angle) ** 2
    odd = freedom % 2
    total, term = 0.0, 1.0
    for k in range(freedom // 2):
        total += term
        term *= squared * (2 * k + 1 + odd) / (2 * k + 2 + odd)
    if not odd:
        return sin(angle) * total
    return 2 / pi * (angle + sin(angle) * cos(angle) * total)


def _expanded(z: float, freedom: int) -> float:
    """Return the quantile from that of the normal distribution (Abramowitz and Stegun, 26.7.5)."""
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92_160,
    )
    return z + fsum(term / float(freedom) ** power for power, term in enumerate(terms, 1))
