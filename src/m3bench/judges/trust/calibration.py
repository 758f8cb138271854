"""From which similarity on people take two calls for the same: the thresholds of the alignment, measured.

A pair is *different* below τ_weak, *weakly the same* between the thresholds, and *the same* from τ_strong.
Thresholds are swept over a grid, and those that agree with most labels are chosen.
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
"""Vectors are of single precision: a similarity of 0.8 may come out as 0.79999998."""


class Likeness(IntEnum):
    """What people say of a pair of calls."""

    DIFFERENT = 0
    WEAKLY_SAME = 1
    SAME = 2


class Pair(msgspec.Struct, frozen=True):
    """The similarity of two calls, and what people say of them."""

    similarity: float
    label: Likeness


class Point(msgspec.Struct, frozen=True):
    """One threshold alone: the share of pairs on the side of it that their label says."""

    threshold: float
    weak: float
    """As τ_weak: different below, anything else above."""
    strong: float
    """As τ_strong: the same above, anything else below."""


class Fit(msgspec.Struct, frozen=True):
    """How well a pair of thresholds gives back the labels."""

    weak: float
    strong: float
    agreement: float
    """The share of pairs that get their label."""
    kappa: float | None
    """Quadratic weighted: mistaking the same for different weighs four times a mistake by one."""


class Calibration(msgspec.Struct, frozen=True, kw_only=True):
    """The best thresholds, how sure they are, and how the usual ones do beside them."""

    best: Fit
    usual: Fit
    tied: int
    """Pairs of thresholds on the grid that agree as well as the best; it is the most central of them."""
    weak_interval: tuple[float, float]
    strong_interval: tuple[float, float]
    level: float
    resamples: int
    curve: tuple[Point, ...]
    pairs: int
    labels: dict[str, int]
    """How many pairs have each."""


def calibrate(
    pairs: Sequence[Pair],
    *,
    usual: tuple[float, float] = (0.6, 0.8),
    step: float = 0.01,
    seed: int = 0,
    resamples: int = 2000,
    level: float = 0.95,
) -> Calibration:
    """Sweep both thresholds over a grid from 0 to 1. Intervals are from drawing the pairs anew."""
    _check(pairs, step, level, resamples)
    grid = np.round(np.linspace(0.0, 1.0, round(1 / step) + 1), 6)
    sides = _Sides(pairs, grid)
    everyone = np.ones(len(pairs))
    weak, strong, tied = sides.best(everyone)
    drawn = _drawn(sides, len(pairs), seed, resamples)
    return Calibration(
        best=fit(pairs, float(grid[weak]), float(grid[strong])),
        usual=fit(pairs, *usual),
        tied=tied,
        weak_interval=_interval(grid[drawn[:, 0]], level),
        strong_interval=_interval(grid[drawn[:, 1]], level),
        level=level,
        resamples=resamples,
        curve=_curve(pairs, grid),
        pairs=len(pairs),
        labels={each.name.lower(): sum(pair.label is each for pair in pairs) for each in Likeness},
    )


def likeness(similarity: float, weak: float, strong: float) -> Likeness:
    """What thresholds make of a similarity."""
    if similarity >= strong - _SLACK:
        return Likeness.SAME
    return Likeness.WEAKLY_SAME if similarity >= weak - _SLACK else Likeness.DIFFERENT


def fit(pairs: Sequence[Pair], weak: float, strong: float) -> Fit:
    """How well these thresholds give back the labels."""
    grades = [(int(likeness(pair.similarity, weak, strong)), int(pair.label)) for pair in pairs]
    right = sum(found == wanted for found, wanted in grades)
    return Fit(weak, strong, right / len(grades), weighted_kappa(grades))


class _Sides:
    """For every pair and threshold, what choosing that threshold is worth.

    A pair of thresholds gets right the different ones below τ_weak, the same ones from τ_strong on, and the
    weakly same ones from τ_weak on less those from τ_strong on: each threshold adds a part of its own.
    """

    def __init__(self, pairs: Sequence[Pair], grid: _Floats) -> None:
        similarity = np.array([pair.similarity for pair in pairs])[:, None]
        label = np.array([int(pair.label) for pair in pairs])[:, None]
        above = similarity >= grid - _SLACK
        self._weak = ((label == 0) & ~above).astype(float) + ((label == 1) & above)
        self._strong = ((label == 2) & above).astype(float) - ((label == 1) & above)
        self._allowed = np.triu(np.ones((len(grid), len(grid)), dtype=bool))

    def best(self, weights: _Floats) -> tuple[int, int, int]:
        """The places of the best thresholds, and how many pairs of thresholds are as good.

        Of equals the one nearest to the middle of them all: as far as can be from where it would be worse.
        """
        # Whole numbers throughout, so that sums are exact and equals are equal.
        weak = np.einsum("p,pg->g", weights, self._weak)
        strong = np.einsum("p,pg->g", weights, self._strong)
        right = np.where(self._allowed, weak[:, None] + strong[None, :], -np.inf)
        equals = np.argwhere(right == right.max())
        away = ((equals - equals.mean(axis=0)) ** 2).sum(axis=1)
        chosen = equals[int(away.argmin())]
        return int(chosen[0]), int(chosen[1]), len(equals)


def _drawn(sides: _Sides, count: int, seed: int, resamples: int) -> NDArray[np.intp]:
    """The best thresholds of each resample, as places on the grid."""
    generator = np.random.Generator(np.random.PCG64(seed))
    even = np.full(count, 1 / count)
    draws = (generator.multinomial(count, even).astype(float) for _ in range(resamples))
    return np.array([sides.best(draw)[:2] for draw in draws], dtype=np.intp)


def _interval(values: _Floats, level: float) -> tuple[float, float]:
    tail = (1 - level) / 2
    low, high = np.quantile(values, [tail, 1 - tail], method="nearest").tolist()
    return low, high


def _curve(pairs: Sequence[Pair], grid: _Floats) -> tuple[Point, ...]:
    similarity = np.array([pair.similarity for pair in pairs])[:, None]
    label = np.array([int(pair.label) for pair in pairs])[:, None]
    above = similarity >= grid - _SLACK
    weak = (above == (label >= Likeness.WEAKLY_SAME)).mean(axis=0)
    strong = (above == (label == Likeness.SAME)).mean(axis=0)
    return tuple(Point(*map(float, each)) for each in zip(grid, weak, strong, strict=True))


def _check(pairs: Sequence[Pair], step: float, level: float, resamples: int) -> None:
    absent = [each for each in Likeness if not any(pair.label is each for pair in pairs)]
    if absent:
        named = ", ".join(each.name.lower().replace("_", " ") for each in absent)
        raise UsageError(
            f"No pair is labelled {named}: a threshold needs pairs on both of its sides.",
            "Label pairs of all three kinds: different, weakly same, same.",
        )
    if not 0.001 <= step <= 0.5:
        raise UsageError(f"A grid with a step of {step:g}.", "Give one between 0.001 and 0.5, such as 0.01.")
    if resamples < 1 or not 0 < level < 1:
        raise UsageError(
            f"{resamples} resamples at level {level:g}.", "Give at least 1, and a level below 1."
        )
