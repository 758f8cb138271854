"""Waiting for the end of a process."""

from __future__ import annotations

import os

import anyio


async def exited(pid: int) -> None:
    """Wait for the end of a child, whoever collects it."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        await anyio.wait_readable(handle)
    finally:
        os.close(handle)
