"""The family attraction: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3.attraction import FAMILY
from tests.suites.m3.journeys import Journey, assert_sound, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.parametrize("number", [0, *(pytest.param(each, marks=pytest.mark.slow) for each in (1, 2, 4))])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_sound(Journey(FAMILY, number, tmp_path))


@pytest.mark.slow
def test_who_knows_the_sight_needs_not_read_about_it(tmp_path: Path) -> None:
    journey = Journey(FAMILY, 1, tmp_path, plan=1)
    assert_sound(journey)
    assert "weather/get_weather" in {call.name for call in journey.steps[0].calls}


@pytest.mark.slow
def test_another_city_is_noticed(tmp_path: Path) -> None:
    journey = Journey(FAMILY, 0, tmp_path)
    city = journey.blueprint.key_facts[1]
    verdicts = journey.judged(journey.solution.answer.replace(city, "Springfield"), journey.steps)
    assert [verdict.check for verdict in verdicts if not verdict.passed] == ["claims", "answer_names"]
