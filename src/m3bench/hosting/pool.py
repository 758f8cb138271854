"""A pool of servers: shared between tasks, or started for one task."""

from __future__ import annotations

import os
import tempfile
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import anyio
import anyio.abc
import msgspec

from m3bench.core import UsageError
from m3bench.hosting.host import Rejection, Reply, ServerFault
from m3bench.hosting.listings import StoredToolList, ToolListSource
from m3bench.hosting.process import file_name, log_path, logs_of
from m3bench.hosting.resource_limits import DEFAULT_LIMITS, ResourceLimits
from m3bench.hosting.sandbox import sandboxed
from m3bench.hosting.server import OnStart, Server
from m3bench.hosting.server_memory import ServerMemory
from m3bench.hosting.spec import Feature, Scope, ServerSpec
from m3bench.hosting.tool import Tool
from m3bench.hosting.workspace import private_scratch, remove_tree


class PoolHost:
    """A `ToolHost` over the servers of one task."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self.servers = tuple(servers)
        self._servers = {server.spec.name: server for server in servers}
        self._shared_starts: Counter[str] = Counter()
        self.faults: dict[str, str] = {}

    @property
    def started(self) -> dict[str, int]:
        """Servers whose process was started for this task, and how often. A shared server counts for the task
        that needed it first."""
        own = {name: server.starts for name, server in self._servers.items() if _is_own(server)}
        return {name: count for name, count in {**own, **self._shared_starts}.items() if count}

    @property
    def offering(self) -> tuple[Server, ...]:
        """The servers whose resources and prompts can be reached."""
        features = (Feature.RESOURCES, Feature.PROMPTS)
        return tuple(server for server in self.servers if any(map(server.spec.allows, features)))

    @property
    def refused(self) -> dict[str, str]:
        """Tools that are left out because they break the protocol, by full name, and what is wrong."""
        return {
            f"{server.name}/{tool}": why for server in self.servers for tool, why in server.refused.items()
        }

    def _on_start(self, server: Server) -> OnStart | None:
        return None if _is_own(server) else partial(self._shared_starts.update, [server.spec.name])

    async def tools(self) -> list[Tool]:
        """List the tools in mount order. Servers whose tools are not known are started, concurrently."""
        tools = {name: known for name, server in self._servers.items() if (known := server.known_tools)}

        async def ask(name: str, server: Server) -> None:
            try:
                tools[name] = await server.tools(self._on_start(server))
            except ServerFault as fault:
                self.faults[name] = fault.reason
            except Rejection as rejection:
                self.faults[name] = f"failed to list its tools: {rejection.message}"

        async with anyio.create_task_group() as tasks:
            for name, server in self._servers.items():
                if name not in tools:
                    tasks.start_soon(ask, name, server)
        return [tool for name in self._servers for tool in tools.get(name, ())]

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        server = self._servers[tool.server]
        return await server.call(tool.name, arguments, self._on_start(server))


class Bundle(NamedTuple):
    """The servers that belong to one task, with their workspace."""

    folder: Path
    servers: Sequence[Server]

    async def warm(self) -> None:
        """Start the servers. Faults are ignored here: they appear when the task lists its tools."""
        async with anyio.create_task_group() as tasks:
            for server in self.servers:
                tasks.start_soon(_warmed, server)

    async def close(self) -> None:
        async with anyio.create_task_group() as tasks:
            for server in self.servers:
                tasks.start_soon(server.stop)


class Lease(NamedTuple):
    """A task's workspace and the servers mounted over it, while the task runs."""

    workspace: Path
    host: PoolHost


class ToolListing(NamedTuple):
    """What servers list."""

    tools: dict[str, tuple[Tool, ...]]
    faults: dict[str, str]
    """Servers that failed, with the reason."""


class Pool:
    """Owns servers. An async context manager: on exit, every process has ended."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        logs: Path | None = None,
        starts_at_once: int | None = None,
        ahead: int = 1,
        listings: ToolListSource | None = None,
        sandbox: bool = False,
        hidden: Sequence[Path] = (),
        memory: ServerMemory | None = None,
        limits: ResourceLimits = DEFAULT_LIMITS,
    ) -> None:
        """Create a pool.

        Args:
            folder: Where workspaces are created. Defaults to a temporary folder.
            logs: Where server logs are written. Defaults to a subfolder of `folder`.
            starts_at_once: Servers that may start at the same time. Defaults to the number of CPUs.
            ahead: Sets of task servers that are started in advance.
            listings: Stored tool lists.
            sandbox: Run third-party stdio servers in a sandbox. Each sees only its own workspace.
            hidden: Paths that are hidden in the sandbox.
            memory: Stops idle servers that would exceed its limit.
            limits: What the processes of one server may use.
        """
        self._logs, self._memory, self._limits = logs, memory, limits
        self._listings = listings
        self._sandbox, self._hidden = sandbox, tuple(hidden)
        # Servers run in their workspaces: a path relative to our working directory would be wrong there.
        self._given = None if folder is None else folder.resolve()
        self._folder = Path()
        self._slots_wanted = starts_at_once or os.cpu_count() or 1
        self._ahead = ahead
        self._shared: dict[str, Server] = {}
        self._stock: dict[str, list[Bundle]] = defaultdict(list)
        self._bundles: dict[Path, Bundle] = {}

    async def __aenter__(self) -> Self:
        self._closing = ExitStack()
        self._folder = self._given or self._closing.enter_context(private_scratch())
        self._slots = anyio.CapacityLimiter(self._slots_wanted)
        self._tasks = await anyio.create_task_group().__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        with anyio.CancelScope(shield=True):
            await self._close_all()
        self._tasks.cancel_scope.cancel()
        # Raise the caller's error as it is, not in a group with the errors of our tasks.
        details = (None, None, None) if isinstance(error, Exception) else (kind, error, trace)
        result = await self._tasks.__aexit__(*details)
        self._closing.close()
        return None if isinstance(error, Exception) else result

    @property
    def folder(self) -> Path:
        """The folder of workspaces while the pool is open."""
        return self._folder

    def logs_of(self, name: str) -> list[Path]:
        """Return the logs of a server, oldest first."""
        return logs_of(self._logs_folder, name)

    @property
    def _logs_folder(self) -> Path:
        return self._logs or self._folder / "logs"

    @asynccontextmanager
    async def lease(self, specs: Sequence[ServerSpec], *, ahead: int | None = None) -> AsyncIterator[Lease]:
        """Provide a workspace and servers for one task. Its own servers end with the lease; its folder
        remains.

        `ahead` sets of servers are started in advance for later tasks.
        """
        own = [spec for spec in specs if spec.scope is Scope.TASK]
        bundle = self._take(own, self._ahead if ahead is None else ahead)
        by_name = {server.spec.name: server for server in bundle.servers}
        servers = [by_name.get(spec.name) or self._shared_server(spec) for spec in specs]
        try:
            yield Lease(bundle.folder, PoolHost(servers))
        finally:
            with anyio.CancelScope(shield=True):
                await bundle.close()
            del self._bundles[bundle.folder]

    async def list_tools(self, specs: Sequence[ServerSpec], *, start: bool = True) -> ToolListing:
        """Return the tools of servers, from stored lists.

        With `start`, those without such a list are started, a few at a time, and stopped. Their logs are not
        kept; the reason of a failure has the end of its log.
        """
        listing = ToolListing({}, {})
        slots = anyio.CapacityLimiter(self._slots_wanted)
        async with anyio.create_task_group() as tasks:
            for spec in specs:
                stored_list = self._stored_list(spec)
                stored = None if stored_list is None else stored_list.get()
                if stored is not None:
                    listing.tools[spec.name] = tuple(stored)
                elif start:
                    tasks.start_soon(self._list_alone, spec, listing, slots)
        return listing

    async def _list_alone(self, spec: ServerSpec, listing: ToolListing, slots: anyio.CapacityLimiter) -> None:
        folder = Path(tempfile.mkdtemp(dir=self._folder, prefix="listing-"))
        server = self._make(spec, folder, folder / "logs")
        host = PoolHost([server])
        try:
            async with slots:
                tools = await host.tools()
        finally:
            with anyio.CancelScope(shield=True):
                await server.stop()
            with suppress(OSError):
                remove_tree(folder)
        listing.faults.update(host.faults)
        if not host.faults:
            listing.tools[spec.name] = tuple(tools)

    def _stored_list(self, spec: ServerSpec) -> StoredToolList | None:
        return self._listings.of(spec) if self._listings else None

    async def warm(self, specs: Iterable[ServerSpec]) -> dict[str, str]:
        """Start shared servers before the first task. Returns the servers that failed, with the reason."""
        host = PoolHost([self._shared_server(spec) for spec in specs if spec.scope is Scope.SHARED])
        await host.tools()
        return host.faults

    def _shared_server(self, spec: ServerSpec) -> Server:
        """Return the shared process of a spec. Two specs with the same name get separate processes."""
        key = f"{file_name(spec.name)}-{spec.identity[:8]}"
        if key not in self._shared:
            folder = self._folder / "shared" / key
            folder.mkdir(parents=True, exist_ok=True)
            self._shared[key] = self._make(spec, folder)
        return self._shared[key]

    def _take(self, specs: Sequence[ServerSpec], ahead: int) -> Bundle:
        """Take a bundle from the stock or create one, and refill the stock in the background."""
        key = "\n".join(sorted(spec.identity + spec.name for spec in specs))
        stock = self._stock[key]
        bundle = stock.pop() if stock else self._new_bundle(specs)
        if specs:
            self._tasks.start_soon(self._refill, key, specs, ahead)
        return bundle

    async def _refill(self, key: str, specs: Sequence[ServerSpec], ahead: int) -> None:
        while len(self._stock[key]) < ahead:
            bundle = self._new_bundle(specs)
            self._stock[key].append(bundle)
            await bundle.warm()

    def _new_bundle(self, specs: Sequence[ServerSpec]) -> Bundle:
        root = self._folder / "workspaces"
        root.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(dir=root, prefix="task-"))
        bundle = Bundle(folder, [self._make(spec, folder) for spec in specs])
        self._bundles[folder] = bundle
        return bundle

    def _make(self, spec: ServerSpec, folder: Path, logs: Path | None = None) -> Server:
        return Server(
            spec.at(str(folder)),
            self._tasks,
            self._slots,
            log_path=log_path(logs or self._logs_folder, spec.name, folder.name),
            workspace=folder,
            confine=partial(self._confined, folder=folder),
            listing=self._stored_list(spec),  # of the server as declared, wherever it runs
            memory=self._memory,
            limits=self._limits,
        )

    def _confined(self, spec: ServerSpec, folder: Path) -> ServerSpec:
        """Return the spec in a sandbox, unless the server is bundled or remote."""
        if not self._sandbox or not spec.available or spec.bundled or spec.command is None:
            return spec
        try:
            return sandboxed(spec, folder, hidden=(self._folder, *self._hidden), limits=self._limits)
        except UsageError as error:
            return msgspec.structs.replace(spec, problem=f"{error.message} {error.hint or ''}".strip())

    async def _close_all(self) -> None:
        async with anyio.create_task_group() as tasks:
            for server in self._shared.values():
                tasks.start_soon(server.stop)
            for bundle in self._bundles.values():
                tasks.start_soon(bundle.close)


def _is_own(server: Server) -> bool:
    return server.spec.scope is Scope.TASK


async def _warmed(server: Server) -> None:
    with suppress(ServerFault, Rejection):
        await server.tools()
