"""Families about charts, screens and maps: tasks differ, give nothing away, and work out."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.core import CameraLevel
from m3bench.suites.plans import Blueprint
from m3bench_suites.builders.m3_camera import GENERATOR, TaskDraw
from m3bench_suites.builders.tasks import Family
from m3bench_world import World
from tests.suites.m3.forms import assert_fair, problems, right_form
from tests.suites.m3.plan_runs import PlanRun

NAMES = (
    "holdings_chart", "kiosk_forecast", "dashboard_check", "departure_plan", "chat_plan", "calendar_gap",
    "rail_trip", "pinned_places",
)  # fmt: skip
READ = ("dashboard_check", "departure_plan", "chat_plan")
"""Families whose pictures OCR can read."""
LEVELS = (CameraLevel.HANDHELD, CameraLevel.HARD, CameraLevel.CLEAN)
CLEAN = 5
"""The number of a clean task that writes no workbook."""


def family(name: str) -> Family:
    found = GENERATOR.family(name)
    assert isinstance(found, Family)
    return found


def blueprint(name: str, number: int, seed: int = 7) -> Blueprint:
    return family(name).make(TaskDraw(World(seed), family(name), number))


def test_numbers_of_families_are_their_own() -> None:
    assert set(NAMES) <= set(GENERATOR.families)
    assert sorted(family(name).number for name in NAMES) == list(range(100, 108))
    assert all(GENERATOR.families[name] >= 6 for name in NAMES)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_tasks_differ_by_level_and_reveal_nothing(name: str) -> None:
    tasks = [blueprint(name, number) for number in range(3)]
    assert [task.pictures[0].camera for task in tasks] == list(LEVELS)
    assert len({task.request for task in tasks}) == len({task.pictures[0].number for task in tasks}) == 3
    for task in tasks:
        assert task.form is not None
        told = (
            f"{task.request} {task.fuzzy_request} {task.form.template()} {task.pictures[0].name}".casefold()
        )
        assert task.key_facts
        assert [fact for fact in task.key_facts if fact.casefold() in told.split()] == []
        assert task.request != task.fuzzy_request
    again = blueprint(name, 0)
    assert (again.request, again.pictures) == (tasks[0].request, tasks[0].pictures)
    plans = [len(task.plans) for task in tasks]
    assert plans == ([2, 1, 2] if name in READ else [1, 1, 1])


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_plan_works_out(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.suites.m3.plan_runs.TaskDraw", TaskDraw)
    plan_run = PlanRun(family(name), CLEAN, tmp_path)
    assert_fair(plan_run)
    assert plan_run.blueprint.id.startswith("m3-camera/")


@pytest.mark.slow
def test_distances_are_measured_to_within_a_tenth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.suites.m3.plan_runs.TaskDraw", TaskDraw)
    plan_run = PlanRun(family("pinned_places"), CLEAN, tmp_path)
    metres = right_form(plan_run)["nearest_distance"]
    assert problems(plan_run, nearest_distance=1.09 * metres) == []
    assert problems(plan_run, nearest_distance=1.15 * metres) != []


@pytest.mark.slow
def test_sales_are_read_off_to_within_a_quarter_of_a_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.suites.m3.plan_runs.TaskDraw", TaskDraw)
    plan_run = PlanRun(family("kiosk_forecast"), CLEAN, tmp_path)
    first, *others = right_form(plan_run)["days"]
    slack = plan_run.solution.fields["days"].rows[0]["sales"].tolerance.absolute
    near, far = ({**first, "sales": first["sales"] + share * slack} for share in (0.9, 1.6))
    assert problems(plan_run, days=[near, *others]) == []
    assert problems(plan_run, days=[far, *others]) != []
