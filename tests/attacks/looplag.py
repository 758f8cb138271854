"""Measure how long the event loop is blocked."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import anyio

from m3bench.core import Call

LONGEST_LAG = 0.05
_TICK = 0.002
_TRIES = 5
_SCHEDULED = Path("/proc/thread-self/schedstat")

Timed = tuple[Call, float, float]
"""A finished call, its seconds, and the longest lag of the loop meanwhile."""


def without_load(call: Callable[[], Timed]) -> Timed:
    """Make a call, and repeat it if it lagged. Code that blocks the loop does so every time."""
    for _ in range(_TRIES - 1):
        found = call()
        if found[2] < LONGEST_LAG:
            return found
    return call()


class LoopLag:
    """The longest time in seconds for which nothing else could run in the loop."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def watch(self) -> None:
        while True:
            wall, computed, queued = time.perf_counter(), time.process_time(), waited()
            await anyio.sleep(_TICK)
            late = time.perf_counter() - wall - _TICK - (waited() - queued)
            # Time that other processes take does not count: this one has not computed meanwhile.
            self.longest = max(self.longest, min(late, time.process_time() - computed))


def waited() -> float:
    """Return for how many seconds this thread could have run, but no processor was free."""
    try:
        return int(_SCHEDULED.read_text().split()[1]) / 1e9
    except OSError:  # not Linux
        return 0.0


@asynccontextmanager
async def watched_loop() -> AsyncIterator[LoopLag]:
    """Watch the loop while the body runs."""
    lag = LoopLag()
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(lag.watch)
        yield lag
        tasks.cancel_scope.cancel()
