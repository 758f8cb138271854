"""Worker processes on this machine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import anyio
import anyio.abc

from m3bench.runs.distributed.links import SocketLink

_PROGRAM = "m3bench.runs.distributed.worker"
_SECONDS_TO_EXIT = 15.0
"""A worker stops its servers before it exits."""


@asynccontextmanager
async def open_process(number: int, logs: Path) -> AsyncIterator[SocketLink]:
    """Start a worker process and yield the link to it. At the end it exits, or is killed.

    Args:
        number: Names the log of the worker.
        logs: The folder of logs. What a worker prints goes there.
    """
    ours, theirs = socket.socketpair()
    logs.mkdir(exist_ok=True)
    with theirs, (logs / f"worker-{number}.log").open("ab") as log:
        process = await anyio.open_process(
            [sys.executable, "-P", "-m", _PROGRAM, str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=(theirs.fileno(),),
            # Ctrl-C is for the run: a worker exits when its link is closed.
            start_new_session=True,
        )
    try:
        link = await SocketLink.open(ours)
        try:
            yield link
        finally:
            with anyio.CancelScope(shield=True):
                await link.aclose()
    finally:
        with anyio.CancelScope(shield=True):
            await _end(process)


async def _end(process: anyio.abc.Process) -> None:
    with anyio.move_on_after(_SECONDS_TO_EXIT):
        await process.wait()
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
    await process.aclose()
