"""Several judges, of which the highest and the lowest do not count."""

from __future__ import annotations

import math
from fractions import Fraction

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.judges import (
    CompletionJudge,
    Judgement,
    ask_all,
    combine,
    mean_score,
    task_completion,
    trimmed_mean,
)
from m3bench.models import ModelMisconfigured, ModelUnavailable
from m3bench.testing import ScriptedModel
from tests.judges.cases import CASE, completion


def judgement(judge: str, total: float | None, case: str = "c") -> Judgement:
    scores = None if total is None else {"planning": 0.0, "process": 0.0, "result": total}
    return Judgement(case=case, judge=judge, prompt="completion@0", input="0", scores=scores)


@pytest.mark.parametrize(
    ("scores", "mean"),
    [
        ([0.2, 0.9, 0.5, 0.7], 0.6),
        ([0.7, 0.7, 0.1, 0.7], 0.7),
        ([1.0, 0.0, 0.25], 0.25),
        ([0.1, 0.2, 0.3, 0.7, 1.0], 0.4),
        ([1.0, 1.0], None),
        ([1.0], None),
        ([], None),
    ],
)
def test_the_ends_are_dropped_and_the_rest_averaged(scores: list[float], mean: float | None) -> None:
    assert trimmed_mean(scores) == (None if mean is None else pytest.approx(mean, abs=1e-15))


@given(st.lists(st.floats(0, 1), min_size=3, max_size=9), st.randoms(use_true_random=False))
def test_the_trimmed_mean_is_what_it_is_called(scores: list[float], dice: object) -> None:
    exact = sum(map(Fraction, scores)) - Fraction(max(scores)) - Fraction(min(scores))
    mean = trimmed_mean(scores)
    assert mean is not None
    assert math.isclose(mean, float(exact / (len(scores) - 2)), abs_tol=1e-15)
    assert trimmed_mean(scores[::-1]) == mean
    assert min(scores) <= mean <= max(scores)


def test_a_missing_judgement_is_not_a_zero() -> None:
    said = combine(
        [judgement("a", 4.0), judgement("b", None), judgement("c", 2.0), judgement("d", 3.0)], task_completion
    )
    assert (said.score, said.scores) == (0.3, {"a": 0.4, "c": 0.2, "d": 0.3})
    assert (said.asked, said.missing) == (4, 1)


def test_fewer_than_three_give_no_score() -> None:
    said = combine([judgement("a", 4.0), judgement("b", None), judgement("c", 2.0)], task_completion)
    assert (said.score, said.asked, said.missing) == (None, 3, 1)


def test_the_last_word_of_a_judge_counts_once() -> None:
    said = combine(
        [judgement("a", None), judgement("b", 1.0), judgement("c", 2.0), judgement("a", 3.0)], task_completion
    )
    assert (said.score, said.asked) == (0.2, 3)


def test_judgements_of_different_cases_do_not_mix() -> None:
    with pytest.raises(ValueError, match="of the same case"):
        combine([judgement("a", 1.0), judgement("a", 1.0, "other")], task_completion)
    with pytest.raises(ValueError, match="of the same case"):
        combine([], task_completion)


def test_the_mean_over_tasks_says_what_is_missing() -> None:
    one = combine([judgement(judge, 4.0) for judge in "abcd"], task_completion)
    two = combine([judgement(judge, 1.0) for judge in "abc"] + [judgement("d", None)], task_completion)
    none = combine([judgement(judge, None) for judge in "abcd"], task_completion)
    mean = mean_score([one, two, none])
    assert (mean.value, mean.count, mean.missing, mean.missing_judgements) == (0.25, 2, 1, 5)
    assert mean_score([none]).value is None
    assert mean_score([]).count == 0


def test_all_are_asked_and_stay_in_order() -> None:
    models = [
        ScriptedModel([completion(3, 3, 4)], "a/one"),
        ScriptedModel(["nonsense", "more of it"], "b/two"),
        ScriptedModel([ModelUnavailable("busy")], "c/three"),
        ScriptedModel([completion(1, 1, 0)], "d/four"),
    ]
    judgements = anyio.run(lambda: ask_all(CompletionJudge(), CASE, models))
    assert [each.judge for each in judgements] == ["a/one", "b/two", "c/three", "d/four"]
    assert [task_completion(each) for each in judgements] == [1.0, None, None, 0.2]


def test_a_model_that_cannot_be_asked_ends_it_with_one_error() -> None:
    models = [ScriptedModel([ModelMisconfigured("no key")], name) for name in "ab"]
    with pytest.raises(ModelMisconfigured, match="no key"):
        anyio.run(lambda: ask_all(CompletionJudge(), CASE, models))
