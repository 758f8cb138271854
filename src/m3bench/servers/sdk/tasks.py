"""Long-running calls as tasks: MCP's extension `io.modelcontextprotocol/tasks` of 2026-07-28.

A client that declares the extension gets a task at once, and polls it with `tasks/get`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

import anyio
import anyio.abc
import anyio.from_thread
import mcp_types as types
from mcp import MCPError
from mcp.server.lowlevel import Server as SdkServer
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import Field, ValidationError

from m3bench.servers.kit import CallClient, Elicited
from m3bench.servers.sdk.clients import Context, given_back

EXTENSION = "io.modelcontextprotocol/tasks"
_MOST_KEPT = 100
_POLL_MS = 200
_LONGEST_MESSAGE = 300

Work = Callable[[CallClient], Awaitable[Any]]


class TaskParams(types.RequestParams):
    """Parameters of `tasks/get` and `tasks/cancel`."""

    task_id: str = Field(alias="taskId")


class UpdateParams(TaskParams):
    """Parameters of `tasks/update`."""

    input_responses: dict[str, Any] = Field(default={}, alias="inputResponses")


class LongTask:
    """A call that runs in the background. It is the client of its tool: questions wait for `tasks/update`."""

    can_elicit = True

    def __init__(self, number: int, now: datetime, turn: anyio.Semaphore) -> None:
        self.id = f"task-{number}"
        self.status = "working"
        self.scope = anyio.CancelScope()
        self._now, self._turn, self._message = now, turn, ""
        self._result: dict[str, Any] = {}
        self._questions: dict[str, dict[str, Any]] = {}
        self._answers: dict[str, types.ElicitResult] = {}
        self._asked, self._answered = 0, anyio.Event()

    async def run(self, work: Work) -> None:
        with self.scope:
            result = await work(self)
            self._result = result.model_dump(by_alias=True, mode="json", exclude_none=True)
            self.status = "completed"
        if self.scope.cancelled_caught:
            self.status = "cancelled"

    def elicit(self, message: str, schema: dict[str, Any], key: str | None) -> Elicited:
        answer: Elicited = anyio.from_thread.run(self._ask, message, schema, key)
        return answer

    async def _ask(self, message: str, schema: dict[str, Any], name: str | None) -> Elicited:
        self._asked += 1
        key = name or f"question_{self._asked}"
        params = {"mode": "form", "message": message, "requestedSchema": schema}
        self._questions = {key: {"method": "elicitation/create", "params": params}}
        self.status = "input_required"
        async with given_back(self._turn):
            while key not in self._answers:
                self._answered = anyio.Event()
                await self._answered.wait()
        self._questions, self.status = {}, "working"
        answer = self._answers[key]
        return Elicited(answer.action, dict(answer.content or {}))

    def answer(self, responses: dict[str, Any]) -> None:
        for key in self._questions.keys() & responses.keys():
            try:
                self._answers[key] = types.ElicitResult.model_validate(responses[key])
            except ValidationError:
                raise MCPError(types.INVALID_PARAMS, f"{key!r} is no answer to an elicitation") from None
        self._answered.set()

    def report_progress(self, progress: float, total: float | None, message: str | None) -> None:
        anyio.from_thread.check_cancelled()
        share = f"{progress:g}" if total is None else f"{progress:g} of {total:g}"
        self._message = f"{message or 'working'}: {share}"[:_LONGEST_MESSAGE]

    def shown(self, kind: str) -> dict[str, Any]:
        """Return the task as a result of type `kind`."""
        time = self._now.isoformat()
        more: dict[str, Any] = {"statusMessage": self._message} if self._message else {}
        if self.status == "completed":
            more["result"] = self._result
        if self._questions:
            more["inputRequests"] = self._questions
        return {
            "resultType": kind,
            "taskId": self.id,
            "status": self.status,
            "createdAt": time,
            "lastUpdatedAt": time,
            "ttlMs": None,
            "pollIntervalMs": _POLL_MS,
            **more,
        }


class TaskStore:
    """The tasks of a server process. The oldest are forgotten."""

    def __init__(self, group: anyio.abc.TaskGroup, now: datetime) -> None:
        """`now` is the time of the world, which stands still."""
        self._group, self._now = group, now
        self._tasks: dict[str, LongTask] = {}
        self._number = 0

    def start(self, work: Work, turn: anyio.Semaphore) -> dict[str, Any]:
        """Start a task and return it as the result of the call."""
        self._number += 1
        task = LongTask(self._number, self._now, turn)
        self._tasks[task.id] = task
        self._group.start_soon(task.run, work)
        while len(self._tasks) > _MOST_KEPT:
            self._tasks.pop(next(iter(self._tasks))).scope.cancel()
        return task.shown("task")

    def find(self, number: str) -> LongTask:
        if number not in self._tasks:
            raise MCPError(types.INVALID_PARAMS, f"Unknown task {number[:60]!r}.")
        return self._tasks[number]


def allows_tasks(context: Context) -> bool:
    """Return whether the client of a call can be given a task instead of its result."""
    declared = context.session.client_capabilities
    extensions = declared.extensions if declared is not None else None
    return context.protocol_version in MODERN_PROTOCOL_VERSIONS and EXTENSION in (extensions or {})


def add_tasks(server: SdkServer[Any]) -> None:
    """Add the methods of the extension to a server whose lifespan yields a `TaskStore`."""

    async def get(ctx: Context, params: TaskParams) -> dict[str, Any]:
        shown: dict[str, Any] = ctx.lifespan_context.find(params.task_id).shown("complete")
        return shown

    async def update(ctx: Context, params: UpdateParams) -> dict[str, Any]:
        ctx.lifespan_context.find(params.task_id).answer(params.input_responses)
        return {"resultType": "complete"}

    async def cancel(ctx: Context, params: TaskParams) -> dict[str, Any]:
        ctx.lifespan_context.find(params.task_id).scope.cancel()
        return {"resultType": "complete"}

    server.add_request_handler("tasks/get", TaskParams, get)
    server.add_request_handler("tasks/update", UpdateParams, update)
    server.add_request_handler("tasks/cancel", TaskParams, cancel)
    server.extensions[EXTENSION] = {}
