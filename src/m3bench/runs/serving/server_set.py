"""The servers of a run, and leases of them for attempts."""

from __future__ import annotations

import math
import os
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple, TypeVar

import anyio.from_thread
import msgspec

from m3bench.core import PluginError, UsageError, content_hash
from m3bench.core.redaction import environment_secrets, protect
from m3bench.hosting import JoinedHost, Pool, PoolHost, ServerInfo, ServerSpec, Tool, ToolHost
from m3bench.runs.serving.bundled import (
    BundledHost,
    bundled_tools,
    is_plugin,
    is_third_party,
    own_servers,
    third_party_spec,
    world_thread,
)
from m3bench.runs.store import ServerRecord
from m3bench.servers import ON_REQUEST, SERVERS, THIRD_PARTY, is_on_request
from m3bench.worlds import World

_T = TypeVar("_T")


class ServerLease(NamedTuple):
    """A workspace and the servers of one attempt."""

    workspace: Path
    host: ToolHost
    pool_host: PoolHost
    """The part of the host whose servers are processes."""

    @property
    def started(self) -> dict[str, int]:
        """Servers whose process was started for this attempt, and how often."""
        return self.pool_host.started


class ServerSet:
    """Servers by name: bundled ones in this process, all others as processes of a pool."""

    def __init__(
        self, pool: Pool, world: World, specs: Iterable[ServerSpec] = (), *, replacing: bool = False
    ) -> None:
        """With `replacing`, a spec replaces the bundled server of the same name."""
        self._pool, self.world = pool, world
        self._specs = {spec.name: spec for spec in specs}
        clash = sorted(self._specs.keys() & set(own_servers()))
        if clash and not replacing:
            owner = "A plugin's" if is_plugin(clash[0]) else "A bundled"
            raise UsageError(
                f"{owner} server is also called {clash[0]}.",
                "Rename yours in its configuration file, or use it instead with --live.",
            )
        self._own = frozenset((*SERVERS, *ON_REQUEST)) - self._specs.keys()
        protect(environment_secrets(os.environ))
        protect(secret for spec in self._specs.values() for secret in spec.secrets)
        self._discovered: dict[str, tuple[Tool, ...]] = {}
        self._left_out: dict[str, str] = {}

    def in_world(self, world: World) -> ServerSet:
        """Return the same servers in another world."""
        return ServerSet(self._pool, world, self._specs.values(), replacing=True)

    def owns(self, names: Iterable[str]) -> bool:
        """Return whether all these servers are bundled ones of this process."""
        return self._own.issuperset(names)

    @property
    def folder(self) -> Path:
        """The private folder of the workspaces, outside of the run folder."""
        return self._pool.folder

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all servers except synthetic ones. Nothing is loaded."""
        return tuple(dict.fromkeys((*SERVERS, *THIRD_PARTY, *self._specs)))

    @property
    def synthetic(self) -> tuple[str, ...]:
        """The names of the synthetic servers, without those whose name another server has."""
        return tuple(name for name in ON_REQUEST if name in self._own and is_on_request(name))

    @property
    def configured(self) -> frozenset[str]:
        """The names of servers of configuration files and of the catalog."""
        return frozenset(self._specs)

    def describe(self, names: Iterable[str]) -> dict[str, ServerInfo]:
        """Return these servers, with the tools that are known without starting them."""
        return {name: self._info(name) for name in names}

    def _info(self, name: str) -> ServerInfo:
        if name in self._own:
            return _own_info(name)
        return ServerInfo(
            name=name,
            tools=self._discovered.get(name, ()),
            problem=self._left_out.get(name) or self._spec(name).unavailable_because,
            bundled=name in THIRD_PARTY,
        )

    def leave_out(self, name: str, reason: str) -> None:
        """Treat a server as unavailable from now on."""
        self._left_out[name] = reason

    async def discover_tools(
        self, names: Iterable[str] | None = None, *, start: bool = True
    ) -> dict[str, str]:
        """Learn the tools of servers that are not bundled.

        Args:
            names: Only these servers. Defaults to all that are available.
            start: Start those without a kept list, once. Otherwise their tools stay unknown.

        Returns:
            The servers that failed, with the reason.
        """
        wanted = None if names is None else set(names)
        specs = [
            self._spec(name)
            for name in self.names
            if name not in self._own
            and name not in self._discovered
            and (wanted is None or name in wanted)
            and not self._info(name).problem
        ]
        listed = await self._pool.list_tools(specs, start=start)
        self._discovered.update(listed.tools)
        return listed.faults

    @asynccontextmanager
    async def lease(self, names: Sequence[str]) -> AsyncIterator[tuple[Path, ToolHost]]:
        """Yield a new workspace and a host of the named servers."""
        async with self.open_lease(names) as lease:
            yield lease.workspace, lease.host

    @asynccontextmanager
    async def open_lease(self, names: Sequence[str]) -> AsyncIterator[ServerLease]:
        """Yield a new workspace and a host of the named servers, and which of them are started."""
        others = [self._spec(name) for name in names if name not in self._own]
        async with self._pool.lease(others, ahead=0 if len(others) > 1 else None) as lease:
            hosts: list[ToolHost] = [lease.host] if others else []
            if ours := [name for name in names if name in self._own]:
                hosts.insert(0, BundledHost(ours, self.world, lease.workspace))
            host = hosts[0] if len(hosts) == 1 else JoinedHost(hosts)
            yield ServerLease(lease.workspace, host, lease.host)

    async def run_in_world(self, work: Callable[[], _T]) -> _T:
        """Do work that uses the world in the thread of its servers: a world is not thread-safe."""
        return await world_thread(self.world).run(work, math.inf)

    def wait_in_world(self, work: Callable[[], _T]) -> _T:
        """Do the same from a worker thread."""
        return anyio.from_thread.run(self.run_in_world, work)

    def _spec(self, name: str) -> ServerSpec:
        return self._specs[name] if name in self._specs else third_party_spec(name)

    def records(self, names: Iterable[str]) -> dict[str, ServerRecord]:
        """Return the manifest entries of the named servers."""
        known = self._own | self._specs.keys()
        chosen = (name for name in sorted(set(names)) if name in known or is_third_party(name))
        return {name: self._record(name) for name in chosen}

    def _record(self, name: str) -> ServerRecord:
        if name in self._own:
            return ServerRecord(tools=content_hash(msgspec.to_builtins(bundled_tools(name))))
        spec = self._spec(name)
        # The command is left out: its path differs between machines.
        return ServerRecord(spec=content_hash([spec.name, *spec.args, spec.url]))


def _own_info(name: str) -> ServerInfo:
    try:
        return ServerInfo(name=name, tools=bundled_tools(name), bundled=True)
    except PluginError as error:
        return ServerInfo(name=name, tools=(), problem=error.message)
