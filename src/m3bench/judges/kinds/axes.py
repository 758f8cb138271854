"""The four axes and the overall score of MCP-Bench, from readings of the rubric."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from m3bench.judges.averages import mean_of_all
from m3bench.judges.judgement import Judgement
from m3bench.judges.kinds.rubric import AXES, DIMENSIONS, SCALE

SCHEMA_UNDERSTANDING = "schema_understanding"
BANDS = ((1, 3), (4, 6), (7, 8), (9, 10))
"""The bands of MCP-Bench's rubric. A grade stands for ten times the share of what is in order."""


class RubricScores(msgspec.Struct, frozen=True, kw_only=True):
    """Scores of one case over several readings, all from 0 to 1. None means missing, not zero."""

    dimensions: dict[str, float | None]
    axes: dict[str, float | None]
    """The three judged axes, and schema understanding."""
    overall: float | None
    """The mean of the axes; None if a judged axis is missing.

    Schema understanding does not apply if the agent made no call: the mean is then of the other three.
    """
    readings: int
    """Readings with scores."""
    missing: int


def rubric_scores(judgements: Sequence[Judgement], schema_understanding: float | None) -> RubricScores:
    """Average the readings with scores per dimension, per axis, and overall.

    Scores from 1 to 10 are divided by 10, as in MCP-Bench, so the lowest is 0.1.
    """
    scores = [judgement.scores for judgement in judgements if judgement.scores is not None]
    dimensions = {name: mean_of_all([score[name] / SCALE.high for score in scores]) for name in DIMENSIONS}
    judged = {axis: mean_of_all([dimensions[name] for name in names]) for axis, names in AXES.items()}
    axes = {SCHEMA_UNDERSTANDING: schema_understanding, **judged}
    known_schema = () if schema_understanding is None else (schema_understanding,)
    return RubricScores(
        dimensions=dimensions,
        axes=axes,
        overall=mean_of_all([*judged.values(), *known_schema]),
        readings=len(scores),
        missing=len(judgements) - len(scores),
    )


def band_of(score: float) -> int:
    """Return the place in `BANDS` of a score from 0 to 1, by its nearest grade; halves round up.

    Args:
        score: The mean of one dimension over the readings of a case.
    """
    grade = math.floor(score * SCALE.high + 0.5 + 1e-9)
    return next(index for index, (_, high) in enumerate(BANDS) if grade <= high or index == len(BANDS) - 1)


def schema_understanding(
    valid_names: float | None, schema_compliance: float | None, execution_success: float | None
) -> float | None:
    """Return the axis that is computed by rules: the mean of the known rates.

    A rate can be unknown: arguments cannot be checked if every tool name is wrong.
    """
    rates = (valid_names, schema_compliance, execution_success)
    return mean_of_all([rate for rate in rates if rate is not None])
