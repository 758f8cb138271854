"""The family museum: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3.museum import FAMILY
from tests.suites.m3.forms import assert_fair, problems, right_form
from tests.suites.m3.plan_runs import PlanRun, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (1, 6))


@pytest.mark.slow
@pytest.mark.parametrize("plan", [0, 1])
def test_the_department_is_looked_up_and_searched(plan: int, tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 1, tmp_path, plan=plan)
    assert_fair(plan_run)
    names = [call.name for call in plan_run.calls]
    search = next(call for call in plan_run.calls if call.name == "metmuseum-mcp/search-museum-objects")
    assert "metmuseum-mcp/list-departments" in names
    assert search.arguments["departmentId"] > 0
    assert ("ocr/perform_ocr" in names) is (plan == 0)


@pytest.mark.slow
def test_an_object_of_another_department_is_not_found(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 3, tmp_path)
    assert right_form(plan_run)["in_department"] is False
    assert right_form(plan_run)["object_number"] is None
    assert problems(plan_run) == []
    assert problems(plan_run, in_department=True)
    assert problems(plan_run, object_number="1704021")
    assert problems(plan_run, title="")
    assert problems(plan_run, found=right_form(plan_run)["found"] + 1)
