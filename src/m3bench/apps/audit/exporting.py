"""Writing down what was approved, as a file of tasks that runs take."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from m3bench.apps.audit.settling import Settlement, approved_tasks
from m3bench.core import Task, UsageError
from m3bench.formats import check_writable, write


def export_approved(settlements: Sequence[Settlement], path: Path) -> list[Task]:
    """The tasks with approved references in a file, and their pictures beside it where they are files."""
    check_writable(path)
    tasks = approved_tasks(settlements)
    if not tasks:
        raise UsageError("No reference is approved yet.", "See where it stands: m3bench audit DIR --report")
    kept = {task.id for task in tasks}
    _place_pictures([one for one in settlements if one.item.task.id in kept], path.resolve().parent)
    write(path, tasks, format="jsonl")
    return tasks


def _place_pictures(settlements: Sequence[Settlement], folder: Path) -> None:
    for one in settlements:
        if _is_drawn(one.item.task):
            continue
        for name, asset in one.item.suite.assets(one.item.task).items():
            if isinstance(asset, Path):
                _place(asset, folder / name)


def _is_drawn(task: Task) -> bool:
    """Pictures of a built task come from its world whenever they are asked for."""
    return "pictures" in task.extra


def _place(source: Path, target: Path) -> None:
    if target.exists():
        if not target.samefile(source) and target.read_bytes() != source.read_bytes():
            raise UsageError(
                f"{target} is another picture than {source}.", "Export into a folder of its own."
            )
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
