"""One server: started on first use, owned by one task, restarted after a crash."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
import anyio.abc

from m3bench.core import Outcome, Text
from m3bench.core.redaction import protect
from m3bench.hosting.host import Rejection, Reply, ServerFault, with_reported_outcome, without_reserved_meta
from m3bench.hosting.listings import StoredToolList
from m3bench.hosting.offer_tools import call_offer, is_offer, offer_tools
from m3bench.hosting.path_guard import PathGuard
from m3bench.hosting.process import ServerLog, log_tail
from m3bench.hosting.resource_limits import DEFAULT_LIMITS, ResourceLimits
from m3bench.hosting.server_memory import ServerMemory
from m3bench.hosting.spec import Feature, Scope, ServerSpec
from m3bench.hosting.tool import Tool

if TYPE_CHECKING:
    from m3bench.hosting.session import Offers, Session

_MOST_STARTS = 5
"""In a row, without an answer to any call."""
_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 5.0
_PING_SECONDS = 2.0
_DOUBTFUL_CODES = frozenset({-32700, -32600, -32601, -32603, *range(-32099, -31999)}) - {-32002}
"""Codes that JSON-RPC and MCP reserve for failures of the server. Many servers also use them for wrong
arguments, so one that answers a ping is well; -32002 says that a resource was not found."""
_INTERNAL_ERROR = -32603
_HTTP_FAILURE = "Server returned an error response"
"""What the SDK says of an HTTP status without an answer."""
_HEALTH_SECONDS = 10.0
_IN_SANDBOX = (
    ' (it ran in a sandbox; to allow the network or more files, set "sandboxNetwork": true or '
    '"sandboxRead": [PATH…] in its configuration; --sandbox off disables the sandbox)'
)
_SLOT_SECONDS = 5.0
"""A server that takes longer to start is waiting for something, not computing."""


_T = TypeVar("_T")
OnStart = Callable[[], None]
Confine = Callable[[ServerSpec], ServerSpec]


class Server:
    """A server in a pool. Concurrent calls share one session."""

    def __init__(
        self,
        spec: ServerSpec,
        tasks: anyio.abc.TaskGroup,
        starts: anyio.CapacityLimiter,
        *,
        log_path: Path,
        workspace: Path,
        confine: Confine | None = None,
        listing: StoredToolList | None = None,
        memory: ServerMemory | None = None,
        limits: ResourceLimits = DEFAULT_LIMITS,
    ) -> None:
        """Describe a server; nothing is started.

        `tasks` runs its connection, and `starts` are the slots for starting servers. It runs in the
        workspace, unless the spec names another folder; `confine` puts the spec into a sandbox, before the
        first start. `memory` is asked for room before its process starts.
        """
        self.spec = spec
        self.starts = 0
        self._unanswered_starts = 0
        self.start_seconds: float | None = None
        """Duration of the last start, without the wait for a free slot."""
        self._listing = listing
        self._tasks = tasks
        self._slots = starts
        self._log_path = log_path
        self._workspace, self._confine, self._limits = workspace, confine, limits
        self._lock = anyio.Lock()
        self._session: Session | None = None
        self._served = False
        self._stop = anyio.Event()
        self._stopped = anyio.Event()
        self._stopped.set()
        self._tools: list[Tool] | None = None
        self.refused: dict[str, str] = {}
        """Listed tools that break the protocol, and what is wrong with them. They are left out."""
        self._users = 0
        """Calls and listings in progress."""
        self._was_called = False
        """Since its process started."""
        self._is_paused = False
        self.mark: str | None = None
        """In the environment of its process; None if it has none."""
        self.last_used = 0.0
        self._memory = memory
        if memory is not None:
            memory.watch(self)
        self._last_fault = ""
        self._guard = PathGuard(workspace, spec.paths) if spec.paths else None

    @property
    def name(self) -> str:
        return self.spec.name

    async def tools(self, on_start: OnStart | None = None) -> list[Tool]:
        """Return the server's tools: from the stored list if there is one, else by asking once.

        `on_start` is called if this starts its process.
        """
        if self._tools is None and self._session is None and self._listing:
            self._tools = self._listing.get()
        if self._tools is None:
            with self._in_use():
                self._tools = await self._list_tools(await self._ready(on_start))
            if self._listing and not self.refused:  # a kept list could not say what is left out
                self._listing.put(self._tools)
        return self._tools

    @property
    def known_tools(self) -> list[Tool] | None:
        """The server's tools if they are known already."""
        return self._tools

    async def _list_tools(self, session: Session) -> list[Tool]:
        with anyio.move_on_after(self.spec.timeouts.start):
            tools = await session.tools()
            self.refused = session.refused
            return [*tools, *offer_tools(self.spec, session.offers, {tool.name for tool in tools})]
        reason = f"did not list its tools within {self.spec.timeouts.start:g} s"
        raise ServerFault(self.name, _with_tail(reason, log_tail(self._log_path)))

    async def call(self, name: str, arguments: dict[str, Any], on_start: OnStart | None = None) -> Reply:
        """Call a tool. A call in flight when the server dies fails; the next call restarts the server.

        A call with a path outside the workspace does not reach the server. `on_start` is called if this
        starts its process.
        """
        refusal = self._guard.refusal(arguments) if self._guard else None
        if refusal is not None:
            return Reply((Text(refusal),), is_error=True, outcome=Outcome.INVALID_ARGUMENTS)
        async with self._called(on_start) as session:
            if is_offer(self._tools, name):
                reply = await call_offer(session.offers, name, arguments, self.spec.timeouts.call)
            else:
                reply = await session.call(name, arguments, self.spec.timeouts.call)
        self._unanswered_starts = 0
        if self._memory is not None:
            await self._memory.check(self)
        return with_reported_outcome(reply) if self.spec.bundled else without_reserved_meta(reply)

    async def use_offers(self, use: Callable[[Offers], Awaitable[_T]]) -> _T:
        """Do something with its resources and prompts. Raises `ServerFault` and `Rejection`."""
        async with self._called(None) as session:
            return await use(session.offers)

    @asynccontextmanager
    async def _called(self, on_start: OnStart | None) -> AsyncIterator[Session]:
        with self._in_use():
            session = await self._ready(on_start)
            self._was_called = True
            try:
                yield session
            except ServerFault as fault:
                await self._examine(session, fault)
                raise
            except Rejection as refusal:
                if self._is_of_transport(refusal):
                    fault_of_transport = ServerFault(self.name, refusal.message)
                    fault_of_transport.meta = refusal.meta
                    raise fault_of_transport from None
                if refusal.code in _DOUBTFUL_CODES and not await _answers(session, _HEALTH_SECONDS):
                    dead = ServerFault(self.name, f"{refusal.message}; it does not answer any more")
                    dead.meta = refusal.meta
                    await self._examine(session, dead)
                    raise dead from None
                raise

    def _is_of_transport(self, refusal: Rejection) -> bool:
        """Return whether the SDK made an error because what came over HTTP was no answer.

        It has no mark: of the reserved codes, only an internal error in other words is the server's.
        """
        internal = refusal.code == _INTERNAL_ERROR and refusal.message != _HTTP_FAILURE
        return self.spec.url is not None and refusal.code in _DOUBTFUL_CODES and not internal

    @contextmanager
    def _in_use(self) -> Iterator[None]:
        self._users += 1
        try:
            yield
        finally:
            self._users -= 1
            self.last_used = anyio.current_time()

    @property
    def can_pause(self) -> bool:
        """Whether its process is idle and holds nothing that a later call needs."""
        is_idle = self._session is not None and not self._users
        return is_idle and (self.spec.restartable or not self._was_called)

    async def pause(self) -> bool:
        """Stop its process until the next call, which will not notice. Return False if that is impossible."""
        if not self.can_pause:
            return False
        # From here on, a call waits until the process has ended and starts another.
        self._session, self._is_paused, self._unanswered_starts = None, True, 0
        await self.stop()
        return True

    async def stop(self) -> None:
        """Stop the server and wait until all of its processes have ended."""
        self._stop.set()
        await self._stopped.wait()

    async def _ready(self, on_start: OnStart | None) -> Session:
        if self._session is not None:
            return self._session
        async with self._lock:
            if self._session is None:
                await self._start(on_start)
            if self._session is None:
                raise ServerFault(self.spec.name, "ended as soon as it had started")
            return self._session

    async def _start(self, on_start: OnStart | None) -> None:
        if self._confine is not None:
            self.spec, self._confine = self._confine(self.spec), None
        if not self.spec.available:
            raise ServerFault(self.spec.name, f"cannot be started: {self.spec.unavailable_because}")
        if self._unanswered_starts >= _MOST_STARTS:
            starts = f"{self._unanswered_starts} starts without an answer"
            raise ServerFault(self.spec.name, f"gave up after {starts}; last error: {self._last_fault}")
        # Two processes would share a workspace, and the end of the first would take the second for its own.
        await self._stopped.wait()
        if self.starts and not self._is_paused:
            await anyio.sleep(min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** max(0, self._unanswered_starts - 1)))
        if self._memory is not None and self.spec.url is None:
            await self._memory.make_room(self)
        self.starts += 1
        if on_start is not None:
            on_start()
        self._unanswered_starts += 1
        self._is_paused = self._was_called = False
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
        """Hold one of the few slots for starting servers. A slow start gives its slot back, so that others do
        not wait behind it."""
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
        """Own the connection from start to end, in one task."""
        self._stopped = anyio.Event()
        self._served = False
        protect(self.spec.secrets)
        log = ServerLog(self._log_path)
        log.note(f"start {self.starts} of {self.spec.name}")
        try:
            await self._serve(log, task_status)
        except ServerFault as fault:
            # Before it is ready, the error goes to whoever starts it; afterwards, to whoever calls it.
            if not self._served:
                fault.reason = _with_tail(fault.reason, log_tail(self._log_path))
                log.note(fault.reason)
                raise
            log.note(fault.reason)
        finally:
            self._session = self.mark = None
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
            raise ServerFault(self.spec.name, f"did not start within {limit:g} s")

    @asynccontextmanager
    async def _connected(self, log: ServerLog) -> AsyncIterator[tuple[Session, anyio.Event]]:
        # The SDK takes a second to import, which code that never connects should not pay.
        from m3bench.hosting.session import StdioServer, http_transport, open_session  # noqa: PLC0415

        name, allows = self.spec.name, self.spec.allows
        options: dict[str, Any] = {
            "elicits": allows(Feature.ELICITATION),
            "task_seconds": self.spec.timeouts.task if allows(Feature.TASKS) else None,
            "modern": self.spec.bundled and bool(self.spec.features),
        }
        if self.spec.url is not None:
            transport = http_transport(self.spec.url, self.spec.headers, self.spec.timeouts.call)
            async with open_session(transport, name, _closed, **options) as session:
                yield session, anyio.Event()
            return
        process = StdioServer(
            self.spec,
            log,
            Path(self.spec.cwd or self._workspace),
            self._limits,
            self._workspace if self.spec.scope is Scope.SHARED else None,
        )
        self.mark = process.mark
        try:
            async with open_session(process.connect(), name, process.ending, **options) as session:
                yield session, process.ended
        except OSError as error:
            raise ServerFault(name, f"cannot be started: {error.strerror}: {self.spec.command}") from None

    async def _examine(self, session: Session, fault: ServerFault) -> None:
        """Stop a server that does not answer a ping; the next call restarts it."""
        self._last_fault = fault.reason
        if self._session is session and not (fault.silent and await _answers(session)):
            self._session = None
            self._stop.set()


def _with_tail(reason: str, tail: str) -> str:
    """Return the reason with the end of the log, unless it has it already."""
    return reason if not tail or "end of its log: " in reason else f"{reason}; end of its log: {tail}"


async def _first_of(*events: anyio.Event) -> None:
    async with anyio.create_task_group() as tasks:

        async def wait(event: anyio.Event) -> None:
            await event.wait()
            tasks.cancel_scope.cancel()

        for event in events:
            tasks.start_soon(wait, event)


async def _answers(session: Session, seconds: float = _PING_SECONDS) -> bool:
    try:
        with suppress(Rejection):  # an error is an answer, too
            await session.ping(seconds)
    except ServerFault:
        return False
    return True


async def _closed() -> str:
    return "closed the connection"
