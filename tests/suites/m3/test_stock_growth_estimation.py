"""The family stock_growth_estimation: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from m3bench_suites.builders.m3.stock_growth_estimation import FAMILY
from tests.suites.m3.forms import assert_fair, failures, first_of, right_form
from tests.suites.m3.plan_runs import PlanRun, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (2, 3))


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, 3])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, number, tmp_path)
    assert_fair(plan_run)
    assert plan_run.calls[-1].name == "imagesorcery-mcp/draw_texts"


def test_eyes_do_as_well_as_a_tool_that_looks(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 2, tmp_path, plan=1)
    assert_fair(plan_run)
    assert {"ocr", "dinox-mcp"}.isdisjoint(call.server for call in plan_run.calls)


@pytest.mark.slow
def test_a_decline_is_not_a_rise_and_a_share_may_be_in_percent(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 2, tmp_path)
    right = right_form(plan_run)
    assert failures(plan_run, {**right, "growth": -right["growth"]}) != []
    assert failures(plan_run, {**right, "upgrade_share": f"{100 * right['upgrade_share']:.1f}%"}) == []


@pytest.mark.slow
def test_a_low_estimate_is_not_written_down(tmp_path: Path) -> None:
    plan_run = first_of(FAMILY, tmp_path, solvable=False)
    assert_fair(plan_run)
    right = right_form(plan_run)
    assert right["picture"] is None
    Image.new("RGB", (20, 20)).save(tmp_path / "growth.png")
    assert any("stray" in reason for reason in failures(plan_run, right))
