"""How long the event loop was held up, as those who wait in it feel it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio

_TICK = 0.002


class LoopLag:
    """The longest time, in seconds, for which nothing else could run in the loop."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def watch(self) -> None:
        while True:
            wall, computed = time.perf_counter(), time.process_time()
            await anyio.sleep(_TICK)
            late = time.perf_counter() - wall - _TICK
            # What other processes take from this one is not its doing: it has not computed meanwhile.
            self.longest = max(self.longest, min(late, time.process_time() - computed))


@asynccontextmanager
async def watched_loop() -> AsyncIterator[LoopLag]:
    """Watch the loop while the body runs."""
    lag = LoopLag()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(lag.watch)
        yield lag
        tasks.cancel_scope.cancel()
