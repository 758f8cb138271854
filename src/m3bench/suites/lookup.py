"""Find suites by name: built-in suites, files of tasks, and the public data of benchmarks."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from m3bench.core import Task, UsageError
from m3bench.suites.file_suite import FileSuite
from m3bench.suites.public import MCP_BENCH, MCPVERSE, mcp_bench_suite, mcpverse_suite, original_suite
from m3bench.suites.refs import SuiteRef, WorldRef
from m3bench.suites.registry import SUITES, make_suite
from m3bench.suites.selecting import matching_tasks, sample_tasks, tasks_by_id
from m3bench.suites.stored_suite import StoredSuite
from m3bench.suites.suite import Suite

ORIGINAL = "m3-original"
_PUBLIC: Mapping[str, tuple[Callable[[Path], Suite], str, str]] = {
    ORIGINAL: (
        original_suite, "the folder of its data",
        "Pass the folder with its JSON files and images/ as --data DIR.",
    ),
    MCPVERSE: (
        mcpverse_suite, "the file of its questions",
        "Pass MCPVerse's CSV file as --data FILE; a folder test_data beside it is used as well.",
    ),
    MCP_BENCH: (
        mcp_bench_suite, "the folder of its tasks",
        "Pass the folder with MCP-Bench's JSON files (its tasks/) as --data DIR.",
    ),
}  # fmt: skip
"""Public data of benchmarks: what reads it, what it needs, and what to do without."""


def find_suite(ref: SuiteRef, world: WorldRef) -> Suite:
    """Find a suite.

    Args:
        ref: The name of a suite, a file of tasks, or a folder with M³-Bench's original data.
        world: The world for generated suites.

    Raises:
        UsageError: The suite does not exist.
    """
    path = Path(ref.name)
    if ref.name in _PUBLIC:
        read, needed, hint = _PUBLIC[ref.name]
        if ref.data is None:
            raise UsageError(f"{ref.name} needs {needed}.", hint)
        return read(Path(ref.data))
    if ref.name in SUITES or not path.exists():
        return make_suite(ref.name, world.world())
    if path.is_dir():
        return original_suite(path)
    suite = FileSuite.of(path)
    _require_checks(suite)
    built = any(task.world is not None for task in suite.tasks)
    return StoredSuite(suite.name, world.world(), suite.tasks) if built else suite


def _require_checks(suite: Suite) -> None:
    """Raise `FormatError` if a check is invalid. One of a missing plugin is reported when it is run."""
    from m3bench.checks import MissingCheckError, read_checks  # noqa: PLC0415 - loads all checks

    for task in suite.tasks:
        with suppress(MissingCheckError):
            read_checks(task.checks, f"{suite.name}, record {task.id}")


def world_of_suite(ref: SuiteRef, world: WorldRef) -> WorldRef:
    """Return the world that a file of built tasks belongs to, or the given world for other suites."""
    path = Path(ref.name)
    if ref.name in SUITES or not path.is_file():
        return world
    built_in = next((task.world for task in FileSuite.of(path).tasks if task.world is not None), None)
    return world if built_in is None else WorldRef(seed=built_in.seed, now=built_in.time)


def select_tasks(suite: Suite, ref: SuiteRef) -> list[Task]:
    """Return the tasks that the reference selects, in the order of the suite."""
    return limit_tasks(filter_tasks(suite, ref), ref)


def filter_tasks(suite: Suite, ref: SuiteRef) -> list[Task]:
    """Return the tasks of the families, with the ids and with the fields that the reference names.

    Raises:
        UsageError: A family, id, field or value is unknown, or no task meets all conditions.
    """
    chosen = filter_families(suite, ref.families)
    for kept in (
        tasks_by_id(suite.name, suite.tasks, ref.tasks),
        matching_tasks(suite.name, suite.tasks, ref.where),
    ):
        ids = {task.id for task in kept}
        chosen = [task for task in chosen if task.id in ids]
    if not chosen:
        given = [("--family", ref.families), ("--task", ref.tasks), ("--where", ref.where)]
        options = ", ".join(f"{option} {value}" for option, values in given for value in values)
        raise UsageError(f"No task of {suite.name} meets all of {options}.", "Leave one of them out.")
    return chosen


def limit_tasks(tasks: list[Task], ref: SuiteRef) -> list[Task]:
    """Return as many tasks as the reference selects: of each family, then by sample, then the first."""
    if ref.per_family is not None:
        tasks = _first_of_each(tasks, ref.per_family)
    if ref.sample is not None:
        tasks = sample_tasks(tasks, ref.sample, ref.sample_seed)
    return tasks[: ref.limit]


def filter_families(suite: Suite, names: Sequence[str]) -> list[Task]:
    """Return the tasks of some families, or all tasks. `Items Price` and `items_price` are the same."""
    families = {_folded(task.family): task.family for task in suite.tasks if task.family}
    unknown = [name for name in names if _folded(name) not in families]
    if unknown:
        known = ", ".join(sorted(families.values()))
        raise UsageError(f"{suite.name} has no family {unknown[0]!r}.", f"Families: {known or 'none'}.")
    wanted = set(map(_folded, names))
    tasks = [task for task in suite.tasks if not wanted or _folded(task.family) in wanted]
    if not tasks:
        raise UsageError(f"{suite.name} has no tasks.")
    return tasks


def _folded(family: str | None) -> str:
    return re.sub(r"\W+|_+", "_", family or "").casefold()


def _first_of_each(tasks: list[Task], count: int) -> list[Task]:
    """Return the first `count` tasks of each family, in the order of the suite."""
    numbers: dict[str | None, Iterator[int]] = defaultdict(itertools.count)
    return [task for task in tasks if next(numbers[task.family]) < count]
