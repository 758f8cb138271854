"""Early ends of long work, and the signals that cause them."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import StrEnum
from typing import Protocol

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


class Stoppable(Protocol):
    """Work that can be asked to start no more jobs."""

    def stop(self, halt: Halt) -> None: ...


@asynccontextmanager
async def until_signal(work: Stoppable, *, listening: bool = True) -> AsyncIterator[None]:
    """Stop the work on a signal: the first Ctrl-C lets jobs finish, a second or SIGTERM cancels them."""
    if not listening:
        yield
        return
    async with anyio.create_task_group() as group:
        await group.start(_listen, work, group.cancel_scope)
        yield
        group.cancel_scope.cancel()


async def _listen(
    work: Stoppable, scope: anyio.CancelScope, *, task_status: anyio.abc.TaskStatus[None]
) -> None:
    with anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        task_status.started()
        count = 0
        async for each in signals:
            count += 1
            if each is signal.SIGTERM or count > 1:
                work.stop(Halt(HaltKind.INTERRUPTED, "cancelled"))
                scope.cancel()
                return
            work.stop(
                Halt(
                    HaltKind.INTERRUPTED,
                    "stopping: running jobs are finished first (Ctrl-C again cancels them)",
                )
            )
