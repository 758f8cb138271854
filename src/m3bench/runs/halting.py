"""Why long work ends before its end, and how a person ends it."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import StrEnum
from typing import Protocol

import anyio
import anyio.abc
import msgspec


class Halted(StrEnum):
    """Why a run ended before its end."""

    INTERRUPTED = "interrupted"
    BUDGET = "budget"
    PROVIDER = "provider"
    ERROR = "error"


class Halt(msgspec.Struct, frozen=True):
    """What ended a run early, in words for a person."""

    kind: Halted
    reason: str


class Stoppable(Protocol):
    """Work that can be asked to begin nothing more."""

    def stop(self, halt: Halt) -> None: ...


@asynccontextmanager
async def until_signal(work: Stoppable, *, listening: bool = True) -> AsyncIterator[None]:
    """The first Ctrl-C lets end what is under way; the second, or SIGTERM, breaks it off."""
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
        heard = 0
        async for each in signals:
            heard += 1
            if each is signal.SIGTERM or heard > 1:
                work.stop(Halt(Halted.INTERRUPTED, "broken off"))
                scope.cancel()
                return
            work.stop(
                Halt(
                    Halted.INTERRUPTED, "stopping: what is under way is finished (Ctrl-C again breaks it off)"
                )
            )
