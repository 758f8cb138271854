"""Run a program, read its output, and end all of its processes."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import anyio
import anyio.abc
import anyio.to_thread

from m3bench.core import M3BenchError, UsageError
from m3bench.hosting import DEFAULT_LIMITS, ResourceLimits
from m3bench.hosting.gateway import processes_of_session
from m3bench.hosting.process import (
    HARNESS,
    MARK_NAME,
    ProcessWatch,
    end_marked,
    exited,
    limited_processes,
    signal_group,
)
from m3bench.hosting.sandbox import ProgramSandbox, check_program
from m3bench.hosting.workspace import FolderLimit

_CHUNK = 2**16
_MAX_KEPT = 100_000
_MAX_SPOOLED = 256 * 1024 * 1024
_DRAIN_SECONDS = 1.0
_MAX_REASON = 500
_TERMINATE_SECONDS = 1.0


class SandboxFailed(M3BenchError):
    """The sandbox could not be set up. This is a failure of the harness, not of the program."""

    def __init__(self, output: str) -> None:
        super().__init__(f"The sandbox of the agent could not be set up: {output}", "Try --sandbox off.")


class Tail:
    """The end of what was written to a stream."""

    def __init__(self) -> None:
        self.data = b""

    def add(self, chunk: bytes) -> None:
        self.data = (self.data + chunk)[-_MAX_KEPT:]


class Spool(Tail):
    """Also writes everything to a file, up to a size that no honest program reaches."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path, self._size = path, 0

    def add(self, chunk: bytes) -> None:
        super().add(chunk)
        if self._size < _MAX_SPOOLED:
            self._size += len(chunk)
            with self._path.open("ab") as file:
                file.write(chunk)


class Program:
    """One run of a command. However `run` ends, no process of the program is left."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        sandbox: ProgramSandbox | None = None,
        *,
        stdin: bytes = b"",
        out: Tail | None = None,
        limits: ResourceLimits = DEFAULT_LIMITS,
        home: Path | None = None,
    ) -> None:
        """Describe a run.

        Args:
            command: The program and its arguments.
            folder: Its working directory.
            environment: All of its variables.
            sandbox: What it may see; None runs it without a sandbox.
            stdin: What it can read there.
            out: Gets what it prints.
            limits: What its processes may use.
            home: A folder of its own that is limited with them.
        """
        self._command, self._folder, self._environment = command, folder, environment
        self._stdin, self._limits = stdin, limits
        self._home = None if home is None else FolderLimit(home, limits)
        self._sandbox = sandbox
        self.sandboxed = sandbox is not None
        self._mark = HARNESS.next_mark()
        self.out, self.err = out or Tail(), Tail()
        self.code: int | None = None
        """The exit code; negative for the signal that killed it."""
        self.pid: int | None = None
        """The process id of the session leader, once started."""
        self.exceeded: str | None = None
        """Which limit its processes exceeded. They were killed then."""

    async def run(self) -> None:
        """Start it and wait for its end."""
        # Cancelled half-way, the process would run, and nobody would know of it.
        with anyio.CancelScope(shield=True):
            process, signal_pipe = await self._start()
        self.pid = process.pid
        try:
            async with anyio.create_task_group() as tasks:
                try:
                    for stream, tail in ((process.stdout, self.out), (process.stderr, self.err)):
                        assert stream is not None
                        tasks.start_soon(_read, stream, tail)
                    await self._until_exit(process.pid)
                finally:
                    with anyio.CancelScope(shield=True):
                        await self._end(process)
                tasks.cancel_scope.deadline = anyio.current_time() + _DRAIN_SECONDS
        finally:
            with anyio.CancelScope(shield=True), anyio.move_on_after(_TERMINATE_SECONDS):
                await process.aclose()
            is_set_up = signal_pipe is None or signal_pipe.close()
        if not is_set_up:
            raise SandboxFailed(self.err.data.decode(errors="replace").strip()[-_MAX_REASON:])

    async def _until_exit(self, pid: int) -> None:
        """Wait until the program exits, or is killed because it uses too much."""
        watch: ProcessWatch | None = None
        try:
            with limited_processes(
                pid, self._mark, self._limits, sandboxed=self.sandboxed, folder=self._home
            ) as watch:
                await exited(pid)
        finally:
            self.exceeded = watch.exceeded if watch is not None else None

    async def _start(self) -> tuple[anyio.abc.Process, SandboxSignal | None]:
        if self._sandbox is None:
            return await self._open(self._command), None
        check_program(self._command[0])
        read, write = os.pipe()
        try:
            command = self._sandbox.command(self._command, self._folder, write)
            return await self._open(command, write), SandboxSignal(read)
        except BaseException:
            os.close(read)
            raise
        finally:
            os.close(write)

    async def _open(self, command: Sequence[str], *descriptors: int) -> anyio.abc.Process:
        try:
            with tempfile.TemporaryFile() as given:
                given.write(self._stdin)
                given.seek(0)
                return await anyio.open_process(
                    command,
                    stdin=given if self._stdin else subprocess.DEVNULL,
                    cwd=self._folder,
                    env={**self._environment, MARK_NAME: self._mark},
                    start_new_session=True,
                    pass_fds=descriptors,
                )
        except OSError as error:
            raise UsageError(
                f"{self._command[0]} cannot be started: {error.strerror or error}.",
                "It must be an executable, or a script with an interpreter in its first line.",
            ) from None

    async def _end(self, process: anyio.abc.Process) -> None:
        """Terminate the program, then kill it and its children."""
        if process.returncode is None:
            await self._terminate(process.pid)
        with anyio.move_on_after(_TERMINATE_SECONDS):
            await exited(process.pid)
        signal_group(process.pid, signal.SIGKILL)
        await end_marked(self._mark)
        with anyio.move_on_after(_TERMINATE_SECONDS):
            code = await process.wait()
            # A sandbox reports signals as a shell does.
            self.code = 128 - code if self._sandbox is not None and code > 128 else code

    async def _terminate(self, leader: int) -> None:
        if self._sandbox is None:
            signal_group(leader, signal.SIGTERM)
            return
        # Do not signal the leader: it is the sandbox, and would kill everything at once.
        for pid in await anyio.to_thread.run_sync(processes_of_session, leader):
            if pid != leader:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGTERM)


class SandboxSignal:
    """Reads whether a sandbox was set up: its first process writes a byte before it starts the program."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def close(self) -> bool:
        """Return whether the sandbox was set up. Call it when everything in the sandbox has ended."""
        try:
            os.set_blocking(self._descriptor, False)
            return os.read(self._descriptor, 1) == b"1"
        except BlockingIOError:
            return False
        finally:
            os.close(self._descriptor)


async def _read(stream: anyio.abc.ByteReceiveStream, tail: Tail) -> None:
    with suppress(anyio.EndOfStream, anyio.ClosedResourceError, anyio.BrokenResourceError):
        while True:
            tail.add(await stream.receive(_CHUNK))
