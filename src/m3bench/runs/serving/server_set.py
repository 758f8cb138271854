"""The servers of a run: which there are, and a workspace with some of them for one attempt."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from m3bench.core import PluginError, UsageError, content_hash
from m3bench.core.redaction import environment_secrets, protect
from m3bench.hosting import (
    JoinedHost,
    Pool,
    ServerInfo,
    ServerSpec,
    Tool,
    ToolHost,
)
from m3bench.runs.serving.bundled import (
    THIRD_PARTY,
    BundledHost,
    bundled_tools,
    is_plugin,
    own_servers,
    third_party_spec,
)
from m3bench.runs.store import ServerRecord
from m3bench.servers import SERVERS
from m3bench.world import World


class ServerSet:
    """Servers by name: ours in process, all others as processes of a pool."""

    def __init__(
        self, pool: Pool, world: World, specs: Iterable[ServerSpec] = (), *, replacing: bool = False
    ) -> None:
        """With `replacing`, a spec takes the place of the bundled server of its name."""
        self._pool, self.world = pool, world
        self._specs = {spec.name: spec for spec in specs}
        clash = sorted(self._specs.keys() & set(own_servers()))
        if clash and not replacing:
            owner = "A plugin's" if is_plugin(clash[0]) else "A bundled"
            raise UsageError(
                f"{owner} server is called {clash[0]} as well.",
                "Give yours another name in its file, or have it in its place with --live.",
            )
        self._own = frozenset(SERVERS) - self._specs.keys()
        protect(environment_secrets(os.environ))
        protect(secret for spec in self._specs.values() for secret in spec.secrets)
        self._learned: dict[str, tuple[Tool, ...]] = {}

    @property
    def folder(self) -> Path:
        """Where the workspaces are. It is private, and outside of the run folder."""
        return self._pool.folder

    @property
    def available(self) -> dict[str, ServerInfo]:
        """Every server, with its tools as far as they are known without starting it."""
        own = {name: _own_info(name) for name in SERVERS if name in self._own}
        others = {
            name: ServerInfo(
                name=name, tools=self._learned.get(name, ()), problem=self._spec(name).unavailable_because
            )
            for name in {**THIRD_PARTY, **self._specs}
        }
        return {**own, **others}

    async def learn(self) -> None:
        """Start what must be started to know its tools."""
        specs = [
            self._spec(name)
            for name, info in self.available.items()
            if name not in self._own and not info.problem
        ]
        async with self._pool.lease(specs, ahead=0) as lease:
            for tool in await lease.host.tools():
                self._learned[tool.server] = (*self._learned.get(tool.server, ()), tool)

    @asynccontextmanager
    async def lease(self, names: Sequence[str]) -> AsyncIterator[tuple[Path, ToolHost]]:
        """A new workspace, and over it the named servers."""
        others = [self._spec(name) for name in names if name not in self._own]
        async with self._pool.lease(others, ahead=0 if len(others) > 1 else None) as lease:
            hosts: list[ToolHost] = [lease.host] if others else []
            if ours := [name for name in names if name in self._own]:
                hosts.insert(0, BundledHost(ours, self.world, lease.workspace))
            yield lease.workspace, hosts[0] if len(hosts) == 1 else JoinedHost(hosts)

    def _spec(self, name: str) -> ServerSpec:
        return self._specs[name] if name in self._specs else third_party_spec(name)

    def records(self, names: Iterable[str]) -> dict[str, ServerRecord]:
        """What the manifest says of the servers."""
        return {
            name: self._record(name) for name in sorted(set(names)) if name in self._own or self._known(name)
        }

    def _known(self, name: str) -> bool:
        return name in THIRD_PARTY or name in self._specs

    def _record(self, name: str) -> ServerRecord:
        if name in self._own:
            return ServerRecord(tools=content_hash(msgspec.to_builtins(bundled_tools(name))))
        spec = self._spec(name)
        # Where it is installed differs from machine to machine.
        return ServerRecord(spec=content_hash([spec.name, *spec.args, spec.url]))


def _own_info(name: str) -> ServerInfo:
    try:
        return ServerInfo(name=name, tools=bundled_tools(name))
    except PluginError as error:
        return ServerInfo(name=name, tools=(), problem=error.message)
