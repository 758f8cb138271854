"""From file names and options to tasks, trajectories and a scorer."""

from __future__ import annotations

import json
from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec

from m3bench.cli.console import EncodingProgress
from m3bench.core import FormatError, Task, UsageError
from m3bench.encoders import shared_encoder
from m3bench.formats import Duplicates, check_writable, read_tasks
from m3bench.formats.io import read_given
from m3bench.runs import RunResult, RunSchemas, is_run, read_run
from m3bench.runs.store import refused
from m3bench.scoring import (
    RuleChecker,
    Schemas,
    Scorer,
    ScoreReport,
    ToolSchema,
    get_profile,
    read_tools,
)
from m3bench.servers import bundled_equivalences

_MOST_IDS = 5


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
    _require_references(found, "Give a file of references (records with steps) to --reference.")
    return found


def _require_references(tasks: Sequence[Task], hint: str) -> None:
    bare = [task.id for task in tasks if not task.references]
    if bare:
        more = f" and {len(bare) - _MOST_IDS} more" if len(bare) > _MOST_IDS else ""
        raise UsageError(
            f"{len(bare)} of {len(tasks)} tasks have no reference trajectory: "
            f"{', '.join(bare[:_MOST_IDS])}{more}.",
            hint,
        )


def scorable_run(path: Path) -> RunResult:
    """A run, once it is sure that there is something to score it against."""
    result = read_run(path)
    _require_references(result.tasks, "A run of tasks without references cannot be scored.")
    if not result.tasks and result.integrity.damages:
        raise refused(result.integrity.damages[0], str(path))
    if not result.tasks:
        raise UsageError(
            f"No attempt of {path} can be scored yet.", f"Go on with: m3bench run --resume {path}"
        )
    return result


def score_run(result: RunResult, scorer: Scorer) -> ScoreReport:
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
    known: Schemas = RunSchemas(run for run in runs if is_run(run))
    if tools is not None:
        # Only ever read, so that what lies below need not be changeable.
        known = ChainMap(_schemas_of(tools), cast("dict[str, Mapping[str, Any]]", known))
    vectors = shared_encoder(encoder, persistent=cache)
    return Scorer(chosen, vectors, tools=known, equivalences=bundled_equivalences())


def _schemas_of(path: Path) -> dict[str, Mapping[str, Any]]:
    return {name: tool.input_schema for name, tool in _tools_of(path).items()}


def _named(task: Task, path: Path) -> Task:
    references = tuple(
        msgspec.structs.replace(reference, name=reference.name or path.name) for reference in task.references
    )
    return msgspec.structs.replace(task, references=references)
