"""The family space_missions: its tasks are drawn well, work out, and change with the time if they say so."""

from __future__ import annotations

import pytest

from m3bench_suites.builders.verse.places.space_missions import FAMILY
from tests.suites.verse.places.question_runs import QuestionRun, assert_drawn_well, assert_sound


def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_drawn_well(FAMILY, levels="11223")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(5))
def test_plans_work_out_now_and_a_day_later(number: int) -> None:
    assert_sound(FAMILY, number)


def test_the_rover_moves_on() -> None:
    now, later = QuestionRun(FAMILY, 0), QuestionRun(FAMILY, 0, days=1)
    assert later.form["newest_sol"] > now.form["newest_sol"]
    assert later.form["photos"] == now.form["photos"] + later.form["photos_of_sol"]
    assert now.wrong(photos=later.form["photos"]) == ["photos"]


def test_the_share_is_in_percent() -> None:
    run = QuestionRun(FAMILY, 3)
    assert run.form["share"] == pytest.approx(100 * run.data[1]["total"] / run.form["planets"])
    assert run.wrong(share=run.form["share"] / 100) == ["share"]
