"""The family hugeicons: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3.hugeicons import FAMILY
from tests.suites.m3.forms import assert_fair, problems, right_form
from tests.suites.m3.plan_runs import PlanRun, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (1, 2))


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2])
def test_icons_are_searched_and_listed(number: int, tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, number, tmp_path)
    assert_fair(plan_run)
    names = [call.name for call in plan_run.calls]
    assert names.count("hugeicons-mcp/search_icons") >= 2
    assert names.count("hugeicons-mcp/list_icons") == 1


@pytest.mark.slow
def test_nothing_is_listed_where_nothing_is_large(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 5, tmp_path)
    assert right_form(plan_run)["objects"] == []
    assert problems(plan_run) == []
    assert problems(plan_run, objects=[{"object": right_form(plan_run)["largest"]}])
    assert problems(plan_run, largest="house boat")
