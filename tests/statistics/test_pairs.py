from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import UsageError
from m3bench.scoring import adjusted_comparisons, holm, paired_comparison, paired_successes
from m3bench.statistics.pairs import sign_flip_test

BETTER = [0.9, 0.8, 0.95, 0.7, 0.85, 0.9, 0.8, 0.7]
WORSE = [0.5, 0.4, 0.55, 0.7, 0.35, 0.6, 0.2, 0.1]


def test_the_better_side_is_named() -> None:
    comparison = paired_comparison(BETTER, WORSE, seed=0)
    assert (comparison.verdict, comparison.wins, comparison.losses, comparison.ties) == ("A", 7, 0, 1)
    assert comparison.difference == pytest.approx(np.mean(BETTER) - np.mean(WORSE))
    assert comparison.p_value == 2 / 2**7
    assert comparison.interval.low is not None
    assert comparison.interval.low > 0
    turned = paired_comparison(WORSE, BETTER, seed=0)
    assert (turned.verdict, turned.wins, turned.losses, turned.p_value) == ("B", 0, 7, comparison.p_value)


def test_what_chance_explains_is_tied() -> None:
    assert paired_comparison([1, 0, 1, 0], [0, 1, 0, 1], seed=0).p_value == 1.0
    assert paired_comparison([1.0, 1.0], [1.0, 1.0], seed=0).verdict == "tied"
    alone = paired_comparison([1.0], [0.0], seed=0)
    assert (alone.verdict, alone.p_value, alone.interval.low) == ("tied", None, None)
    assert paired_comparison([], [], seed=0).difference is None
    # Ten wins, but all in one of two families.
    a, b = [1.0] * 10 + [0.0], [0.0] * 10 + [0.4]
    assert paired_comparison(a, b, seed=0).verdict == "A"
    assert paired_comparison(a, b, clusters=["x"] * 10 + ["y"], seed=0).verdict == "tied"


def test_weights_and_wrong_use() -> None:
    comparison = paired_comparison([1, 0], [0, 1], weights=[3, 1], seed=0)
    assert comparison.difference == pytest.approx(0.5)
    assert (comparison.wins, comparison.losses) == (1, 1)
    with pytest.raises(UsageError, match="3 against 2"):
        paired_comparison([1, 2, 3], [1, 2], seed=0)
    with pytest.raises(UsageError, match="resamples"):
        paired_comparison([1, 2], [1, 3], seed=0, flips=0)


@settings(max_examples=40)
@given(st.lists(st.integers(-4, 4), min_size=1, max_size=7))
def test_the_permutation_test_against_every_flip(sums: list[int]) -> None:
    totals = [
        abs(sum(sign * value for sign, value in zip(signs, sums, strict=True)))
        for signs in product((1, -1), repeat=len(sums))
    ]
    expected = sum(total >= abs(sum(sums)) for total in totals) / len(totals)
    assert sign_flip_test(np.array(sums, dtype=float), seed=0) == pytest.approx(expected)


def test_random_flips_repeat_and_agree_with_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    sums = np.random.Generator(np.random.PCG64(3)).normal(0.35, 1, 13)
    exact = sign_flip_test(sums, seed=0)
    monkeypatch.setattr("m3bench.statistics.pairs.EXACT_UP_TO", 0)
    drawn = sign_flip_test(sums, seed=0)
    assert drawn == sign_flip_test(sums, seed=0)
    assert drawn != sign_flip_test(sums, seed=1)
    assert drawn == pytest.approx(exact, abs=0.02)


def test_the_permutation_test_keeps_its_level() -> None:
    """Alike agents on 28 families are told apart in one of twenty comparisons, not more."""
    generator = np.random.Generator(np.random.PCG64(7))
    families = np.repeat(np.arange(28), 3)
    trials = 300
    wrong = 0
    for trial in range(trials):
        shared = generator.normal(size=28)[families]
        comparison = paired_comparison(
            shared.tolist(), (shared + generator.normal(size=28)[families]).tolist(), families.tolist(),
            seed=trial, flips=499,
        )  # fmt: skip
        wrong += comparison.verdict != "tied"
    assert 0.02 <= wrong / trials <= 0.08


def test_success_rates_of_pairs() -> None:
    a, b = [True] * 20 + [False] * 8, [True] * 5 + [False] * 23
    comparison = paired_successes(a, b, seed=0)
    assert comparison.difference == pytest.approx(15 / 28)
    assert (comparison.wins, comparison.losses, comparison.ties, comparison.verdict) == (15, 0, 13, "A")
    assert comparison.interval.method == "agresti-min"
    same = paired_successes(a, a, seed=0)
    assert (same.difference, same.p_value, same.verdict) == (0.0, 1.0, "tied")
    assert same.interval.low is not None
    assert same.interval.low < 0
    assert paired_successes([], [], seed=0).difference is None


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    with pytest.raises(UsageError, match="between 0 and 1"):
        holm([1.2])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9))
def test_holm_keeps_the_order_and_never_lowers(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(after >= before for before, after in zip(p_values, adjusted, strict=True))
    assert min(adjusted) == pytest.approx(min(1.0, len(p_values) * min(p_values)))
    by_value = sorted(zip(p_values, adjusted, strict=True))
    assert [after for _, after in by_value] == sorted(adjusted)


def test_verdicts_follow_the_adjusted_p_values() -> None:
    clear = paired_comparison(BETTER, WORSE, seed=0)
    close = paired_comparison([1, 1, 1, 1, 1, 1.0, 0], [0, 0, 0, 0, 0, 0.0, 0], seed=0)
    assert (clear.verdict, close.verdict) == ("A", "A")
    adjusted = adjusted_comparisons(
        {"clear": clear, "close": close, "none": paired_comparison([1], [0], seed=0)}
    )
    assert (adjusted["clear"].adjusted, adjusted["close"].adjusted) == (0.03125, 0.03125)
    many = adjusted_comparisons({str(number): close for number in range(8)})
    assert {(comparison.adjusted, comparison.verdict) for comparison in many.values()} == {(0.25, "tied")}
    assert adjusted["none"].adjusted is None


def test_repeated_tasks_are_units_of_the_test_and_wins_count_tasks() -> None:
    """A passes every attempt, B none: six tasks three times are no stronger evidence than six tasks."""
    tasks = [task for task in range(6) for _ in range(3)]
    once = paired_successes([True] * 6, [False] * 6, seed=0)
    repeated = paired_successes([True] * 18, [False] * 18, ["one"] * 18, tasks=tasks, seed=0)
    assert (repeated.p_value, repeated.interval.low) == (once.p_value, once.interval.low)
    assert (repeated.wins, repeated.losses, repeated.ties) == (6, 0, 0)
    means = paired_comparison([0.9] * 18, [0.1] * 18, ["one"] * 18, tasks=tasks, seed=0)
    assert (means.p_value, means.wins) == (once.p_value, 6)


def test_a_task_is_won_by_more_successes_and_tied_by_as_many() -> None:
    tasks = ["a", "a", "b", "b", "c", "c"]
    compared = paired_successes(
        [True, True, True, False, False, False], [True, False, False, True, True, False], tasks=tasks, seed=0
    )
    assert (compared.wins, compared.losses, compared.ties) == (1, 1, 1)
