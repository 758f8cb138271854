"""The family biology_chain: its tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_suites.builders.m3._shared.animals.food_web import (
    beyond_doubt,
    chains,
    hunters,
    links,
    species_of,
)
from m3bench_suites.builders.m3.biology_chain import FAMILY
from m3bench_world.scenes.kinds.food_web import CASTS
from tests.suites.m3.forms import assert_fair, problems, right_form
from tests.suites.m3.plan_runs import PlanRun, assert_varied


@pytest.mark.slow
def test_tasks_are_drawn_from_world_and_number() -> None:
    assert_varied(FAMILY, (4, 5))


@pytest.mark.slow
@pytest.mark.parametrize("plan", range(3))
def test_every_plan_fills_in_the_form(plan: int, tmp_path: Path) -> None:
    assert_fair(PlanRun(FAMILY, 4, tmp_path, plan=plan))


@pytest.mark.slow
def test_a_chain_cannot_be_denied_or_turned_round(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 3, tmp_path)
    assert right_form(plan_run)["chain_possible"] is True
    assert problems(plan_run, chain_possible=False, longest_chain=[])
    assert problems(plan_run, longest_chain=right_form(plan_run)["longest_chain"][::-1])
    animals = [{**row, "kind": f"{row['kind']}s".upper()} for row in right_form(plan_run)["animals"]]
    assert problems(plan_run, animals=animals[::-1]) == []


@pytest.mark.slow
def test_nothing_is_marked_without_a_chain(tmp_path: Path) -> None:
    plan_run = PlanRun(FAMILY, 2, tmp_path)
    assert right_form(plan_run)["longest_chain"] == []
    assert problems(plan_run) == []
    assert problems(plan_run, chain_possible=True)
    (tmp_path / "hunters.png").write_bytes(b"a picture")
    assert problems(plan_run)


def test_chains_go_from_plants_up() -> None:
    assert chains(["snake", "frog", "bee"]) == [("bee", "frog"), ("bee", "frog", "snake")]
    assert chains(["horse", "cow"]) == []
    assert links(["zebra", "antelope", "lion"]) == [("antelope", "zebra"), ("lion",)]
    assert hunters(["fox", "rabbit", "wolf", "deer"]) == {"fox", "wolf"}


def test_what_is_disputed_is_not_asked() -> None:
    assert beyond_doubt(["horse", "cow"])
    assert beyond_doubt(["deer", "wolf"])
    assert not beyond_doubt(["dog", "duck"])
    assert not beyond_doubt(["rabbit", "eagle"])
    assert [cast for cast in CASTS if not beyond_doubt(cast.labels)] == []


def test_the_eagle_is_the_one_that_is_drawn() -> None:
    assert species_of("eagle", "forest") == "Bald eagle"
