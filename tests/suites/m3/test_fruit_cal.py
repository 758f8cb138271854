"""The family fruit_cal: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3._shared.diets import helping
from m3bench.suites.m3.fruit_cal import FAMILY
from tests.suites.m3.kitchen import Tried, assert_fair, assert_own


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_own(FAMILY, (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("plan", range(3))
def test_every_plan_passes_the_checks(plan: int, tmp_path: Path) -> None:
    assert_fair(Tried(FAMILY, 1, tmp_path, plan=plan))


@pytest.mark.parametrize(
    ("label", "count", "said"),
    [("apple", 1, "1 apple"), ("peach", 3, "3 peaches"), ("grapes", 2, "2 bunches of grapes")],
)
def test_a_helping_is_said_in_everyday_words(label: str, count: int, said: str) -> None:
    assert helping(label, count) == said
