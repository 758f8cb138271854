"""The family weather_reports: its tasks are drawn well, work out, and change with the time if they say so."""

from __future__ import annotations

import pytest

from m3bench_suites.builders.verse.places.weather_reports import FAMILY
from tests.suites.verse.places.question_runs import QuestionRun, assert_drawn_well, assert_sound


def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_drawn_well(FAMILY, levels="1111222")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(7))
def test_plans_work_out_now_and_a_day_later(number: int) -> None:
    assert_sound(FAMILY, number)


def test_the_week_is_averaged() -> None:
    run = QuestionRun(FAMILY, 6)
    days = run.data[0]["forecast"]
    assert len(days) == 7
    assert run.form["mean_high"] == pytest.approx(sum(day["high"] for day in days) / 7)
    assert run.form["mean_low"] == pytest.approx(sum(day["low"] for day in days) / 7)
    assert run.form["warmest_day"] == max(days, key=lambda day: day["high"])["date"]
    assert run.wrong(mean_high=run.form["mean_high"] + 0.1) == ["mean_high"]


def test_the_wettest_day_is_the_wettest() -> None:
    run = QuestionRun(FAMILY, 2)
    days = run.data[0]["forecast"]
    wettest = max(days, key=lambda day: day["precipitation_total"])
    assert (run.form["wettest_day"], run.form["amount"]) == (wettest["date"], wettest["precipitation_total"])
    assert run.form["total"] == pytest.approx(sum(day["precipitation_total"] for day in days))
