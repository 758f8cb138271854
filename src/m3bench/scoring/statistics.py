"""How sure a number is: bootstrap intervals over task families, paired comparisons, pass@k and pass^k."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from math import comb, fsum
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from m3bench.core import UsageError

_BLOCK = 2_000_000
_Floats = NDArray[np.float64]


class Interval(msgspec.Struct, frozen=True, kw_only=True):
    """An estimate and the bounds between which resampling puts it.

    ``estimate`` is None where there is nothing to estimate from, the bounds where nothing can vary (no value,
    or one). ``clusters`` counts them, or the values where none were given. ``resampled`` says what was drawn:
    whole ``clusters``, single ``values`` (no clusters given, or only one), or ``nothing``. ``resamples``
    counts the draws that had a denominator.
    """

    estimate: float | None
    low: float | None
    high: float | None
    level: float
    clusters: int
    resamples: int
    resampled: Literal["clusters", "values", "nothing"]


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """A against B on the same tasks: how much better, in how many, and whether that is more than chance."""

    difference: float | None
    interval: Interval
    wins: int
    losses: int
    ties: int
    verdict: Literal["A", "B", "tied"]


class PassRates(msgspec.Struct, frozen=True, kw_only=True):
    """Means over the tasks with at least k attempts; the others are named with their number of attempts."""

    k: int
    pass_at_k: float | None
    pass_hat_k: float | None
    tasks_counted: int
    tasks_left_out: dict[str, int]


def bootstrap_interval(
    values: Sequence[float],
    weights: Sequence[float] | None = None,
    clusters: Sequence[Hashable] | None = None,
    *,
    seed: int,
    denominators: Sequence[float] | None = None,
    resamples: int = 2000,
    level: float = 0.95,
) -> Interval:
    """The percentile interval of a weighted mean, or of a ratio of sums where denominators are given.

    The mean is Σ weight·value / Σ weight, the ratio Σ weight·value / Σ weight·denominator.

    Whole clusters (task families) are drawn with replacement, since tasks of one family succeed and fail
    together. With one cluster there is nothing to draw from but its values, so these are drawn instead, and
    ``resampled`` says so: such an interval is about that family only. With few clusters (under about ten) a
    percentile interval is too narrow; the number of clusters is part of the result, so that one can tell.
    """
    _check_options(resamples, level)
    weight = _as_array("weights", weights, len(values), at_least_zero=True)
    numerator = weight * _as_array("values", values, len(values))
    denominator = weight * _as_array("denominators", denominators, len(values), at_least_zero=True)
    unit, groups = _units(len(values), clusters)
    draws = np.empty(0)
    if len(values) > 1:
        draws = _draws(_grouped(numerator, unit), _grouped(denominator, unit), seed, resamples)
    return _interval(
        _ratio(fsum(numerator), fsum(denominator)), draws, level, groups, _drawn(clusters, values)
    )


def average_interval(
    parts: Sequence[tuple[Sequence[float], Sequence[float]]],
    clusters: Sequence[Hashable],
    *,
    seed: int,
    resamples: int = 2000,
    level: float = 0.95,
) -> Interval:
    """The interval of the plain mean of several weighted means of the same tasks.

    Each part has values and weights, one for each task; where all weights are 0, each counts the same. All
    parts are taken of the same draws, as they rise and fall together.
    """
    _check_options(resamples, level)
    count = len(clusters)
    unit, groups = _units(count, clusters)
    estimates: list[float | None] = []
    draws = np.zeros(resamples if count > 1 and parts else 0)
    for values, given in parts:
        weights = _as_array("weights", given if any(given) else None, count, at_least_zero=True)
        numerator = weights * _as_array("values", values, count)
        estimates.append(_ratio(fsum(numerator), fsum(weights)))
        if draws.size:
            draws += _draws(_grouped(numerator, unit), _grouped(weights, unit), seed, resamples) / len(parts)
    known = [estimate for estimate in estimates if estimate is not None]
    estimate = fsum(known) / len(known) if known and len(known) == len(estimates) else None
    return _interval(estimate, draws, level, groups, _drawn(clusters, clusters))


def paired_comparison(
    a: Sequence[float],
    b: Sequence[float],
    clusters: Sequence[Hashable] | None = None,
    weights: Sequence[float] | None = None,
    *,
    seed: int,
    denominators: Sequence[float] | None = None,
    resamples: int = 2000,
    level: float = 0.95,
) -> Comparison:
    """The mean difference A − B over the same tasks, with its interval.

    Wins, losses and ties are A's, one per task, unweighted. The verdict names the better one only where the
    interval leaves out 0; without an interval (fewer than two tasks) it is ``tied``.
    """
    if len(a) != len(b):
        raise UsageError(f"paired values must be of the same tasks: {len(a)} against {len(b)}")
    differences = [one - other for one, other in zip(a, b, strict=True)]
    interval = bootstrap_interval(
        differences,
        weights,
        clusters,
        seed=seed,
        denominators=denominators,
        resamples=resamples,
        level=level,
    )
    return Comparison(
        difference=interval.estimate,
        interval=interval,
        wins=sum(difference > 0 for difference in differences),
        losses=sum(difference < 0 for difference in differences),
        ties=sum(difference == 0 for difference in differences),
        verdict=_verdict(interval),
    )


def pass_at_k(n: int, c: int, k: int) -> float:
    """The chance that at least one succeeds of k attempts, drawn without replacement from n with c good."""
    _check_attempts(n, c, k)
    return (comb(n, k) - comb(n - c, k)) / comb(n, k)


def pass_hat_k(n: int, c: int, k: int) -> float:
    """pass^k: the chance that all of k attempts succeed, drawn without replacement from n with c good."""
    _check_attempts(n, c, k)
    return comb(c, k) / comb(n, k)


def pass_rates(successes: Mapping[str, Sequence[bool]], k: int) -> PassRates:
    """pass@k and pass^k over tasks, each task counting the same. None where no task has k attempts."""
    if k < 1:
        raise UsageError(f"k must be at least 1, not {k}")
    counted = [(len(tries), sum(tries)) for tries in successes.values() if len(tries) >= k]
    return PassRates(
        k=k,
        pass_at_k=_ratio(fsum(pass_at_k(n, c, k) for n, c in counted), len(counted)),
        pass_hat_k=_ratio(fsum(pass_hat_k(n, c, k) for n, c in counted), len(counted)),
        tasks_counted=len(counted),
        tasks_left_out={task: len(tries) for task, tries in successes.items() if len(tries) < k},
    )


def _drawn(
    clusters: Sequence[Hashable] | None, values: Sequence[object]
) -> Literal["clusters", "values", "nothing"]:
    if len(values) < 2:
        return "nothing"
    return "clusters" if clusters is not None and len(set(clusters)) > 1 else "values"


def _interval(
    estimate: float | None,
    draws: _Floats,
    level: float,
    groups: int,
    resampled: Literal["clusters", "values", "nothing"],
) -> Interval:
    """The percentiles of the draws that had a denominator."""
    drawn = draws[~np.isnan(draws)]
    tail = (1 - level) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail]).tolist() if drawn.size else (None, None)
    return Interval(
        estimate=estimate,
        low=low,
        high=high,
        level=level,
        clusters=groups,
        resamples=drawn.size,
        resampled=resampled,
    )


def _ratio(numerator: float, denominator: float) -> float | None:
    return numerator / denominator if denominator else None


def _units(count: int, clusters: Sequence[Hashable] | None) -> tuple[NDArray[np.intp] | None, int]:
    """The cluster of each value, None where values are drawn one by one, and the number of clusters."""
    if clusters is None:
        return None, count
    if len(clusters) != count:
        raise UsageError(f"{count} values, but {len(clusters)} clusters")
    numbers: dict[Hashable, int] = {}
    unit = np.array([numbers.setdefault(label, len(numbers)) for label in clusters], dtype=np.intp)
    return (unit if len(numbers) > 1 else None), len(numbers)


def _grouped(amounts: _Floats, unit: NDArray[np.intp] | None) -> _Floats:
    if unit is None:
        return amounts
    sums = np.zeros(int(unit.max()) + 1)
    np.add.at(sums, unit, amounts)
    return sums


def _draws(numerator: _Floats, denominator: _Floats, seed: int, resamples: int) -> _Floats:
    """The statistic of every resample, not a number where its denominator is 0; in blocks, for the memory."""
    generator = np.random.Generator(np.random.PCG64(seed))
    units = len(numerator)
    even = np.full(units, 1 / units)
    rows = max(1, _BLOCK // units)
    blocks = []
    for start in range(0, resamples, rows):
        counts = generator.multinomial(units, even, size=min(rows, resamples - start))
        # Not a matrix product: its last digit may depend on the number of threads.
        top, bottom = np.einsum("ru,u->r", counts, numerator), np.einsum("ru,u->r", counts, denominator)
        blocks.append(np.divide(top, bottom, out=np.full(len(top), np.nan), where=bottom > 0))
    return np.concatenate(blocks)


def _as_array(
    name: str, numbers: Sequence[float] | None, count: int, *, at_least_zero: bool = False
) -> _Floats:
    array = np.ones(count) if numbers is None else np.asarray(numbers, dtype=np.float64)
    if array.shape != (count,):
        raise UsageError(f"{count} values, but {len(array)} {name}")
    if not np.isfinite(array).all():
        raise UsageError(f"{name} must be finite numbers")
    if at_least_zero and (array < 0).any():
        raise UsageError(f"{name} must not be negative")
    return array


def _check_options(resamples: int, level: float) -> None:
    if resamples < 1:
        raise UsageError(f"resamples must be at least 1, not {resamples}")
    if not 0 < level < 1:
        raise UsageError(f"level must lie between 0 and 1, not {level}")


def _check_attempts(n: int, c: int, k: int) -> None:
    if not 0 <= c <= n:
        raise UsageError(f"successes must lie between 0 and the {n} attempts, not {c}")
    if not 1 <= k <= n:
        raise UsageError(f"k must lie between 1 and the {n} attempts, not {k}")


def _verdict(interval: Interval) -> Literal["A", "B", "tied"]:
    if interval.low is None or interval.high is None:
        return "tied"
    if interval.low > 0:
        return "A"
    return "B" if interval.high < 0 else "tied"
