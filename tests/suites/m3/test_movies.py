"""The family movies: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3.movies import FAMILY
from tests.suites.m3.journeys import Journey, assert_sound, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1, 3])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_sound(Journey(FAMILY, number, tmp_path))


def test_the_posters_can_be_read_by_eye(tmp_path: Path) -> None:
    journey = Journey(FAMILY, 3, tmp_path, plan=1)
    assert_sound(journey)
    assert "ocr" not in {call.server for call in journey.calls}


def test_an_answer_with_the_clock_of_twelve_hours_is_as_good(tmp_path: Path) -> None:
    journey = Journey(FAMILY, 3, tmp_path, plan=1)
    assert "12:53" in journey.solution.answer
    answer = journey.solution.answer.replace("23:00", "11 PM").replace("12:53", "12:53 p.m.")
    assert all(verdict.passed for verdict in journey.judged(answer, journey.steps))
    late = journey.solution.answer.replace("12:53", "13:53")
    assert not all(verdict.passed for verdict in journey.judged(late, journey.steps))
