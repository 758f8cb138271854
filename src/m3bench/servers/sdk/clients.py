"""The client of a call, as tools see it. Its methods are called in the thread of the tool."""

from __future__ import annotations

import base64
import hmac
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import anyio.from_thread
import mcp_types as types
from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from m3bench.servers.kit import Elicited

Context = ServerRequestContext[Any, Any]
_KEY = secrets.token_bytes(32)


class InputRequired(Exception):
    """A tool asks the user, and the client repeats the call with the answer."""

    def __init__(self, key: str, message: str, schema: dict[str, Any], state: str) -> None:
        super().__init__(message)
        self.key, self.message, self.schema, self.state = key, message, schema, state

    def result(self) -> types.InputRequiredResult:
        params = types.ElicitRequestFormParams(message=self.message, requested_schema=self.schema)
        asked: Any = types.ElicitRequest(params=params)
        return types.InputRequiredResult(input_requests={self.key: asked}, request_state=self.state)


class SessionClient:
    """A client with a session: it is asked while the call runs."""

    def __init__(self, context: Context, turn: anyio.Semaphore) -> None:
        """Other calls get the `turn` while the user is asked."""
        self._context, self._turn = context, turn

    @property
    def can_elicit(self) -> bool:
        return _elicits(self._context) and self._context.session.can_send_request

    def elicit(self, message: str, schema: dict[str, Any], key: str | None) -> Elicited:
        del key
        answer = anyio.from_thread.run(self._ask, message, schema)
        return Elicited(answer.action, dict(answer.content or {}))

    async def _ask(self, message: str, schema: dict[str, Any]) -> types.ElicitResult:
        async with given_back(self._turn):
            return await self._context.session.elicit_form(message, schema, self._context.request_id)

    def report_progress(self, progress: float, total: float | None, message: str | None) -> None:
        anyio.from_thread.check_cancelled()
        anyio.from_thread.run(self._context.session.report_progress, progress, total, message)


class RoundTripClient(SessionClient):
    """A client of the revision 2026-07-28: it repeats the request with the answers so far."""

    def __init__(
        self, context: Context, params: types.InputResponseRequestParams, turn: anyio.Semaphore
    ) -> None:
        super().__init__(context, turn)
        self._answers = read_state(params.request_state)
        self._given = params.input_responses or {}
        self._asked = 0

    @property
    def can_elicit(self) -> bool:
        return _elicits(self._context)

    def elicit(self, message: str, schema: dict[str, Any], key: str | None) -> Elicited:
        number, self._asked = self._asked, self._asked + 1
        name = key or f"question_{number + 1}"
        given = self._given.get(name)
        if number == len(self._answers) and isinstance(given, types.ElicitResult):
            self._answers.append({"action": given.action, "content": dict(given.content or {})})
        if number < len(self._answers):
            answer = self._answers[number]
            return Elicited(answer["action"], answer["content"])
        raise InputRequired(name, message, schema, write_state(self._answers))


def client_of(
    context: Context, params: types.InputResponseRequestParams, turn: anyio.Semaphore
) -> SessionClient:
    """Return the client of a request."""
    if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
        return RoundTripClient(context, params, turn)
    return SessionClient(context, turn)


@asynccontextmanager
async def given_back(turn: anyio.Semaphore) -> AsyncIterator[None]:
    """Let others have the turn meanwhile."""
    turn.release()
    try:
        yield
    finally:
        with anyio.CancelScope(shield=True):
            await turn.acquire()


def _elicits(context: Context) -> bool:
    declared = context.session.client_capabilities
    return declared is not None and declared.elicitation is not None


def write_state(answers: list[dict[str, Any]]) -> str:
    """Return the answers of earlier rounds, for the client to send back unchanged."""
    text = base64.urlsafe_b64encode(json.dumps(answers).encode()).decode()
    return f"{text}.{_signature(text)}"


def read_state(state: str | None) -> list[dict[str, Any]]:
    """Return the answers of earlier rounds. A state that this process has not written is refused."""
    if state is None:
        return []
    text, _, signature = state.partition(".")
    if not hmac.compare_digest(signature.encode("utf-8", "replace"), _signature(text).encode()):
        raise MCPError(types.INVALID_PARAMS, "The requestState is not one of this server.")
    answers: list[dict[str, Any]] = json.loads(base64.urlsafe_b64decode(text))
    return answers


def _signature(text: str) -> str:
    return hmac.new(_KEY, text.encode("utf-8", "replace"), "sha256").hexdigest()
