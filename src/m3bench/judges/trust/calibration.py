"""Calibration of the alignment thresholds against human labels.

A pair of calls is *different* below τ_weak, *weakly the same* between the thresholds, and *the same* from
τ_strong. Thresholds are swept over a grid; those that agree with the most labels are chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import msgspec
import numpy as np
from numpy.typing import NDArray

from m3bench.core import UsageError
from m3bench.statistics import weighted_kappa

_Floats = NDArray[np.float64]
_SLACK = 1e-6
"""Vectors have single precision: a similarity of 0.8 may be 0.79999998."""


class Likeness(IntEnum):
    """The label of a pair of calls."""

    DIFFERENT = 0
    WEAKLY_SAME = 1
    SAME = 2


class Pair(msgspec.Struct, frozen=True):
    """The similarity of two calls, and their label."""

    similarity: float
    label: Likeness


class Point(msgspec.Struct, frozen=True):
    """One threshold alone: the share of pairs on the correct side of it."""

    threshold: float
    weak: float
    """As τ_weak: different below, everything else above."""
    strong: float
    """As τ_strong: the same above, everything else below."""


class ThresholdFit(msgspec.Struct, frozen=True):
    """How well a pair of thresholds reproduces the labels."""

    weak: float
    strong: float
    agreement: float
    """The share of pairs with the correct label."""
    kappa: float | None
    """Quadratically weighted: confusing the same with different counts four times an error by one."""


class Calibration(msgspec.Struct, frozen=True, kw_only=True):
    """The best thresholds with intervals, compared with the default ones."""

    best: ThresholdFit
    usual: ThresholdFit
    tied: int
    """Pairs of thresholds on the grid that agree equally well; `best` is the most central of them."""
    weak_interval: tuple[float, float]
    strong_interval: tuple[float, float]
    level: float
    resamples: int
    curve: tuple[Point, ...]
    pairs: int
    labels: dict[str, int]
    """The number of pairs per label."""


def calibrate(
    pairs: Sequence[Pair],
    *,
    usual: tuple[float, float] = (0.6, 0.8),
    step: float = 0.01,
    seed: int = 0,
    resamples: int = 2000,
    level: float = 0.95,
) -> Calibration:
    """Sweep both thresholds over a grid from 0 to 1.

    Args:
        pairs: Labelled pairs of calls.
        usual: The default thresholds to compare with.
        step: The step of the grid.
        seed: Seed of the bootstrap.
        resamples: Number of bootstrap resamples.
        level: Confidence level of the intervals.
    """
    _check(pairs, step, level, resamples)
    grid = np.round(np.linspace(0.0, 1.0, round(1 / step) + 1), 6)
    contributions = _Contributions(pairs, grid)
    equal_weights = np.ones(len(pairs))
    weak, strong, tied = contributions.best(equal_weights)
    resampled = _resample(contributions, len(pairs), seed, resamples)
    return Calibration(
        best=fit(pairs, float(grid[weak]), float(grid[strong])),
        usual=fit(pairs, *usual),
        tied=tied,
        weak_interval=_interval(grid[resampled[:, 0]], level),
        strong_interval=_interval(grid[resampled[:, 1]], level),
        level=level,
        resamples=resamples,
        curve=_curve(pairs, grid),
        pairs=len(pairs),
        labels={label.name.lower(): sum(pair.label is label for pair in pairs) for label in Likeness},
    )


def likeness(similarity: float, weak: float, strong: float) -> Likeness:
    if similarity >= strong - _SLACK:
        return Likeness.SAME
    return Likeness.WEAKLY_SAME if similarity >= weak - _SLACK else Likeness.DIFFERENT


def fit(pairs: Sequence[Pair], weak: float, strong: float) -> ThresholdFit:
    grades = [(int(likeness(pair.similarity, weak, strong)), int(pair.label)) for pair in pairs]
    right = sum(given == wanted for given, wanted in grades)
    return ThresholdFit(weak, strong, right / len(grades), weighted_kappa(grades))


class _Contributions:
    """The contribution of every threshold to the number of correct labels, for every pair.

    A pair of thresholds is correct for the different ones below τ_weak, the same ones from τ_strong, and the
    weakly same ones from τ_weak minus those from τ_strong: the contributions of both thresholds add up.
    """

    def __init__(self, pairs: Sequence[Pair], grid: _Floats) -> None:
        above, label = _sides(pairs, grid)
        self._weak = ((label == 0) & ~above).astype(float) + ((label == 1) & above)
        self._strong = ((label == 2) & above).astype(float) - ((label == 1) & above)
        self._allowed = np.triu(np.ones((len(grid), len(grid)), dtype=bool))

    def best(self, weights: _Floats) -> tuple[int, int, int]:
        """Return the grid indices of the best thresholds, and the number of equally good pairs.

        Of equally good ones, the nearest to their centre is chosen, which is the most robust.
        """
        # Whole numbers throughout, so that sums are exact and ties are found.
        weak = np.einsum("p,pg->g", weights, self._weak)
        strong = np.einsum("p,pg->g", weights, self._strong)
        right = np.where(self._allowed, weak[:, None] + strong[None, :], -np.inf)
        tied = np.argwhere(right == right.max())
        distances = ((tied - tied.mean(axis=0)) ** 2).sum(axis=1)
        chosen = tied[int(distances.argmin())]
        return int(chosen[0]), int(chosen[1]), len(tied)


def _sides(pairs: Sequence[Pair], grid: _Floats) -> tuple[NDArray[np.bool_], NDArray[np.int_]]:
    """Return which pairs are above which thresholds, and the labels of the pairs."""
    similarity = np.array([pair.similarity for pair in pairs])[:, None]
    return similarity >= grid - _SLACK, np.array([int(pair.label) for pair in pairs])[:, None]


def _resample(contributions: _Contributions, count: int, seed: int, resamples: int) -> NDArray[np.intp]:
    """Return the best thresholds of each resample, as grid indices."""
    generator = np.random.Generator(np.random.PCG64(seed))
    even = np.full(count, 1 / count)
    draws = (generator.multinomial(count, even).astype(float) for _ in range(resamples))
    return np.array([contributions.best(draw)[:2] for draw in draws], dtype=np.intp)


def _interval(values: _Floats, level: float) -> tuple[float, float]:
    tail = (1 - level) / 2
    low, high = np.quantile(values, [tail, 1 - tail], method="nearest").tolist()
    return low, high


def _curve(pairs: Sequence[Pair], grid: _Floats) -> tuple[Point, ...]:
    above, label = _sides(pairs, grid)
    weak = (above == (label >= Likeness.WEAKLY_SAME)).mean(axis=0)
    strong = (above == (label == Likeness.SAME)).mean(axis=0)
    return tuple(Point(*map(float, point)) for point in zip(grid, weak, strong, strict=True))


def _check(pairs: Sequence[Pair], step: float, level: float, resamples: int) -> None:
    absent = [label for label in Likeness if not any(pair.label is label for pair in pairs)]
    if absent:
        named = ", ".join(label.name.lower().replace("_", " ") for label in absent)
        raise UsageError(
            f"No pair is labelled {named}: calibration needs pairs of every label.",
            "Label at least one pair as each of different, weakly same and same.",
        )
    if not 0.001 <= step <= 0.5:
        raise UsageError(f"The grid step is {step:g}.", "Use a step between 0.001 and 0.5, such as 0.01.")
    if resamples < 1 or not 0 < level < 1:
        raise UsageError(
            f"Cannot use {resamples} resamples at level {level:g}.",
            "Use at least 1 resample and a level between 0 and 1.",
        )
