"""The family air_quality: its tasks are drawn well, work out, and change with the time if they say so."""

from __future__ import annotations

import pytest

from m3bench_suites.builders.verse.places.air_quality import FAMILY
from tests.suites.verse.places.question_runs import QuestionRun, assert_drawn_well, assert_sound


def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_drawn_well(FAMILY, levels="1122223")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(7))
def test_plans_work_out_now_and_a_day_later(number: int) -> None:
    assert_sound(FAMILY, number)


def test_the_cleanest_hour_has_the_least_dust() -> None:
    run = QuestionRun(FAMILY, 2)
    hours = run.data[1]["hours"]
    assert len(hours) == 24
    cleanest = min(hours, key=lambda hour: hour["concentrations"]["pm25"])
    assert f"{run.form['date']}T{run.form['time']}:00Z" == cleanest["dateTime"]
    assert run.form["mean"] == pytest.approx(sum(hour["concentrations"]["pm25"] for hour in hours) / 24)
    assert run.wrong(time="03:33") == ["time"]


def test_the_past_has_twelve_hours() -> None:
    run = QuestionRun(FAMILY, 1)
    hours = run.data[0]["hours"]
    assert [hour["dateTime"][11:13] for hour in hours] == [f"{hour:02}" for hour in range(6, 18)]
    assert run.form["ozone"] == max(hour["concentrations"]["o3"] for hour in hours)
    assert run.solution.live == {}


def test_the_place_is_not_in_the_request() -> None:
    run = QuestionRun(FAMILY, 5)
    assert run.form["place"] == run.data[0]["place"]
    assert run.blueprint.key_facts[0] in run.form["place"]
    assert run.wrong(place="Lisbon, Portugal") == ["place"]
