"""The workspace of an attempt before and after it: what it holds, what was changed, and where it is kept.

All of it is work on files, which is done in threads and ends at once if the run is stopped.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import anyio
import msgspec

from m3bench.agents import Attempt, Ending
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
    measure,
    run_stoppable,
)
from m3bench.hosting.workspace import redact_records, redact_workspace
from m3bench.runs.store import Key, RunFolder

_MAX_NAMED = 5
_SECONDS = 1.0
_SHARE = 10
"""A measurement takes at most a tenth of the time."""


class WorkspaceKeeper:
    """Examines workspaces, and moves them into the run folder."""

    def __init__(self, folder: RunFolder, limits: ResourceLimits, say: Callable[[str], None]) -> None:
        """Create a keeper. `limits` have the quota of a workspace; `say` is told which files are not kept."""
        self._folder, self._limits, self._say = folder, limits, say

    async def given(self, task: Task, workspace: Workspace) -> Manifest:
        """Return the files of a task. Raises `UsageError` if they are over the quota."""
        try:
            return await self._manifest(workspace)
        except OverQuota as error:
            raise UsageError(f"The files of task {task.id} are too large: {error.message}.") from None

    async def changes(self, trajectory: Trajectory, before: Manifest, workspace: Workspace) -> Changes:
        """Redact what was changed in a workspace, and return it. One over its quota is not read.

        Raises `OverQuota` if it is over its quota by now.
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


async def solve_within_quota(
    solve: Callable[[], Awaitable[Ending]], attempt: Attempt, limits: ResourceLimits
) -> Ending:
    """Solve a task while its workspace is within its quota. Raises what `solve` raises."""
    reasons: list[str] = []
    endings: list[Ending] = []
    errors: list[Exception] = []
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_watch, attempt.workspace, limits, reasons.append, tasks.cancel_scope)
        try:
            endings.append(await solve())
        except Exception as error:  # noqa: BLE001 - raised again outside, not wrapped in a group
            errors.append(error)
        tasks.cancel_scope.cancel()
    if errors and not reasons:
        raise errors[0]
    reason = reasons[0] if reasons else await _excess(attempt.workspace, limits)
    ending = endings[0] if endings else _unfinished(attempt)
    if reason is None:
        return ending
    return msgspec.structs.replace(ending, status=Status.OVER_QUOTA, reason=reason)


def over_quota(trajectory: Trajectory, reason: str) -> Trajectory:
    """Return the trajectory of an attempt over its quota. Its calls and its answer are kept."""
    extra = {**trajectory.extra, "reason": reason}
    return msgspec.structs.replace(trajectory, status=Status.OVER_QUOTA, extra=extra)


def _unfinished(attempt: Attempt) -> Ending:
    """Return the end of an attempt that was cancelled: its program may have submitted an answer before."""
    program = attempt.notes.get("program") or {}
    return Ending(program.pop("answer", None), fields=program.pop("fields", None))


async def _watch(
    workspace: Path, limits: ResourceLimits, tell: Callable[[str], None], scope: anyio.CancelScope
) -> None:
    while True:
        began = anyio.current_time()
        reason = await _excess(workspace, limits)
        if reason is not None:
            tell(reason)
            scope.cancel()
            return
        await anyio.sleep(max(_SECONDS, _SHARE * (anyio.current_time() - began)))


async def _excess(workspace: Path, limits: ResourceLimits) -> str | None:
    return (await run_stoppable(partial(measure, workspace, limits))).excess(limits)
