"""The family biology_cut: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from m3bench.checks import Evidence, PictureChangedOnly
from m3bench.core import Task, Trajectory
from m3bench_suites.builders.m3._shared.animals.sightings import Sighting
from m3bench_suites.builders.m3.biology_cut import FAMILY, CropTask, in_clear_order
from tests.suites.m3.forms import assert_fair, problems, right_form
from tests.suites.m3.plan_runs import PlanRun, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("plan", range(3))
def test_every_plan_fills_in_the_form(plan: int, tmp_path: Path) -> None:
    assert_fair(PlanRun(FAMILY, 0, tmp_path, plan=plan))


@pytest.mark.slow
def test_pieces_in_another_order_are_noticed(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 0, tmp_path)
    first, second = tmp_path / "animal_1.png", tmp_path / "animal_2.png"
    pieces = first.read_bytes(), second.read_bytes()
    first.write_bytes(pieces[1])
    second.write_bytes(pieces[0])
    assert problems(plan_run)


@pytest.mark.slow
def test_grey_copies_must_be_grey(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 5, tmp_path)
    assert problems(plan_run) == []
    (tmp_path / "animal_1_grey.png").write_bytes((tmp_path / "animal_1.png").read_bytes())
    assert "not in grayscale" in problems(plan_run)[0]


@pytest.mark.slow
def test_nothing_is_cut_out_where_the_animal_is_not_there(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 7, tmp_path)
    assert right_form(plan_run)["count"] == 0
    assert plan_run.blueprint.extra["solvable"] is False
    assert problems(plan_run) == []
    assert problems(plan_run, count=1)
    (tmp_path / "animal_1.png").write_bytes(b"a picture")
    assert "stray files" in problems(plan_run)[0]


def test_the_order_is_clear_only_where_both_edges_tell_it() -> None:
    apart = [Sighting("cow", (0, 0, 50, 50)), Sighting("cow", (60, 0, 110, 50))]
    inside = [Sighting("cow", (0, 0, 200, 50)), Sighting("cat", (60, 0, 110, 50))]
    assert in_clear_order(apart)
    assert not in_clear_order(inside)


@pytest.mark.parametrize("away", [-3, 0, 7])
def test_a_frame_on_or_just_around_an_animal_counts(away: int, tmp_path: Path) -> None:
    assert _framed(tmp_path, [(20, 30, 120, 130), (200, 50, 380, 240)], away)
    assert not _framed(tmp_path, [(20, 30, 120, 130)], away)


def _framed(folder: Path, frames: list[tuple[int, int, int, int]], away: int) -> bool:
    """Return whether the check of the overview passes if these of two animals have a frame."""
    animals = [Sighting("fox", (20, 30, 120, 130)), Sighting("deer", (200, 50, 380, 240))]
    outlined = CropTask(name="outlined", outlines=True)
    checks = outlined.solution("a.png", animals, {}).checks
    (check,) = (check for check in checks if isinstance(check, PictureChangedOnly))
    picture = Image.new("RGB", (400, 300), "#446622")
    picture.save(folder / check.source)
    for left, top, right, bottom in frames:
        around = left - away, top - away, right + away, bottom + away
        ImageDraw.Draw(picture).rectangle(around, outline="#ff0000", width=3)
    picture.save(folder / check.path)
    return check.look(Evidence(Task(id="t", request="?"), Trajectory(task_id="t"), folder, {})).passed
