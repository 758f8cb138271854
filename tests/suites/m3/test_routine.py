"""The family routine: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3.routine import FAMILY
from tests.suites.m3.forms import assert_fair, failures, first_of, right_form
from tests.suites.m3.plan_runs import PlanRun, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.parametrize("number", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_fair(PlanRun(FAMILY, number, tmp_path))


@pytest.mark.slow
def test_another_market_is_not_the_fastest(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 0, tmp_path)
    right = right_form(plan_run)
    slower = next(way for way in right["ways"] if way["supermarket"] != right["market"])
    assert failures(plan_run, {**right, "market": slower["supermarket"]}) != []
    assert failures(plan_run, {**right, "ways": right["ways"][::-1]}) == []
    assert failures(plan_run, {**right, "minutes": f"0 h {right['minutes']} min"}) == []


@pytest.mark.slow
def test_without_a_market_nearby_the_way_goes_without_one(tmp_path: Path) -> None:
    plan_run = first_of(FAMILY, tmp_path, solvable=False)
    assert_fair(plan_run)
    right = right_form(plan_run)
    assert right["market"] is None
    assert failures(plan_run, {**right, "minutes": right["minutes"] + 5}) != []
