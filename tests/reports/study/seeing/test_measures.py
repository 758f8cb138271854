from __future__ import annotations

from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.reports.study.seeing.answers import FieldKey
from m3bench.reports.study.seeing.measures import accuracy, difference

_KEYS = st.builds(FieldKey, st.integers(0, 9).map(str), st.sampled_from("abc"))
_ANSWERS = st.dictionaries(_KEYS, st.lists(st.booleans(), min_size=1, max_size=3).map(tuple), min_size=1)
_SINGLE = st.dictionaries(_KEYS, st.tuples(st.booleans()), min_size=1)
FAMILIES = {str(number): f"family {number % 3}" for number in range(10)}


@given(st.one_of(_ANSWERS, _SINGLE))
def test_accuracy_is_the_mean_over_fields_within_its_interval(
    answers: dict[FieldKey, tuple[bool, ...]],
) -> None:
    measured = accuracy(answers, FAMILIES)
    assert measured.estimate == pytest.approx(fmean(map(fmean, answers.values())))
    if measured.low is not None and measured.high is not None and measured.estimate is not None:
        assert -1e-9 <= measured.low - 1e-9 <= measured.estimate <= measured.high + 1e-9 <= 1 + 1e-6


@given(st.one_of(_ANSWERS, _SINGLE), st.one_of(_ANSWERS, _SINGLE))
def test_a_difference_is_that_of_the_common_fields_only(
    answers: dict[FieldKey, tuple[bool, ...]], other: dict[FieldKey, tuple[bool, ...]]
) -> None:
    common = answers.keys() & other.keys()
    there, back = difference(answers, other, FAMILIES, seed=1), difference(other, answers, FAMILIES, seed=1)
    if not common:
        assert there is back is None
        return
    assert there is not None
    assert back is not None
    expected = fmean(fmean(answers[key]) for key in common) - fmean(fmean(other[key]) for key in common)
    assert there.difference == pytest.approx(expected)
    assert back.difference == pytest.approx(-expected)
    assert there.wins + there.losses + there.ties == len(common)


def test_fields_of_one_task_do_not_make_an_interval_narrow() -> None:
    """Ten fields that are all right or all wrong in a task are no more evidence than the task."""
    tasks = {str(number): "one family" for number in range(10)}
    together = {FieldKey(task, f"f{n}"): (int(task) < 5,) for task in tasks for n in range(10)}
    alone = {FieldKey(task, "f"): (int(task) < 5,) for task in tasks}
    pooled, single = accuracy(together, tasks), accuracy(alone, tasks)
    assert pooled.low is not None
    assert single.low is not None
    assert pooled.low <= single.low + 0.02
