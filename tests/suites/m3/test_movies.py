"""The family movies: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3.movies import FAMILY
from tests.suites.m3.forms import assert_fair, right_form, wrong
from tests.suites.m3.plan_runs import PlanRun, assert_varied

_GOOD, _BAD = 1, 4


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, _GOOD, 3])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_fair(PlanRun(FAMILY, number, tmp_path), least=5)


@pytest.mark.slow
def test_the_posters_can_be_read_by_eye(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 3, tmp_path, plan=1)
    assert_fair(plan_run, least=5)
    assert "ocr" not in {call.server for call in plan_run.calls}


@pytest.mark.slow
def test_times_may_be_written_in_other_ways(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 3, tmp_path, plan=1)
    right = right_form(plan_run)
    (film,) = right["films"]
    hours, minutes = divmod(film["runtime"], 60)
    assert right["over_at"] == "12:53"
    assert (
        wrong(plan_run, over_at="12:53 p.m.", films=[{**film, "runtime": f"{hours} h {minutes} min"}]) == []
    )
    assert wrong(plan_run, over_at="13:53") == ["over_at"]
    assert wrong(plan_run, films=[{**film, "runtime": film["runtime"] + 2}]) == ["films"]


@pytest.mark.slow
def test_no_cinema_is_looked_for_where_the_film_is_not_good_enough(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, _BAD, tmp_path, plan=1)
    assert_fair(plan_run, least=5)
    assert plan_run.blueprint.extra["solvable"] is False
    assert "google-maps" not in {call.server for call in plan_run.calls}
    assert wrong(plan_run, good_enough=True, cinema="Odeon") == ["cinema", "good_enough"]
    assert wrong(plan_run, films=None) == ["films"]
