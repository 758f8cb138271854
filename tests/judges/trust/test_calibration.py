from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.core import UsageError
from m3bench.judges.trust.calibration import Likeness, Pair, calibrate, fit, likeness

D, W, S = Likeness
CLEAR = [Pair(0.2, D), Pair(0.45, D), Pair(0.65, W), Pair(0.7, W), Pair(0.9, S), Pair(1.0, S)]
SIMILARITIES = st.integers(0, 100).map(lambda number: number / 100)
LABELLED = st.lists(st.builds(Pair, SIMILARITIES, st.sampled_from(Likeness)), max_size=12).map(
    lambda pairs: [Pair(0.1, D), Pair(0.6, W), Pair(0.9, S), *pairs]
)


def test_thresholds_lie_in_the_middle_of_where_they_may() -> None:
    found = calibrate(CLEAR, resamples=50)
    assert found.best.agreement == 1.0
    assert found.best.kappa == 1.0
    # Anything above 0.45 and up to 0.65 is a right τ_weak: from 0.46 to 0.65, of which 0.55 is the middle.
    assert found.best.weak in (0.55, 0.56)
    assert found.best.strong in (0.8, 0.81)
    assert found.tied == 20 * 20
    assert found.labels == {"different": 2, "weakly_same": 2, "same": 2}


def test_the_curve_says_what_each_threshold_alone_is_worth() -> None:
    curve = {point.threshold: point for point in calibrate(CLEAR, resamples=1).curve}
    assert len(curve) == 101
    assert (curve[0.0].weak, curve[0.0].strong) == (4 / 6, 2 / 6)
    assert (curve[0.6].weak, curve[0.6].strong) == (1.0, 4 / 6)
    assert (curve[0.8].weak, curve[0.8].strong) == (4 / 6, 1.0)
    # At 1 only what is equal passes.
    assert (curve[1.0].weak, curve[1.0].strong) == (3 / 6, 5 / 6)


def _best_by_trying(pairs: list[Pair], steps: int) -> float:
    grid = [step / steps for step in range(steps + 1)]
    return max(
        fit(pairs, weak, strong).agreement
        for weak, strong in itertools.product(grid, repeat=2)
        if weak <= strong
    )


@given(LABELLED)
def test_no_pair_of_thresholds_does_better(pairs: list[Pair]) -> None:
    found = calibrate(pairs, step=0.05, resamples=1)
    assert found.best.agreement == _best_by_trying(pairs, 20)
    assert found.best.weak <= found.best.strong
    assert found.best.agreement >= found.usual.agreement


@given(LABELLED, st.integers(0, 5))
def test_intervals_are_the_same_for_the_same_seed(pairs: list[Pair], seed: int) -> None:
    one, other = (calibrate(pairs, step=0.1, seed=seed, resamples=20) for _ in range(2))
    assert one == other
    for low, high in (one.weak_interval, one.strong_interval):
        assert 0 <= low <= high <= 1


def test_more_pairs_make_the_thresholds_surer() -> None:
    few = [*CLEAR, Pair(0.5, W), Pair(0.62, D), Pair(0.78, S), Pair(0.82, W)]
    wide = calibrate(few, resamples=400)
    narrow = calibrate(few * 20, resamples=400)
    assert wide.best.agreement == narrow.best.agreement
    spans = [each.weak_interval[1] - each.weak_interval[0] for each in (wide, narrow)]
    assert spans[0] > spans[1]


def test_a_similarity_at_the_threshold_is_above_it_whatever_its_last_digit() -> None:
    assert likeness(0.79999995, 0.6, 0.8) is S
    assert likeness(0.6, 0.6, 0.8) is W
    assert likeness(0.59, 0.6, 0.8) is D


@pytest.mark.parametrize(
    ("pairs", "options", "message"),
    [
        ([], {}, "No pair is labelled different, weakly same, same"),
        ([Pair(0.5, D), Pair(0.5, S)], {}, "No pair is labelled weakly same:"),
        (CLEAR, {"step": 0.0}, "step is 0"),
        (CLEAR, {"level": 1.0}, "level 1"),
        (CLEAR, {"resamples": 0}, "0 resamples"),
    ],
)
def test_what_cannot_be_calibrated_is_said(
    pairs: list[Pair], options: dict[str, float], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        calibrate(pairs, **options)  # type: ignore[arg-type]
