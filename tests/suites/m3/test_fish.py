"""The family fish: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3.fish import FAMILY
from tests.suites.m3.forms import assert_fair, right_form, wrong
from tests.suites.m3.plan_runs import PlanRun, assert_varied

_NO_SPOT, _NOT_CAUGHT = 2, 5


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_fair(PlanRun(FAMILY, number, tmp_path), least=10)


@pytest.mark.slow
def test_one_table_of_ways_does_as_well(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 1, tmp_path, plan=1)
    assert_fair(plan_run, least=10)
    assert "google-maps/compute_route" not in {call.name for call in plan_run.calls}
    other = PlanRun(FAMILY, 1, tmp_path)
    assert wrong(other, **right_form(plan_run)) == []


@pytest.mark.slow
@pytest.mark.parametrize(("number", "caught"), [(_NO_SPOT, True), (_NOT_CAUGHT, False)])
def test_no_trip_is_planned_without_a_reason(number: int, caught: bool, tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, number, tmp_path)
    assert_fair(plan_run, least=10)
    assert plan_run.blueprint.extra["solvable"] is False
    assert {call.server for call in plan_run.calls} == {"wiki"}
    assert right_form(plan_run)["caught_in_new_jersey"] is caught
    assert wrong(plan_run, caught_in_new_jersey=not caught, spot="Sandy Hook") == [
        "caught_in_new_jersey",
        "spot",
    ]
    assert wrong(plan_run, length=None, usual_length_to=5) == ["length", "usual_length_to"]


@pytest.mark.slow
def test_names_and_units_may_differ(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 0, tmp_path)
    right = right_form(plan_run)
    assert wrong(plan_run, species="Striper", length=f"{right['length'] / 2.54:.1f} inches") == []
    assert wrong(plan_run, diet=", ".join(right["diet"]), distance=f"{right['distance']:.0f} km") == []
    assert wrong(plan_run, species="Bluefish", length=right["length"] * 1.2) == ["length", "species"]
