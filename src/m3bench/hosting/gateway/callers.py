"""The client of a gateway as the caller of a tool: it answers elicitations and hears of progress."""

from __future__ import annotations

from typing import Any

import mcp_types as types
from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from m3bench.hosting.gateway.gateway import Gateway
from m3bench.hosting.interaction import Caller, Elicitation, ElicitationAnswer

Context = ServerRequestContext[Any, Any]


def is_modern(context: Context) -> bool:
    """Return whether the client speaks the revision in which servers cannot send requests."""
    return context.protocol_version in MODERN_PROTOCOL_VERSIONS


def session_caller(context: Context, gateway: Gateway) -> Caller:
    """Return the client of a session as a caller. Without the capability, it is not asked."""
    progress = context.session.report_progress
    if not can_elicit(context) or not context.session.can_send_request:
        return Caller(None, progress)

    async def elicit(asked: Elicitation) -> ElicitationAnswer:
        if asked.url is not None and not can_open_pages(context):
            return ElicitationAnswer(action="decline", reason="the client opens no pages")
        gateway.client_was_asked()
        try:
            answer = await _ask(context, asked)
        except (MCPError, ValidationError) as error:
            reason = error.message if isinstance(error, MCPError) else "its answer breaks the protocol"
            return ElicitationAnswer(action="cancel", by="client", reason=reason[:300])
        return client_answer(answer)

    return Caller(elicit, progress, gateway)


async def _ask(context: Context, asked: Elicitation) -> types.ElicitResult:
    session, request = context.session, context.request_id
    if asked.url is not None:
        return await session.elicit_url(asked.message, asked.url, asked.id or "", request)
    return await session.elicit_form(asked.message, asked.schema, request)


def client_answer(answer: types.ElicitResult) -> ElicitationAnswer:
    """Return the answer of a client."""
    reason = "" if answer.action == "accept" else f"the client chose {answer.action}"
    return ElicitationAnswer(
        action=answer.action, content=dict(answer.content or {}), by="client", reason=reason
    )


def can_elicit(context: Context) -> bool:
    declared = context.session.client_capabilities
    return declared is not None and declared.elicitation is not None


def can_open_pages(context: Context) -> bool:
    declared = context.session.client_capabilities
    return declared is not None and declared.elicitation is not None and declared.elicitation.url is not None
