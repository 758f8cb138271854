"""What a suite is: tasks, and the files that lie in the workspace when a task begins."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from m3bench.core import Task


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
        """Files of the workspace by relative name, the pictures of `task.images` among them."""
