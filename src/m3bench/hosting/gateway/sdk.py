"""The gateway as an MCP SDK server (2.x)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from typing import Any

import mcp_types as types
from mcp import MCPError
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server

from m3bench.core import Media, briefing, parsed_arguments
from m3bench.core.text import without_surrogates
from m3bench.hosting.gateway.answers import InvalidSubmission, answer_schema, form_text, read_submission
from m3bench.hosting.gateway.content import blocks, call_result, listed, resource_contents, text_block
from m3bench.hosting.gateway.gateway import Assignment, Gateway
from m3bench.hosting.gateway.offers import GatewayOffers
from m3bench.hosting.gateway.rounds import is_modern, rounds_lifespan, session_caller
from m3bench.hosting.gateway.steps import STEP_KEY, Arrival
from m3bench.hosting.interaction import calling

# Tool aliases contain two underscores or have 64 characters, so they cannot clash with these.
GET_TASK = "get_task"
SUBMIT_ANSWER = "submit_answer"
TASK_URI = "m3bench://task"
_PROMPT = "task"

_Context = ServerRequestContext[Any, Any]


def make_server(gateway: Gateway, *, plain_names: bool = False) -> Server[Any]:
    """Create a server for the gateway. The task is available as a tool, a prompt, a resource and
    instructions.

    With `plain_names`, tools and prompts keep the names of their servers if no two are the same.
    """
    handlers = _Handlers(gateway, plain_names=plain_names)
    task = gateway.assignment
    offers: dict[str, Any] = {}
    if task is not None or handlers.offers.has_prompts:
        offers |= {"on_list_prompts": handlers.list_prompts, "on_get_prompt": handlers.get_prompt}
    if task is not None or handlers.offers.has_resources:
        offers |= {"on_list_resources": handlers.list_resources, "on_read_resource": handlers.read_resource}
    if handlers.offers.has_resources:
        offers["on_list_resource_templates"] = handlers.list_templates
    if handlers.offers.has_resources or handlers.offers.has_prompts:
        offers["on_completion"] = handlers.complete
    server: Server[Any] = Server(
        "m3bench-gateway",
        version=version("m3bench"),
        instructions=None if task is None else _instructions(task),
        lifespan=partial(rounds_lifespan, gateway=gateway),
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        **offers,
    )
    server.middleware.append(handlers.note_arrival)
    return server


class _Handlers:
    """The SDK's callbacks."""

    def __init__(self, gateway: Gateway, *, plain_names: bool = False) -> None:
        self._gateway = gateway
        self.offers = GatewayOffers(gateway, plain_names=plain_names)
        toolbox = gateway.toolbox
        names = [tool.name for tool in toolbox.tools]
        is_plain = plain_names and len(set(names)) == len(names)
        self._full_names = {tool.name: tool.full_name for tool in toolbox.tools} if is_plain else {}
        self._tools = [
            listed(tool, tool.name if is_plain else toolbox.aliases.alias(tool.full_name))
            for tool in toolbox.tools
        ]
        if gateway.assignment is not None:
            self._tools += _own_tools(gateway.assignment)

    async def note_arrival(self, ctx: _Context, call_next: CallNext) -> HandlerResult:
        """Keep how a call arrived and its original arguments: invalid calls are recorded, too."""
        if client := ctx.session.client_params:
            self._gateway.register_client(client.client_info.name, client.client_info.version)
        if ctx.method != "tools/call":
            return await call_next(ctx)
        params = ctx.params or {}
        # Over stdio the position of the message is known; over HTTP there may be several connections.
        order = ctx.request.order if isinstance(ctx.request, Arrival) else _number(ctx.request_id)
        arrival = Arrival(order=order, step=_step_id(params), arguments=params.get("arguments"))
        return await call_next(replace(ctx, request=arrival, params=_passable(params)))

    async def list_tools(self, _: _Context, __: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        self._gateway.is_listed = True
        return types.ListToolsResult(tools=self._tools)

    async def call_tool(
        self, ctx: _Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        arrival = ctx.request
        assert isinstance(arrival, Arrival)  # put there by `note_arrival`
        if self._gateway.assignment is not None and params.name == GET_TASK:
            return types.CallToolResult(content=_task_blocks(self._gateway.assignment))
        if self._gateway.assignment is not None and params.name == SUBMIT_ANSWER:
            return await self._submit(parsed_arguments(arrival.arguments))
        name = self._full_names.get(params.name, params.name)

        async def work() -> types.CallToolResult:
            return call_result(await self._gateway.call(name, arrival.arguments, arrival))

        if is_modern(ctx):
            result: types.CallToolResult = await ctx.lifespan_context.call(ctx, params, work)
            return result
        with calling(session_caller(ctx, self._gateway)):
            return await work()

    async def _submit(self, arguments: Any) -> types.CallToolResult:
        read = read_submission(self._task.form, arguments)
        if isinstance(read, InvalidSubmission):
            complaint = f"{SUBMIT_ANSWER} rejected the answer: {read.reason}. Call it again."
            return types.CallToolResult(content=[text_block(complaint)], is_error=True)
        await self._gateway.submit(read.answer, read.fields)
        return types.CallToolResult(content=[text_block("The answer was accepted.")])

    async def list_prompts(
        self, _: _Context, __: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        own = types.Prompt(name=_PROMPT, description="The task to solve with these tools.")
        task = [] if self._gateway.assignment is None else [own]
        return types.ListPromptsResult(prompts=[*task, *await self.offers.prompts()])

    async def get_prompt(self, _: _Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        if params.name == _PROMPT and self._gateway.assignment is not None:
            parts = [types.PromptMessage(role="user", content=block) for block in _task_blocks(self._task)]
            return types.GetPromptResult(messages=parts)
        prompt = await self.offers.prompt(params.name, dict(params.arguments or {}))
        if prompt is None:
            hint = f"; use {_PROMPT!r}" if self._gateway.assignment is not None else ""
            raise MCPError(types.INVALID_PARAMS, f"unknown prompt {params.name[:100]!r}{hint}")
        return prompt

    async def list_resources(
        self, _: _Context, __: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        own = types.Resource(uri=TASK_URI, name="task", mime_type="text/plain")
        task = [] if self._gateway.assignment is None else [own]
        return types.ListResourcesResult(resources=[*task, *await self.offers.resources()])

    async def list_templates(
        self, _: _Context, __: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=await self.offers.templates())

    async def read_resource(
        self, _: _Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        if self._gateway.assignment is None or str(params.uri) != TASK_URI:
            if self.offers.has_resources:
                return await self.offers.read(str(params.uri))
            raise MCPError(types.INVALID_PARAMS, f"unknown resource {params.uri}; use {TASK_URI}")
        request = Media(media_type="text/plain", data=_asked(self._task).encode(), uri=TASK_URI)
        files = [part for part in self._task.attachments if isinstance(part, Media) and part.data is not None]
        return types.ReadResourceResult(contents=[resource_contents(part) for part in (request, *files)])

    async def complete(self, _: _Context, params: types.CompleteRequestParams) -> types.CompleteResult:
        return await self.offers.complete(params)

    @property
    def _task(self) -> Assignment:
        assert self._gateway.assignment is not None  # otherwise these handlers are not registered
        return self._gateway.assignment


def _number(request_id: Any) -> int | None:
    """Return the id of a request if it is a number. Other ids do not give an order."""
    if isinstance(request_id, str) and request_id.isascii() and request_id.isdigit():
        return int(request_id)
    return request_id if isinstance(request_id, int) else None


def _step_id(params: Mapping[str, Any]) -> str | None:
    meta = params.get("_meta")
    value = meta.get(STEP_KEY) if isinstance(meta, Mapping) else None
    return repr(value) if isinstance(value, str | int | float) else None


def _passable(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters that the SDK passes to our handler."""
    name, arguments = params.get("name"), params.get("arguments")
    return {
        **params,
        "name": name if isinstance(name, str) else "",
        "arguments": arguments if isinstance(arguments, dict) else {},
    }


def _task_blocks(task: Assignment) -> list[types.ContentBlock]:
    form = [text_block(form_text(task.form))] if task.form is not None else []
    return [text_block(_request(task)), *blocks(task.attachments), *form]


def _asked(task: Assignment) -> str:
    """Return the request and the form of its answer."""
    form = f"\n\n{form_text(task.form)}" if task.form is not None else ""
    return without_surrogates(f"{_request(task)}{form}")


def _request(task: Assignment) -> str:
    """The request below the role and the rules of the task, where it has any."""
    briefing_text = briefing(task.role, task.rules)
    return f"{briefing_text}\n\nThe request:\n{task.request}" if briefing_text else task.request


def _instructions(task: Assignment) -> str:
    files = f" ({GET_TASK} shows the files that belong to it)" if task.attachments else ""
    return (
        f"Solve this task{files} with the tools of this server, and hand in the final answer with "
        f"{SUBMIT_ANSWER}.\n\n{_asked(task)}"
    )


def _own_tools(task: Assignment) -> list[types.Tool]:
    return [
        types.Tool(
            name=GET_TASK,
            description="Shows the task to solve, with the pictures and files that belong to it.",
            input_schema={"type": "object", "properties": {}},
        ),
        types.Tool(
            name=SUBMIT_ANSWER,
            description="Takes the final answer to the task. Call it once, when the task is solved.",
            input_schema=answer_schema(task.form),
        ),
    ]
