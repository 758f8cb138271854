"""The family biology_cut: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3.biology_cut import FAMILY
from tests.suites.m3.kitchen import Tried, assert_fair, assert_own


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_own(FAMILY, (0, 1))


@pytest.mark.slow
@pytest.mark.parametrize("plan", range(3))
def test_every_plan_passes_the_checks(plan: int, tmp_path: Path) -> None:
    assert_fair(Tried(FAMILY, 0, tmp_path, plan=plan))


@pytest.mark.slow
def test_pieces_in_another_order_are_noticed(tmp_path: Path) -> None:
    tried = Tried(FAMILY, 0, tmp_path)
    first, second = tmp_path / "animal_1.png", tmp_path / "animal_2.png"
    pieces = first.read_bytes(), second.read_bytes()
    first.write_bytes(pieces[1])
    second.write_bytes(pieces[0])
    assert not tried.passes(tried.solution.answer, tried.steps)
