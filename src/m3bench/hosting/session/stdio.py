"""A server process that speaks MCP over stdin and stdout.

The SDK's own transport does not limit messages and logs, report how the process ended, notice its end while a
child holds the pipes, or kill detached children. This one does.
"""

from __future__ import annotations

import math
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import anyio
import anyio.abc
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.shared.message import SessionMessage

from m3bench.hosting.process import (
    HARNESS,
    LineBuffer,
    LineTooLong,
    ProcessWatch,
    ServerLog,
    end_marked,
    exited,
    limited_processes,
    log_tail,
    server_environment,
    signal_group,
)
from m3bench.hosting.resource_limits import DEFAULT_LIMITS, ResourceLimits
from m3bench.hosting.session.wire import MAX_MESSAGE_BYTES, Wire, read_message
from m3bench.hosting.spec import ServerSpec
from m3bench.hosting.workspace import FolderLimit

_CHUNK = 2**18
_DRAIN_SECONDS = 0.5
_TERMINATE_SECONDS = 1.0
_GARBAGE_SHOWN = 300

Streams = tuple[MemoryObjectReceiveStream[SessionMessage | Exception], MemoryObjectSendStream[SessionMessage]]


class StdioServer:
    """A server process. `ending` describes how it ended; `ended` is set when it cannot answer any more."""

    def __init__(
        self,
        spec: ServerSpec,
        log: ServerLog,
        cwd: Path | None,
        limits: ResourceLimits = DEFAULT_LIMITS,
        folder: Path | None = None,
    ) -> None:
        """Describe a process. `folder` is limited with it: the workspace of an attempt has its own quota."""
        self._spec, self._limits = spec, limits
        self._folder = None if folder is None else FolderLimit(folder, limits)
        self._use: ProcessWatch | None = None
        self._log = log
        self._cwd = cwd or (Path(spec.cwd) if spec.cwd else None)
        self.mark = HARNESS.next_mark()
        """In the environment of its processes."""
        self._process: anyio.abc.Process | None = None
        self._problem: str | None = None
        self._wire = Wire()
        self.ended = anyio.Event()

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    async def ending(self) -> str:
        """Describe how the process ended, with the end of its log."""
        if self._process is not None:
            with anyio.move_on_after(_DRAIN_SECONDS):
                await exited(self._process.pid)
                await self._process.wait()
        tail = log_tail(self._log.path)
        return self._exit_reason() + (f"; end of its log: {tail}" if tail else "")

    def _exit_reason(self) -> str:
        if self._use is not None and self._use.exceeded:
            return self._use.exceeded
        if self._problem:
            return self._problem
        code = self._process.returncode if self._process else None
        if code is None:
            return "closed the connection"
        if code < 0:
            return f"was killed by {signal.Signals(-code).name}"
        return f"exited with code {code}"

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Streams]:
        """Run the process and exchange messages. On exit, all of its processes have ended."""
        self._process = process = await self._spawn()
        inbox, received = anyio.create_memory_object_stream[SessionMessage | Exception](16)
        outbox, to_send = anyio.create_memory_object_stream[SessionMessage](16)
        error: Exception | None = None
        try:
            async with self._limited(process), anyio.create_task_group() as tasks:
                tasks.start_soon(self._read_messages, process, inbox)
                tasks.start_soon(self._write_messages, process, to_send)
                tasks.start_soon(self._read_log, process)
                tasks.start_soon(self._watch, process, inbox)
                try:
                    yield received, outbox
                except Exception as caught:  # noqa: BLE001 - raised again outside, not wrapped in a group
                    error = caught
                finally:
                    with anyio.CancelScope(shield=True):
                        await self._stop(process)
                    tasks.cancel_scope.cancel()
            if error is not None:
                raise error
        finally:
            self.ended.set()
            for stream in (inbox, received, outbox, to_send):
                stream.close()

    @asynccontextmanager
    async def _limited(self, process: anyio.abc.Process) -> AsyncIterator[None]:
        """Keep the process and what it starts within the limits."""
        with limited_processes(
            process.pid, self.mark, self._limits, sandboxed=self._spec.confined, folder=self._folder
        ) as self._use:
            yield

    async def _spawn(self) -> anyio.abc.Process:
        assert self._spec.command is not None
        return await anyio.open_process(
            [self._spec.command, *self._spec.args],
            cwd=self._cwd,
            env=server_environment(self.mark, self._spec.env),
            start_new_session=True,
        )

    async def _read_messages(
        self, process: anyio.abc.Process, inbox: MemoryObjectSendStream[SessionMessage | Exception]
    ) -> None:
        assert process.stdout is not None
        buffer = LineBuffer(MAX_MESSAGE_BYTES)
        with suppress(anyio.EndOfStream, anyio.ClosedResourceError, anyio.BrokenResourceError):
            try:
                while True:
                    for line in buffer.feed(await process.stdout.receive(_CHUNK)):
                        await self._pass_on(line, inbox)
            except LineTooLong as error:
                self._problem = f"sent {error}"
        inbox.close()
        self.ended.set()

    async def _pass_on(
        self, line: bytes | bytearray, inbox: MemoryObjectSendStream[SessionMessage | Exception]
    ) -> None:
        reading = await read_message(self._wire, line)
        if reading.note:
            self._log.write(b"[stdout] " + line[:_GARBAGE_SHOWN] + f" [{reading.note}]\n".encode())
        for message in reading.messages:
            await inbox.send(SessionMessage(message))

    async def _write_messages(
        self, process: anyio.abc.Process, to_send: MemoryObjectReceiveStream[SessionMessage]
    ) -> None:
        assert process.stdin is not None
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, OSError):
            async for outgoing in to_send:
                self._wire.track(outgoing.message)
                text = outgoing.message.model_dump_json(by_alias=True, exclude_unset=True)
                await process.stdin.send(text.encode("utf-8", "replace") + b"\n")

    async def _read_log(self, process: anyio.abc.Process) -> None:
        assert process.stderr is not None
        with suppress(anyio.EndOfStream, anyio.ClosedResourceError, anyio.BrokenResourceError):
            while True:
                self._log.write(await process.stderr.receive(_CHUNK))

    async def _watch(
        self, process: anyio.abc.Process, inbox: MemoryObjectSendStream[SessionMessage | Exception]
    ) -> None:
        """Notice the exit of a server whose child still holds the pipes open."""
        await exited(process.pid)
        with anyio.move_on_after(_DRAIN_SECONDS):
            await self.ended.wait()
        inbox.close()
        self.ended.set()

    async def _stop(self, process: anyio.abc.Process) -> None:
        with suppress(OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            if process.stdin is not None:
                await process.stdin.aclose()
        for number, seconds in (
            (None, self._spec.timeouts.stop),
            (signal.SIGTERM, _TERMINATE_SECONDS),
            (signal.SIGKILL, math.inf),
        ):
            if number is not None:
                signal_group(process.pid, number)
            with anyio.move_on_after(seconds):
                await exited(process.pid)
                break
        signal_group(process.pid, signal.SIGKILL)
        await end_marked(self.mark)
        with anyio.move_on_after(_TERMINATE_SECONDS):
            await process.aclose()
