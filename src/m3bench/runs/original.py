"""M³-Bench's own data set, as it is downloaded: a folder of JSON files with pictures below it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from m3bench.core import FormatError, Task, UsageError
from m3bench.formats import read_tasks
from m3bench.runs.filesuite import FileSuite

_FILES = ("*.json", "*.jsonl")
_MOST_NAMED = 6


def original_suite(folder: Path) -> FileSuite:
    """All tasks of the folder that have references, with fuzzy requests from other files beside them.

    Five ids of the public file stand there twice: the last counts, as for the published scorer.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder} is not a folder.", "Name the one that holds the JSON files and images/.")
    solved: dict[str, tuple[Task, Path]] = {}
    fuzzy: dict[str, str] = {}
    refused: list[str] = []
    for path in sorted(file for pattern in _FILES for file in folder.glob(pattern)):
        try:
            tasks = read_tasks(path, duplicates="last")
        except FormatError as error:
            refused.append(f"{path.name}: {error.message}")
            continue
        for task in tasks:
            if task.references:
                _add(solved, task, path)
            if task.fuzzy_request:
                fuzzy[task.id] = task.fuzzy_request
    if not solved:
        told = "; ".join(refused[:_MOST_NAMED]) or "it holds no JSON file"
        raise UsageError(f"There are no tasks with references in {folder}: {told}.")
    tasks = [_with_fuzzy(task, fuzzy.get(task.id)) for task, _ in solved.values()]
    _require_pictures(folder, tasks)
    return FileSuite(str(folder.resolve()), folder, tasks)


def _add(solved: dict[str, tuple[Task, Path]], task: Task, path: Path) -> None:
    if task.id in solved:
        raise UsageError(
            f"The task {task.id} is in {solved[task.id][1].name} and in {path.name}.",
            "Take one of the two files out of the folder.",
        )
    solved[task.id] = (task, path)


def _with_fuzzy(task: Task, request: str | None) -> Task:
    if request is None or task.fuzzy_request:
        return task
    return msgspec.structs.replace(task, fuzzy_request=request)


def _require_pictures(folder: Path, tasks: list[Task]) -> None:
    names = sorted({picture for task in tasks for picture in task.images})
    missing = [name for name in names if not (folder / name).is_file()]
    if missing:
        named = ", ".join(missing[:_MOST_NAMED])
        raise UsageError(
            f"{len(missing)} of {len(names)} pictures are not in {folder}: {named}"
            f"{', …' if len(missing) > _MOST_NAMED else '.'}",
            "Download the pictures of the data set into it, under these names.",
        )
