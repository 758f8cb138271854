"""Judges by name, and their judgements as one number."""

from __future__ import annotations

import pytest

from m3bench.core import UsageError
from m3bench.judges import ENSEMBLE, MEASURES, Judgement, VisionJudge, get_judge, score_of


def test_judges_are_found_by_name() -> None:
    for name in MEASURES:
        assert get_judge(name, criteria={"a": "b"}).name == name
    assert set(ENSEMBLE) == {"completion", "grounding"}


def test_an_unknown_name_lists_those_that_there_are() -> None:
    with pytest.raises(
        UsageError, match=r"Unknown judge 'critic'[^$]*completion, grounding, outcome, key, rubric, vision"
    ):
        get_judge("critic")


@pytest.mark.parametrize("criteria", [{}, {"a b": "c"}, {"": "c"}, {"a": " "}])
def test_a_vision_judge_needs_criteria(criteria: dict[str, str]) -> None:
    with pytest.raises(UsageError, match="needs criteria"):
        VisionJudge(criteria)


@pytest.mark.parametrize(
    ("prompt", "scores", "score"),
    [
        ("completion@1", {"planning": 3.0, "process": 1.5, "result": 2.0}, 0.65),
        ("grounding@1", {"grounding": 0.75}, 0.75),
        ("outcome@1", {"consistent": 0.0}, 0.0),
        ("rubric@1", dict.fromkeys("abcdef", 7.0), 0.7),
        ("vision@1", {"a": 1.0, "b": 0.5}, 0.75),
    ],
)
def test_a_judgement_is_a_number_from_0_to_1(prompt: str, scores: dict[str, float], score: float) -> None:
    assert score_of(Judgement(case="c", judge="m", prompt=prompt, input="", scores=scores)) == pytest.approx(
        score
    )
    assert score_of(Judgement(case="c", judge="m", prompt=prompt, input="")) is None


def test_other_criteria_are_another_prompt() -> None:
    prompts = [
        VisionJudge(criteria).prompt
        for criteria in ({"a": "b"}, {"a": "c"}, {"b": "b"}, {"a": "b", "b": "b"})
    ]
    assert len(set(prompts)) == 4
