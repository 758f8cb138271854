"""The family generate_powerpoint: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3._shared.presenting import SUBREDDITS, Original
from m3bench.suites.m3.generate_powerpoint import FAMILY
from m3bench.world import World
from tests.suites.m3.offices import Worked, assert_sound, assert_varied


def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY)


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_plans_work_out(number: int, tmp_path: Path) -> None:
    """Points, a chart, and a table."""
    assert_sound(Worked(FAMILY, number, tmp_path))


def test_there_is_a_forum_for_each_kind_of_slide() -> None:
    forum = World(7).forum
    assert [name for name in SUBREDDITS.values() if forum.community(name) is None] == []


def slide(*values: float) -> Original:
    rows = [{"name": f"Film {value}", "value": value, "shown": f"{value} min"} for value in values]
    facts = {
        "layout": "points", "title": "How long?", "subtitle": "In minutes", "columns": ["Film", "Minutes"],
        "rows": rows, "points": ["one"],
    }  # fmt: skip
    return Original.of(facts)


def test_what_a_slide_holds() -> None:
    original = slide(90, 120, 100)
    assert (original.highest.name, original.lowest.name) == ("Film 120", "Film 90")
    assert original.subreddit == "movies"
    assert original.secrets[:3] == ("How long?", "In minutes", "Film 90")
    assert original.has_ends
    assert not slide(90, 90, 100).has_ends
