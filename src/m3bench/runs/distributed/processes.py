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
from threading import Thread

import anyio
import anyio.abc
import anyio.to_thread

from m3bench.hosting.process import ServerLog
from m3bench.runs.distributed.channel import SocketLink

_PROGRAM = "m3bench.runs.distributed.worker"
_CHUNK = 65_536
_SECONDS_TO_EXIT = 15.0
"""A worker stops its servers before it exits."""


@asynccontextmanager
async def open_process(number: int, logs: Path) -> AsyncIterator[SocketLink]:
    """Start a worker process and yield the link to it. At the end it exits, or is killed.

    Args:
        number: Names the log of the worker.
        logs: The folder of logs. What a worker prints goes there.
    """
    log = ServerLog(logs / f"worker-{number}.log")
    ours, theirs = socket.socketpair()
    output, their_output = os.pipe()
    try:
        with theirs, os.fdopen(their_output, "wb") as stream:
            process = await anyio.open_process(
                [sys.executable, "-P", "-m", _PROGRAM, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=stream,
                pass_fds=(theirs.fileno(),),
                # Ctrl-C is for the run: a worker exits when its link is closed.
                start_new_session=True,
            )
    except BaseException:
        ours.close()
        os.close(output)
        log.close()
        raise
    copying = Thread(target=_copy, args=(output, log), daemon=True)
    copying.start()
    try:
        try:
            link = await SocketLink.open(ours)
        except BaseException:
            ours.close()
            raise
        try:
            yield link
        finally:
            with anyio.CancelScope(shield=True):
                await link.aclose()
    finally:
        with anyio.CancelScope(shield=True):
            await _end(process)
            await anyio.to_thread.run_sync(copying.join, _SECONDS_TO_EXIT)


def _copy(output: int, log: ServerLog) -> None:
    """Write what a worker prints to its log, without secrets, until the worker and its servers are gone."""
    with os.fdopen(output, "rb", buffering=0) as stream:
        while data := stream.read(_CHUNK):
            log.write(data)
    log.close()


async def _end(process: anyio.abc.Process) -> None:
    with anyio.move_on_after(_SECONDS_TO_EXIT):
        await process.wait()
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
    await process.aclose()
