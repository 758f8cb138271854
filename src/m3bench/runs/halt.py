"""Early ends of long work, and the signals that cause them."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import StrEnum

import anyio
import anyio.abc
import msgspec


class HaltKind(StrEnum):
    """Why a run ended early."""

    INTERRUPTED = "interrupted"
    BUDGET = "budget"
    PROVIDER = "provider"
    ERROR = "error"


class Halt(msgspec.Struct, frozen=True):
    """The early end of a run, with a reason for people to read."""

    kind: HaltKind
    reason: str


@asynccontextmanager
async def until_signal(stop: Callable[[Halt], None]) -> AsyncIterator[None]:
    """Call `stop` on a signal: the first Ctrl-C lets jobs finish, a second or SIGTERM cancels them."""
    async with anyio.create_task_group() as group:
        await group.start(_listen, stop, group.cancel_scope)
        yield
        group.cancel_scope.cancel()


async def _listen(
    stop: Callable[[Halt], None], scope: anyio.CancelScope, *, task_status: anyio.abc.TaskStatus[None]
) -> None:
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        task_status.started()
        if await anext(signals) is not signal.SIGTERM:
            reason = "stopping: running jobs are finished first (Ctrl-C again cancels them)"
            stop(Halt(HaltKind.INTERRUPTED, reason))
            await anext(signals)
        stop(Halt(HaltKind.INTERRUPTED, "cancelled"))
        scope.cancel()
