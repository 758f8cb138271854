"""Agreement between the judges of a run and people who labelled it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path

import msgspec

from m3bench.core import UsageError
from m3bench.judges import (
    CompletionJudge,
    GroundingJudge,
    Judgement,
    OutcomeJudge,
    RubricJudge,
    task_completion,
    trimmed_mean,
)
from m3bench.judges.kinds import CONSISTENT
from m3bench.judges.trust import (
    COMPLETION,
    GROUNDING,
    SCALES,
    Agreement,
    Label,
    Scale,
    agreement,
    by_rater,
    mean_by_case,
)
from m3bench.runs.store import History, RunFolder, judgements_file, read_history

_Scores = Mapping[str, float]
"""By case."""


class DimensionAgreement(msgspec.Struct, frozen=True, kw_only=True):
    """One dimension: judges against people, and people against each other."""

    dimension: str
    labelled: int
    """Cases with a label."""
    judges: dict[str, Agreement]
    """Each judge, and all judges combined as in the scores, compared with the mean of the people."""
    people: dict[str, Agreement]
    """Each pair of people, on the cases that both labelled."""


TOGETHER = "together"


def agreement_with_people(path: Path, labels: Sequence[Label]) -> list[DimensionAgreement]:
    """Return the agreement in each labelled dimension.

    Raises:
        UsageError: No labelled attempt has a judgement.
    """
    history = read_history(judgements_file(RunFolder.open(path)))
    named = [dimension for dimension in SCALES if any(label.dimension == dimension for label in labels)]
    agreements = [_dimension_agreement(history, labels, dimension) for dimension in named]
    if not any(agreement.judges[TOGETHER].cases for agreement in agreements):
        raise UsageError(
            f"None of the labelled attempts of {path} has a judgement in the labelled dimensions "
            f"({', '.join(named)}).",
            "Judge the run first with m3bench judge, and use the attempt ids of m3bench score in the labels.",
        )
    return agreements


def _dimension_agreement(history: History, labels: Sequence[Label], dimension: str) -> DimensionAgreement:
    raters = by_rater(labels, dimension)
    people = mean_by_case(raters)
    scale = SCALES[dimension]
    judges = judge_scores(history, dimension)
    return DimensionAgreement(
        dimension=dimension,
        labelled=len(people),
        judges={
            name: _compare(scores, people, scale)
            for name, scores in {TOGETHER: _together(judges, dimension), **judges}.items()
        },
        people={
            f"{first} and {second}": _compare(raters[first], raters[second], scale)
            for first, second in combinations(sorted(raters), 2)
        },
    )


def judge_scores(history: History, dimension: str) -> dict[str, dict[str, float]]:
    """Return the score of each judge for each case, on the scale of the labels; the mean of its turns."""
    prompt, value = _source(dimension)
    readings: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for judgement in history.counted(prompt):
        if judgement.scores is not None:
            readings[judgement.judge][judgement.case].append(value(judgement))
    by_judge = readings.items()
    return {judge: {case: _mean(values) for case, values in cases.items()} for judge, cases in by_judge}


def _source(dimension: str) -> tuple[str, Callable[[Judgement], float]]:
    """Return the prompt that judges a dimension, and a function that reads its score from a judgement."""
    if dimension == COMPLETION:
        return (
            CompletionJudge.name,
            lambda judgement: (task_completion(judgement) or 0.0) * SCALES[COMPLETION].high,
        )
    own = {GROUNDING: GroundingJudge.name, CONSISTENT: OutcomeJudge.name}
    prompt = own.get(dimension, RubricJudge.name)
    field = GroundingJudge.name if dimension == GROUNDING else dimension
    return prompt, lambda judgement: (judgement.scores or {})[field]


def _together(judges: Mapping[str, _Scores], dimension: str) -> dict[str, float]:
    """As in the scores: without the highest and the lowest for M³-Bench's columns, the mean for others."""
    cases: dict[str, list[float]] = defaultdict(list)
    for scores in judges.values():
        for case, score in scores.items():
            cases[case].append(score)
    combine = trimmed_mean if dimension in (COMPLETION, GROUNDING) else _mean
    combined = {case: combine(scores) for case, scores in cases.items()}
    return {case: score for case, score in combined.items() if score is not None}


def _compare(first: _Scores, second: _Scores, scale: Scale) -> Agreement:
    shared = [case for case in first if case in second]
    return agreement([first[case] for case in shared], [second[case] for case in shared], scale)


def _mean(scores: Sequence[float]) -> float:
    return math.fsum(scores) / len(scores)
