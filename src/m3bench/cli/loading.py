"""From file names and options to tasks, trajectories and a scorer."""

from __future__ import annotations

import json
from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec

from m3bench.cli.console import EncodingProgress
from m3bench.core import FormatError, Task
from m3bench.formats import Duplicates, check_writable, read_tasks
from m3bench.formats.io import read_given
from m3bench.runs import RunResult, read_scorable_run, require_attempts, require_references, run_scorer
from m3bench.scoring import (
    RuleChecker,
    Schemas,
    Scorer,
    ScoreReport,
    ToolSchema,
    get_profile,
    read_tools,
)


def check_outputs(*paths: Path | None) -> None:
    """Complain about a place that cannot be written before the work is done, not after."""
    for path in paths:
        if path is not None:
            check_writable(path)


def load_references(paths: Sequence[Path], duplicates: Duplicates, format: str | None = None) -> list[Task]:  # noqa: A002
    """The tasks of all files; where files share an id, their references are alternatives."""
    tasks: dict[str, Task] = {}
    for path in paths:
        for task in read_tasks(path, format=format, duplicates=duplicates):
            named = _named(task, path) if len(paths) > 1 else task
            known = tasks.get(task.id)
            tasks[task.id] = (
                msgspec.structs.replace(known, references=known.references + named.references)
                if known
                else named
            )
    found = list(tasks.values())
    require_references(found, "Give a file of references (records with steps) to --reference.")
    return found


def scorable(path: Path) -> RunResult:
    """A run, once it is sure that there is something to score."""
    result = read_scorable_run(path)
    require_attempts({path: result})
    return result


def score_result(result: RunResult, scorer: Scorer) -> ScoreReport:
    """The scores of a run that was read, with a bar for the encoding."""
    with EncodingProgress() as progress:
        return scorer.score_many(result.trajectories, result.tasks, watcher=progress)


def load_tools(path: Path) -> RuleChecker:
    """The tools of a file, ready to check calls against."""
    return RuleChecker(_tools_of(path))


def _tools_of(path: Path) -> dict[str, ToolSchema]:
    try:
        data = json.loads(read_given(path))
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
    """The scorer that the options describe. It knows the tools of the file, the runs and ours."""
    chosen = get_profile(profile).with_thresholds(weak, strong)
    given = None if tools is None else _schemas_of(tools)

    def over(known: Schemas) -> Schemas:
        # Only ever read, so that what lies below need not be changeable.
        return known if given is None else ChainMap(given, cast("dict[str, Mapping[str, Any]]", known))

    return run_scorer(runs, profile=chosen, encoder=encoder, cache=cache, tools=over)


def _schemas_of(path: Path) -> dict[str, Mapping[str, Any]]:
    return {name: tool.input_schema for name, tool in _tools_of(path).items()}


def _named(task: Task, path: Path) -> Task:
    references = tuple(
        msgspec.structs.replace(reference, name=reference.name or path.name) for reference in task.references
    )
    return msgspec.structs.replace(task, references=references)
