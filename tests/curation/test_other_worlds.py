"""The same plan in a world of another seed."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import anyio
import msgspec
import pytest

from m3bench.core import Branch, Condition, Task
from m3bench.curation.other_worlds import OtherWorlds, blueprint_of
from m3bench.hosting import Pool
from m3bench.runs.serving import ServerSet
from m3bench.suites import Blueprint, Plan, Solution
from m3bench.suites.plans import call
from m3bench_suites.builders.tasks import branch, require
from m3bench_world import World

LIVE = "Weather Data/get_live_temp"
WARM = 20.0
"""It is 19.2 °C in Lisbon in the default world."""


def blueprint(threshold: float, *, only_here: bool = False) -> Blueprint:
    def plan() -> Plan:
        (live,) = yield [call(LIVE, city="Lisbon")]
        warm = live.data["temperature_c"] >= threshold
        require(not (warm and only_here), "it is warm.")
        decided = branch("it is warm in Lisbon", holds=warm, met={"tools": [LIVE]}, unmet={})
        return Solution(answer="", extra={"branches": [decided]})

    return Blueprint(
        id="cross/none/7-0",
        family="None",
        request="",
        fuzzy_request="",
        servers=("Weather Data",),
        plans=(plan,),
    )


def with_worlds(work: Callable[[OtherWorlds], Coroutine[Any, Any, Any]]) -> Any:
    async def main() -> Any:
        world = World()
        async with Pool(ahead=0, sandbox=False) as pool:
            return await work(OtherWorlds(world, ServerSet(pool, world)))

    return anyio.run(main)


HERE = (
    Condition(condition="it is warm in Lisbon", taken=Branch(), other=Branch(tools=(LIVE,)), holds=False),
)


def test_a_world_with_the_other_branch_is_found() -> None:
    async def work(others: OtherWorlds) -> tuple[int | None, bool]:
        seed = await others.find(blueprint(WARM), HERE)
        assert seed is not None
        return seed, await others.takes_other(blueprint(WARM), HERE, seed)

    seed, other = with_worlds(work)
    assert 8 <= seed <= 13
    assert other


@pytest.mark.parametrize("threshold", [-90.0, 90.0])
def test_a_condition_that_no_data_changes_has_no_other_world(threshold: float) -> None:
    holds = (msgspec.structs.replace(HERE[0], holds=threshold < 0),)
    assert with_worlds(lambda others: others.find(blueprint(threshold), holds)) is None


def test_a_plan_that_fails_in_the_other_world_does_not_take_the_other_branch() -> None:
    assert with_worlds(lambda others: others.find(blueprint(WARM, only_here=True), HERE)) is None


def test_a_task_is_drawn_again_from_its_id() -> None:
    world = World()
    blueprint = blueprint_of(Task(id="cross/weather_data/7-3"), world)
    assert blueprint is not None
    assert (blueprint.id, blueprint.servers) == ("cross/weather_data/7-3", ("Weather Data",))
    again = blueprint_of(Task(id="cross/weather_data/7-3"), world)
    assert again is not None
    assert msgspec.structs.replace(again, plans=()) == msgspec.structs.replace(blueprint, plans=())


@pytest.mark.parametrize("name", ["cross/weather_data/8-3", "sealed-00ab12", "cross/weather_data"])
def test_a_task_of_another_world_or_without_a_number_is_not_drawn(name: str) -> None:
    assert blueprint_of(Task(id=name), World()) is None
