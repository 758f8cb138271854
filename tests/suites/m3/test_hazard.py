"""The family hazard: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from m3bench.core import Result, Text
from m3bench.suites.plans import CallResult, PlanError
from m3bench_suites.builders.m3._shared.site_safety import (
    Box,
    Worker,
    circle,
    detected_workers,
    edge_line,
    match_workers,
    open_platforms,
)
from m3bench_suites.builders.m3.hazard import FAMILY
from m3bench_world.scenes import Scene, Thing
from tests.suites.m3.office_runs import OfficeRun, assert_sound, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY)


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1])
def test_the_plans_work_out(number: int, tmp_path: Path) -> None:
    """With an unguarded edge, and without one."""
    office_run = OfficeRun(FAMILY, number, tmp_path)
    assert office_run.fields["unguarded_edges"] == 1 - number
    assert_sound(office_run)


@pytest.mark.slow
def test_marks_elsewhere_are_told(tmp_path: Path) -> None:
    office_run = OfficeRun(FAMILY, 1, tmp_path)
    (photo,) = office_run.task.images
    Image.open(office_run.workspace / photo).rotate(180).save(office_run.workspace / "marked.png")
    assert office_run.judge() == ["picture_changed_only", "slide_pictures"]


@pytest.mark.slow
def test_a_site_without_hazards_ends_without_files(tmp_path: Path) -> None:
    office_run = OfficeRun(FAMILY, 2, tmp_path)
    assert office_run.task.solvable is False
    assert office_run.fields["hazards_found"] is False
    assert not list(office_run.workspace.glob("*.pptx"))
    assert_sound(office_run)


def test_platforms_without_a_guardrail_are_unguarded_edges() -> None:
    box = (10, 20, 110, 70)
    things = tuple(Thing("platform", box, 1.0, {"edge": edge}) for edge in ("open", "guarded"))
    scene = Scene("building_site", 0, (800, 600), (*things, Thing("guardrail", box, 1.0)))
    assert open_platforms(scene) == [(10, 20, 110, 70)]
    line = edge_line((10, 20, 110, 70))
    assert (line["x1"], line["x2"]) == (10, 110)
    assert 20 < line["y1"] == line["y2"] < 70


HATTED, BARE = (100, 100, 160, 300), (300, 120, 360, 320)


def seen(**boxes: list[Box]) -> CallResult:
    sides = ("xmin", "ymin", "xmax", "ymax")
    listed = [
        {"name": name.replace("_", " "), "bbox": dict(zip(sides, box, strict=True))}
        for name, known in boxes.items()
        for box in known
    ]
    return CallResult(0, "dinox-mcp/any", Result((Text(json.dumps({"detections": listed})),)))


def test_a_hat_belongs_to_the_head_that_it_is_on() -> None:
    told = detected_workers(seen(person=[HATTED, BARE], hard_hat=[(110, 100, 150, 125)]), ["hard hat"])
    assert told == [Worker(HATTED, frozenset({"hard hat"})), Worker(BARE, frozenset())]


def test_a_hat_on_the_ground_is_nobodys() -> None:
    told = detected_workers(seen(person=[BARE], hard_hat=[(310, 295, 350, 320)]), ["hard hat"])
    assert told == [Worker(BARE, frozenset())]


def test_a_detector_that_is_wrong_is_another_draw() -> None:
    known = [Worker(HATTED, frozenset({"hard hat"})), Worker(BARE, frozenset())]
    moved = (302, 122, 362, 322)
    assert match_workers([known[0], Worker(moved, frozenset())], known, ["hard hat"]) == [moved]
    with pytest.raises(PlanError, match="wrong about the person"):
        match_workers([known[0], Worker(BARE, frozenset({"hard hat"}))], known, ["hard hat"])
    with pytest.raises(PlanError, match="saw 1 people"):
        match_workers(known[:1], known, ["hard hat"])


def test_circles_go_around() -> None:
    round_one = circle(BARE)
    assert (round_one["center_x"], round_one["center_y"], round_one["radius"]) == (330, 220, 110)
