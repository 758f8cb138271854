"""The family fipe_car_variant_lookup: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3.fipe_car_variant_lookup import FAMILY
from tests.suites.m3.forms import assert_fair, failures, first_of, right_form
from tests.suites.m3.plan_runs import PlanRun, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (1, 2))


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, number, tmp_path)
    assert_fair(plan_run)
    assert plan_run.steps[-1].calls[0].server == "wiki"


def test_eyes_do_as_well_as_a_tool_that_looks(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 1, tmp_path, plan=1)
    assert_fair(plan_run)
    assert {"ocr", "dinox-mcp"}.isdisjoint(call.server for call in plan_run.calls)


@pytest.mark.slow
def test_other_words_pass_and_the_dearest_is_not_the_cheapest(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 1, tmp_path)
    right = right_form(plan_run)
    (car,) = right["cars"]
    worded = {**car, "fuel": "electric", "fipe_code": car["fipe_code"].replace("-", "")}
    assert failures(plan_run, {**right, "cars": [worded], "month": "November 2025"}) == []
    models = next(call.result for call in plan_run.calls if call.name == "car-price/search_brand_model_price")
    assert models is not None
    assert "Bolt LTZ 5p" in models.text
    dearer = {**car, "variant": "Bolt LTZ 5p (Elétrico)"}
    assert failures(plan_run, {**right, "cars": [dearer]}) != []


@pytest.mark.slow
def test_a_year_that_the_table_does_not_have_has_no_price(tmp_path: Path) -> None:
    plan_run = first_of(FAMILY, tmp_path, solvable=False)
    assert_fair(plan_run)
    right = right_form(plan_run)
    (car,) = right["cars"]
    assert car["variant"] is car["price_brl"] is None
    assert failures(plan_run, {**right, "cars": [{**car, "price_brl": 50_000}]}) != []
    assert failures(plan_run, {**right, "cars": [{**car, "variants": car["variants"] + 1}]}) != []
