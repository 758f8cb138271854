"""The MCP server of the probes. It runs in this process, and speaks the protocol as any other server."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import anyio
import mcp_types as types
from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.memory import create_client_server_memory_streams

from m3bench.core import Call, Result
from m3bench.hosting import Reply, Tool
from m3bench.hosting.gateway import call_result
from m3bench.hosting.session import Session, open_session
from m3bench.runs.preflight.codes import Codes
from m3bench.runs.preflight.probes import SERVER, Probe, ProbeCall, ProbeTool

_CALL_SECONDS = 60.0
# Some clients make calls at the same time only if the tools do not change anything.
_READS = types.ToolAnnotations(read_only_hint=True, open_world_hint=False)
_Context = ServerRequestContext[Any, Any]


class ProbeServer:
    """The tools of a probe, and the calls of each that are running."""

    def __init__(self, codes: Codes, probe: Probe) -> None:
        self._codes = codes
        self._tools: dict[str, ProbeTool] = {tool.name: tool for tool in probe.tools()}
        self._running: Counter[str] = Counter()
        self._changed = anyio.Event()
        self.sdk: Server[Any] = Server(SERVER, on_list_tools=self._list, on_call_tool=self._call)

    async def wait_until_running(self, tool: str, *, running: bool = True) -> None:
        """Return when a call of the tool is running, or when none is."""
        while bool(self._running[tool]) is not running:
            await self._changed.wait()

    async def _list(self, _: _Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        listed = [
            types.Tool(
                name=tool.name, description=tool.description, input_schema=tool.schema, annotations=_READS
            )
            for tool in self._tools.values()
        ]
        return types.ListToolsResult(tools=listed)

    async def _call(self, ctx: _Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        async def ask(message: str, form: dict[str, Any]) -> None:
            with suppress(MCPError):  # the client refuses questions
                await ctx.session.elicit_form(message, form, ctx.request_id)

        call = ProbeCall(self._codes, params.arguments or {}, ctx.session.report_progress, ask)
        self._count(params.name, 1)
        try:
            reply = await self._tools[params.name].answer(call)
        finally:
            self._count(params.name, -1)
        return call_result(Call(params.name, result=Result(reply.content, reply.is_error)))

    def _count(self, tool: str, change: int) -> None:
        self._running[tool] += change
        changed, self._changed = self._changed, anyio.Event()
        changed.set()


class ProbeHost:
    """A `ToolHost` of a probe server."""

    def __init__(self, session: Session, tools: Sequence[Tool]) -> None:
        self._session, self._tools = session, tools
        self.faults: dict[str, str] = {}

    async def tools(self) -> Sequence[Tool]:
        return self._tools

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        return await self._session.call(tool.name, arguments, _CALL_SECONDS)


@asynccontextmanager
async def open_probe_host(server: ProbeServer) -> AsyncIterator[ProbeHost]:
    """Yield a host that is connected to the server."""
    async with open_session(_connection(server), SERVER, _ending) as session:
        yield ProbeHost(session, await session.tools())


@asynccontextmanager
async def _connection(server: ProbeServer) -> AsyncIterator[Any]:
    """Run the server, and yield the streams of its client."""
    async with (
        create_client_server_memory_streams() as (client, (received, sent)),
        anyio.create_task_group() as tasks,
    ):
        options = server.sdk.create_initialization_options()
        tasks.start_soon(server.sdk.run, received, sent, options)
        try:
            yield client
        finally:
            tasks.cancel_scope.cancel()


async def _ending() -> str:
    return "ended"
