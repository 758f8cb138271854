"""One task of each family, built and verified through the servers of the catalog."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from m3bench.core import Call, Task
from m3bench.curation.build import add_checks
from m3bench.curation.execution import make_references
from m3bench.curation.verification import VerifiedTask, Verifier
from m3bench.encoders import load_encoder
from m3bench.hosting import Environments, Pool, load_catalog
from m3bench.runs.serving import ServerSet
from m3bench.suites import Blueprint, StoredSuite, suite_generator
from m3bench_suites.builders.verse.folders import FAMILIES
from m3bench_world import World


def missing(blueprint: Blueprint) -> list[str]:
    """Return the servers of a task that are not installed on this machine."""
    catalog, environments = load_catalog(), Environments()
    wanted = [catalog.find(server) for server in blueprint.servers if server in catalog]
    return [entry.name for entry in wanted if not environments.installed(entry)]


async def _built_and_verified(blueprint: Blueprint, world: World, folder: Path) -> tuple[Task, VerifiedTask]:
    async with Pool(folder, ahead=0) as pool:
        servers = ServerSet(pool, world)
        task, executed = await make_references(blueprint, world, servers)
        task = add_checks(task, executed)
        suite = StoredSuite("verse", world, [task])
        return task, await Verifier(suite, world, servers, load_encoder("hashing")).verify(task)


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_a_task_is_built_and_verified(family: str, tmp_path: Path) -> None:
    generator, world = suite_generator("verse"), World(7)
    number = FAMILIES[family] - 1
    blueprint = generator.draw(world, generator.family(family), number)
    if lacking := missing(blueprint):
        pytest.skip(f"not installed: {', '.join(lacking)} (m3bench install servers {' '.join(lacking)})")
    task, verified = anyio.run(_built_and_verified, blueprint, world, tmp_path)
    assert verified.problems == ()
    assert all(bool(digest) != (call.name in blueprint.varying) for call, digest in _digests(task))


def _digests(task: Task) -> list[tuple[Call, str]]:
    calls = [call for _, call in task.references[0].calls()]
    return list(zip(calls, task.results or (), strict=True))
