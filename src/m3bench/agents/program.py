"""A program of the user's own: started, listened to, and ended with everything that it started."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import anyio
import anyio.abc

from m3bench.core import UsageError
from m3bench.hosting.harness import HARNESS, end_marked
from m3bench.hosting.stdio import exited
from m3bench.hosting.warden import MARK_NAME

_CHUNK = 2**16
_MOST_KEPT = 100_000
_DRAIN_SECONDS = 1.0
_TERMINATE_SECONDS = 1.0


class Tail:
    """The last that was written to a stream."""

    def __init__(self) -> None:
        self.data = b""

    def add(self, chunk: bytes) -> None:
        self.data = (self.data + chunk)[-_MOST_KEPT:]


class Program:
    """One run of a command. Whatever ends `run`, nothing of the program is left afterwards."""

    def __init__(self, command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        self._command, self._folder, self._environment = command, folder, environment
        self._mark = HARNESS.next_mark()
        self.out, self.err = Tail(), Tail()
        self.code: int | None = None
        """As Python has it: below zero the number of the signal that killed it."""
        self.pid: int | None = None
        """Of the process that leads its session, once it is started."""

    async def run(self) -> None:
        """Start it and wait for its end."""
        process = await self._start()
        self.pid = process.pid
        try:
            async with anyio.create_task_group() as tasks:
                try:
                    for stream, tail in ((process.stdout, self.out), (process.stderr, self.err)):
                        assert stream is not None
                        tasks.start_soon(_read, stream, tail)
                    await exited(process.pid)
                finally:
                    with anyio.CancelScope(shield=True):
                        await self._end(process)
                tasks.cancel_scope.deadline = anyio.current_time() + _DRAIN_SECONDS
        finally:
            with anyio.CancelScope(shield=True), anyio.move_on_after(_TERMINATE_SECONDS):
                await process.aclose()

    async def _start(self) -> anyio.abc.Process:
        try:
            return await anyio.open_process(
                self._command,
                stdin=subprocess.DEVNULL,
                cwd=self._folder,
                env={**self._environment, MARK_NAME: self._mark},
                start_new_session=True,
            )
        except OSError as error:
            raise UsageError(
                f"{self._command[0]} cannot be started: {error.strerror or error}.",
                "It must be a program, or a script that names its interpreter in its first line.",
            ) from None

    async def _end(self, process: anyio.abc.Process) -> None:
        """Ask it to end, then make it; children that it left behind go the same way."""
        if process.returncode is None:
            _signal_group(process.pid, signal.SIGTERM)
        with anyio.move_on_after(_TERMINATE_SECONDS):
            await exited(process.pid)
        _signal_group(process.pid, signal.SIGKILL)
        await end_marked(self._mark)
        with anyio.move_on_after(_TERMINATE_SECONDS):
            self.code = await process.wait()


async def _read(stream: anyio.abc.ByteReceiveStream, tail: Tail) -> None:
    with suppress(anyio.EndOfStream, anyio.ClosedResourceError, anyio.BrokenResourceError):
        while True:
            tail.add(await stream.receive(_CHUNK))


def _signal_group(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)
