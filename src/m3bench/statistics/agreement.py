"""How far two readers of the same cases agree: Cohen's kappa and Spearman's correlation of ranks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

Label = TypeVar("Label", bound=Hashable)


def cohens_kappa(pairs: Sequence[tuple[Hashable, Hashable]]) -> float | None:
    """Cohen's kappa of two readers' labels: 1 is perfect agreement, 0 what they would have by chance.

    None where there are no cases, or where chance alone would always agree.
    """
    return _kappa(pairs, lambda one, other: int(one != other))


def weighted_kappa(grades: Sequence[tuple[int, int]], *, power: int = 2) -> float | None:
    """Cohen's kappa with disagreement weighted by its distance to the power: 1 linear, 2 quadratic."""
    return _kappa(grades, lambda one, other: int(abs(one - other) ** power))


def _kappa(pairs: Sequence[tuple[Label, Label]], distance: Callable[[Label, Label], int]) -> float | None:
    """1 less the disagreement that there is, over that of two readers who give each label as often, and know
    nothing of each other. In whole numbers: certain agreement is told from almost certain."""
    firsts, seconds = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    observed = len(pairs) * sum(distance(one, other) for one, other in pairs)
    expected = sum(
        times * others * distance(one, other)
        for one, times in firsts.items()
        for other, others in seconds.items()
    )
    return (expected - observed) / expected if expected else None


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Spearman's correlation of ranks, ties sharing theirs. None where one side is all the same."""
    if len(set(first)) < 2 or len(set(second)) < 2:
        return None
    from scipy.stats import spearmanr  # noqa: PLC0415 - takes half a second to import

    return float(spearmanr(first, second).statistic)
