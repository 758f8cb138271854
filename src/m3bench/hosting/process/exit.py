"""Wait for a process to exit."""

from __future__ import annotations

import os

import anyio


async def exited(pid: int) -> None:
    """Wait until a child process exits, even if other code reaps it."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        await anyio.wait_readable(handle)
    finally:
        os.close(handle)
