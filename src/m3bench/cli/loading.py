"""Load tasks, trajectories, tools and scorers from file names and options."""

from __future__ import annotations

import json
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec

from m3bench.core import FormatError, Task, Trajectory
from m3bench.formats import Duplicates, check_writable, iter_records, read_tasks
from m3bench.formats.io import read_user_file
from m3bench.runs import RunSchemas, require_references, run_scorer, store
from m3bench.runs.scoring import load_records
from m3bench.scoring import RuleChecker, Schemas, Scorer, ToolBook, ToolSchema, get_profile, read_tools

if TYPE_CHECKING:
    from m3bench.suites import Suite
    from m3bench.worlds import World

_REFERENCES_HINT = "Give a file of references (records with steps) to --reference."


def check_outputs(*paths: Path | None) -> None:
    """Raise if a path cannot be written, before any work is done."""
    for path in paths:
        if path is not None:
            check_writable(path)


def load_references(
    paths: Sequence[Path],
    duplicates: Duplicates,
    format: str | None = None,  # noqa: A002
) -> Sequence[Task]:
    """Read the tasks of all files. References of tasks with the same id are alternatives.

    Many tasks of one file in ``jsonl`` or ``parquet`` are kept in a temporary file.
    """
    if len(paths) == 1:
        stream = cast("Iterator[Task]", iter_records(paths[0], format=format, kind="tasks", duplicates="all"))
        only = load_records(stream, duplicates, str(paths[0]))
        require_references(only, _REFERENCES_HINT)
        return only
    tasks: dict[str, Task] = {}
    for path in paths:
        for task in read_tasks(path, format=format, duplicates=duplicates):
            known = tasks.get(task.id)
            named = [
                msgspec.structs.replace(reference, name=reference.name or path.name)
                for reference in task.references
            ]
            references = (*(known.references if known else ()), *named)
            tasks[task.id] = msgspec.structs.replace(known or task, references=references)
    require_references([*tasks.values()], _REFERENCES_HINT)
    return [*tasks.values()]


def load_predictions(
    path: Path,
    duplicates: Duplicates,
    format: str | None = None,  # noqa: A002
) -> Sequence[Trajectory]:
    """Read the trajectories of a file. Many of ``jsonl`` or ``parquet`` are kept in a temporary file."""
    records = iter_records(path, format=format, kind="trajectories", duplicates="all")
    return load_records(cast("Iterator[Trajectory]", records), duplicates, str(path))


def load_tools(path: Path) -> RuleChecker:
    """Read tools from a file, to check calls against."""
    return RuleChecker(_read_tools(path))


def _read_tools(path: Path) -> dict[str, ToolSchema]:
    try:
        data = json.loads(read_user_file(path))
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", file=str(path)) from error
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not valid JSON: {error}", file=str(path)) from error
    return read_tools(data, file=str(path))


def make_scorer(
    profile: str,
    weak: float | None,
    strong: float | None,
    encoder: str,
    *,
    cache: bool,
    runs: Iterable[Path] = (),
    tools: Path | None = None,
) -> Scorer:
    """Return a scorer for the options. It knows the tools of the file, of the runs and of bundled servers."""
    chosen = get_profile(profile).with_thresholds(weak, strong)
    known = known_schemas(runs, tools)
    return run_scorer((), profile=chosen, encoder=encoder, cache=cache, tools=lambda _: known)


def known_schemas(runs: Iterable[Path] = (), tools: Path | None = None) -> Schemas:
    """Return the schemas of the tools of a file, of runs and of bundled servers."""
    known = RunSchemas(run for run in runs if store.is_run(run))
    if tools is None:
        return known
    given = {name: tool.input_schema for name, tool in _read_tools(tools).items()}
    # The chain is only read, so neither need be mutable.
    return ChainMap(*(cast("dict[str, Mapping[str, Any]]", schemas) for schemas in (given, known)))


def known_tools(run: Path | None) -> ToolBook:
    """Return the tools of a run as its agent saw them; none if there is no run."""
    from m3bench.reports.study import run_tool_book  # noqa: PLC0415 - slow to import, and seldom needed

    return ToolBook() if run is None else run_tool_book(run)


def load_suite(name: str) -> tuple[Suite, World]:
    """Return a suite or a file of tasks, and its world."""
    from m3bench.suites import SuiteRef, WorldRef, find_suite, world_of_suite  # noqa: PLC0415 - `score` needs none

    ref = SuiteRef(name=name)
    world = world_of_suite(ref, WorldRef())
    return find_suite(ref, world), world.world()
