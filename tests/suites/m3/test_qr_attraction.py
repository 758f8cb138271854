"""The family qr_attraction: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3.qr_attraction import FAMILY
from tests.suites.m3.forms import assert_fair, failures, first_of, right_form
from tests.suites.m3.plan_runs import PlanRun, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_fair(PlanRun(FAMILY, number, tmp_path))


@pytest.mark.slow
def test_wet_is_not_dry(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 3, tmp_path)
    right = right_form(plan_run)
    assert right["dry"] is True
    assert failures(plan_run, {**right, "dry": "yes"}) == []
    assert failures(plan_run, {**right, "dry": False}) != []


@pytest.mark.slow
def test_nothing_is_looked_for_where_the_air_is_too_bad(tmp_path: Path) -> None:
    plan_run = first_of(FAMILY, tmp_path, solvable=False)
    right = right_form(plan_run)
    assert right["venue"] is None
    assert "google-maps/places_nearby_search" not in {call.name for call in plan_run.calls}
    assert failures(plan_run, {**right, "venue": "none", "venue_hours": []}) == []
    assert failures(plan_run, {**right, "venue": "Prescott Park"}) != []
    assert failures(plan_run, {**right, "aqi": right["aqi"] + 20}) != []
