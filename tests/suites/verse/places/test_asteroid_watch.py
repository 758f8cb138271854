"""The family asteroid_watch: its tasks are drawn well, work out, and change with the time if they say so."""

from __future__ import annotations

import pytest

from m3bench_suites.builders.verse.places.asteroid_watch import FAMILY
from tests.suites.verse.places.question_runs import QuestionRun, assert_drawn_well, assert_sound


def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_drawn_well(FAMILY, levels="112223")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_plans_work_out_now_and_a_day_later(number: int) -> None:
    assert_sound(FAMILY, number)


def test_the_closest_of_today_is_the_closest() -> None:
    run = QuestionRun(FAMILY, 2)
    ((today, passing),) = run.data[1]["near_earth_objects"].items()
    assert today == str(run.world.now.date())
    distances = {each["name"]: each["close_approach_data"][0]["miss_distance"]["lunar"] for each in passing}
    assert run.form["closest"] == min(distances, key=lambda name: distances[name])
    assert run.form["distance"] == min(distances.values())
    assert run.wrong(closest=run.form["closest"].strip("()")) == []
    assert run.wrong(closest="2019 QX3") == ["closest"]


def test_periods_are_compared() -> None:
    run = QuestionRun(FAMILY, 4)
    periods = {each["id"]: each["orbital_data"]["orbital_period_days"] for each in run.data[:2]}
    assert run.form["longer"] == max(periods, key=lambda name: periods[name])
    assert run.form["difference"] == pytest.approx(max(periods.values()) - min(periods.values()))
