"""The family days_out: its tasks are drawn well, work out, and change with the time if they say so."""

from __future__ import annotations

import pytest

from m3bench.suites.plans import PlanError
from m3bench_suites.builders.verse.places.days_out import FAMILY, population
from tests.suites.verse.places.question_runs import QuestionRun, assert_drawn_well, assert_sound


def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_drawn_well(FAMILY, levels="3333")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_plans_work_out_now_and_a_day_later(number: int) -> None:
    assert_sound(FAMILY, number)


def test_the_cleaner_sight_decides_where_to_stay() -> None:
    run = QuestionRun(FAMILY, 0)
    spots = [result["results"][0]["geometry"]["location"] for result in run.data[:2]]
    dust = run.solution.fields["cleaner"].grounds
    assert dust is not None
    cleaner = spots[dust.index(min(dust))]
    assert run.data[4]["location"]["latitude"] == pytest.approx(cleaner["lat"], abs=1e-4)
    assert run.form["pm25"] == min(dust)


def test_the_population_is_read_from_the_article() -> None:
    assert population("It has a population of about 4,853,506. It borders none.") == 4853506
    with pytest.raises(PlanError):
        population("Nobody lives there.")


def test_capitals_are_not_in_the_request() -> None:
    run = QuestionRun(FAMILY, 2)
    assert set(run.blueprint.key_facts) == {run.form["first_capital"], run.form["second_capital"]}
    assert run.wrong(first_capital=run.form["second_capital"]) == ["first_capital"]
