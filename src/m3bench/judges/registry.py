"""Judges by their names, and what their judgements come to."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from m3bench.core import UsageError
from m3bench.judges.asking import AskingJudge
from m3bench.judges.ensemble import Measure
from m3bench.judges.judgement import Judgement
from m3bench.judges.kinds import (
    SCALE,
    CompletionJudge,
    GroundingJudge,
    OutcomeJudge,
    RubricJudge,
    VisionJudge,
    consistency,
    information_grounding,
    seen,
    task_completion,
)

ENSEMBLE = (CompletionJudge.name, GroundingJudge.name)
"""The judges of M³-Bench, whose scores are those of several models."""


def judge_named(name: str, *, seed: int = 0, criteria: Mapping[str, str] | None = None) -> AskingJudge:
    """The judge of that name. `seed` shuffles the rubric, `criteria` are for the vision judge."""
    makers: dict[str, Callable[[], AskingJudge]] = {
        CompletionJudge.name: CompletionJudge,
        GroundingJudge.name: GroundingJudge,
        OutcomeJudge.name: OutcomeJudge,
        RubricJudge.name: lambda: RubricJudge(seed),
        VisionJudge.name: lambda: VisionJudge(criteria or {}),
    }
    if name not in makers:
        raise UsageError(f"There is no judge {name!r}.", f"There are {', '.join(makers)}.")
    return makers[name]()


def rubric_mean(judgement: Judgement) -> float | None:
    """The mean of one reading's six dimensions, from 0 to 1; None where it is missing."""
    if not judgement.scores:
        return None
    return math.fsum(judgement.scores.values()) / len(judgement.scores) / SCALE.high


MEASURES: dict[str, Measure] = {
    CompletionJudge.name: task_completion,
    GroundingJudge.name: information_grounding,
    OutcomeJudge.name: consistency,
    RubricJudge.name: rubric_mean,
    VisionJudge.name: seen,
}


def score_of(judgement: Judgement) -> float | None:
    """A judgement as one number from 0 to 1, by the prompt that it answers; None where it is missing."""
    return MEASURES[judgement.prompt.partition("@")[0]](judgement)
