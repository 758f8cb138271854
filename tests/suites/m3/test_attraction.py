"""The family attraction: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3.attraction import FAMILY
from m3bench_suites.builders.m3.family import TaskDraw
from m3bench_world import World
from tests.suites.m3.forms import assert_fair, right_form, wrong
from tests.suites.m3.plan_runs import PlanRun, assert_varied

_WARM, _COLD = 2, 6


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.parametrize(
    "number", [0, *(pytest.param(each, marks=pytest.mark.slow) for each in (1, _WARM, 3, 4))]
)
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_fair(PlanRun(FAMILY, number, tmp_path), least=8)


@pytest.mark.slow
def test_who_knows_the_sight_needs_not_read_about_it(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 1, tmp_path, plan=1)
    assert_fair(plan_run)
    assert "weather/get_weather" in {call.name for call in plan_run.steps[0].calls}


@pytest.mark.slow
def test_other_places_fail_and_other_spellings_pass(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 0, tmp_path)
    right = right_form(plan_run)
    assert wrong(plan_run, city="Springfield") == ["city"]
    assert wrong(plan_run, sight="Eiffel Tower", restaurant="Chez Nous") == ["restaurant", "sight"]
    assert wrong(plan_run, sight="Notre Dame Cathedral", country="FRANCE") == []
    minutes = right["restaurant_walk"]
    assert wrong(plan_run, restaurant_walk=f"{minutes} min") == []
    assert wrong(plan_run, restaurant_walk=minutes + 5) == ["restaurant_walk"]


@pytest.mark.slow
def test_nothing_is_looked_for_where_it_is_too_cold(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, _COLD, tmp_path)
    assert_fair(plan_run, least=8)
    assert plan_run.blueprint.extra["solvable"] is False
    assert not any(call.name.startswith("google-maps/places") for call in plan_run.calls)
    assert wrong(plan_run, warm_enough=True) == ["warm_enough"]
    assert wrong(plan_run, restaurant="Chez Nous") == ["restaurant"]
    unread = dict.fromkeys(("temperature", "high", "low", "population"))
    assert "population" in wrong(plan_run, **unread)


@pytest.mark.slow
def test_pyramids_are_not_asked_for() -> None:
    world = World(7)
    sights = {FAMILY.make(TaskDraw(world, FAMILY, number)).key_facts[0] for number in range(8)}
    assert "Great Pyramid of Giza" not in sights
