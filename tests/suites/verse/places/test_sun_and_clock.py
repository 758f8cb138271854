"""The family sun_and_clock: its tasks are drawn well, work out, and change with the time if they say so."""

from __future__ import annotations

import pytest

from m3bench_suites.builders.verse.places.sun_and_clock import FAMILY
from tests.suites.verse.places.question_runs import QuestionRun, assert_drawn_well, assert_sound


def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_drawn_well(FAMILY, levels="111223")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_plans_work_out_now_and_a_day_later(number: int) -> None:
    assert_sound(FAMILY, number)


def test_the_date_moves_and_the_clock_does_not() -> None:
    now, later = QuestionRun(FAMILY, 0), QuestionRun(FAMILY, 0, days=1)
    assert now.form["time"] == later.form["time"]
    assert now.wrong(later.world) == ["date"]
    assert now.wrong(date=later.form["date"]) == ["date"]


def test_the_clearest_sky_decides_what_is_looked_up() -> None:
    run = QuestionRun(FAMILY, 5)
    covers = [result["current"]["cloud_cover_percent"] for result in run.data[:3]]
    assert run.form["cloud_cover"] == min(covers)
    assert run.solution.fields["clearest"].grounds == tuple(covers)
    place = run.data[covers.index(min(covers))]["location"]
    assert run.data[3]["results"][0]["geometry"]["location"]["lat"] == place["latitude"]
