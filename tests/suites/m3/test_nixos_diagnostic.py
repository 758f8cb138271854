"""The family nixos_diagnostic: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3.nixos_diagnostic import FAMILY
from tests.suites.m3.forms import assert_fair, problems, right_form
from tests.suites.m3.plan_runs import PlanRun, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (1, 0))


@pytest.mark.slow
@pytest.mark.parametrize("plan", [0, 1])
def test_every_plan_fills_in_the_form(plan: int, tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 0, tmp_path, plan=plan)
    assert_fair(plan_run)
    assert problems(plan_run, option_default=not right_form(plan_run)["option_default"])
    assert ("ocr" in {call.server for call in plan_run.calls}) is (plan == 0)


@pytest.mark.slow
def test_with_too_few_packages_it_stops(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 1, tmp_path)
    assert right_form(plan_run)["enough"] is False
    assert problems(plan_run) == []
    assert problems(plan_run, enough=True)
    assert problems(plan_run, packages=[])
    assert problems(plan_run, option_default=False)
    assert {call.name for call in plan_run.calls} == {"ocr/perform_ocr", "nixos/nixos_search"}
