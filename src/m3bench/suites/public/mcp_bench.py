"""MCP-Bench's public tasks: a folder with its JSON files of tasks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from m3bench.core import FormatError, Task, UsageError
from m3bench.formats import detect, read_tasks
from m3bench.suites.file_suite import FileSuite, repeated_task

MCP_BENCH = "mcp-bench"
_FORMAT = "mcp_bench"
_MOST_NAMED = 6


def mcp_bench_suite(path: Path) -> FileSuite:
    """Read MCP-Bench's tasks: those with one server first, then those with two, then those with three.

    Args:
        path: The folder of its JSON files, or one of them. Files with something else are skipped.

    Returns:
        The suite `mcp-bench`. Its tasks have no references, answers or checks.

    Raises:
        UsageError: There is no such folder, it has no tasks, or a task is in two files.
        FormatError: A file of tasks is damaged.
    """
    if not path.exists():
        raise UsageError(
            f"{path} does not exist.", "Pass the folder with MCP-Bench's JSON files as --data DIR."
        )
    files = [path] if path.is_file() else [file for file in sorted(path.glob("*.json")) if _has_tasks(file)]
    tasks = sorted(_tasks(files), key=lambda task: len(task.servers))
    if not tasks:
        raise UsageError(
            f"There are no tasks of MCP-Bench in {path}{_others(path)}.",
            "Pass the folder with the JSON files of its tasks/ as --data DIR.",
        )
    return FileSuite(MCP_BENCH, path if path.is_dir() else path.parent, tasks)


def _has_tasks(path: Path) -> bool:
    """Return whether a file is one of MCP-Bench's. Other JSON may lie beside them; a broken file is an error,
    because tasks may be missing."""
    try:
        return detect(path) == _FORMAT
    except FormatError:
        if _is_json(path):
            return False
        raise


def _is_json(path: Path) -> bool:
    try:
        json.loads(path.read_text(encoding="utf-8-sig", errors="replace"))
    except (ValueError, RecursionError):
        return False
    return True


def _tasks(files: list[Path]) -> Iterator[Task]:
    """Yield the tasks of all files. Raise `UsageError` if two files have the same task."""
    file_of: dict[str, Path] = {}
    for file in files:
        for task in read_tasks(file, format=_FORMAT):
            if task.id in file_of:
                raise repeated_task(task, file_of[task.id], file)
            file_of[task.id] = file
            yield task


def _others(path: Path) -> str:
    names = sorted(file.name for file in path.glob("*.json")) if path.is_dir() else []
    return f": {', '.join(names[:_MOST_NAMED])} have something else" if names else ""
