"""The family class_demand_estimation: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3.class_demand_estimation import FAMILY
from tests.suites.m3.forms import assert_fair, problems, right_form
from tests.suites.m3.plan_runs import PlanRun, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (2, 4))


@pytest.mark.slow
@pytest.mark.parametrize("plan", [0, 1])
def test_every_plan_fills_in_the_form(plan: int, tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 2, tmp_path, plan=plan)
    assert_fair(plan_run)
    assert ("dinox-mcp" in {call.server for call in plan_run.calls}) is (plan == 0)


@pytest.mark.slow
def test_with_too_little_money_the_gap_is_told_and_nothing_else(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 4, tmp_path)
    right = right_form(plan_run)
    assert right["affordable"] is False
    assert problems(plan_run) == []
    assert problems(plan_run, shortfall=f"${right['shortfall']:.2f}") == []
    assert problems(plan_run, affordable=True, shortfall=None)
    assert problems(plan_run, post="Hot post")
    assert "Reddit-MCP-Server" not in {call.server for call in plan_run.calls}


@pytest.mark.slow
def test_what_there_is_most_of_is_beyond_doubt(tmp_path: Path) -> None:
    for number in (2, 4):
        counts = right_form(PlanRun(FAMILY, number, tmp_path))
        assert counts["count"] >= 4
