from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.judges import Judgement, RubricScores, rubric_scores
from m3bench.judges.kinds.rubric import DIMENSIONS
from m3bench.reports.study.mcp_bench.judging import coefficient_of_variation, variation

scores = st.lists(st.floats(0.1, 1.0), min_size=2, max_size=6)


def said(grade: float) -> RubricScores:
    reading = Judgement(
        case="c", judge="j", prompt="rubric@0", input="i", scores=dict.fromkeys(DIMENSIONS, grade)
    )
    return rubric_scores([reading], 1.0)


def test_the_papers_definition() -> None:
    # μ = 6, σ = √((16 + 0 + 16) / 3)
    assert coefficient_of_variation([2.0, 6.0, 10.0]) == pytest.approx(math.sqrt(32 / 3) / 6)
    assert coefficient_of_variation([5.0]) is None
    assert coefficient_of_variation([0.0, 0.0]) is None


@given(scores, st.floats(0.5, 20))
def test_it_does_not_depend_on_the_scale(values: list[float], factor: float) -> None:
    coefficient = coefficient_of_variation(values)
    assert coefficient is not None
    assert coefficient >= 0
    scaled = coefficient_of_variation([value * factor for value in values])
    assert scaled == pytest.approx(coefficient, abs=1e-9)


def test_only_attempts_that_all_judges_scored_count() -> None:
    by_judge = {"a": {"x": said(4), "y": said(5)}, "b": {"x": said(6)}}
    value, attempts = variation(by_judge)
    assert value == pytest.approx(0.2)
    assert attempts == 1
    assert variation({"a": {"x": said(4)}}) == (None, 0)
    assert variation({}) == (None, 0)
