"""The only module that uses the MCP SDK's client (2.x): sessions, tool pages, answers and errors."""

from __future__ import annotations

import base64
import binascii
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import anyio.to_thread
import httpx2
import mcp_types as types
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client
from pydantic import ValidationError

from m3bench.core import Content, Data, Media, Text, size_of
from m3bench.hosting.exception_groups import unwrap_group
from m3bench.hosting.host import Rejection, Reply, ServerFault
from m3bench.hosting.long_json import AT_ONCE, utf8
from m3bench.hosting.session.http_client import BoundedClient
from m3bench.hosting.session.wire import BROKE_PROTOCOL
from m3bench.hosting.tool import Tool

_MOST_PAGES = 200
_LONGEST_REASON = 300
_LONGEST_META = 4_000
_MOST_TOOLS = 5_000
_MOST_LISTED = 20_000_000
"""Characters and values of all tools of a server together."""

# We report what a server does wrong, once. The SDK would log tracebacks.
logging.getLogger("mcp").setLevel(logging.CRITICAL)
logging.getLogger("client").setLevel(logging.CRITICAL)


Ending = Callable[[], Awaitable[str]]
"""Describes how a connection ended."""


class Session:
    """A connection to a server."""

    def __init__(self, client: Client, server: str, ending: Ending) -> None:
        self._session = client.session
        self._server = server
        self._ending = ending

    async def tools(self) -> list[Tool]:
        """Return all pages of the server's tool list."""
        found: list[Tool] = []
        cursor: str | None = None
        seen: set[str] = set()
        listed = 0
        for _ in range(_MOST_PAGES):
            page = await self._ask(
                types.ListToolsRequest(params=types.PaginatedRequestParams(cursor=cursor)),
                types.ListToolsResult,
                None,
            )
            found += [_tool(self._server, tool) for tool in page.tools]
            listed += sum(map(_weight, page.tools))
            if len(found) > _MOST_TOOLS or listed > _MOST_LISTED:
                reason = f"lists more than {_MOST_TOOLS:,} tools or {_MOST_LISTED:,} characters of them"
                raise ServerFault(self._server, reason)
            cursor = page.next_cursor
            if not cursor:
                return found
            if cursor in seen:
                raise ServerFault(self._server, "sends the same page of tools repeatedly")
            seen.add(cursor)
        raise ServerFault(self._server, f"sends more than {_MOST_PAGES} pages of tools")

    async def call(self, name: str, arguments: dict[str, Any], seconds: float) -> Reply:
        """Call a tool. The answer is not validated with the tool's output schema."""
        request = types.CallToolRequest(params=types.CallToolRequestParams(name=name, arguments=arguments))
        result = await self._ask(request, types.CallToolResult, seconds)
        return Reply(await self._contents(result), result.is_error, _meta(result))

    async def ping(self, seconds: float) -> None:
        """Raise `ServerFault` if the server does not answer in time."""
        await self._ask(types.PingRequest(), types.EmptyResult, seconds)

    async def _ask(self, request: Any, kind: type[Any], seconds: float | None) -> Any:
        try:
            return await self._session.send_request(request, kind, request_read_timeout_seconds=seconds)
        except MCPError as error:
            raise await self._converted_error(error, seconds) from None
        except ValidationError as error:
            reason = (
                f"broke the protocol: {error.error_count()} errors in its answer, first at {_first(error)}"
            )
            raise ServerFault(self._server, reason) from None

    async def _converted_error(self, error: MCPError, seconds: float | None) -> Exception:
        if error.code == BROKE_PROTOCOL:
            return ServerFault(self._server, error.message)
        if error.code == types.REQUEST_TIMEOUT and "timed out" in error.message:
            return ServerFault(self._server, f"did not answer within {seconds:g} s", silent=True)
        if error.code == types.CONNECTION_CLOSED and error.message == "Connection closed":
            return ServerFault(self._server, await self._ending())
        return Rejection(self._server, error.code, error.message[:_LONGEST_REASON])

    async def _contents(self, result: types.CallToolResult) -> tuple[Content, ...]:
        is_large = sum(map(_encoded_length, result.content)) > AT_ONCE
        try:
            if is_large:
                parts = await anyio.to_thread.run_sync(_all_contents, result.content)
            else:
                parts = _all_contents(result.content)
        except (binascii.Error, ValueError) as error:
            raise ServerFault(self._server, f"sent data that is not base64 ({error})") from None
        if sum(map(_uncut_length, parts)) > AT_ONCE:
            reason = f"sent media types and URIs longer than {AT_ONCE:,} characters"
            raise ServerFault(self._server, reason)
        if result.structured_content is not None:
            parts.append(Data(result.structured_content))
        return tuple(parts)


@asynccontextmanager
async def open_session(
    transport: AbstractAsyncContextManager[Any], server: str, ending: Ending
) -> AsyncIterator[Session]:
    """Connect and perform the handshake. Raises `ServerFault`."""
    try:
        # Use the older handshake, which every server understands.
        async with Client(transport, mode="legacy", cache=None) as client:
            yield Session(client, server, ending)
    except Exception as error:  # noqa: BLE001 - sorted out; what is no fault of the server is raised again
        raise await _connection_fault(unwrap_group(error), server, ending) from None


async def _connection_fault(error: Exception, server: str, ending: Ending) -> Exception:
    match error:
        case MCPError() if error.code == BROKE_PROTOCOL:
            return ServerFault(server, error.message)
        case MCPError() if error.code == types.CONNECTION_CLOSED:
            return ServerFault(server, await ending())
        case MCPError():
            return ServerFault(server, f"rejected the handshake: {error.message[:_LONGEST_REASON]}")
        case ValidationError():
            return ServerFault(server, f"broke the protocol at the handshake: {_first(error)}")
        case RuntimeError() | httpx2.HTTPError():
            return ServerFault(server, f"is unreachable: {str(error)[:_LONGEST_REASON]}")
    return error


@asynccontextmanager
async def http_transport(url: str, headers: dict[str, str], seconds: float) -> AsyncIterator[Any]:
    """Connect over streamable HTTP. `seconds` is the time limit of a call."""
    async with (
        BoundedClient(headers, seconds) as http,
        # The client limits events. The SDK's own limit is below the size of many images.
        streamable_http_client(url, http_client=http, max_sse_event_size=None) as streams,
    ):
        received, sent = streams
        yield http.long_messages.restored(received), sent


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


def _encoded_length(part: types.ContentBlock) -> int:
    match part:
        case types.ImageContent() | types.AudioContent():
            return len(part.data)
        case types.EmbeddedResource() if isinstance(part.resource, types.BlobResourceContents):
            return len(part.resource.blob)
        case types.EmbeddedResource() if isinstance(part.resource, types.TextResourceContents):
            return len(part.resource.text)
    return 0


def _uncut_length(part: Content) -> int:
    """Return the characters that truncation does not limit: media type and URI."""
    return len(part.media_type) + len(part.uri or "") if isinstance(part, Media) else 0


def _all_contents(parts: list[types.ContentBlock]) -> list[Content]:
    return [_content(part) for part in parts]


def _decoded(text: str) -> bytes:
    """Decode base64 in pieces: one long piece would block all threads."""
    # Base64 comes in groups of four.
    pieces = range(0, len(text), AT_ONCE)
    return b"".join(base64.b64decode(text[start : start + AT_ONCE], validate=True) for start in pieces)


def _content(part: types.ContentBlock) -> Content:
    match part:
        case types.TextContent():
            return Text(part.text)
        case types.ImageContent() | types.AudioContent():
            return Media(media_type=part.mime_type, data=_decoded(part.data))
        case types.ResourceLink():
            return Media(media_type=part.mime_type or "application/octet-stream", uri=str(part.uri))
        case types.EmbeddedResource():
            return _resource(part.resource)
    return Data(part.model_dump(by_alias=True, mode="json"))


def _meta(result: types.CallToolResult) -> dict[str, Any]:
    """Return the metadata of the answer, unless it is too large to record."""
    if not result.meta:
        return {}
    meta = dict(result.meta)
    if size_of(meta).weight > _LONGEST_META:
        return {}
    return meta if len(json.dumps(meta, default=str)) <= _LONGEST_META else {}


def _resource(resource: types.TextResourceContents | types.BlobResourceContents) -> Media:
    if isinstance(resource, types.TextResourceContents):
        data = utf8(resource.text, "replace")
        return Media(media_type=resource.mime_type or "text/plain", data=data, uri=str(resource.uri))
    return Media(
        media_type=resource.mime_type or "application/octet-stream",
        data=_decoded(resource.blob),
        uri=str(resource.uri),
    )


def _first(error: ValidationError) -> str:
    detail = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in detail["loc"])
    return f"{place}: {detail['msg']}"[:_LONGEST_REASON]
