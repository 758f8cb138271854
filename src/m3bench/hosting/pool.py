"""Many servers, started together, shared by tasks or kept for one."""

from __future__ import annotations

import os
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import anyio
import anyio.abc
import msgspec

from m3bench.core import UsageError
from m3bench.hosting.host import Rejection, Reply, ServerFault
from m3bench.hosting.listings import Listings
from m3bench.hosting.process import file_name, log_path, logs_of
from m3bench.hosting.sandbox import sandboxed
from m3bench.hosting.server import Server
from m3bench.hosting.spec import Scope, ServerSpec
from m3bench.hosting.tool import Tool
from m3bench.hosting.workspace import private_scratch


class PoolHost:
    """The servers that one task sees. A `ToolHost`."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self.servers = tuple(servers)
        self._servers = {server.spec.name: server for server in servers}
        self.faults: dict[str, str] = {}

    async def tools(self) -> list[Tool]:
        """Starts what is not running yet, all together, and lists the tools in the order of mounting."""
        found = {name: known for name, server in self._servers.items() if (known := server.known_tools)}

        async def ask(name: str, server: Server) -> None:
            try:
                found[name] = await server.tools()
            except ServerFault as fault:
                self.faults[name] = fault.reason
            except Rejection as rejection:
                self.faults[name] = f"does not list its tools: {rejection.message}"

        async with anyio.create_task_group() as tasks:
            for name, server in self._servers.items():
                if name not in found:
                    tasks.start_soon(ask, name, server)
        return [tool for name in self._servers for tool in found.get(name, ())]

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        return await self._servers[tool.server].call(tool.name, arguments)


class Bundle:
    """The servers of one task that are its own, in a folder of their own."""

    def __init__(self, folder: Path, servers: Sequence[Server]) -> None:
        self.folder = folder
        self.servers = servers

    async def warm(self) -> None:
        """Start them; a fault shows again when the task lists its tools."""
        async with anyio.create_task_group() as tasks:
            for server in self.servers:
                tasks.start_soon(_warmed, server)

    async def close(self) -> None:
        async with anyio.create_task_group() as tasks:
            for server in self.servers:
                tasks.start_soon(server.stop)


class Lease:
    """What a task holds while it runs: a workspace, and the servers mounted over it."""

    def __init__(self, workspace: Path, host: PoolHost) -> None:
        self.workspace = workspace
        self.host = host


class Pool:
    """Owns servers. Used as an async context manager; at its end no process is left."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        logs: Path | None = None,
        starts_at_once: int | None = None,
        ahead: int = 1,
        listings: Listings | None = None,
        sandbox: bool = False,
        hidden: Sequence[Path] = (),
    ) -> None:
        """Workspaces go into `folder`, by default a temporary one; logs into `logs`, or there too.

        With `sandbox`, servers that are started here and are not bundled ones run in one, where each sees its
        own workspace and nothing that is `hidden`.
        """
        self._logs = logs
        self._listings = listings
        self._sandbox, self._hidden = sandbox, tuple(hidden)
        # Servers run in their workspaces: a path that is relative to ours would lead them astray.
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
        # An error of the caller's goes on as it is, not wrapped into a group with those of our tasks.
        told = (None, None, None) if isinstance(error, Exception) else (kind, error, trace)
        result = await self._tasks.__aexit__(*told)
        self._closing.close()
        return None if isinstance(error, Exception) else result

    @property
    def folder(self) -> Path:
        """Where workspaces are while the pool is open."""
        return self._folder

    def logs_of(self, name: str) -> list[Path]:
        """The logs of a server of that name, the latest last."""
        return logs_of(self._logs_folder, name)

    @property
    def _logs_folder(self) -> Path:
        return self._logs or self._folder / "logs"

    @asynccontextmanager
    async def lease(self, specs: Sequence[ServerSpec], *, ahead: int | None = None) -> AsyncIterator[Lease]:
        """A workspace and servers for one task. The task's own servers end with it; its folder stays.

        `ahead` sets of them are kept ready for the tasks to come.
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

    async def warm(self, specs: Iterable[ServerSpec]) -> dict[str, str]:
        """Start shared servers ahead of the first task; what failed, with the reason."""
        host = PoolHost([self._shared_server(spec) for spec in specs if spec.scope is Scope.SHARED])
        await host.tools()
        return host.faults

    def _shared_server(self, spec: ServerSpec) -> Server:
        """One process per server as declared: another server of the same name is another process."""
        key = f"{file_name(spec.name)}-{spec.identity[:8]}"
        if key not in self._shared:
            folder = self._folder / "shared" / key
            folder.mkdir(parents=True, exist_ok=True)
            self._shared[key] = self._make(spec, folder)
        return self._shared[key]

    def _take(self, specs: Sequence[ServerSpec], ahead: int) -> Bundle:
        """A bundle from the stock, or a new one; the stock is filled up again behind it."""
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

    def _make(self, spec: ServerSpec, folder: Path) -> Server:
        # Lists are known by the server as declared, whatever folder it runs in.
        listing = self._listings.of(spec) if self._listings else None
        placed = self._confined(spec.at(str(folder)), folder)
        return Server(
            placed,
            self._tasks,
            self._slots,
            log_path=log_path(self._logs_folder, spec.name, folder.name),
            cwd=Path(placed.cwd) if placed.cwd else folder,
            workspace=folder,
            listing=listing,
        )

    def _confined(self, spec: ServerSpec, folder: Path) -> ServerSpec:
        """In a sandbox, unless it is our own code, or runs elsewhere."""
        if not self._sandbox or not spec.available or spec.bundled or spec.command is None:
            return spec
        try:
            return sandboxed(spec, folder, hidden=(self._folder, *self._hidden))
        except UsageError as error:
            return msgspec.structs.replace(spec, problem=f"{error.message} {error.hint or ''}".strip())

    async def _close_all(self) -> None:
        async with anyio.create_task_group() as tasks:
            for server in self._shared.values():
                tasks.start_soon(server.stop)
            for bundle in self._bundles.values():
                tasks.start_soon(bundle.close)


async def _warmed(server: Server) -> None:
    try:
        await server.tools()
    except (ServerFault, Rejection):
        return
