"""The family fruit_cal: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3.fruit_cal import FAMILY, portion_text
from tests.suites.m3.forms import assert_fair, problems, right_form
from tests.suites.m3.plan_runs import PlanRun, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("plan", range(2))
def test_every_plan_fills_in_the_form(plan: int, tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 1, tmp_path, plan=plan)
    assert_fair(plan_run)
    assert problems(plan_run, energy=f"{right_form(plan_run)['energy'] * 1.02:.0f} kcal") == []
    assert problems(plan_run, energy=right_form(plan_run)["energy"] * 1.1)


@pytest.mark.slow
def test_no_advice_is_given_where_none_is_needed(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 2, tmp_path)
    assert right_form(plan_run)["advice_needed"] is False
    assert problems(plan_run) == []
    assert problems(plan_run, advice_needed=True)
    assert problems(plan_run, advice="Eat more beans.")


@pytest.mark.parametrize(
    ("label", "count", "said"),
    [("apple", 1, "1 apple"), ("peach", 3, "3 peaches"), ("grapes", 2, "2 bunches of grapes")],
)
def test_a_helping_is_said_in_everyday_words(label: str, count: int, said: str) -> None:
    assert portion_text(label, count) == said
