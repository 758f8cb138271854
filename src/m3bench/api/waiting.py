"""Wait for a coroutine from synchronous code."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio
from anyio.from_thread import start_blocking_portal

T = TypeVar("T")


def wait_for(work: Callable[[], Awaitable[T]]) -> T:
    """Run a coroutine function to its end, even if an event loop is already running."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return anyio.run(work)
    with start_blocking_portal() as portal:
        future = portal.start_task_soon(work)
        try:
            return future.result()
        except BaseException:
            future.cancel()  # so that Ctrl-C in a notebook stops the run
            raise
