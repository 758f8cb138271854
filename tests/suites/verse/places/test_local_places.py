"""The family local_places: its tasks are drawn well, work out, and change with the time if they say so."""

from __future__ import annotations

import pytest

from m3bench_suites.builders.verse.places.local_places import FAMILY
from tests.suites.verse.places.question_runs import QuestionRun, assert_drawn_well, assert_sound


def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_drawn_well(FAMILY, levels="1122233")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(7))
def test_plans_work_out_now_and_a_day_later(number: int) -> None:
    assert_sound(FAMILY, number)


def test_the_best_rated_place_has_no_rival() -> None:
    run = QuestionRun(FAMILY, 2)
    ratings = sorted((place["rating"] for place in run.data[1]["places"]), reverse=True)
    assert ratings[0] > ratings[1]
    assert run.form["rating"] == ratings[0]
    assert run.wrong(name=run.data[1]["places"][-1]["displayName"]["text"], rating=ratings[0]) == ["name"]


def test_opening_hours_are_asked_for_again_and_names_are_not() -> None:
    now, later = QuestionRun(FAMILY, 3), QuestionRun(FAMILY, 3, days=1)
    assert set(now.solution.live) == {"open_now", "change_date", "change_time"}
    assert now.wrong(later.world)
    assert set(now.wrong(later.world)) <= set(now.solution.live)


def test_walks_add_up() -> None:
    run = QuestionRun(FAMILY, 5)
    assert run.form["together"] == run.form["first_walk"] + run.form["second_walk"]
