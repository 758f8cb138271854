"""Agreement of two raters: Cohen's kappa and Spearman's rank correlation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Label = TypeVar("Label", bound=Hashable)


def cohens_kappa(pairs: Sequence[tuple[Hashable, Hashable]]) -> float | None:
    """Return Cohen's kappa of the labels of two raters: 1 is perfect agreement, 0 agreement by chance.

    None if there are no cases, or if agreement by chance is certain.
    """
    return _kappa(pairs, lambda left, right: int(left != right))


def weighted_kappa(grades: Sequence[tuple[int, int]], *, power: int = 2) -> float | None:
    """Return Cohen's kappa with disagreement weighted by distance ** power: 1 linear, 2 quadratic."""
    return _kappa(grades, lambda left, right: int(abs(left - right) ** power))


def _kappa(pairs: Sequence[tuple[Label, Label]], distance: Callable[[Label, Label], int]) -> float | None:
    """Return 1 − observed / expected disagreement. The expected one is that of independent raters with the
    same label frequencies. Computed in integers, so that an expected disagreement of 0 is exact."""
    firsts, seconds = Counter(left for left, _ in pairs), Counter(right for _, right in pairs)
    observed = len(pairs) * sum(distance(left, right) for left, right in pairs)
    expected = sum(
        left_times * right_times * distance(left, right)
        for left, left_times in firsts.items()
        for right, right_times in seconds.items()
    )
    return (expected - observed) / expected if expected else None


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return Spearman's rank correlation; ties share their rank. None if all values of a side are equal."""
    if len(set(first)) < 2 or len(set(second)) < 2:
        return None
    return float(np.corrcoef(_ranks(first), _ranks(second))[0, 1])


def _ranks(values: Sequence[float]) -> NDArray[np.float64]:
    """Return twice the mean rank of each value."""
    ordered = np.sort(values)
    return np.searchsorted(ordered, values, "left") + np.searchsorted(ordered, values, "right") * 1.0
