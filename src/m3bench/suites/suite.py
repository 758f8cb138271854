"""What a suite is: tasks, and the files that lie in the workspace when a task begins."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from m3bench.core import Task, UsageError


class Suite(Protocol):
    """Tasks in a fixed order. Data only; files are made when they are asked for."""

    @property
    def name(self) -> str: ...

    @property
    def tasks(self) -> tuple[Task, ...]: ...

    @property
    def digest(self) -> str:
        """Identity: the hash of all tasks and what their files are made from."""

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:
        """Files of the workspace by relative name, those of `task.images` and `task.files` among them."""


def workspace_assets(suite: Suite, task: Task) -> Mapping[str, bytes | Path]:
    """What the suite gives, once it is sure that no input file of the task is missing."""
    assets = suite.assets(task)
    for file in task.files:
        if file.name not in assets:
            raise UsageError(
                f"The task {task.id} names the file {file.name!r}, which {suite.name} does not have.",
                "A suite's assets must hold all files of a task; those of a file of tasks lie beside it.",
            )
    return assets
