"""The released tasks of `m3-photo`. Verifying them needs the photographs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from m3bench.cli import app
from m3bench.core import CameraLevel, UsageError
from m3bench.runs import choose_tasks, run_settings
from m3bench.suites import RELEASED, StoredSuite, task_cameras
from m3bench_suites.builders.m3_photo import GENERATOR
from m3bench_suites.released import M3_PHOTO
from m3bench_world import World
from m3bench_world.scenes.photographs import is_fetched, photographs_folder
from tests.suites.verifying import found_problems

FETCHED, FOLDER = is_fetched(), photographs_folder()
"""Before tests get a cache of their own."""


@pytest.fixture(scope="module")
def suite() -> StoredSuite:
    return M3_PHOTO(World())


def test_it_is_what_was_published(suite: StoredSuite) -> None:
    assert suite.digest == RELEASED["m3-photo"]
    assert GENERATOR.size == len(suite.tasks) == len({task.id for task in suite.tasks}) >= 100
    titles = {GENERATOR.family(name).title: count for name, count in GENERATOR.families.items()}
    assert Counter(task.family for task in suite.tasks) == titles


def test_tasks_are_listed_with_their_levels_without_any_photograph(suite: StoredSuite) -> None:
    cameras = Counter(camera for task in suite.tasks for camera in task_cameras(task))
    assert cameras.keys() == {CameraLevel.CLEAN, CameraLevel.HANDHELD}
    assert min(cameras.values()) >= len(suite.tasks) // 3


def test_no_task_says_what_its_picture_shows(suite: StoredSuite) -> None:
    for task in suite.tasks:
        texts = f"{task.request} {task.fuzzy_request} {' '.join(task.images)}".casefold()
        assert [fact for fact in task.key_facts or () if fact.casefold() in texts.split()] == [], task.id


def test_without_photographs_nothing_starts(
    suite: StoredSuite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("M3BENCH_PHOTOGRAPHS", str(tmp_path))
    with pytest.raises(UsageError, match="not on this machine") as problem:
        choose_tasks(suite, run_settings("m3-photo", "idle"))
    assert problem.value.hint == "Run: m3bench install photographs"
    said = CliRunner().invoke(app, ["suite", "verify", "m3-photo"])
    assert isinstance(said.exception, UsageError)
    assert "installing" not in said.output


@pytest.mark.slow
@pytest.mark.skipif(not FETCHED, reason="the photographs are not here: m3bench install photographs")
def test_tasks_keep_what_they_promise(suite: StoredSuite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("M3BENCH_PHOTOGRAPHS", str(FOLDER))
    sample = {(task.family, task_cameras(task)): task for task in suite.tasks}
    assert found_problems(suite, sample.values()) == []
