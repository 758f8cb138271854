"""The released tasks of `m3-camera`."""

from __future__ import annotations

from collections import Counter

import pytest

from m3bench.core import CameraLevel
from m3bench.suites import RELEASED, StoredSuite, task_cameras
from m3bench_suites.builders.m3_camera import GENERATOR
from m3bench_suites.released import M3_CAMERA
from m3bench_world import World
from tests.suites.verifying import found_problems


@pytest.fixture(scope="module")
def suite() -> StoredSuite:
    return M3_CAMERA(World())


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
    sample = {task.family: task for task in suite.tasks}
    assert found_problems(suite, sample.values()) == []
