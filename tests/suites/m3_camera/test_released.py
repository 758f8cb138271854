"""The released tasks of `m3-camera`."""

from __future__ import annotations

from collections import Counter

import pytest

from m3bench.core import CameraLevel
from m3bench.curation import VerifiedTask, Verifier
from m3bench.encoders import load_encoder
from m3bench.hosting import Pool
from m3bench.runs.serving import ServerSet
from m3bench.suites import RELEASED, StoredSuite, task_cameras
from m3bench.suites.m3_camera import GENERATOR, m3_camera_suite
from m3bench.world import World
from tests.hosting.processes import run
from tests.volume import FULL

LONGEST = 3600 if FULL else 600
"""Seconds for all tasks, on a busy machine."""


@pytest.fixture(scope="module")
def suite() -> StoredSuite:
    return m3_camera_suite(World())


def test_it_is_what_was_published(suite: StoredSuite) -> None:
    assert suite.digest == RELEASED["m3-camera"]
    assert GENERATOR.size == len(suite.tasks) == len({task.id for task in suite.tasks}) >= 40
    titles = {GENERATOR.family(name).title: count for name, count in GENERATOR.families.items()}
    assert Counter(task.family for task in suite.tasks) == titles


def test_every_family_has_all_levels(suite: StoredSuite) -> None:
    for family in {task.family for task in suite.tasks}:
        cameras = {camera for task in suite.tasks if task.family == family for camera in task_cameras(task)}
        assert cameras == set(CameraLevel), family


@pytest.mark.slow
def test_tasks_keep_what_they_promise(suite: StoredSuite) -> None:
    verified = run(lambda: _verified(suite), LONGEST)
    assert [(one.task_id, problem) for one in verified for problem in one.problems] == []


async def _verified(suite: StoredSuite) -> list[VerifiedTask]:
    """Verify a task of each family; with `M3BENCH_FULL_TESTS`, all of them."""
    chosen = {task.family: task for task in suite.tasks}
    tasks = suite.tasks if FULL else tuple(chosen.values())
    async with Pool(ahead=0) as pool:
        server_set = ServerSet(pool, suite.world)
        verifier = Verifier(suite, suite.world, server_set, load_encoder("hashing"))
        return [await verifier.verify(task) for task in tasks]
