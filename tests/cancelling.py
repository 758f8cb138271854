"""Cancelling work at the moment that a test is about, however slow the machine is."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import anyio

from tests.hanging import HANG_SECONDS

_POLL_SECONDS = 0.01


async def cancelled_once(
    condition: Callable[[], object], work: Callable[[], Coroutine[Any, Any, object]]
) -> bool:
    """Run the work and cancel it once the condition holds. Return whether it was cancelled."""
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(work)
        with anyio.fail_after(HANG_SECONDS):
            while not condition():
                await anyio.sleep(_POLL_SECONDS)
        tasks.cancel_scope.cancel()
    return tasks.cancel_scope.cancelled_caught
