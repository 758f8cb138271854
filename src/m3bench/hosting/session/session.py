"""A session with the MCP SDK's client (2.x): tool pages, calls, answers and errors."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio
import mcp_types as types
from mcp import ClientSession, MCPError
from pydantic import TypeAdapter, ValidationError

from m3bench.core import PROTOCOL_KEY, protocol_note, size_of
from m3bench.hosting.host import Rejection, Reply, ServerFault
from m3bench.hosting.interaction import current_caller
from m3bench.hosting.session.contents import BadContents, tool_contents
from m3bench.hosting.session.exchange import CallExchange, Exchanges
from m3bench.hosting.session.offers import Offers
from m3bench.hosting.session.tasks import BadTask, TaskHandle, TaskRequest, finish_task
from m3bench.hosting.session.tool_pages import ToolPageDispatcher, add_refused
from m3bench.hosting.session.wire import BROKE_PROTOCOL
from m3bench.hosting.tool import Tool

_MOST_PAGES = 200
LONGEST_REASON = 300
_LONGEST_META = 4_000
_MOST_TOOLS = 5_000
_MOST_LISTED = 20_000_000
"""Characters and values of all tools of a server together."""

_MOST_ROUNDS = 30
_ROUND_PAUSE = 0.1
_POLL_SECONDS = 10.0
TASK_SECONDS = 600.0
_ResultT = TypeVar("_ResultT", bound=Any)
_Kind = type[_ResultT] | TypeAdapter[_ResultT]
_CALL_RESULT: TypeAdapter[TaskHandle | types.CallToolResult | types.InputRequiredResult] = TypeAdapter(
    TaskHandle | types.CallToolResult | types.InputRequiredResult
)

# We report what a server does wrong, once. The SDK would log tracebacks.
logging.getLogger("mcp").setLevel(logging.CRITICAL)
logging.getLogger("client").setLevel(logging.CRITICAL)


Ending = Callable[[], Awaitable[str]]
"""Describes how a connection ended."""


class Session:
    """A connection to a server."""

    def __init__(
        self,
        session: ClientSession,
        server: str,
        ending: Ending,
        exchanges: Exchanges,
        *,
        pages: ToolPageDispatcher,
        task_seconds: float = TASK_SECONDS,
    ) -> None:
        self._session, self._task_seconds = session, task_seconds
        self._pages = pages
        self.refused: dict[str, str] = {}
        """Listed tools that break the protocol, and what is wrong with them. They are left out."""
        self._server = server
        self._ending = ending
        self._exchanges = exchanges
        self.offers = Offers(server, session.server_capabilities, self._ask)
        """Its resources and prompts."""

    async def tools(self) -> list[Tool]:
        """Return all pages of the server's tool list."""
        tools: list[Tool] = []
        cursor: str | None = None
        seen: set[str] = set()
        listed = 0
        for _ in range(_MOST_PAGES):
            page = await self._page(cursor)
            tools += [_tool(self._server, tool) for tool in page.tools]
            listed += sum(map(_weight, page.tools))
            if len(tools) > _MOST_TOOLS or listed > _MOST_LISTED:
                reason = f"lists more than {_MOST_TOOLS:,} tools or {_MOST_LISTED:,} characters of them"
                raise ServerFault(self._server, reason)
            cursor = page.next_cursor
            if not cursor:
                return tools
            if cursor in seen:
                raise ServerFault(self._server, "sends the same page of tools repeatedly")
            seen.add(cursor)
        raise ServerFault(self._server, f"sends more than {_MOST_PAGES} pages of tools")

    async def _page(self, cursor: str | None) -> types.ListToolsResult:
        request = types.ListToolsRequest(params=types.PaginatedRequestParams(cursor=cursor))
        try:
            return await self._send(request, types.ListToolsResult, None)
        except ValidationError as error:
            readable = self._pages.readable(error)
            if readable is None:
                raise self._breach(error) from None
        page, refused = readable
        add_refused(self.refused, refused)
        return page

    async def call(self, name: str, arguments: dict[str, Any], seconds: float) -> Reply:
        """Call a tool. The answer is not validated with the tool's output schema.

        A call that is not answered in time is cancelled; the server is told so. The time in which the caller
        answers questions does not count.
        """
        with anyio.CancelScope(deadline=anyio.current_time() + seconds) as scope:
            exchange = CallExchange(self._server, current_caller(), scope, seconds)
            try:
                with self._exchanges.opened(exchange):
                    result = await self._called(name, arguments, exchange)
                    contents = await tool_contents(result)
            except (ServerFault, Rejection) as failure:
                failure.meta = protocol_note(exchange.events())
                raise
            except BadContents as problem:
                raise ServerFault(self._server, str(problem)) from None
            return Reply(contents, result.is_error, _meta(result) | protocol_note(exchange.events()))
        reason = exchange.fault or f"did not answer within {exchange.seconds:g} s"
        fault = ServerFault(self._server, reason, silent=exchange.fault is None)
        fault.meta = protocol_note(exchange.events(cancelled=reason))
        raise fault

    async def _called(
        self, name: str, arguments: dict[str, Any], exchange: CallExchange
    ) -> types.CallToolResult:
        """Send a call, and send it again with the answers as long as the server requires input."""
        params = types.CallToolRequestParams(name=name, arguments=arguments)
        for _ in range(_MOST_ROUNDS):
            request = types.CallToolRequest(params=params)
            result = await self._ask(request, _CALL_RESULT, None, exchange)
            if isinstance(result, TaskHandle):
                return await self._finished(result, exchange)
            if not isinstance(result, types.InputRequiredResult):
                return result
            answers = await self._inputs(result, exchange)
            params = params.model_copy(
                update={"input_responses": answers, "request_state": result.request_state}
            )
        raise ServerFault(self._server, f"requires input in more than {_MOST_ROUNDS} rounds")

    async def _finished(self, task: TaskHandle, exchange: CallExchange) -> types.CallToolResult:
        exchange.allow(self._task_seconds)

        async def ask(request: TaskRequest, kind: type[Any]) -> Any:
            return await self._ask(request, kind, _POLL_SECONDS)

        try:
            return await finish_task(task, ask, exchange)
        except BadTask as problem:
            raise ServerFault(self._server, str(problem)) from None

    async def _inputs(self, result: types.InputRequiredResult, exchange: CallExchange) -> dict[str, Any]:
        """Answer what a server of the revision 2026-07-28 asks before it continues."""
        answers: dict[str, Any] = {}
        for key, request in (result.input_requests or {}).items():
            if not isinstance(request, types.ElicitRequest):
                raise ServerFault(self._server, f"requires {request.method}, which is not supported")
            answers[key] = await exchange.elicit(request.params, key)
        if not answers:
            await anyio.sleep(_ROUND_PAUSE)
        return answers

    async def ping(self, seconds: float) -> None:
        """Raise `ServerFault` if the server does not answer in time."""
        if self._session.discover_result is not None:  # this revision has no ping
            await self._ask(types.DiscoverRequest(), types.DiscoverResult, seconds)
        else:
            await self._ask(types.PingRequest(), types.EmptyResult, seconds)

    async def _ask(
        self, request: Any, kind: _Kind[_ResultT], seconds: float | None, exchange: CallExchange | None = None
    ) -> _ResultT:
        try:
            return await self._send(request, kind, seconds, exchange)
        except ValidationError as error:
            raise self._breach(error) from None

    async def _send(
        self, request: Any, kind: _Kind[_ResultT], seconds: float | None, exchange: CallExchange | None = None
    ) -> _ResultT:
        progress = None if exchange is None else exchange.on_progress
        try:
            return await self._session.send_request(
                request, kind, request_read_timeout_seconds=seconds, progress_callback=progress
            )
        except MCPError as error:
            raise await self._converted_error(error, seconds) from None

    def _breach(self, error: ValidationError) -> ServerFault:
        first = first_problem(error)
        reason = f"broke the protocol: {error.error_count()} errors in its answer, first at {first}"
        return ServerFault(self._server, reason)

    async def _converted_error(self, error: MCPError, seconds: float | None) -> Exception:
        if error.code == BROKE_PROTOCOL:
            return ServerFault(self._server, error.message)
        if error.code == types.REQUEST_TIMEOUT and "timed out" in error.message:
            return ServerFault(self._server, f"did not answer within {seconds:g} s", silent=True)
        if error.code == types.CONNECTION_CLOSED and error.message == "Connection closed":
            return ServerFault(self._server, await self._ending())
        return Rejection(self._server, error.code, error.message[:LONGEST_REASON])


def _tool(server: str, tool: types.Tool) -> Tool:
    annotations = tool.annotations.model_dump(by_alias=True, exclude_none=True) if tool.annotations else {}
    return Tool(
        server=server,
        name=tool.name,
        description=tool.description or "",
        title=tool.title,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        annotations=annotations,
    )


def _weight(tool: types.Tool) -> int:
    """Return the characters and values of a listed tool."""
    size = size_of([tool.name, tool.title, tool.description, tool.input_schema, tool.output_schema])
    return size.characters + size.values


def _meta(result: types.CallToolResult) -> dict[str, Any]:
    """Return the metadata of the answer, unless it is too large to record."""
    if not result.meta:
        return {}
    meta = {name: value for name, value in result.meta.items() if name != PROTOCOL_KEY}
    if size_of(meta).weight > _LONGEST_META:
        return {}
    return meta if len(json.dumps(meta, default=str)) <= _LONGEST_META else {}


def first_problem(error: ValidationError) -> str:
    """Describe the first problem of an answer."""
    detail = error.errors(include_url=False, include_input=False)[0]
    path = ".".join(str(part) for part in detail["loc"])
    return f"{path}: {detail['msg']}"[:LONGEST_REASON]
