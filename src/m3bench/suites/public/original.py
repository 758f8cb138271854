"""M³-Bench's original data set as downloaded: a folder of JSON files and pictures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from m3bench.core import FormatError, Task, UsageError
from m3bench.formats import FORMATS, detect, read_tasks
from m3bench.suites.file_suite import FileSuite, repeated_task

_FILES = ("*.json", "*.jsonl")
_MOST_NAMED = 6


def original_suite(folder: Path) -> FileSuite:
    """Read all tasks with references from the folder, with fuzzy requests from the other files.

    The public file has five ids twice. The last entry counts, as in the published scorer. Files without
    tasks are skipped. A broken file raises an error, because tasks may be missing.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder} is not a folder.", "Pass the folder with the JSON files and images/.")
    solved: dict[str, tuple[Task, Path]] = {}
    fuzzy: dict[str, str] = {}
    others: list[str] = []
    for path in sorted(file for pattern in _FILES for file in folder.glob(pattern)):
        if not _holds_tasks(path):
            others.append(path.name)
            continue
        for task in read_tasks(path, duplicates="last"):
            if task.references and task.id in solved:
                raise repeated_task(task, solved[task.id][1], path)
            if task.references:
                solved[task.id] = (task, path)
            if task.fuzzy_request:
                fuzzy[task.id] = task.fuzzy_request
    if not solved:
        names = ", ".join(others[:_MOST_NAMED])
        reason = f"{names} contain something else" if others else "it has no JSON files"
        raise UsageError(f"There are no tasks with references in {folder}: {reason}.")
    tasks = [_with_fuzzy(task, fuzzy.get(task.id)) for task, _ in solved.values()]
    _require_pictures(folder, tasks)
    return FileSuite(str(folder.resolve()), folder, tasks)


def _holds_tasks(path: Path) -> bool:
    """Return whether the file may hold tasks. Raise `FormatError` if it is not JSON."""
    try:
        return FORMATS[detect(path)].read_tasks is not None
    except FormatError:
        if any(map(_is_known, _records(path))):
            raise
        return False


def _is_known(record: Any) -> bool:
    try:
        detect([record])
    except FormatError:
        return False
    return True


def _records(path: Path) -> list[Any]:
    """Return everything that may be a record in a file of unknown format."""
    text = path.read_text(encoding="utf-8-sig", errors="replace")
    try:
        if path.suffix == ".jsonl":
            return [json.loads(line) for line in text.splitlines() if line.strip()]
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(f"not JSON: {error}", file=str(path)) from None
    if isinstance(value, dict):
        return [value, *value.values()]
    return value if isinstance(value, list) else []


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
            f"{len(missing)} of {len(names)} pictures are missing from {folder}: {named}"
            f"{', …' if len(missing) > _MOST_NAMED else '.'}",
            "Download the pictures of the data set into it under these names.",
        )
