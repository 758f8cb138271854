"""The family research_station: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3.research_station import FAMILY
from tests.suites.m3.journeys import Journey, assert_sound, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_sound(Journey(FAMILY, number, tmp_path))


def test_stations_can_be_searched_by_kind(tmp_path: Path) -> None:
    journey = Journey(FAMILY, 0, tmp_path, plan=1)
    assert_sound(journey)
    assert "google-maps/places_nearby_search" in {call.name for call in journey.calls}
