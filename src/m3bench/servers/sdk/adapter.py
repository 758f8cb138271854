"""Adapter from a bundled server to the MCP SDK."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import anyio
import anyio.to_thread
import mcp_types as types
from mcp import MCPError
from mcp.server.lowlevel import Server as SdkServer
from mcp.server.stdio import stdio_server

from m3bench.servers.kit import Answer, CallClient, Server, ToolContext, ToolFailure, call_client
from m3bench.servers.sdk.clients import Context, InputRequired, client_of
from m3bench.servers.sdk.tasks import TaskStore, add_tasks, allows_tasks
from m3bench.servers.sdk.wire import (
    wire_failure,
    wire_prompt,
    wire_prompt_text,
    wire_resource,
    wire_resources,
    wire_result,
    wire_template,
    wire_tool,
)

_MOST_VALUES = 100
"""That an answer may have."""
_Page = types.PaginatedRequestParams | None


def sdk_server(server: Server, context: ToolContext[Any], version: str) -> SdkServer[Any]:
    """Return an MCP SDK server with the tools, resources and prompts of a bundled server."""
    adapter = _Adapter(server, context)
    offers: dict[str, Any] = {}
    if server.resources:
        offers |= {
            "on_list_resources": adapter.list_resources,
            "on_list_resource_templates": adapter.list_templates,
            "on_read_resource": adapter.read_resource,
        }
    if server.prompts:
        offers |= {"on_list_prompts": adapter.list_prompts, "on_get_prompt": adapter.get_prompt}
    if server.completions:
        offers["on_completion"] = adapter.complete
    sdk: SdkServer[Any] = SdkServer(
        server.name,
        version=version,
        instructions=server.purpose,
        lifespan=adapter.lifespan,
        on_list_tools=adapter.list_tools,
        on_call_tool=adapter.call_tool,
        **offers,
    )
    if any(tool.long_running for tool in server.tools.values()):
        add_tasks(sdk)
    return sdk


async def serve(server: Server, context: ToolContext[Any], version: str) -> None:
    """Serve over stdio until the input ends."""
    sdk = sdk_server(server, context, version)
    async with stdio_server() as (requests, replies):
        await sdk.run(requests, replies, sdk.create_initialization_options())


async def serve_over_http(server: Server, context: ToolContext[Any], version: str, port: int) -> None:
    """Serve over streamable HTTP on this machine, at /mcp, until a signal ends it."""
    from m3bench.http_server import listen_on, serving  # noqa: PLC0415 - only this transport requires it

    app = sdk_server(server, context, version).streamable_http_app()
    with (
        listen_on("127.0.0.1", port, "Choose another port.") as listener,
        anyio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals,
    ):
        async with serving(app, listener, lifespan="on"):
            await anext(signals)


class _Adapter:
    """The SDK's callbacks."""

    def __init__(self, server: Server, context: ToolContext[Any]) -> None:
        self._server, self._context = server, context
        self._tools = [wire_tool(definition) for definition in server.tools.values()]
        self._turn = anyio.Semaphore(1, max_value=1)
        """A world is not thread-safe, so only one call runs at a time. Others run while it asks the user."""

    @asynccontextmanager
    async def lifespan(self, _: Any) -> AsyncIterator[TaskStore]:
        async with anyio.create_task_group() as group:
            yield TaskStore(group, self._context.world.now)
            group.cancel_scope.cancel()

    async def list_tools(self, _: Context, __: _Page) -> types.ListToolsResult:
        return types.ListToolsResult(tools=self._tools)

    async def call_tool(self, ctx: Context, params: types.CallToolRequestParams) -> Any:
        definition = self._server.tools.get(params.name)
        if definition is None or not definition.is_interactive:
            async with self._turn:
                return self._called(params, None)
        if definition.long_running and allows_tasks(ctx):
            return ctx.lifespan_context.start(partial(self._in_thread, params), self._turn)
        return await self._in_thread(params, client_of(ctx, params, self._turn))

    async def _in_thread(self, params: types.CallToolRequestParams, client: CallClient) -> Any:
        async with self._turn:
            return await anyio.to_thread.run_sync(self._called, params, client)

    def _called(self, params: types.CallToolRequestParams, client: CallClient | None) -> Any:
        try:
            with call_client(client):
                answer: Answer = self._server.call(self._context, params.name, params.arguments or {})
        except InputRequired as question:
            return question.result()
        except Exception as error:  # noqa: BLE001 - a bug ends as a typed fault, not as a broken connection
            return wire_failure(error)
        return wire_result(answer)

    async def list_resources(self, _: Context, __: _Page) -> types.ListResourcesResult:
        kinds = self._server.resources
        async with self._reading():
            resources = [resource for kind in kinds for resource in wire_resources(kind, self._context)]
        return types.ListResourcesResult(resources=resources)

    async def list_templates(self, _: Context, __: _Page) -> types.ListResourceTemplatesResult:
        kinds = [wire_template(kind) for kind in self._server.resources if kind.is_template]
        return types.ListResourceTemplatesResult(resource_templates=kinds)

    async def read_resource(
        self, _: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        uri = str(params.uri)
        for kind in self._server.resources:
            variables = kind.variables(uri)
            if variables is not None:
                async with self._reading():
                    content = kind.read(self._context, **variables)
                return wire_resource(uri, kind.media_type, content)
        raise MCPError(types.INVALID_PARAMS, f"Resource not found: {uri[:200]}", {"uri": uri[:200]})

    async def list_prompts(self, _: Context, __: _Page) -> types.ListPromptsResult:
        return types.ListPromptsResult(
            prompts=[wire_prompt(prompt) for prompt in self._server.prompts.values()]
        )

    async def get_prompt(
        self, ctx: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult | types.InputRequiredResult:
        definition = self._server.prompts.get(params.name)
        if definition is None:
            known = ", ".join(self._server.prompts)
            raise MCPError(types.INVALID_PARAMS, f"Unknown prompt {params.name[:60]!r}. Prompts: {known}.")
        client = client_of(ctx, params, self._turn)

        def write() -> Any:
            with call_client(client):
                return definition.text(dict(params.arguments or {}))

        try:
            async with self._reading():
                written = await anyio.to_thread.run_sync(write)
        except InputRequired as question:
            return question.result()
        return wire_prompt_text(definition, written)

    async def complete(self, _: Context, params: types.CompleteRequestParams) -> types.CompleteResult:
        ref = params.ref
        name = ref.name if isinstance(ref, types.PromptReference) else ref.uri
        find = self._server.completions.get((name, params.argument.name))
        begun = params.argument.value.casefold()
        values: list[str] = []
        if find is not None:
            async with self._reading():
                values = [value for value in find(self._context) if value.casefold().startswith(begun)]
        shown, has_more = values[:_MOST_VALUES], len(values) > _MOST_VALUES
        return types.CompleteResult(
            completion=types.Completion(values=shown, total=len(values), has_more=has_more)
        )

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[None]:
        """Hold the turn, and report failures as errors of the protocol."""
        async with self._turn:
            try:
                yield
            except ToolFailure as failure:
                raise MCPError(types.INVALID_PARAMS, str(failure)) from None
