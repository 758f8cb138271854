"""The family barcode_lookup: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3.barcode_lookup import FAMILY
from tests.suites.m3.kitchen import Tried, assert_fair, assert_own


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_own(FAMILY, (0, 1, 2))


@pytest.mark.slow
@pytest.mark.parametrize("plan", range(2))
def test_every_plan_passes_the_checks(plan: int, tmp_path: Path) -> None:
    assert_fair(Tried(FAMILY, 0, tmp_path, plan=plan))


@pytest.mark.slow
def test_the_code_on_a_label_is_no_isbn(tmp_path: Path) -> None:
    tried = Tried(FAMILY, 0, tmp_path)
    answer = tried.solution.answer.replace("ISBN", "number").replace(" pages", "0 pages")
    assert not tried.passes(answer, tried.steps)
