"""The family heatmap: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3.heatmap import FAMILY, tile_at
from tests.suites.m3.journeys import Journey, assert_sound, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_sound(Journey(FAMILY, number, tmp_path))


def test_tiles_hold_their_points() -> None:
    tile = tile_at((41.8919, 12.5113), 10)
    assert (tile.x, tile.y) == (547, 380)
    assert tile_at(tile.centre, 10) == tile
    assert tile.moved("east").moved("west") == tile


def test_the_map_can_be_had_by_name(tmp_path: Path) -> None:
    journey = Journey(FAMILY, 0, tmp_path, plan=1)
    assert_sound(journey)
    assert "google-maps/static_map" in {call.name for call in journey.steps[0].calls}
