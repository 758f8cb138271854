"""The family park_visits: its tasks are drawn well, work out, and change with the time if they say so."""

from __future__ import annotations

import pytest

from m3bench.suites.plans import PlanError
from m3bench_suites.builders.verse.places._shared.parks import has_newest
from m3bench_suites.builders.verse.places.park_visits import FAMILY
from tests.suites.verse.places.question_runs import QuestionRun, assert_drawn_well, assert_sound


def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_drawn_well(FAMILY, levels="11122233")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(8))
def test_plans_work_out_now_and_a_day_later(number: int) -> None:
    assert_sound(FAMILY, number)


def test_alerts_change_within_a_day() -> None:
    now, later = QuestionRun(FAMILY, 0), QuestionRun(FAMILY, 0, days=1)
    assert now.form["titles"] != later.form["titles"]
    assert "titles" in now.wrong(later.world)
    assert now.wrong(titles=[*now.form["titles"], "Snow"]) == ["titles"]


def test_the_largest_campground_is_the_largest() -> None:
    run = QuestionRun(FAMILY, 2)
    camps = {camp["name"]: camp["campsites"]["totalSites"] for camp in run.data[0]["campgrounds"]}
    assert len(camps) == run.data[0]["total"]
    assert run.form["campground"] == max(camps, key=lambda name: camps[name])
    assert run.form["sites"] == max(camps.values())


def test_all_sites_of_the_park_with_most_campgrounds_are_added() -> None:
    run = QuestionRun(FAMILY, 3)
    parks, camps, total = run.data
    assert len(parks["parks"]) == parks["total"]
    assert run.form["park"] == max(parks["parks"], key=lambda park: park["campgrounds"])["name"]
    assert total == run.form["sites"] == sum(camp["campsites"]["totalSites"] for camp in camps["campgrounds"])


def test_two_alerts_of_one_day_have_no_newest() -> None:
    has_newest(0)([{"alerts": [{"inForceSince": "2025-11-02"}, {"inForceSince": "2025-11-01"}]}])
    has_newest(0)([{"alerts": [{"inForceSince": "2025-11-02"}]}])
    with pytest.raises(PlanError):
        has_newest(0)([{"alerts": [{"inForceSince": "2025-11-02"}, {"inForceSince": "2025-11-02"}]}])
