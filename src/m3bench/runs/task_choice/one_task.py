"""One task of a suite."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from m3bench.core import Task, UsageError
from m3bench.core.text import did_you_mean
from m3bench.suites import Suite


class OneTaskSuite:
    """A `Suite` that has one task of another. Its digest is that of the whole."""

    def __init__(self, suite: Suite, task: Task) -> None:
        self._suite = suite
        self.name, self.digest, self.tasks = suite.name, suite.digest, (task,)

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:
        return self._suite.assets(task)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._suite, name)


def find_task(tasks: Sequence[Task], wanted: str | None, where: str, option: str = "--task ID") -> Task:
    """Return the task with this id, or the only one.

    Args:
        tasks: The tasks to choose from.
        wanted: The id; None for the only task.
        where: The name of the suite or the file, for messages.
        option: How to name the task.

    Raises:
        UsageError: There is no such task, or more than one to choose from.
    """
    if wanted is None and len(tasks) == 1:
        return tasks[0]
    first = f"The first one is {tasks[0].id}." if tasks else ""
    if wanted is None:
        raise UsageError(f"{where} holds {len(tasks)} tasks.", f"Choose one with {option}. {first}".strip())
    for task in tasks:
        if task.id == wanted:
            return task
    hint = did_you_mean(wanted, (task.id for task in tasks), first)
    raise UsageError(f"{where} has no task {wanted!r}.", hint or None)
