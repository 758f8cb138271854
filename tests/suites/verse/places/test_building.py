"""Tasks of every family about places are built through the servers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import anyio
import pytest

from m3bench.core import Task
from m3bench.curation.build import build_family
from m3bench.hosting import Pool
from m3bench.runs.serving import ServerSet
from m3bench.suites import suite_generator
from m3bench_suites.builders.verse.places import FAMILIES, THIRD_PARTY
from m3bench_world import World
from tests.suites.families import family_of
from tests.suites.verse.places.question_runs import drawn_tasks


def _built(folder: Path) -> list[Task]:
    async def build() -> list[Task]:
        world, generator = World(7), suite_generator("verse")
        async with Pool(folder, ahead=0) as pool:
            servers = ServerSet(pool, world)
            found = [await build_family(generator, name, 1, world, servers) for name in FAMILIES]
        return [built.task for (built,) in found]

    return anyio.run(build)


@pytest.mark.slow
def test_one_task_of_each_family_is_built(tmp_path: Path) -> None:
    tasks = _built(tmp_path)
    assert [task.id for task in tasks] == [f"verse/{name}/7-0" for name in FAMILIES]
    for task in tasks:
        kinds = {check["check"] for check in task.checks}
        assert ("live_fields" in kinds) is task.time_sensitive
        assert task.references[0].steps


@pytest.mark.slow
def test_numbers_of_levels_and_of_tasks_that_change() -> None:
    generator = suite_generator("verse")
    tasks = [task for name in FAMILIES for task in drawn_tasks(family_of(generator, name))]
    assert Counter(task.level for task in tasks) == {"L1": 22, "L2": 25, "L3": 15}
    assert sum(bool(task.time_sensitive) for task in tasks) == 43
    assert len({task.request for task in tasks}) == len(tasks) == 62
    assert THIRD_PARTY == ()
    numbers = [generator.family(name).number for name in FAMILIES]
    assert numbers == list(range(len(FAMILIES)))
