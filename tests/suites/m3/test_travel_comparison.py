"""The family travel_comparison: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3.travel_comparison import FAMILY
from tests.suites.m3.forms import assert_fair, failures, first_of, right_form
from tests.suites.m3.plan_runs import PlanRun, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_fair(PlanRun(FAMILY, number, tmp_path))


@pytest.mark.slow
def test_no_way_is_demanded_and_the_other_place_is_wrong(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 1, tmp_path)
    right = right_form(plan_run)
    plan_run.steps = []
    assert failures(plan_run, right) == []
    left, other = right["places"]
    loser = next(place["sight"] for place in (left, other) if place["sight"] != right["cleaner"])
    assert failures(plan_run, {**right, "cleaner": loser}) != []
    swapped = [{**left, "side": other["side"]}, {**other, "side": left["side"]}]
    assert failures(plan_run, {**right, "places": swapped}) != []


@pytest.mark.slow
def test_nobody_travels_where_the_air_is_too_bad(tmp_path: Path) -> None:
    plan_run = first_of(FAMILY, tmp_path, solvable=False)
    assert_fair(plan_run)
    assert "google-maps/places_nearby_search" not in {call.name for call in plan_run.calls}
