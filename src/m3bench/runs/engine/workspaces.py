"""The workspace of an attempt before and after it: what it holds, what was changed, and where it is kept.

All of it is work on files, which is done in threads and ends at once if the run is stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from m3bench.core import Status, Task, Trajectory, UsageError
from m3bench.hosting import (
    Changes,
    Manifest,
    OverQuota,
    ResourceLimits,
    Workspace,
    changes,
    file_name,
    keep_workspace,
    run_stoppable,
)
from m3bench.hosting.workspace import redact_records, redact_workspace
from m3bench.runs.store import Key, RunFolder

_MAX_NAMED = 5


class WorkspaceKeeper:
    """Examines workspaces, and moves them into the run folder."""

    def __init__(self, folder: RunFolder, limits: ResourceLimits, say: Callable[[str], None]) -> None:
        """Create a keeper.

        Args:
            folder: The run folder.
            limits: Have the quota of a workspace.
            say: Is told which files are not kept.
        """
        self._folder, self._limits, self._say = folder, limits, say

    async def given(self, task: Task, workspace: Workspace) -> Manifest:
        """Return the files of a task. Raises `UsageError` if they are over the quota."""
        try:
            return await self._manifest(workspace)
        except OverQuota as error:
            raise UsageError(f"The files of task {task.id} are too large: {error.message}.") from None

    async def changes(self, trajectory: Trajectory, before: Manifest, workspace: Workspace) -> Changes:
        """Redact what was changed in a workspace, and return it. One over its quota is not read.

        Raises:
            OverQuota: It is over its quota by now.
        """
        if trajectory.status is Status.OVER_QUOTA:
            return Changes()
        changed = changes(before, await self._manifest(workspace))
        names = (*changed.added, *changed.changed)
        if await run_stoppable(partial(redact_workspace, workspace.path, names)):
            changed = changes(before, await self._manifest(workspace))
        await run_stoppable(partial(redact_records, workspace.path))
        return changed

    async def keep(self, workspace: Workspace, key: Key) -> str:
        """Move a workspace and its records into the run folder. Returns its path there."""
        target = self._folder.workspaces / f"{file_name(key.task_id)}-{key.epoch}"
        skipped = await run_stoppable(partial(keep_workspace, workspace.path, target))
        if skipped:
            names = ", ".join(skipped[:_MAX_NAMED])
            self._say(f"{key.task_id}: files of its workspace that were not kept: {names}")
        return target.relative_to(self._folder.path).as_posix()

    async def _manifest(self, workspace: Workspace) -> Manifest:
        return await run_stoppable(partial(workspace.manifest, self._limits))
