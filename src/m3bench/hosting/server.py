"""One server: started when first needed, owned by one task, started again when it dies."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import anyio.abc

from m3bench.core import Outcome, Text
from m3bench.core.redaction import protect
from m3bench.hosting.host import Rejection, Reply, ServerFault, trusting
from m3bench.hosting.listings import Listing
from m3bench.hosting.path_guard import PathGuard
from m3bench.hosting.process import ServerLog
from m3bench.hosting.spec import ServerSpec
from m3bench.hosting.tool import Tool

if TYPE_CHECKING:
    from m3bench.hosting.session import Session

_MOST_STARTS = 5
"""Without an answer to any call in between."""
_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 5.0
_PING_SECONDS = 2.0
_IN_SANDBOX = (
    ' (it ran in the sandbox; "sandboxNetwork": true or "sandboxRead": [PATH…] in its file lets it use the '
    "network or read more, and --sandbox off starts it without one)"
)
_SLOT_SECONDS = 5.0
"""A server that is still not up after this time is waiting, not computing."""


class Server:
    """A server of a pool. Calls may overlap; all of them go through one session."""

    def __init__(
        self,
        spec: ServerSpec,
        tasks: anyio.abc.TaskGroup,
        starts: anyio.CapacityLimiter,
        *,
        log_path: Path,
        cwd: Path | None = None,
        workspace: Path | None = None,
        listing: Listing | None = None,
    ) -> None:
        self.spec = spec
        self.starts = 0
        self._fruitless = 0
        self.start_seconds: float | None = None
        """How long the last start took, the wait for a free slot apart."""
        self._listing = listing
        self._tasks = tasks
        self._slots = starts
        self._log_path = log_path
        self._cwd = cwd
        self._lock = anyio.Lock()
        self._session: Session | None = None
        self._served = False
        self._stop = anyio.Event()
        self._stopped = anyio.Event()
        self._stopped.set()
        self._tools: list[Tool] | None = None
        self._last_fault = ""
        self._guard = PathGuard(workspace, spec.paths) if workspace is not None and spec.paths else None

    async def tools(self) -> list[Tool]:
        """The server's tools, asked for once; from its listing where it has one."""
        if self._tools is None and self._session is None and self._listing:
            self._tools = self._listing.get()
        if self._tools is None:
            self._tools = await self._list_tools(await self._ready())
            if self._listing:
                self._listing.put(self._tools)
        return self._tools

    @property
    def known_tools(self) -> list[Tool] | None:
        """The server's tools where they need not be asked for any more."""
        return self._tools

    async def _list_tools(self, session: Session) -> list[Tool]:
        with anyio.move_on_after(self.spec.timeouts.start):
            return await session.tools()
        raise ServerFault(self.spec.name, f"listed no tools within {self.spec.timeouts.start:g} s")

    async def call(self, name: str, arguments: dict[str, Any]) -> Reply:
        """Carry out a call; the one in flight when a server dies is a fault, the next one starts it again.

        A call with a path that leads out of the workspace does not reach the server.
        """
        refusal = self._guard.refusal(arguments) if self._guard else None
        if refusal is not None:
            return Reply((Text(refusal),), is_error=True, outcome=Outcome.INVALID_ARGUMENTS)
        session = await self._ready()
        try:
            reply = await session.call(name, arguments, self.spec.timeouts.call)
        except ServerFault as fault:
            await self._examine(session, fault)
            raise
        self._fruitless = 0
        return trusting(reply) if self.spec.bundled else reply

    async def stop(self) -> None:
        """End it, and wait until nothing of it is left."""
        self._stop.set()
        await self._stopped.wait()

    async def _ready(self) -> Session:
        if self._session is not None:
            return self._session
        async with self._lock:
            if self._session is None:
                await self._start()
            assert self._session is not None
            return self._session

    async def _start(self) -> None:
        if not self.spec.available:
            raise ServerFault(self.spec.name, f"cannot be started: {self.spec.unavailable_because}")
        if self._fruitless >= _MOST_STARTS:
            raise ServerFault(
                self.spec.name, f"given up after {self._fruitless} starts; last: {self._last_fault}"
            )
        if self.starts:
            await anyio.sleep(min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** max(0, self._fruitless - 1)))
        self.starts += 1
        self._fruitless += 1
        self._stop = anyio.Event()
        async with self._slot():
            began = anyio.current_time()
            try:
                await self._tasks.start(self._own)
                self.start_seconds = anyio.current_time() - began
            except ServerFault as fault:
                if self.spec.confined:
                    fault.reason += _IN_SANDBOX
                self._last_fault = fault.reason
                raise

    @asynccontextmanager
    async def _slot(self) -> AsyncIterator[None]:
        """One of the few places for servers that start. It is lost to one that takes long: such a server
        waits for something, and the others need not wait with it."""
        if self.spec.url is not None:
            yield
            return
        holder = object()
        is_up = anyio.Event()
        await self._slots.acquire_on_behalf_of(holder)
        self._tasks.start_soon(self._give_back, holder, is_up)
        try:
            yield
        finally:
            is_up.set()

    async def _give_back(self, holder: object, is_up: anyio.Event) -> None:
        try:
            with anyio.move_on_after(_SLOT_SECONDS):
                await is_up.wait()
        finally:
            self._slots.release_on_behalf_of(holder)

    async def _own(self, *, task_status: anyio.abc.TaskStatus[None]) -> None:
        """The task that owns the connection from its beginning to its end."""
        self._stopped = anyio.Event()
        self._served = False
        protect(self.spec.secrets)
        log = ServerLog(self._log_path)
        log.note(f"start {self.starts} of {self.spec.name}")
        try:
            await self._serve(log, task_status)
        except ServerFault as fault:
            log.note(fault.reason)
            # Before it served, whoever started it is told; afterwards, whoever calls it.
            if not self._served:
                raise
        finally:
            self._session = None
            self._stopped.set()
            log.close()

    async def _serve(self, log: ServerLog, task_status: anyio.abc.TaskStatus[None]) -> None:
        limit = self.spec.timeouts.start
        with anyio.CancelScope(deadline=anyio.current_time() + limit) as scope:
            async with self._connected(log) as (session, ended):
                scope.deadline = math.inf
                self._session, self._served = session, True
                task_status.started()
                await _first_of(self._stop, ended)
                self._session = None
        if scope.cancelled_caught and not self._served:
            tail = f"; its log ends: {log.tail()}" if log.tail() else ""
            raise ServerFault(self.spec.name, f"did not start within {limit:g} s{tail}")

    @asynccontextmanager
    async def _connected(self, log: ServerLog) -> AsyncIterator[tuple[Session, anyio.Event]]:
        # The SDK takes a second to import: whoever only looks at servers need not wait for it.
        from m3bench.hosting.session import StdioServer, http_transport, open_session  # noqa: PLC0415

        name = self.spec.name
        if self.spec.url is not None:
            transport = http_transport(self.spec.url, self.spec.headers, self.spec.timeouts.call)
            async with open_session(transport, name, _closed) as session:
                yield session, anyio.Event()
            return
        process = StdioServer(self.spec, log, self._cwd)
        try:
            async with open_session(process.connect(), name, process.ending) as session:
                yield session, process.ended
        except OSError as error:
            raise ServerFault(name, f"cannot be started: {error.strerror}: {self.spec.command}") from None

    async def _examine(self, session: Session, fault: ServerFault) -> None:
        """A server that does not even answer a ping is ended: the next call starts it again."""
        self._last_fault = fault.reason
        if self._session is not session:
            return
        if fault.silent and await _answers(session):
            return
        self._session = None
        self._stop.set()


async def _first_of(*events: anyio.Event) -> None:
    async with anyio.create_task_group() as tasks:

        async def wait(event: anyio.Event) -> None:
            await event.wait()
            tasks.cancel_scope.cancel()

        for event in events:
            tasks.start_soon(wait, event)


async def _answers(session: Session) -> bool:
    try:
        await session.ping(_PING_SECONDS)
    except ServerFault:
        return False
    except Rejection:  # an odd answer to a ping, but an answer
        return True
    return True


async def _closed() -> str:
    return "closed the connection"
