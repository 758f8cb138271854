"""The items of an audit: the references of tasks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from m3bench.apps.audit.decisions import judged_digest
from m3bench.core import Reference, Task, UsageError
from m3bench.suites import Suite


class Item(msgspec.Struct, frozen=True):
    """One reference of one task."""

    suite: Suite
    task: Task
    index: int
    judged: str

    @property
    def reference(self) -> Reference:
        return self.task.references[self.index]

    @property
    def name(self) -> str:
        """The id of the task, with the number of the reference if there are several."""
        several = len(self.task.references) > 1
        return f"{self.task.id} · {self.index + 1}" if several else self.task.id


def list_items(suites: Iterable[Suite]) -> tuple[Item, ...]:
    """Return all references of all tasks. Raise if a task is in two files."""
    items = [
        Item(suite, task, index, judged_digest(task, reference))
        for suite in suites
        for task in suite.tasks
        for index, reference in enumerate(task.references)
    ]
    _require_single(items)
    if not items:
        raise UsageError("There is no reference to audit.", "Give tasks that have reference trajectories.")
    return tuple(items)


def _require_single(items: Sequence[Item]) -> None:
    homes: dict[str, Suite] = {}
    for item in items:
        home = homes.setdefault(item.task.id, item.suite)
        if home is not item.suite:
            hint = "Remove one of the two files from the folder, or name one file."
            raise UsageError(f"Task {item.task.id} is in {home.name} and in {item.suite.name}.", hint)
