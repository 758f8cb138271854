"""The family crypto_purchase_estimation: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3.crypto_purchase_estimation import FAMILY
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
def test_eyes_do_as_well_as_a_tool_that_looks(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 0, tmp_path, plan=1)
    assert_fair(plan_run)
    assert {"ocr", "dinox-mcp"}.isdisjoint(call.server for call in plan_run.calls)


@pytest.mark.slow
def test_a_coin_that_moved_too_little_is_not_sold(tmp_path: Path) -> None:
    plan_run = first_of(FAMILY, tmp_path, solvable=False)
    right = right_form(plan_run)
    assert right["pieces"] is None
    assert failures(plan_run, right) == []
    assert failures(plan_run, {**right, "pieces": 4}) != []
    assert failures(plan_run, {**right, "volatility": right["volatility"] * 1.5}) != []
