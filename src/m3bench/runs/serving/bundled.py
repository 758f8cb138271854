"""Bundled servers: in this process for speed, or as commands that speak MCP."""

from __future__ import annotations

import functools
import logging
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from m3bench.core import Content, Media, Proof, Text
from m3bench.hosting import (
    Environments,
    JoinedHost,
    Pool,
    Reply,
    Scope,
    ServerFault,
    ServerSpec,
    Timeouts,
    Tool,
    ToolHost,
    load_catalog,
    with_reported_outcome,
)
from m3bench.runs.serving.server_thread import CallTimeout, PendingCall, ServerThread
from m3bench.servers import (
    LISTED,
    SERVERS,
    THIRD_PARTY,
    Answer,
    Files,
    Server,
    ToolContext,
    ToolFailure,
    is_on_request,
    load,
)
from m3bench.servers.kit import answer_meta, failure_meta
from m3bench.worlds import World


@functools.cache
def bundled_servers() -> tuple[str, ...]:
    """Return the servers of all installed collections, without those on request."""
    return tuple(sorted((*LISTED, *THIRD_PARTY), key=str.casefold))


def own_servers() -> tuple[str, ...]:
    """Return the names of all bundled servers and servers of plugins."""
    return (*bundled_servers(), *(name for name in SERVERS if not SERVERS.is_built_in(name)))


def is_plugin(server: str) -> bool:
    """Return whether a server comes from a plugin."""
    return server in SERVERS and not SERVERS.is_built_in(server)


_log = logging.getLogger(__name__)


class BundledHost:
    """A `ToolHost` of bundled servers in this process. Each task has its own, with its own files.

    Calls run in a thread, one at a time and in order.
    """

    def __init__(
        self, names: Iterable[str], world: World, workspace: Path, *, timeouts: Timeouts | None = None
    ) -> None:
        self._names = tuple(names)
        self._context = ToolContext(world, Files(workspace))
        self._seconds = (timeouts or Timeouts()).call
        self._hung: dict[str, PendingCall[Answer]] = {}
        self.faults: dict[str, str] = {}

    async def tools(self) -> Sequence[Tool]:
        return [tool for name in self._names for tool in bundled_tools(name)]

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        try:
            answer = await self._answer(tool, arguments)
        except ServerFault:
            raise
        except Exception as error:  # noqa: BLE001 - a bug in a server is its fault, as it is over stdio
            if not isinstance(error, ToolFailure):
                _log.debug("%s failed", tool.full_name, exc_info=True)
            message, meta = failure_meta(error)
            return with_reported_outcome(Reply((Text(message),), is_error=True, meta=meta))
        return with_reported_outcome(Reply(_content(answer), meta=answer_meta(answer)))

    async def _answer(self, tool: Tool, arguments: dict[str, Any]) -> Answer:
        hung = self._hung.get(tool.server)
        if hung is not None and not hung.is_over:
            reason = f"is still busy with a call that gave no answer within {hung.seconds:g} s"
            raise ServerFault(tool.server, reason, silent=True)
        server = load(tool.server)
        thread = thread_of(server, self._context.world)
        call = functools.partial(server.call, self._context, tool.name, arguments)
        try:
            return await thread.run(call, self._seconds)
        except CallTimeout as timeout:
            self._hung[tool.server] = timeout.call
            raise ServerFault(tool.server, str(timeout), silent=True) from None


_THREADS: defaultdict[str, ServerThread] = defaultdict(ServerThread)
_WORLD_THREADS: WeakKeyDictionary[World, ServerThread] = WeakKeyDictionary()


def thread_of(server: Server, world: World) -> ServerThread:
    """Return the thread that runs the calls of a server.

    Servers of one world share a thread, because a world builds its parts lazily and is not thread-safe. Other
    servers have one each: their calls are slow, mostly outside of Python.
    """
    return world_thread(world) if server.uses_world else _THREADS[server.name]


def world_thread(world: World) -> ServerThread:
    """Return the thread that runs the calls of all servers of a world."""
    if world not in _WORLD_THREADS:
        _WORLD_THREADS[world] = ServerThread()
    return _WORLD_THREADS[world]


def bundled_proofs(names: Iterable[str]) -> dict[str, Proof]:
    """Return the proof call of each server: its own, or the catalog's. A plugin's server may have none."""
    proofs = {
        name: load_catalog().find(THIRD_PARTY[name]).proof if name in THIRD_PARTY else load(name).proof
        for name in names
    }
    return {name: proof for name, proof in proofs.items() if proof is not None}


@asynccontextmanager
async def bundled_lease(
    pool: Pool, world: World, names: Sequence[str]
) -> AsyncIterator[tuple[Path, ToolHost]]:
    """Yield a workspace and a host of the named servers: bundled ones in process, others as processes."""
    others = [third_party_spec(name) for name in names if name in THIRD_PARTY]
    async with pool.lease(others) as lease:
        own = [name for name in names if name in SERVERS or is_on_request(name)]
        yield lease.workspace, JoinedHost([BundledHost(own, world, lease.workspace), lease.host])


def bundled_spec(name: str, world: World) -> ServerSpec:
    """Return the spec that starts a bundled server as a command, with one workspace per task.

    It works exactly as in this process.
    """
    if name in THIRD_PARTY:
        return msgspec.structs.replace(third_party_spec(name), features=None)
    seed, now = str(world.seed), world.now.isoformat()
    arguments = ("-m", "m3bench.servers", name, "--seed", seed, "--now", now, "--workspace", "${WORKSPACE}")
    return ServerSpec(
        name=name, command=sys.executable, args=arguments, scope=Scope.TASK, bundled=True, features=None
    )


def third_party_spec(name: str) -> ServerSpec:
    """Return the spec of a third-party server of the catalog, under its M³-Bench name if it has one."""
    spec = load_catalog().spec(THIRD_PARTY.get(name, name), Environments())
    return msgspec.structs.replace(spec, name=name)


def is_third_party(name: str) -> bool:
    """Return whether a server is a package of the catalog and not a bundled server or one of a plugin."""
    return name in THIRD_PARTY or (name in load_catalog() and name not in SERVERS)


@functools.cache
def perception_tools() -> frozenset[str]:
    """Return the full names of bundled tools that tell what a picture shows."""
    return frozenset(
        f"{name}/{definition.name}"
        for name, server in SERVERS.loadable_items()
        for definition in server.tools.values()
        if definition.perception
    )


@functools.cache
def bundled_tools(name: str) -> tuple[Tool, ...]:
    return tuple(
        Tool(
            server=name,
            name=definition.name,
            description=definition.description,
            input_schema=definition.input_schema,
            annotations={"readOnlyHint": definition.read_only, "openWorldHint": False},
        )
        for definition in load(name).tools.values()
    )


def _content(answer: Answer) -> tuple[Content, ...]:
    pictures = (Media(media_type=picture.media_type, data=picture.data) for picture in answer.pictures)
    attachments = (
        Media(media_type=attachment.media_type, data=attachment.data, uri=attachment.path)
        for attachment in answer.attachments
    )
    return (Text(answer.text), *pictures, *attachments)
