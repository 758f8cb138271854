"""The family fish: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3.fish import FAMILY
from tests.suites.m3.journeys import Journey, assert_sound, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_sound(Journey(FAMILY, number, tmp_path))


@pytest.mark.slow
def test_one_table_of_ways_does_as_well(tmp_path: Path) -> None:
    journey = Journey(FAMILY, 1, tmp_path, plan=1)
    assert_sound(journey)
    assert "google-maps/compute_route" not in {call.name for call in journey.calls}


def test_no_trip_is_planned_for_a_fish_that_is_not_caught_there(tmp_path: Path) -> None:
    journey = Journey(FAMILY, 5, tmp_path)
    verdicts = journey.judged(journey.solution.answer, journey.steps)
    assert [verdict.reason for verdict in verdicts if not verdict.passed] == []
    assert {call.server for call in journey.calls} == {"wiki"}
    idle = [verdict.check for verdict in journey.judged("I do not know.", ()) if verdict.passed]
    assert idle == ["not_called"]
