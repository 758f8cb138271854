"""Connections with the MCP SDK's client (2.x): transports, and the handshake."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import httpx2
import mcp_types as types
from mcp import ClientSession, MCPError
from mcp.client.streamable_http import streamable_http_client
from pydantic import ValidationError

from m3bench.hosting.exception_groups import unwrap_group
from m3bench.hosting.host import ServerFault
from m3bench.hosting.session.exchange import LONGEST_WAIT, Exchanges
from m3bench.hosting.session.http_client import BoundedClient
from m3bench.hosting.session.long_messages import RestoringStream
from m3bench.hosting.session.session import LONGEST_REASON, TASK_SECONDS, Ending, Session, first_problem
from m3bench.hosting.session.tasks import CLAIMS, EXTENSION
from m3bench.hosting.session.tool_pages import ToolPageDispatcher
from m3bench.hosting.session.wire import BROKE_PROTOCOL

_KNOWS_NO_HANDSHAKE = (types.METHOD_NOT_FOUND, types.UNSUPPORTED_PROTOCOL_VERSION)


@asynccontextmanager
async def open_session(
    transport: AbstractAsyncContextManager[Any],
    server: str,
    ending: Ending,
    *,
    elicits: bool = True,
    task_seconds: float | None = TASK_SECONDS,
    modern: bool = False,
) -> AsyncIterator[Session]:
    """Connect and perform the handshake. Raises `ServerFault`.

    Args:
        transport: Yields the streams.
        server: Its name.
        ending: Describes how the connection ended.
        elicits: Tell the server that it may ask the user.
        task_seconds: The time limit of tasks. None: tell the server that it may not make any.
        modern: The server is known to speak the revision without a handshake.
    """
    exchanges = Exchanges()
    try:
        async with transport as (received, sent):
            pages = ToolPageDispatcher(received, sent)
            async with ClientSession(
                dispatcher=pages,
                elicitation_callback=exchanges.elicit if elicits else None,
                extensions=None if task_seconds is None else {EXTENSION: {}},
                result_claims=None if task_seconds is None else CLAIMS,
            ) as session:
                await (_discover(session) if modern else _agree_on_version(session))
                seconds = task_seconds or TASK_SECONDS
                yield Session(session, server, ending, exchanges, pages=pages, task_seconds=seconds)
    except Exception as error:  # noqa: BLE001 - sorted out; what is no fault of the server is raised again
        raise await _connection_fault(unwrap_group(error), server, ending) from None


async def _agree_on_version(session: ClientSession) -> None:
    """Use the older handshake, which nearly every server understands, else the revision without one."""
    try:
        await session.initialize()
    except MCPError as error:
        if error.code not in _KNOWS_NO_HANDSHAKE:
            raise
        await _discover(session)


async def _discover(session: ClientSession) -> None:
    """Ask until there is an answer: the SDK's limit of 10 s is short for a slow start, which has its own."""
    while session.discover_result is None:
        try:
            await session.discover()
        except MCPError as error:
            if error.code != types.REQUEST_TIMEOUT:
                raise


async def _connection_fault(error: Exception, server: str, ending: Ending) -> Exception:
    match error:
        case MCPError() if error.code == BROKE_PROTOCOL:
            return ServerFault(server, error.message)
        case MCPError() if error.code == types.CONNECTION_CLOSED:
            return ServerFault(server, await ending())
        case MCPError():
            return ServerFault(server, f"rejected the handshake: {error.message[:LONGEST_REASON]}")
        case ValidationError():
            return ServerFault(server, f"broke the protocol at the handshake: {first_problem(error)}")
        case RuntimeError() | httpx2.HTTPError():
            return ServerFault(server, f"is unreachable: {str(error)[:LONGEST_REASON]}")
    return error


@asynccontextmanager
async def http_transport(url: str, headers: dict[str, str], seconds: float) -> AsyncIterator[Any]:
    """Connect over streamable HTTP. `seconds` is the time limit of a call."""
    async with (
        BoundedClient(headers, seconds, LONGEST_WAIT) as http,
        # The client limits events. The SDK's own limit is below the size of many images.
        streamable_http_client(url, http_client=http, max_sse_event_size=None) as streams,
    ):
        received, sent = streams
        yield RestoringStream(received, http.long_messages), sent
