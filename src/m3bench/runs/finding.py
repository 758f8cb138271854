"""Suites by the names that runs and commands give: those that ship, files of tasks, M³-Bench's own data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from m3bench.core import Task, UsageError
from m3bench.runs.filesuite import FileSuite
from m3bench.runs.original import original_suite
from m3bench.runs.settings import RunSettings
from m3bench.suites import SUITES, StoredSuite, Suite, make_suite, world_of_task
from m3bench.world import World

ORIGINAL = "m3-original"


def find_suite(settings: RunSettings) -> Suite:
    """A suite by its name; a file of tasks, one that was built or any other; or a folder of M³-Bench's."""
    path = Path(settings.suite)
    if settings.suite == ORIGINAL:
        return _original(settings)
    if settings.suite in SUITES or not path.exists():
        return make_suite(settings.suite, world_of(settings))
    if path.is_dir():
        return original_suite(path)
    suite = FileSuite.of(path)
    built = any(world_of_task(task) for task in suite.tasks)
    return StoredSuite(suite.name, world_of(settings), suite.tasks) if built else suite


def in_its_world(settings: RunSettings) -> RunSettings:
    """The settings with the world that a file of built tasks belongs to."""
    path = Path(settings.suite)
    if settings.suite in SUITES or not path.is_file():
        return settings
    told = next(filter(None, map(world_of_task, FileSuite.of(path).tasks)), None)
    if told is None:
        return settings
    now = datetime.fromisoformat(told[1])
    return msgspec.structs.replace(settings, world_seed=told[0], world_now=now)


def _original(settings: RunSettings) -> Suite:
    if settings.data is None:
        raise UsageError(
            f"Where is the data of {ORIGINAL}?",
            "Name the folder that holds its JSON files and its images/ with --data DIR.",
        )
    return original_suite(Path(settings.data))


def world_of(settings: RunSettings) -> World:
    return World(settings.world_seed, settings.world_now)


def chosen_tasks(suite: Suite, settings: RunSettings) -> list[Task]:
    """The tasks that the settings ask for, in the order of the suite."""
    tasks = of_families(suite, settings.families)
    if settings.per_family is not None:
        tasks = _first_of_each(tasks, settings.per_family)
    return tasks[: settings.limit]


def of_families(suite: Suite, names: Sequence[str]) -> list[Task]:
    """All tasks, or those of some families: `Items Price` and `items_price` are the same."""
    families = {_folded(task.family): task.family for task in suite.tasks if task.family}
    unknown = [name for name in names if _folded(name) not in families]
    if unknown:
        known = ", ".join(sorted(families.values()))
        raise UsageError(f"{suite.name} has no family {unknown[0]!r}.", f"Families: {known or 'none'}.")
    wanted = set(map(_folded, names))
    tasks = [task for task in suite.tasks if not wanted or _folded(task.family) in wanted]
    if not tasks:
        raise UsageError(f"There is no task in {suite.name}.")
    return tasks


def _folded(family: str | None) -> str:
    return re.sub(r"\W+|_+", "_", family or "").casefold()


def _first_of_each(tasks: list[Task], count: int) -> list[Task]:
    """The first so many of each family, in the order of the suite."""
    seen = Counter[str | None]()
    kept = []
    for task in tasks:
        seen[task.family] += 1
        if seen[task.family] <= count:
            kept.append(task)
    return kept
