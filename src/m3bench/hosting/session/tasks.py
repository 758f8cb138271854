"""Calls that became long-running tasks: MCP's extension `io.modelcontextprotocol/tasks` of 2026-07-28."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Literal

import anyio
import mcp_types as types
from mcp.client.extension import ClaimContext, ResultClaim
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from m3bench.core import TaskEvent
from m3bench.hosting.session.exchange import CallExchange

EXTENSION = "io.modelcontextprotocol/tasks"
_FASTEST_POLL, _SLOWEST_POLL, _USUAL_POLL = 0.05, 5.0, 0.5
_CANCEL_SECONDS = 2.0
_MOST_INPUTS = 20
_ELICITATION: TypeAdapter[types.ElicitRequest] = TypeAdapter(types.ElicitRequest)


class TaskHandle(types.Result):
    """The result of a call that became a task."""

    model_config = ConfigDict(extra="allow")
    result_type: Literal["task"] = Field(alias="resultType")
    task_id: str = Field(alias="taskId")
    status: str = "working"
    poll_interval_ms: float | None = Field(default=None, alias="pollIntervalMs")


class TaskState(types.Result):
    """The result of `tasks/get`, as far as it is read."""

    model_config = ConfigDict(extra="allow")
    status: str
    status_message: str | None = Field(default=None, alias="statusMessage")
    poll_interval_ms: float | None = Field(default=None, alias="pollIntervalMs")
    result: types.CallToolResult | None = None
    error: types.ErrorData | None = None
    input_requests: dict[str, Any] | None = Field(default=None, alias="inputRequests")


class TaskRequest(types.Request[dict[str, Any], str]):
    """A request of the extension."""

    name_param: ClassVar[str | None] = "taskId"
    method: str
    params: dict[str, Any]


class BadTask(Exception):
    """What a server did wrong with a task."""


Ask = Callable[[TaskRequest, type[Any]], Awaitable[Any]]


async def _never(_: TaskHandle, __: ClaimContext) -> types.CallToolResult:
    raise NotImplementedError  # calls are not made in the way that would need it


CLAIMS = {EXTENSION: (ResultClaim(result_type="task", model=TaskHandle, resolve=_never),)}
"""Declares the extension to servers of that revision, and to no others."""


async def finish_task(handle: TaskHandle, ask: Ask, exchange: CallExchange) -> types.CallToolResult:
    """Poll a task until it has ended, and return its result. If this is cancelled, so is the task.

    Raises `BadTask`.
    """
    polls = 0
    pause = _pause(handle.poll_interval_ms)
    try:
        while True:
            await anyio.sleep(pause)
            state: TaskState = await ask(_request("tasks/get", handle), TaskState)
            polls += 1
            exchange.task = TaskEvent(status=state.status[:100], polls=polls)
            if state.status_message:
                await exchange.on_progress(polls, None, state.status_message)
            if state.status not in ("working", "input_required"):
                return _result(state)
            if state.input_requests:
                answers = await _inputs(state.input_requests, exchange)
                await ask(_request("tasks/update", handle, inputResponses=answers), types.EmptyResult)
            pause = _pause(state.poll_interval_ms)
    except anyio.get_cancelled_exc_class():
        exchange.task = TaskEvent(status="cancelled", polls=polls)
        with anyio.move_on_after(_CANCEL_SECONDS, shield=True):
            await ask(_request("tasks/cancel", handle), types.EmptyResult)
        raise


def _request(method: str, handle: TaskHandle, **more: Any) -> TaskRequest:
    return TaskRequest(method=method, params={"taskId": handle.task_id, **more})


def _pause(milliseconds: float | None) -> float:
    wanted = _USUAL_POLL if milliseconds is None else milliseconds / 1000
    return min(max(wanted, _FASTEST_POLL), _SLOWEST_POLL)


def _result(state: TaskState) -> types.CallToolResult:
    if state.status == "completed" and state.result is not None:
        return state.result
    reason = state.error.message if state.error is not None else state.status_message or ""
    text = f"The task ended as {state.status[:100]}. {reason[:1_000]}".strip()
    return types.CallToolResult(content=[types.TextContent(text=text)], is_error=True)


async def _inputs(requests: dict[str, Any], exchange: CallExchange) -> dict[str, Any]:
    if len(requests) > _MOST_INPUTS:
        raise BadTask(f"asks {len(requests)} questions at once")
    answers: dict[str, Any] = {}
    for key, request in requests.items():
        try:
            asked = _ELICITATION.validate_python(request, by_name=False)
        except ValidationError:
            raise BadTask("requires input of another kind than an elicitation") from None
        answer = await exchange.elicit(asked.params, key)
        answers[key] = answer.model_dump(by_alias=True, mode="json", exclude_none=True)
    return answers
