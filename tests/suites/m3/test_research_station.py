"""The family research_station: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3.research_station import FAMILY
from tests.suites.m3.forms import assert_fair, failures, first_of, right_form
from tests.suites.m3.plan_runs import PlanRun, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.parametrize("number", [0, pytest.param(2, marks=pytest.mark.slow)])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_fair(PlanRun(FAMILY, number, tmp_path))


@pytest.mark.slow
def test_stations_can_be_searched_by_kind(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 0, tmp_path, plan=1)
    assert_fair(plan_run)
    assert "google-maps/places_nearby_search" in {call.name for call in plan_run.calls}


def test_no_way_is_demanded(tmp_path: Path) -> None:
    """Whoever never reads the notifications but lists the flares has done as well."""
    plan_run = PlanRun(FAMILY, 0, tmp_path)
    plan_run.steps = []
    assert failures(plan_run, right_form(plan_run)) == []


@pytest.mark.slow
def test_where_there_was_no_flare_none_is_told(tmp_path: Path) -> None:
    plan_run = first_of(FAMILY, tmp_path, solvable=False)
    assert_fair(plan_run)
    right = right_form(plan_run)
    assert right["flares"] == right["days"] == []
    invented = {"date": "2024-05-10", "class": "X1.0", "peak": "12:00", "ejection": None}
    assert failures(plan_run, {**right, "flares": [invented]}) != []
