"""Kinds of judges for `m3bench judge run`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path

from m3bench.judges import (
    ENSEMBLE,
    READINGS,
    CachedJudge,
    Judge,
    JudgementCache,
    OutcomeJudge,
    RubricJudge,
    UnshuffledRubricJudge,
    get_judge,
)
from m3bench.suites import suite_defaults


class JudgeKind(StrEnum):
    """Kinds of judging, by their origin."""

    M3 = "m3"
    RUBRIC = "rubric"
    OUTCOME = "outcome"
    UNSHUFFLED = "unshuffled"


_PROMPTS: dict[JudgeKind, tuple[str, ...]] = {
    JudgeKind.M3: ENSEMBLE,
    JudgeKind.RUBRIC: (RubricJudge.name,),
    JudgeKind.OUTCOME: (OutcomeJudge.name,),
    JudgeKind.UNSHUFFLED: (UnshuffledRubricJudge.name,),
}
_TURNS = {RubricJudge.name: READINGS}


def default_kinds(suite: str) -> tuple[JudgeKind, ...]:
    """Return how a run is judged if nothing else is asked for: as the benchmark of its suite does."""
    return (JudgeKind.RUBRIC,) if suite_defaults(suite).rubric else (JudgeKind.M3,)


def judges_of(kinds: Sequence[JudgeKind], cache: Path | None) -> list[tuple[Judge, int]]:
    """Return the judges, each with its number of turns per case."""
    names = dict.fromkeys(name for kind in kinds for name in _PROMPTS[kind])
    judges: Iterable[Judge] = map(get_judge, names)
    if cache is not None:
        known = JudgementCache(cache)
        judges = (CachedJudge(judge, known) for judge in judges)
    return [(judge, _TURNS.get(name, 1)) for name, judge in zip(names, judges, strict=True)]
