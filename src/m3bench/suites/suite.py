"""The `Suite` protocol: tasks, and the files that are in the workspace when a task starts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from m3bench.core import Task, UsageError

if TYPE_CHECKING:
    from m3bench.suites.refs import WorldRef
    from m3bench.worlds import World


class Suite(Protocol):
    """Tasks in a fixed order. Files are made on demand."""

    @property
    def name(self) -> str: ...

    @property
    def tasks(self) -> tuple[Task, ...]: ...

    @property
    def digest(self) -> str:
        """The hash of all tasks and of the sources of their files."""

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:
        """Return the files of the workspace by relative name, including `task.images` and `task.files`."""


def shared_world(suite: Suite, ref: WorldRef) -> World:
    """Return the world of a suite if it is the one referred to, else a new one.

    All parts of a world take more than a hundred megabytes, so servers use the world of the suite.
    """
    world: World | None = getattr(suite, "world", None)
    return world if world is not None and (world.seed, world.now) == (ref.seed, ref.now) else ref.world()


def workspace_assets(suite: Suite, task: Task) -> Mapping[str, bytes | Path]:
    """Return the assets of a task. Raise `UsageError` if an input file is missing."""
    assets = suite.assets(task)
    for file in task.files:
        if file.name not in assets:
            raise UsageError(
                f"Task {task.id} needs the file {file.name!r}, which suite {suite.name} does not provide.",
                "The assets of a suite must include all files of a task. Put files beside the file of tasks.",
            )
    return assets
