"""The family generate_powerpoint: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pptx
import pytest
from pptx.dml.color import RGBColor

from m3bench_suites.builders.m3._shared.slide_copy import SUBREDDITS, Original
from m3bench_suites.builders.m3.generate_powerpoint import FAMILY
from m3bench_world import World
from tests.suites.m3.office_runs import OfficeRun, assert_sound, assert_varied


def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY)


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 3])
def test_the_plans_work_out(number: int, tmp_path: Path) -> None:
    """The first slide of a talk, and another one."""
    assert_sound(OfficeRun(FAMILY, number, tmp_path))


@pytest.mark.slow
def test_first_slides_come_from_a_template_and_other_colours_fail(tmp_path: Path) -> None:
    office_run = OfficeRun(FAMILY, 0, tmp_path)
    names = [call.name for _, call in office_run.task.references[0].calls()]
    assert "ppt/create_slide_from_template" in names
    assert "ppt/create_slide_from_template" not in {
        call.name for _, call in office_run.task.references[1].calls()
    }
    (file,) = office_run.workspace.glob("*.pptx")
    shown = pptx.Presentation(str(file))
    for case in shown.slides[0].shapes:
        for paragraph in case.text_frame.paragraphs:
            for run in paragraph.runs:
                run.font.color.rgb = RGBColor(0, 0, 0)
    shown.save(str(file))
    assert office_run.judge() == ["slide_style"]


@pytest.mark.slow
def test_a_title_that_asks_nothing_ends_without_a_file(tmp_path: Path) -> None:
    office_run = OfficeRun(FAMILY, 5, tmp_path)
    assert office_run.task.solvable is False
    assert office_run.fields["question"] is False
    assert not list(office_run.workspace.glob("*.pptx"))
    assert_sound(office_run)


def test_there_is_a_forum_for_each_kind_of_slide() -> None:
    forum = World(7).forum
    assert [name for name in SUBREDDITS.values() if forum.community(name) is None] == []


def slide(*values: float) -> Original:
    rows = [{"name": f"Film {value}", "value": value, "shown": f"{value} min"} for value in values]
    facts = {
        "layout": "points", "title": "How long?", "subtitle": "In minutes", "columns": ["Film", "Minutes"],
        "rows": rows, "points": ["one"], "presenter": "", "scheme": "blue", "colours": {},
    }  # fmt: skip
    return Original.of(facts)


def test_what_a_slide_holds() -> None:
    original = slide(90, 120, 100)
    assert (original.highest.name, original.lowest.name) == ("Film 120", "Film 90")
    assert original.subreddit == "movies"
    assert original.secrets[:3] == ("How long?", "In minutes", "Film 90")
    assert original.has_ends
    assert original.asks
    assert not slide(90, 90, 100).has_ends
