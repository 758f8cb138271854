"""Measure how long the event loop is kept from other work."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio

MOST_WORK = 0.2
"""In seconds of the processor. What is in order takes a tenth of it; what blocks the loop, whole seconds."""
_TICK = 0.002


class LoopWork:
    """The most that the loop's thread has computed, in seconds, without letting anything else run.

    Time of the processor, because the time by the clock depends on what else the machine does.
    """

    def __init__(self) -> None:
        self.longest = 0.0

    async def watch(self) -> None:
        while True:
            before = time.thread_time()
            await anyio.sleep(_TICK)
            self.longest = max(self.longest, time.thread_time() - before)


@asynccontextmanager
async def watched_loop() -> AsyncIterator[LoopWork]:
    """Watch the loop while the body runs."""
    work = LoopWork()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(work.watch)
        yield work
        tasks.cancel_scope.cancel()
