"""The client of a gateway as the caller of a tool: it answers elicitations and hears of progress.

Clients of the revision 2026-07-28 repeat a call with the answers that it requires. The call runs on while the
client answers. The state that the client sends back says which one it means.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.abc
import mcp_types as types
from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from m3bench.hosting.gateway.gateway import Gateway
from m3bench.hosting.interaction import Caller, Elicitation, ElicitationAnswer, calling

_MOST_WAITING = 100
_KEY = "user"

Context = ServerRequestContext[Any, Any]
Work = Callable[[], Awaitable[types.CallToolResult]]


def is_modern(context: Context) -> bool:
    """Return whether the client speaks the revision in which servers cannot send requests."""
    return context.protocol_version in MODERN_PROTOCOL_VERSIONS


def session_caller(context: Context, gateway: Gateway) -> Caller:
    """Return the client of a session as a caller. Without the capability, it is not asked."""
    progress = context.session.report_progress
    if not _can_elicit(context) or not context.session.can_send_request:
        return Caller(None, progress)

    async def elicit(asked: Elicitation) -> ElicitationAnswer:
        if asked.url is not None and not _can_open_pages(context):
            return ElicitationAnswer(action="decline", reason="the client opens no pages")
        gateway.client_was_asked()
        try:
            answer = await _ask(context, asked)
        except (MCPError, ValidationError) as error:
            reason = error.message if isinstance(error, MCPError) else "its answer breaks the protocol"
            return ElicitationAnswer(action="cancel", by="client", reason=reason[:300])
        return _client_answer(answer)

    return Caller(elicit, progress, gateway)


async def _ask(context: Context, asked: Elicitation) -> types.ElicitResult:
    session, request = context.session, context.request_id
    if asked.url is not None:
        return await session.elicit_url(asked.message, asked.url, asked.id or "", request)
    return await session.elicit_form(asked.message, asked.schema, request)


def _client_answer(answer: types.ElicitResult) -> ElicitationAnswer:
    """Return the answer of a client."""
    reason = "" if answer.action == "accept" else f"the client chose {answer.action}"
    return ElicitationAnswer(
        action=answer.action, content=dict(answer.content or {}), by="client", reason=reason
    )


def _can_elicit(context: Context) -> bool:
    declared = context.session.client_capabilities
    return declared is not None and declared.elicitation is not None


def _can_open_pages(context: Context) -> bool:
    declared = context.session.client_capabilities
    return declared is not None and declared.elicitation is not None and declared.elicitation.url is not None


class RunningCall:
    """A call that may ask its client."""

    def __init__(self, context: Context, gateway: Gateway) -> None:
        self._context, self._gateway = context, gateway
        self.scope = anyio.CancelScope()
        self._changed = anyio.Event()
        self.question: Elicitation | None = None
        self._answer: ElicitationAnswer | None = None
        self._answered = anyio.Event()
        self.result: types.CallToolResult | None = None
        self.error: Exception | None = None

    async def run(self, work: Work) -> None:
        elicit = self._elicit if _can_elicit(self._context) else None
        caller = Caller(elicit, self._on_progress, self._gateway)
        try:
            with self.scope, calling(caller):
                self.result = await work()
        except Exception as error:  # noqa: BLE001 - raised again where the client waits
            self.error = error
        finally:
            self._changed.set()

    async def _elicit(self, asked: Elicitation) -> ElicitationAnswer:
        self._gateway.client_was_asked()
        self.question, self._answered, self._answer = asked, anyio.Event(), None
        self._changed.set()
        await self._answered.wait()
        assert self._answer is not None  # set with the event
        return self._answer

    async def _on_progress(self, progress: float, total: float | None, message: str | None) -> None:
        await self._context.session.report_progress(progress, total, message)

    def answer(self, context: Context, given: ElicitationAnswer) -> None:
        """Go on with the answer, for the request that has brought it."""
        self._context, self.question, self._answer = context, None, given
        self._changed = anyio.Event()
        self._answered.set()

    async def until_changed(self) -> None:
        """Wait for a question or the end. If the client stops waiting, the call is cancelled."""
        try:
            await self._changed.wait()
        except anyio.get_cancelled_exc_class():
            self.scope.cancel()
            raise


class Rounds:
    """The calls that wait for answers of their client."""

    def __init__(self, group: anyio.abc.TaskGroup, gateway: Gateway) -> None:
        self._group, self._gateway = group, gateway
        self._waiting: dict[str, RunningCall] = {}

    async def call(
        self, context: Context, params: types.CallToolRequestParams, work: Work
    ) -> types.CallToolResult | types.InputRequiredResult:
        """Start a call or go on with one, until it has ended or asks the client."""
        if params.request_state is None:
            running = RunningCall(context, self._gateway)
            self._group.start_soon(running.run, work)
        else:
            running = self._resumed(context, params)
        await running.until_changed()
        if running.result is not None:
            return running.result
        if running.question is not None:
            return self._ask(running, running.question)
        raise running.error or MCPError(types.INTERNAL_ERROR, "The call was cancelled.")

    def _resumed(self, context: Context, params: types.CallToolRequestParams) -> RunningCall:
        running = self._waiting.pop(params.request_state or "", None)
        if running is None:
            raise MCPError(types.INVALID_PARAMS, "No call waits for this answer. Make the call again.")
        given = (params.input_responses or {}).get(_key(running.question))
        if isinstance(given, types.ElicitResult):
            running.answer(context, _client_answer(given))
        else:
            reason = "the client repeated the call without an answer"
            running.answer(context, ElicitationAnswer(action="cancel", by="client", reason=reason))
        return running

    def _ask(self, running: RunningCall, question: Elicitation) -> types.InputRequiredResult:
        state = secrets.token_urlsafe(16)
        self._waiting[state] = running
        while len(self._waiting) > _MOST_WAITING:
            self._waiting.pop(next(iter(self._waiting))).scope.cancel()
        params: types.ElicitRequestParams = (
            types.ElicitRequestFormParams(message=question.message, requested_schema=question.schema)
            if question.url is None
            else types.ElicitRequestURLParams(message=question.message, url=question.url)
        )
        asked: Any = types.ElicitRequest(params=params)
        return types.InputRequiredResult(input_requests={_key(question): asked}, request_state=state)


def _key(question: Elicitation | None) -> str:
    return (question.key if question is not None else None) or _KEY


@asynccontextmanager
async def rounds_lifespan(_: Any, gateway: Gateway) -> AsyncIterator[Rounds]:
    """Run the calls of a gateway as long as it serves."""
    async with anyio.create_task_group() as group:
        yield Rounds(group, gateway)
        group.cancel_scope.cancel()
