"""The family road_trips: its tasks are drawn well, work out, and change with the time if they say so."""

from __future__ import annotations

import pytest

from m3bench.suites.plans import PlannedCall
from m3bench_suites.builders.verse.places.road_trips import FAMILY
from tests.suites.verse.places.question_runs import QuestionRun, assert_drawn_well, assert_sound


def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_drawn_well(FAMILY, levels="1122233")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(7))
def test_plans_work_out_now_and_a_day_later(number: int) -> None:
    assert_sound(FAMILY, number)


def test_the_detour_is_the_difference() -> None:
    run = QuestionRun(FAMILY, 2)
    metres = [result["rows"][0]["elements"][0]["distance"]["value"] for result in run.data[:3]]
    assert run.form["detour"] == pytest.approx((metres[1] + metres[2] - metres[0]) / 1000, abs=0.05)
    assert run.wrong(direct=run.form["over"]) == ["direct"]
    assert run.wrong(direct=f"{run.form['direct'] / 1.609344:.2f} miles") == []


def test_the_summit_is_between_the_ends() -> None:
    run = QuestionRun(FAMILY, 4)
    heights = [point["elevation"] for point in run.data[0]["results"]]
    assert len(heights) == 21
    assert heights.index(max(heights)) not in (0, 20)
    assert run.form["above"] == pytest.approx(max(heights) - min(heights[0], heights[-1]))


def test_fuel_follows_from_the_request() -> None:
    run = QuestionRun(FAMILY, 6)
    litres, price = (multiplication.arguments["SecondNumber"] for multiplication in _multiplications(run))
    assert f"{litres} l per 100 km" in run.blueprint.request
    assert run.form["cost"] == pytest.approx(run.data[3] / 100_000 * litres * price)


def _multiplications(run: QuestionRun) -> list[PlannedCall]:
    return [call for call in run.planned if call.tool == "math/multiply"]
