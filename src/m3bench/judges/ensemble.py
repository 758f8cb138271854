"""The ensemble of M³-Bench: several judges, without the highest and the lowest score."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import anyio
import msgspec

from m3bench.judges.averages import mean_of_all
from m3bench.judges.case import Case
from m3bench.judges.judgement import Judge, Judgement
from m3bench.models import ChatModel

MIN_JUDGES = 3
"""With fewer, no score is left after dropping the highest and the lowest."""
Measure = Callable[[Judgement], float | None]
"""Maps a judgement to a score from 0 to 1; None if the judgement is missing."""


class EnsembleScore(msgspec.Struct, frozen=True, kw_only=True):
    """The scores of an ensemble for one case."""

    case: str
    score: float | None
    """None if fewer than three judges gave a score."""
    scores: dict[str, float]
    """By judge; missing judgements are left out."""
    asked: int

    @property
    def missing(self) -> int:
        """Judges without a readable reply."""
        return self.asked - len(self.scores)


class Mean(msgspec.Struct, frozen=True):
    """A mean over tasks. Tasks without a score are left out and counted."""

    value: float | None
    count: int
    missing: int
    missing_judgements: int = 0


def trimmed_mean(scores: Sequence[float]) -> float | None:
    """Return the mean without the highest and the lowest score; None for fewer than three scores."""
    if len(scores) < MIN_JUDGES:
        return None
    middle = sorted(scores)[1:-1]
    return math.fsum(middle) / len(middle)


def combine(judgements: Sequence[Judgement], measure: Measure) -> EnsembleScore:
    """Combine all judgements of one case. If a judge has several, the last counts."""
    if len({judgement.case for judgement in judgements}) != 1:
        raise ValueError("all judgements must be of the same case")
    latest = {judgement.judge: measure(judgement) for judgement in judgements}
    scores = {judge: score for judge, score in latest.items() if score is not None}
    return EnsembleScore(
        case=judgements[0].case, score=trimmed_mean(list(scores.values())), scores=scores, asked=len(latest)
    )


def mean_score(cases: Iterable[EnsembleScore]) -> Mean:
    """Return the mean over tasks, with the numbers of missing tasks and judgements."""
    ensembles = list(cases)
    scores = [ensemble.score for ensemble in ensembles if ensemble.score is not None]
    missing = sum(ensemble.missing for ensemble in ensembles)
    return Mean(mean_of_all(scores), len(scores), len(ensembles) - len(scores), missing)


async def ask_all(
    judge: Judge, case: Case, models: Sequence[ChatModel], *, turn: int = 0
) -> tuple[Judgement, ...]:
    """Ask all models at the same time and return their judgements in order."""
    judgements: dict[int, Judgement] = {}

    async def ask(index: int, model: ChatModel) -> None:
        judgements[index] = await judge.judge(case, model, turn=turn)

    try:
        async with anyio.create_task_group() as tasks:
            for index, model in enumerate(models):
                tasks.start_soon(ask, index, model)
    except ExceptionGroup as errors:
        # The first error is enough for the user; the others repeat it.
        raise errors.exceptions[0] from None
    return tuple(judgements[index] for index in range(len(models)))
