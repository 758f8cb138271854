"""Wait for a process to exit, and signal a group of them."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import anyio


async def exited(pid: int) -> None:
    """Wait until a child process exits, even if other code reaps it."""
    try:
        with _exit_handle(pid) as handle:
            await anyio.wait_readable(handle)
    except ProcessLookupError:
        return


@contextmanager
def _exit_handle(pid: int) -> Iterator[int]:
    """Yield a descriptor that becomes readable when the process exits."""
    if sys.platform == "linux":
        handle = os.pidfd_open(pid)
        try:
            yield handle
        finally:
            os.close(handle)
    else:
        queue = select.kqueue()
        try:
            exit_event = select.kevent(pid, select.KQ_FILTER_PROC, select.KQ_EV_ADD, select.KQ_NOTE_EXIT)
            queue.control([exit_event], 0)
            yield queue.fileno()
        finally:
            queue.close()


def signal_group(pid: int, number: signal.Signals) -> None:
    """Send a signal to a group of processes, if it is still there."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)
