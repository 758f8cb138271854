"""Choices with a clear result in the world, now and a day later."""

from __future__ import annotations

import pytest

from m3bench.suites.plans import PlanError
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.places._shared.cities import CITIES, NORTHERN
from m3bench_suites.builders.verse.places._shared.readings import first_that, leading, next_day
from m3bench_suites.builders.verse.places._shared.venues import SIGHTS
from m3bench_suites.builders.verse.places.weather_reports import FAMILY
from m3bench_world import World


def _draw(number: int = 0) -> TaskDraw:
    return TaskDraw(World(7), FAMILY, number)


def _by_day(scores: dict[str, tuple[float, float]]) -> object:
    today = World(7).now.date()
    return lambda world, name: scores[name][world.now.date() > today]


def test_the_leader_leads_on_both_days() -> None:
    score = _by_day({"a": (1, 9), "b": (5, 5), "c": (5.5, 1), "d": (9, 5.2)})
    chosen = leading(_draw(), "abcd", 2, score, by=1)  # type: ignore[arg-type]
    assert set(chosen) not in ({"b", "c"}, {"b", "d"})
    assert chosen == leading(_draw(), "abcd", 2, score, by=1)  # type: ignore[arg-type]


def test_scores_may_have_to_move() -> None:
    score = _by_day({"a": (1, 1), "b": (5, 5), "c": (9, 7)})
    for number in range(5):
        assert "c" in leading(_draw(number), "abc", 2, score, by=1, moves=1)  # type: ignore[arg-type]
    with pytest.raises(PlanError):
        leading(_draw(), "ab", 2, score, by=1, moves=1)  # type: ignore[arg-type]


def test_something_fits_on_both_days() -> None:
    later = next_day(World(7)).now
    assert (
        first_that(_draw(), (1, 2, 3), lambda world, item: item != 1 and (world.now < later or item == 3))
        == 3
    )
    with pytest.raises(PlanError):
        first_that(_draw(), (1, 2), lambda _world, item: item > 2)


def test_every_place_is_on_the_map_under_its_name() -> None:
    atlas = World(7).atlas
    for place in (*CITIES, *NORTHERN, *SIGHTS):
        (spot, *_) = atlas.geocode(place)
        located = atlas.locate(place)
        assert located is not None
        assert located[:2] == pytest.approx((spot.lat, spot.lng), abs=0.001), place
        assert not spot.partial, place
