"""Reliability of judges: how much they differ from each other, and each from itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from statistics import pstdev

import msgspec

from m3bench.judges.judgement import Judgement


class Spread(msgspec.Struct, frozen=True, kw_only=True):
    """How much readings of the same case differ, on the scale of the prompt."""

    groups: int
    """Cases that were read at least twice; the other numbers are over these."""
    mean_range: float
    """Highest minus lowest."""
    mean_deviation: float
    """Population standard deviation."""
    widest: float
    widest_case: str


class JudgeRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One judge compared with the others."""

    judge: str
    asked: int
    missing: int
    means: dict[str, float] = {}
    """By dimension."""
    leanings: dict[str, float] = {}
    """By dimension: how much higher it scores than the others on shared cases, on average."""
    problems: tuple[str, ...] = ()
    """Why judgements are missing, without duplicates."""


class Reliability(msgspec.Struct, frozen=True, kw_only=True):
    """Spread and missing judgements of a set of judgements."""

    between_judges: dict[str, Spread] = {}
    """By dimension: the same case, read by several judges."""
    between_turns: dict[str, Spread] = {}
    """By dimension: the same case, read by the same judge several times in different orders."""
    judges: tuple[JudgeRecord, ...] = ()

    @property
    def missing(self) -> int:
        return sum(judge.missing for judge in self.judges)

    @property
    def asked(self) -> int:
        return sum(judge.asked for judge in self.judges)


_Readings = Mapping[tuple[str, str], Mapping[str, Sequence[float]]]
"""By dimension and case: the scores of each judge, turn by turn."""


def reliability(judgements: Iterable[Judgement]) -> Reliability:
    """Measure the spread between judges and between turns, and compare each judge with the others."""
    given = list(judgements)
    readings = _readings(given)
    judges = dict.fromkeys(judgement.judge for judgement in given)
    return Reliability(
        between_judges=_spreads(
            (dimension, case, [_mean(turns) for turns in by_judge.values()])
            for (dimension, case), by_judge in readings.items()
        ),
        between_turns=_spreads(
            (dimension, case, turns)
            for (dimension, case), by_judge in readings.items()
            for turns in by_judge.values()
        ),
        judges=tuple(_record(judge, given, readings) for judge in judges),
    )


def _readings(judgements: Iterable[Judgement]) -> _Readings:
    readings: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for judgement in judgements:
        for dimension, score in (judgement.scores or {}).items():
            readings[dimension, judgement.case][judgement.judge].append(score)
    return readings


def _spreads(groups: Iterable[tuple[str, str, Sequence[float]]]) -> dict[str, Spread]:
    """Return the spread by dimension, of groups of readings with their case."""
    several: dict[str, list[tuple[str, Sequence[float]]]] = defaultdict(list)
    for dimension, case, values in groups:
        if len(values) > 1:
            several[dimension].append((case, values))
    return {dimension: _spread(readings) for dimension, readings in several.items()}


def _spread(groups: Sequence[tuple[str, Sequence[float]]]) -> Spread:
    ranges = [max(values) - min(values) for _, values in groups]
    widest = max(range(len(groups)), key=ranges.__getitem__)
    return Spread(
        groups=len(groups),
        mean_range=_mean(ranges),
        mean_deviation=_mean([pstdev(values) for _, values in groups]),
        widest=ranges[widest],
        widest_case=groups[widest][0],
    )


def _record(judge: str, judgements: Sequence[Judgement], readings: _Readings) -> JudgeRecord:
    own = [judgement for judgement in judgements if judgement.judge == judge]
    unread = [judgement for judgement in own if judgement.scores is None]
    values: dict[str, list[float]] = defaultdict(list)
    leanings: dict[str, list[float]] = defaultdict(list)
    for (dimension, _), by_judge in readings.items():
        if judge not in by_judge:
            continue
        mine = _mean(by_judge[judge])
        values[dimension].append(mine)
        others = [_mean(turns) for other, turns in by_judge.items() if other != judge]
        if others:
            leanings[dimension].append(mine - _mean(others))
    return JudgeRecord(
        judge=judge,
        asked=len(own),
        missing=len(unread),
        means={dimension: _mean(value) for dimension, value in values.items()},
        leanings={dimension: _mean(leaning) for dimension, leaning in leanings.items()},
        problems=tuple(dict.fromkeys(judgement.problem for judgement in unread if judgement.problem)),
    )


def _mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)
