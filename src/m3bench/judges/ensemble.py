"""The ensemble of M³-Bench: several judges, of which the highest and the lowest do not count."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import anyio
import msgspec

from m3bench.judges.case import Case
from m3bench.judges.judgement import Judge, Judgement
from m3bench.models import ChatModel

FEWEST = 3
"""With fewer, nothing is left once the highest and the lowest are dropped."""
Measure = Callable[[Judgement], float | None]
"""From a judgement to a score from 0 to 1; None where it is missing."""


class Combined(msgspec.Struct, frozen=True, kw_only=True):
    """What an ensemble says of one case."""

    case: str
    score: float | None
    """None where fewer than three judges could be read."""
    scores: dict[str, float]
    """By judge, those that could be read."""
    asked: int

    @property
    def missing(self) -> int:
        """Judges that could not be read."""
        return self.asked - len(self.scores)


class Mean(msgspec.Struct, frozen=True):
    """A mean over tasks. Tasks without a score are not in it, but counted."""

    value: float | None
    count: int
    missing: int
    missing_judgements: int = 0


def trimmed_mean(scores: Sequence[float]) -> float | None:
    """The mean without one highest and one lowest score; None of fewer than three."""
    if len(scores) < FEWEST:
        return None
    middle = sorted(scores)[1:-1]
    return math.fsum(middle) / len(middle)


def combined(judgements: Sequence[Judgement], measure: Measure) -> Combined:
    """All judgements of one case. Of several by the same judge, the last counts."""
    if len({each.case for each in judgements}) != 1:
        raise ValueError("judgements of one case are needed")
    latest = {each.judge: measure(each) for each in judgements}
    scores = {judge: score for judge, score in latest.items() if score is not None}
    return Combined(
        case=judgements[0].case,
        score=trimmed_mean(list(scores.values())),
        scores=scores,
        asked=len(latest),
    )


def mean_of(cases: Iterable[Combined]) -> Mean:
    """The mean per task, and how many tasks and judgements are missing."""
    every = list(cases)
    scores = [each.score for each in every if each.score is not None]
    value = math.fsum(scores) / len(scores) if scores else None
    return Mean(value, len(scores), len(every) - len(scores), sum(each.missing for each in every))


async def ask_all(
    judge: Judge, case: Case, models: Sequence[ChatModel], *, turn: int = 0
) -> tuple[Judgement, ...]:
    """The judgements of all models, in their order, asked at the same time."""
    judgements: dict[int, Judgement] = {}

    async def ask(place: int, model: ChatModel) -> None:
        judgements[place] = await judge.judge(case, model, turn=turn)

    try:
        async with anyio.create_task_group() as tasks:
            for place, model in enumerate(models):
                tasks.start_soon(ask, place, model)
    except ExceptionGroup as errors:
        # One of them can be told to a person; several of a kind say no more.
        raise errors.exceptions[0] from None
    return tuple(judgements[place] for place in range(len(models)))
