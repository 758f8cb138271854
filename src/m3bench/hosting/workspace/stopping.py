"""Long work on files in a thread, which a cancelled task ends within a moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread

_T = TypeVar("_T")


class Stopped(Exception):
    """The work was stopped before its end."""


class Stop:
    """Tells work that it shall end. The work asks for each file and for each piece of a file."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def set(self) -> None:
        """Let the work end."""
        self._event.set()

    def check(self) -> None:
        """Raise `Stopped` if the work shall end."""
        if self._event.is_set():
            raise Stopped


NEVER = Stop()
"""For work that nobody stops."""


async def run_stoppable(work: Callable[[Stop], _T]) -> _T:
    """Do work in a thread. If the caller is cancelled, the work is stopped, and ends before this returns."""
    stop, done = Stop(), anyio.Event()
    results: list[_T] = []
    errors: list[Exception] = []

    async def run() -> None:
        with anyio.CancelScope(shield=True):
            try:
                results.append(await anyio.to_thread.run_sync(work, stop))
            except Exception as error:  # noqa: BLE001 - raised where the work was ordered
                errors.append(error)
            done.set()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(run)
        try:
            await done.wait()
        finally:
            stop.set()
    if errors:
        raise errors[0]
    return results[0]
