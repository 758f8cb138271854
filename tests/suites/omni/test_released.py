"""The released set of omni: what it promises, and that a task of each slice keeps it.

`m3bench suite verify omni` does the rest.
"""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from m3bench.core import Difficulty, PointKind, Shortcut, UsageError
from m3bench.curation import VerifiedTask, Verifier
from m3bench.curation.shortcuts import needed_shortcuts
from m3bench.encoders import load_encoder
from m3bench.hosting import Pool
from m3bench.runs.serving import ServerSet
from m3bench.suites import RELEASED, make_suite
from m3bench.suites.stored_suite import StoredSuite
from m3bench_suites.builders.omni import GENERATOR, creation, service
from m3bench_world import World
from tests.hosting.processes import run
from tests.volume import sample

PROGRAMS = ("soffice", "chromium")
FEWEST_POINTS = 3
BESIDE_THE_WORK = {"no_stray_files", "unchanged_except", "answer_fields"}
"""Checks that a task has besides its points."""
SLICES = [*sample(service.FAMILIES, 4), *creation.FAMILIES]
"""Slices of service differ in their records only; each of creation has other kinds of files."""


@pytest.fixture(scope="module")
def suite() -> StoredSuite:
    made = make_suite("omni", World())
    assert isinstance(made, StoredSuite)
    return made


def test_it_is_what_was_published(suite: StoredSuite) -> None:
    assert suite.digest == RELEASED["omni"]


def test_tasks_are_those_of_the_slices(suite: StoredSuite) -> None:
    assert GENERATOR.size == len(suite.tasks) == len({task.request for task in suite.tasks})
    assert Counter(task.family for task in suite.tasks) == dict(GENERATOR.families)


def test_difficulties_have_the_proportions_of_the_paper(suite: StoredSuite) -> None:
    found = Counter((task.kind, task.difficulty) for task in suite.tasks)
    sizes = {kind: [found[kind, difficulty] for difficulty in Difficulty] for kind in ("service", "creation")}
    assert sizes == {"service": [31, 32, 11], "creation": [11, 11, 14]}


def test_all_but_a_tenth_of_the_points_are_decided_by_code(suite: StoredSuite) -> None:
    kinds = Counter(point.kind for task in suite.tasks for point in task.points)
    assert kinds.keys() == set(PointKind)
    assert kinds[PointKind.JUDGE] <= kinds.total() / 10
    assert min(len(task.points) for task in suite.tasks) >= FEWEST_POINTS


def test_every_check_of_the_work_belongs_to_one_point(suite: StoredSuite) -> None:
    for task in suite.tasks:
        places = Counter(place for point in task.points for place in point.checks)
        beside = [check for place, check in enumerate(task.checks) if place not in places]
        assert {check["check"] for check in beside} <= BESIDE_THE_WORK, task.id
        assert set(places.values()) == {1}, task.id


def test_careless_agents_are_executed(suite: StoredSuite) -> None:
    counts = Counter(name for task in suite.tasks for name in task.shortcuts)
    assert counts.keys() == set(Shortcut)
    for task in suite.tasks:
        assert needed_shortcuts(task) <= task.shortcuts.keys(), task.id


def test_five_tasks_contradict_themselves(suite: StoredSuite) -> None:
    topics = {task.family: task.contradiction for task in suite.tasks if task.contradiction is not None}
    assert topics.keys() == {"banking", "e_commerce", "government", "insurance", "travel"}
    assert len(set(topics.values())) == len(topics)


def test_it_runs_only_in_its_world() -> None:
    with pytest.raises(UsageError, match="was built for seed 7"):
        make_suite("omni", World(8))


@pytest.mark.slow
@pytest.mark.skipif(
    any(shutil.which(program) is None for program in PROGRAMS), reason="needs LibreOffice and Chromium"
)
@pytest.mark.parametrize("name", SLICES)
def test_a_task_of_each_slice_is_verified(name: str, suite: StoredSuite, tmp_path: Path) -> None:
    task = next(task for task in suite.tasks if task.family == name)

    async def verify() -> VerifiedTask:
        world = World()
        async with Pool(tmp_path / "pool", ahead=0) as pool:
            verifier = Verifier(suite, world, ServerSet(pool, world), load_encoder("hashing"))
            return await verifier.verify(task)

    assert run(verify, 300).problems == ()
