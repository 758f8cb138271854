"""The family heatmap: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from m3bench_suites.builders.m3.heatmap import FAMILY, tile_at
from tests.suites.m3.forms import assert_fair, failures, first_of, right_form
from tests.suites.m3.plan_runs import PlanRun, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1])
def test_the_plan_works_out(number: int, tmp_path: Path) -> None:
    assert_fair(PlanRun(FAMILY, number, tmp_path))


def test_tiles_hold_their_points() -> None:
    tile = tile_at((41.8919, 12.5113), 10)
    assert (tile.x, tile.y) == (547, 380)
    assert tile_at(tile.centre, 10) == tile
    assert tile.moved(1, 0).moved(-1, 0) == tile


@pytest.mark.slow
def test_the_map_can_be_had_by_name_and_at_any_size(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 0, tmp_path, plan=1)
    right = right_form(plan_run)
    assert failures(plan_run, right) == []
    overlay = tmp_path / right["picture"]
    Image.open(overlay).resize((640, 640)).save(overlay)
    assert failures(plan_run, right) == []


@pytest.mark.slow
def test_dots_on_nothing_are_no_overlay(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 0, tmp_path)
    right = right_form(plan_run)
    overlay = tmp_path / right["picture"]
    make_blueprint = Image.open(overlay).convert("RGB")
    bare = Image.new("RGB", make_blueprint.size, "white")
    pen = ImageDraw.Draw(bare)
    for mark in plan_run.solution.checks[0].marks:
        x, y = mark.x * bare.width, mark.y * bare.height
        pen.ellipse((x - 30, y - 30, x + 30, y + 30), fill=mark.colour)
    bare.save(overlay)
    assert any("the base differs" in reason for reason in failures(plan_run, right))


@pytest.mark.slow
def test_good_air_is_not_drawn(tmp_path: Path) -> None:
    plan_run = first_of(FAMILY, tmp_path, solvable=False)
    right = right_form(plan_run)
    assert right["picture"] is None
    assert failures(plan_run, right) == []
    Image.new("RGB", (640, 640)).save(tmp_path / "overlay.png")
    assert any("stray" in reason for reason in failures(plan_run, right))
