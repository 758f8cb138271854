"""The family vision_research: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3.vision_research import FAMILY, RULES
from tests.suites.m3.forms import assert_fair, judge, right_form, wrong
from tests.suites.m3.plan_runs import PlanRun, assert_varied

_SOME_RECENT, _NONE_RECENT = 1, 6


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, _SOME_RECENT])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, number, tmp_path)
    assert_fair(plan_run, least=2)
    papers = sorted(path.suffix for path in tmp_path.glob("*/*"))
    assert papers == [".pdf"] * len(plan_run.steps[-1].calls)


@pytest.mark.slow
def test_reading_fetches_the_paper_too(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 0, tmp_path, plan=3)
    assert_fair(plan_run, least=2)
    assert [call.server for call in plan_run.calls] == ["paper_search"] * len(plan_run.calls)
    assert len(plan_run.steps) == 2


@pytest.mark.slow
def test_old_papers_are_left_alone(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, _NONE_RECENT, tmp_path, plan=1)
    assert_fair(plan_run, least=2)
    assert plan_run.blueprint.extra["solvable"] is False
    first, *rest = right_form(plan_run)["papers"]
    assert wrong(plan_run, papers=None) == ["papers"]
    assert wrong(plan_run, papers=[{**first, "sample_size": 40}, *rest]) == ["papers"]
    assert wrong(plan_run, papers=[*rest, {**first, "paper_id": f"arXiv:{first['paper_id']}"}]) == []
    (folder,) = {check.path.partition("/")[0] for check in plan_run.solution.checks}
    (tmp_path / folder).mkdir()
    (tmp_path / folder / f"{first['paper_id']}.pdf").write_bytes(b"fetched all the same")
    assert not all(verdict.passed for verdict in judge(plan_run, right_form(plan_run)))


def test_rules_choose_animals() -> None:
    counts = {"cow": 3, "duck": 1, "hen": 2}
    chosen = [rule.select(counts) for rule in RULES]
    assert chosen == [["cow", "duck", "hen"], ["cow", "hen"], ["duck"], ["cow"]]
