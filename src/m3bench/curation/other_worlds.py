"""The same request in other worlds: a condition that data decides is decided the other way somewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from m3bench.core import Condition, Task
from m3bench.curation.execution import execute_plan
from m3bench.runs.serving import ServerSet
from m3bench.suites import Blueprint, PlanError, suite_generator
from m3bench.worlds import World, make_world

_WORLDS_TRIED = 6
_ID = re.compile(r"(?P<suite>[\w-]+)/(?P<family>\w+)/(?P<seed>\d+)-(?P<number>\d+)")


class OtherWorlds:
    """Worlds at the time of a suite's world, with other seeds. They are made when a task needs them."""

    def __init__(self, world: World, server_set: ServerSet) -> None:
        self._world, self._server_set = world, server_set
        self._made: dict[int, ServerSet] = {}

    async def find(self, blueprint: Blueprint, branches: Sequence[Condition]) -> int | None:
        """Return the seed of a world in which a condition is decided the other way, or None."""
        for seed in range(self._world.seed + 1, self._world.seed + 1 + _WORLDS_TRIED):
            if await self.takes_other(blueprint, branches, seed):
                return seed
        return None

    async def takes_other(self, blueprint: Blueprint, branches: Sequence[Condition], seed: int) -> bool:
        """Return whether the plan works in the world of a seed and a condition is decided the other way."""
        servers = self._made.setdefault(
            seed, self._server_set.in_world(make_world(seed=seed, now=self._world.now))
        )
        try:
            done = await execute_plan(blueprint, blueprint.plans[0](), servers.world, servers)
        except PlanError:
            return False
        there = _decided(msgspec.convert(done.solution.extra.get("branches", ()), tuple[Condition, ...]))
        here = _decided(branches)
        return any(here[condition] != there[condition] for condition in here.keys() & there.keys())


def blueprint_of(task: Task, world: World) -> Blueprint | None:
    """Draw a task of a generated suite again, or return None if its id does not tell how."""
    match = _ID.fullmatch(task.id)
    if match is None or int(match["seed"]) != world.seed:
        return None
    generator = suite_generator(match["suite"])
    return generator.draw(world, generator.family(match["family"]), int(match["number"]))


def _decided(branches: Sequence[Condition]) -> dict[str, bool]:
    return {branch.condition: branch.holds for branch in branches if branch.holds is not None}
