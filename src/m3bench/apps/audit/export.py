"""Export approved references as a file of tasks."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from m3bench.apps.audit.outcomes import AuditOutcome, approved_tasks
from m3bench.core import Task, UsageError
from m3bench.formats import check_writable, write


def export_approved(outcomes: Sequence[AuditOutcome], path: Path) -> list[Task]:
    """Write the tasks with approved references to a file, and copy their picture files next to it."""
    check_writable(path)
    tasks = approved_tasks(outcomes)
    if not tasks:
        raise UsageError(
            "No reference is approved yet.", "See the state of the audit: m3bench audit DIR --report"
        )
    kept = {task.id for task in tasks}
    _copy_pictures([outcome for outcome in outcomes if outcome.item.task.id in kept], path.resolve().parent)
    write(path, tasks, format="jsonl")
    return tasks


def _copy_pictures(outcomes: Sequence[AuditOutcome], folder: Path) -> None:
    for outcome in outcomes:
        if _is_drawn(outcome.item.task):
            continue
        for name, asset in outcome.item.suite.assets(outcome.item.task).items():
            if isinstance(asset, Path):
                _copy(asset, folder / name)


def _is_drawn(task: Task) -> bool:
    """Return whether the pictures of a task are drawn from its world."""
    return task.pictures is not None


def _copy(source: Path, target: Path) -> None:
    if target.exists():
        if not target.samefile(source) and target.read_bytes() != source.read_bytes():
            raise UsageError(f"{target} exists and differs from {source}.", "Export to an empty folder.")
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
