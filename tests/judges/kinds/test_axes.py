"""Axes and overall scores, computed by hand and by the published table."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from m3bench.judges import Judgement, rubric_scores, schema_understanding
from m3bench.judges.kinds.axes import BANDS, band_of
from m3bench.judges.kinds.rubric import DIMENSIONS


def reading(*scores: float) -> Judgement:
    by_name = dict(zip(DIMENSIONS, scores, strict=True)) if scores else None
    return Judgement(case="c", judge="m", prompt="rubric@0", input="0", scores=by_name)


def test_two_readings_by_hand() -> None:
    scores = rubric_scores([reading(8, 6, 10, 8, 4, 2), reading(6, 4, 9, 9, 5, 1)], 0.9)
    assert scores.dimensions == pytest.approx(
        {
            "task_fulfillment": 0.7,
            "grounding": 0.5,
            "tool_appropriateness": 0.95,
            "parameter_accuracy": 0.85,
            "dependency_awareness": 0.45,
            "parallelism_and_efficiency": 0.15,
        }
    )
    assert scores.axes == pytest.approx(
        {
            "schema_understanding": 0.9,
            "task_completion": 0.6,
            "tool_usage": 0.9,
            "planning_effectiveness": 0.3,
        }
    )
    assert scores.overall == pytest.approx(0.675)
    assert (scores.readings, scores.missing) == (2, 0)


def test_missing_readings_are_left_out_and_counted() -> None:
    scores = rubric_scores([reading(), reading(1, 1, 1, 1, 1, 1), reading(), reading(3, 3, 3, 3, 3, 3)], 1.0)
    assert (scores.readings, scores.missing) == (2, 2)
    assert scores.axes["task_completion"] == pytest.approx(0.2)
    assert scores.overall == pytest.approx((1.0 + 0.2 * 3) / 4)


def test_without_readings_there_is_no_score() -> None:
    scores = rubric_scores([reading()] * 5, 1.0)
    assert scores.axes == {
        "schema_understanding": 1.0,
        "task_completion": None,
        "tool_usage": None,
        "planning_effectiveness": None,
    }
    assert (scores.overall, scores.readings, scores.missing) == (None, 0, 5)


def test_without_calls_the_mean_is_of_what_is_judged() -> None:
    """Whoever calls nothing has shown nothing of the schemas, neither for good nor for bad."""
    scores = rubric_scores([reading(2, 2, 1, 1, 6, 6)], None)
    assert scores.axes["schema_understanding"] is None
    assert scores.overall == pytest.approx((0.2 + 0.1 + 0.6) / 3)
    assert rubric_scores([reading()], None).overall is None


def test_schema_understanding_is_the_mean_of_the_rates_that_are_known() -> None:
    assert schema_understanding(1.0, 0.8, 0.6) == pytest.approx(0.8)
    assert schema_understanding(0.0, None, 0.0) == 0.0
    assert schema_understanding(None, None, None) is None


def test_the_published_overall_scores_come_out(shared_data: Path) -> None:
    with (shared_data / "published" / "mcp_bench.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) >= 20
    for row in rows:
        name, *numbers, overall = row.values()
        schema = schema_understanding(*map(float, numbers[:3]))
        scores = rubric_scores([reading(*(10 * float(number) for number in numbers[3:]))], schema)
        # Means over tasks, each rounded to three digits.
        assert scores.overall == pytest.approx(float(overall), abs=0.001), name


@pytest.mark.parametrize(
    ("score", "band"),
    [(0.1, 0), (0.34, 0), (0.35, 1), (0.64, 1), (0.65, 2), (0.84, 2), (0.85, 3), (1.0, 3)],
)
def test_a_score_is_in_the_band_of_its_nearest_grade(score: float, band: int) -> None:
    assert band_of(score) == band


def test_the_bands_have_every_grade_once() -> None:
    grades = [grade for low, high in BANDS for grade in range(low, high + 1)]
    assert grades == list(range(1, 11))
