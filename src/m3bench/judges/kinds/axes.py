"""From the readings of the rubric to the four axes of MCP-Bench and the overall score."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec

from m3bench.judges.judgement import Judgement
from m3bench.judges.kinds.rubric import AXES, DIMENSIONS, SCALE

SCHEMA_UNDERSTANDING = "schema_understanding"


class RubricScores(msgspec.Struct, frozen=True, kw_only=True):
    """What several readings say of one case, everything from 0 to 1. None is missing, not zero."""

    dimensions: dict[str, float | None]
    axes: dict[str, float | None]
    """The three that are judged, and schema understanding."""
    overall: float | None
    """The plain mean of the axes; None where one that is judged is missing.

    Schema understanding is of calls. Where none was made it does not apply: the mean is of the other three.
    """
    readings: int
    """Those that could be read."""
    missing: int


def rubric_scores(judgements: Sequence[Judgement], schema_understanding: float | None) -> RubricScores:
    """The mean over the readings that could be read: per dimension, per axis, and overall.

    Scores from 1 to 10 are divided by 10, as MCP-Bench does: the lowest is 0.1.
    """
    scores = [each.scores for each in judgements if each.scores is not None]
    dimensions = {name: _mean([each[name] / SCALE.high for each in scores]) for name in DIMENSIONS}
    judged = {axis: _mean([dimensions[name] for name in names]) for axis, names in AXES.items()}
    axes = {SCHEMA_UNDERSTANDING: schema_understanding, **judged}
    return RubricScores(
        dimensions=dimensions,
        axes=axes,
        overall=_mean([*judged.values(), *([] if schema_understanding is None else [schema_understanding])]),
        readings=len(scores),
        missing=len(judgements) - len(scores),
    )


def schema_understanding(
    valid_names: float | None, schema_compliance: float | None, execution_success: float | None
) -> float | None:
    """The axis that is counted: the mean of the three rates, of those that are known.

    One can be unknown for the agent's good or bad: no argument can be checked where every name is wrong.
    """
    rates = (valid_names, schema_compliance, execution_success)
    return _mean([rate for rate in rates if rate is not None])


def overall_mean(scores: Iterable[RubricScores]) -> tuple[float | None, int]:
    """The mean of the overall scores over tasks, and for how many tasks it is missing."""
    overall = [each.overall for each in scores]
    known = [score for score in overall if score is not None]
    return _mean(known), len(overall) - len(known)


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    if not known or len(known) < len(values):
        return None
    return math.fsum(known) / len(known)
