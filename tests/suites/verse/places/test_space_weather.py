"""The family space_weather: its tasks are drawn well, work out, and change with the time if they say so."""

from __future__ import annotations

import pytest

from m3bench_suites.builders.verse.places.space_weather import FAMILY, flux
from tests.suites.verse.places.question_runs import QuestionRun, assert_drawn_well, assert_sound


def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_drawn_well(FAMILY, levels="11223")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(5))
def test_plans_work_out_now_and_a_day_later(number: int) -> None:
    assert_sound(FAMILY, number)


def test_classes_are_ordered_by_letter_and_number() -> None:
    classes = ["X10.0", "C1.0", "M1.0", "B9.9", "X1.0", "C9.9"]
    ordered = sorted(classes, key=lambda name: flux({"classType": name}))
    assert ordered == ["B9.9", "C1.0", "C9.9", "M1.0", "X1.0", "X10.0"]


def test_the_strongest_flare_is_the_strongest() -> None:
    run = QuestionRun(FAMILY, 1)
    strongest = max(run.data[0]["events"], key=flux)
    assert run.form == {
        "class": strongest["classType"],
        "peak": strongest["peakTime"][11:16],
        "region": strongest["activeRegionNum"],
    }
    assert run.wrong(peak="03:33") == ["peak"]


def test_today_is_the_last_day_of_the_records() -> None:
    run = QuestionRun(FAMILY, 2)
    assert [result["start_date"] for result in run.data[1:]] == [str(run.world.now.date())] * 2
    assert run.form["latest_begin"] == run.data[1]["events"][-1]["beginTime"][11:16]
