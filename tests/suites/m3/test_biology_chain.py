"""The family biology_chain: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.suites.m3._shared.foodweb import beyond_doubt, chains, hunters
from m3bench.suites.m3.biology_chain import FAMILY
from tests.suites.m3.kitchen import Tried, assert_fair, assert_own


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_own(FAMILY, (4, 5))


@pytest.mark.slow
@pytest.mark.parametrize("plan", range(3))
def test_every_plan_passes_the_checks(plan: int, tmp_path: Path) -> None:
    assert_fair(Tried(FAMILY, 5, tmp_path, plan=plan))


def test_chains_go_from_plants_up() -> None:
    assert chains(["snake", "frog", "bee"]) == [("bee", "frog"), ("bee", "frog", "snake")]
    assert chains(["horse", "cow"]) == []
    assert hunters(["eagle", "rabbit", "wolf"]) == {"eagle", "wolf"}


def test_what_is_disputed_is_not_asked() -> None:
    assert beyond_doubt(["rabbit", "eagle", "bear"])
    assert beyond_doubt(["horse", "cow"])
    assert not beyond_doubt(["dog", "duck"])
