"""End an attempt whose workspace exceeds its quota."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import anyio
import msgspec

from m3bench.agents import Attempt, Ending
from m3bench.core import Status, Trajectory
from m3bench.hosting import ResourceLimits, measure, run_stoppable

_SECONDS = 1.0
_SHARE = 10
"""A measurement takes at most a tenth of the time."""


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
    told = attempt.notes.get("program") or {}
    return Ending(told.pop("answer", None), fields=told.pop("fields", None))


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
