"""What a server sends during a call, before its answer: questions to the user, and progress. All of it is
bounded and recorded."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import anyio
import mcp_types as types
from mcp.client.session import ClientRequestContext
from pydantic import ValidationError

from m3bench.core import ElicitationEvent, ProgressEvent, ProtocolEvents, TaskEvent, size_of
from m3bench.core.text import shorten, without_surrogates
from m3bench.hosting.interaction import Caller, Elicitation, ElicitationAnswer

MOST_ELICITATIONS = 20
"""That are answered in one call."""
MOST_UNANSWERED = 100
"""Further elicitations that are refused, before the call fails."""
LONGEST_WAIT = 300.0
"""Seconds that a caller may take for all answers of a call. They do not count as time of the server."""
_LONGEST_MESSAGE = 500
_LARGEST_FORM = 50_000
_MOST_FIELDS = 50
_NOBODY = "nobody can be asked: the task has no simulated user, and the client answers no elicitations"


class CallExchange:
    """One call in flight, and what the server sent meanwhile."""

    def __init__(self, server: str, caller: Caller, scope: anyio.CancelScope, seconds: float) -> None:
        """`scope` ends the call; its deadline is the time limit of the server, in `seconds`."""
        self.caller, self.seconds = caller, seconds
        self.fault: str | None = None
        """Why the call was ended before its time."""
        self.task: TaskEvent | None = None
        self._server, self._scope = server, scope
        self._waited = 0.0
        self._elicitations: list[ElicitationEvent] = []
        self._unanswered = 0
        self._progress: ProgressEvent | None = None

    async def elicit(self, params: types.ElicitRequestParams, key: str | None = None) -> types.ElicitResult:
        """Have the caller answer a question, which may have a name."""
        if len(self._elicitations) >= MOST_ELICITATIONS:
            self._refuse_more()
            return types.ElicitResult(action="cancel")
        asked = _elicitation(self._server, params, key)
        answer = _answer_without_caller(asked) or await self._asked(asked)
        result = _result(asked, answer)
        if result is None:
            reason = "the answer is not one that MCP allows"
            answer = ElicitationAnswer(action="cancel", by=answer.by, reason=reason)
            result = types.ElicitResult(action="cancel")
        self._elicitations.append(_event(asked, answer))
        return result

    async def _asked(self, asked: Elicitation) -> ElicitationAnswer:
        if self.caller.elicit is None:
            return ElicitationAnswer(action="decline", reason=_NOBODY)
        began, limit = anyio.current_time(), self._scope.deadline
        self._scope.deadline = math.inf
        answer = ElicitationAnswer(action="cancel", reason=f"no answer within {LONGEST_WAIT:g} s")
        try:
            with anyio.move_on_after(max(0.0, LONGEST_WAIT - self._waited)):
                answer = await self.caller.elicit(asked)
        finally:
            spent = anyio.current_time() - began
            self._waited += spent
            self._scope.deadline = limit + spent
        return answer

    def _refuse_more(self) -> None:
        self._unanswered += 1
        if self._unanswered >= MOST_UNANSWERED:
            asked = MOST_ELICITATIONS + self._unanswered
            self.fail(f"asks the user without end: {asked} questions in one call")

    def allow(self, seconds: float) -> None:
        """Give the server another time limit from now on."""
        self.seconds = seconds
        self._scope.deadline = anyio.current_time() + seconds

    def fail(self, reason: str) -> None:
        """End the call as a fault of the server."""
        self.fault = self.fault or reason
        self._scope.cancel()

    async def on_progress(self, progress: float, total: float | None, message: str | None) -> None:
        """Note progress and tell the caller. It does not extend the time limit of the call."""
        count = 1 if self._progress is None else self._progress.count + 1
        text = shorten(without_surrogates((message or "")[: _LONGEST_MESSAGE * 2]), _LONGEST_MESSAGE)
        self._progress = ProgressEvent(
            count=count,
            progress=_finite(progress),
            total=None if total is None else _finite(total),
            message=text,
        )
        if self.caller.on_progress is not None:
            await self.caller.on_progress(self._progress.progress, self._progress.total, text or None)

    def events(self, cancelled: str | None = None) -> ProtocolEvents:
        """Return what happened so far."""
        return ProtocolEvents(
            elicitations=tuple(self._elicitations),
            unanswered=self._unanswered,
            progress=self._progress,
            task=self.task,
            cancelled=cancelled,
        )


class Exchanges:
    """The calls in flight of one session."""

    def __init__(self) -> None:
        self._open: list[CallExchange] = []

    @contextmanager
    def opened(self, exchange: CallExchange) -> Iterator[None]:
        self._open.append(exchange)
        try:
            yield
        finally:
            self._open.remove(exchange)

    async def elicit(
        self, context: ClientRequestContext, params: types.ElicitRequestParams
    ) -> types.ElicitResult | types.ErrorData:
        """Answer a question of the server. The protocol does not say to which call it belongs. If calls of
        one user are in flight, the last one asks; if they are of different users, nobody can be asked."""
        del context
        if not self._open:
            return types.ErrorData(code=types.INVALID_REQUEST, message="No call is in flight.")
        exchange = self._open[-1]
        if any(other.caller.user is not exchange.caller.user for other in self._open):
            return types.ErrorData(
                code=types.INVALID_REQUEST, message="Calls of several users are in flight: whom to ask?"
            )
        return await exchange.elicit(params)


def _elicitation(server: str, params: types.ElicitRequestParams, key: str | None) -> Elicitation:
    message = without_surrogates(params.message)
    if isinstance(params, types.ElicitRequestURLParams):
        return Elicitation(server=server, message=message, url=params.url, id=params.elicitation_id, key=key)
    return Elicitation(server=server, message=message, schema=dict(params.requested_schema), key=key)


def _answer_without_caller(asked: Elicitation) -> ElicitationAnswer | None:
    """Decline what no client should show to a person."""
    properties = asked.schema.get("properties", {})
    size = size_of([asked.message, asked.schema])
    too_large = size.characters + size.values > _LARGEST_FORM
    if too_large or (isinstance(properties, dict) and len(properties) > _MOST_FIELDS):
        return ElicitationAnswer(action="decline", reason="the form is too large")
    if asked.url is None and not _is_form(asked.schema):
        return ElicitationAnswer(action="decline", reason="the form is not one that MCP allows")
    return None


def _is_form(schema: dict[str, Any]) -> bool:
    """Return whether a schema is flat: an object whose properties are no objects."""
    properties = schema.get("properties", {})
    if schema.get("type") != "object" or not isinstance(properties, dict):
        return False
    kinds = ("string", "number", "integer", "boolean", "array")
    return all(isinstance(part, dict) and part.get("type") in kinds for part in properties.values())


def _result(asked: Elicitation, answer: ElicitationAnswer) -> types.ElicitResult | None:
    if answer.action != "accept" or asked.url is not None:
        return types.ElicitResult(action=answer.action)
    try:
        return types.ElicitResult(action="accept", content=answer.content)
    except ValidationError:
        return None


def _event(asked: Elicitation, answer: ElicitationAnswer) -> ElicitationEvent:
    properties = asked.schema.get("properties", {})
    names = list(properties)[:_MOST_FIELDS] if isinstance(properties, dict) else []
    written = json.dumps(answer.content, default=str)
    return ElicitationEvent(
        message=shorten(asked.message[: _LONGEST_MESSAGE * 2], _LONGEST_MESSAGE),
        fields=tuple(shorten(without_surrogates(name), _LONGEST_MESSAGE) for name in names),
        url=None if asked.url is None else shorten(asked.url[: _LONGEST_MESSAGE * 2], _LONGEST_MESSAGE),
        action=answer.action,
        content=answer.content if len(written) <= _LARGEST_FORM else {},
        by=answer.by,
        reason=answer.reason,
    )


def _finite(number: float) -> float:
    return number if math.isfinite(number) else 0.0
