"""The family camping: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3.camping import FAMILY
from tests.suites.m3.forms import assert_fair, right_form, wrong
from tests.suites.m3.plan_runs import PlanRun, assert_varied

_IMPOSSIBLE = 5


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_fair(PlanRun(FAMILY, number, tmp_path), least=8)


@pytest.mark.slow
@pytest.mark.parametrize("plan", [1, 2])
def test_the_sign_can_be_read_by_eye(plan: int, tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 0, tmp_path, plan=plan)
    assert_fair(plan_run, least=8)
    assert "ocr" not in {call.server for call in plan_run.calls}


@pytest.mark.slow
def test_other_campgrounds_fail_and_other_spellings_pass(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 0, tmp_path, plan=2)
    right = right_form(plan_run)
    miles = f"{right['visitor_center_distance'] / 1.609344:.2f} miles"
    assert wrong(plan_run, fee=f"${right['fee']:.2f}", visitor_center_distance=miles) == []
    assert wrong(plan_run, campground=right["campground"].removesuffix(" Campground")) == []
    assert wrong(plan_run, park="Yosemite National Park", campground="Upper Pines") == ["campground", "park"]
    assert wrong(plan_run, open_campgrounds=[*right["open_campgrounds"], "Upper Pines"]) == [
        "open_campgrounds"
    ]


@pytest.mark.slow
def test_there_may_be_no_campground_to_take(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, _IMPOSSIBLE, tmp_path, plan=1)
    assert_fair(plan_run, least=8)
    assert plan_run.blueprint.extra["solvable"] is False
    right = right_form(plan_run)
    assert right["campground"] is None
    assert right["open_campgrounds"]
    assert wrong(plan_run, campground=right["open_campgrounds"][0]) == ["campground"]
    assert wrong(plan_run, open_campgrounds=None, park=None) == ["open_campgrounds", "park"]
