"""Suites by the names that runs and commands give: those that ship, files of tasks, M³-Bench's own data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from m3bench.core import Task, UsageError
from m3bench.suites.filesuite import FileSuite
from m3bench.suites.original import original_suite
from m3bench.suites.refs import SuiteRef, WorldRef
from m3bench.suites.registry import SUITES, make_suite
from m3bench.suites.stored import StoredSuite, world_of_task
from m3bench.suites.suite import Suite

ORIGINAL = "m3-original"


def find_suite(ref: SuiteRef, world: WorldRef) -> Suite:
    """Find a suite.

    Args:
        ref: A suite by its name; a file of tasks, one that was built or any other; or a folder of M³-Bench's.
        world: The world that generated suites are made over.

    Raises:
        UsageError: There is no such suite.
    """
    path = Path(ref.name)
    if ref.name == ORIGINAL:
        return _original(ref)
    if ref.name in SUITES or not path.exists():
        return make_suite(ref.name, world.world())
    if path.is_dir():
        return original_suite(path)
    suite = FileSuite.of(path)
    built = any(world_of_task(task) for task in suite.tasks)
    return StoredSuite(suite.name, world.world(), suite.tasks) if built else suite


def world_for(ref: SuiteRef, world: WorldRef) -> WorldRef:
    """The world that a file of built tasks belongs to; for other suites the given one."""
    path = Path(ref.name)
    if ref.name in SUITES or not path.is_file():
        return world
    found = next(filter(None, map(world_of_task, FileSuite.of(path).tasks)), None)
    return world if found is None else WorldRef(seed=found[0], now=datetime.fromisoformat(found[1]))


def _original(ref: SuiteRef) -> Suite:
    if ref.data is None:
        raise UsageError(
            f"Where is the data of {ORIGINAL}?",
            "Name the folder that holds its JSON files and its images/ with --data DIR.",
        )
    return original_suite(Path(ref.data))


def chosen_tasks(suite: Suite, ref: SuiteRef) -> list[Task]:
    """The tasks that are wanted, in the order of the suite."""
    tasks = of_families(suite, ref.families)
    if ref.per_family is not None:
        tasks = _first_of_each(tasks, ref.per_family)
    return tasks[: ref.limit]


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
