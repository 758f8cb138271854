"""Judges by name, and the score of their judgements."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from m3bench.core import UsageError
from m3bench.judges.ensemble import Measure
from m3bench.judges.judgement import Judgement
from m3bench.judges.kinds import (
    SCALE,
    CompletionJudge,
    GroundingJudge,
    KeyJudge,
    OutcomeJudge,
    RubricJudge,
    UnshuffledRubricJudge,
    VisionJudge,
    consistency,
    information_grounding,
    task_completion,
    vision_score,
)
from m3bench.judges.question import PromptJudge

ENSEMBLE = (CompletionJudge.name, GroundingJudge.name)
"""The judges of M³-Bench, which are asked of several models."""


def get_judge(name: str, *, seed: int = 0, criteria: Mapping[str, str] | None = None) -> PromptJudge:
    """Return a judge by name.

    Args:
        name: The name of the judge.
        seed: Shuffles the rubric of the rubric judge.
        criteria: What the vision judge looks for, by name.

    Raises:
        UsageError: There is no judge of this name.
    """
    makers: dict[str, Callable[[], PromptJudge]] = {
        CompletionJudge.name: CompletionJudge,
        GroundingJudge.name: GroundingJudge,
        OutcomeJudge.name: OutcomeJudge,
        KeyJudge.name: KeyJudge,
        RubricJudge.name: lambda: RubricJudge(seed),
        VisionJudge.name: lambda: VisionJudge(criteria or {}),
        UnshuffledRubricJudge.name: UnshuffledRubricJudge,
    }
    if name not in makers:
        raise UsageError(f"Unknown judge {name!r}.", f"Available judges: {', '.join(makers)}.")
    return makers[name]()


def rubric_mean(judgement: Judgement) -> float | None:
    """Return the mean of the six dimensions of a reading, from 0 to 1; None if it is missing."""
    if not judgement.scores:
        return None
    return math.fsum(judgement.scores.values()) / len(judgement.scores) / SCALE.high


MEASURES: dict[str, Measure] = {
    CompletionJudge.name: task_completion,
    GroundingJudge.name: information_grounding,
    OutcomeJudge.name: consistency,
    KeyJudge.name: consistency,
    RubricJudge.name: rubric_mean,
    VisionJudge.name: vision_score,
    UnshuffledRubricJudge.name: rubric_mean,
}


def score_of(judgement: Judgement) -> float | None:
    """Return a judgement as one score from 0 to 1; None if it is missing."""
    return MEASURES[judgement.prompt.partition("@")[0]](judgement)
