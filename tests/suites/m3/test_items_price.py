"""The family items_price: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook

from m3bench.checks import Evidence
from m3bench.core import Status, Task, Trajectory
from m3bench_suites.builders.m3.items_price import FAMILY, JOBS, PriceList, checks_of
from tests.suites.m3.forms import assert_fair, judge, right_form, wrong
from tests.suites.m3.plan_runs import PlanRun, assert_varied

_OVER_BUDGET = 5


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.slow
def test_the_plan_works_out(tmp_path: Path) -> None:
    assert_fair(PlanRun(FAMILY, 0, tmp_path), least=2)


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 4, _OVER_BUDGET])
def test_every_job_works_out(number: int, tmp_path: Path) -> None:
    assert_fair(PlanRun(FAMILY, number, tmp_path, plan=1), least=2)


@pytest.mark.slow
def test_the_labels_can_be_read_by_eye(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 0, tmp_path, plan=1)
    assert_fair(plan_run, least=2)
    assert "ocr" not in {call.server for call in plan_run.calls}


@pytest.mark.slow
def test_wrong_values_fail_and_other_spellings_pass(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 2, tmp_path, plan=1)
    right = right_form(plan_run)
    first, *rest = right["products"]
    assert wrong(plan_run, total=right["total"] + 1) == ["total"]
    assert wrong(plan_run, products=[{**first, "packages": first["packages"] + 1}, *rest]) == ["products"]
    assert wrong(plan_run, products=rest) == ["products"]
    assert wrong(plan_run, products=[*rest, {**first, "asin": first["asin"].lower()}]) == []
    assert wrong(plan_run, total=f"£{right['total']:.2f}") == []


@pytest.mark.slow
def test_nothing_is_saved_over_budget(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, _OVER_BUDGET, tmp_path, plan=1)
    assert plan_run.blueprint.extra["solvable"] is False
    assert wrong(plan_run, within_budget=True) == ["within_budget"]
    assert wrong(plan_run, products=None, total=None) == ["products", "total"]
    (tmp_path / "prices.xlsx").write_bytes(b"a list all the same")
    assert [verdict.passed for verdict in judge(plan_run, right_form(plan_run))] == [True, False]


@pytest.mark.parametrize(("price", "passed"), [(1.5, True), ("1.50", True), (2.5, False)])
def test_the_table_holds_asins_and_prices(price: object, passed: bool, tmp_path: Path) -> None:
    job = next(job for job in JOBS if job.table and not job.over_budget)
    lines = [({"asin": "B000000001", "title": "Rice"}, 1.5), ({"asin": "B000000002", "title": "Corn"}, 2.0)]
    (check,) = checks_of(job, PriceList(lines, 3.5, "one of each"))
    book = Workbook()
    for row in (["Item", "ASIN", "Price"], ["Corn", "B000000002", 2.0], ["Rice", "B000000001", price]):
        book.active.append(row)
    book.save(tmp_path / "prices.xlsx")
    trajectory = Trajectory(task_id="one", status=Status.COMPLETED)
    assert check.evaluate(Evidence(Task(id="one"), trajectory, tmp_path, {})).passed is passed


def test_one_task_in_eight_ends_without_a_list() -> None:
    assert [job.over_budget for job in JOBS].count(True) == 1
    assert [job.table for job in JOBS].count(True) == 2
