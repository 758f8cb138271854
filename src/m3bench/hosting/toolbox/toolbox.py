"""An agent's view of its servers: uniform tool names, and one outcome per call."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import partial
from typing import Any

import anyio
import anyio.to_thread

from m3bench.core import Call, Outcome, Result, Text, Timing
from m3bench.core.schema import SchemaProblem
from m3bench.core.text import shorten_middle
from m3bench.hosting.exception_groups import unwrap_group
from m3bench.hosting.host import Rejection, ServerFault, ToolHost
from m3bench.hosting.tool import Tool
from m3bench.hosting.toolbox.aliases import nearest
from m3bench.hosting.toolbox.arguments import UnreadableArguments, parameters, read_arguments
from m3bench.hosting.toolbox.failures import classify, classify_rejection
from m3bench.hosting.toolbox.tool_index import ToolIndex, ToolIndexCache
from m3bench.hosting.toolbox.truncation import MEDIA_LIMIT, TEXT_LIMIT, Keep, cut, is_long

_MOST_REMEMBERED = 1_000


class Toolbox:
    """The tools of a host. Whatever the model sends or the server does, a call ends in an outcome."""

    def __init__(
        self,
        host: ToolHost,
        tool_index: ToolIndex,
        *,
        limit: int = TEXT_LIMIT,
        media_limit: int = MEDIA_LIMIT,
        keep: Keep | None = None,
        max_concurrent: int | None = None,
    ) -> None:
        self.tools = tool_index.tools
        """In mount order."""
        self.problems = {**host.faults, **tool_index.repeated}
        """Servers whose tools are missing, with the reason."""
        self.aliases = tool_index.aliases
        self._host, self._index = host, tool_index
        self._by_name, self._checker = tool_index.by_name, tool_index.checker
        self._limit, self._media_limit, self._keep = limit, media_limit, keep
        self._slots: AbstractAsyncContextManager[Any] = (
            nullcontext() if max_concurrent is None else anyio.Semaphore(max_concurrent)
        )
        self._unknown: dict[str, str] = {}

    @classmethod
    async def mount(
        cls,
        host: ToolHost,
        *,
        limit: int = TEXT_LIMIT,
        media_limit: int = MEDIA_LIMIT,
        keep: Keep | None = None,
        max_concurrent: int | None = None,
        index_cache: ToolIndexCache | None = None,
    ) -> Toolbox:
        """List the host's tools once and build a toolbox.

        Args:
            limit: Characters of text in one result. Longer results are truncated.
            media_limit: Bytes of media in one result.
            keep: Stores the full content of a truncated result.
            max_concurrent: Calls that may run at the same time.
            index_cache: Shared by toolboxes, so that the same tools are indexed once.
        """
        tools = await host.tools()
        tool_index = ToolIndex(tools) if index_cache is None else index_cache.of(tools)
        return cls(
            host, tool_index, limit=limit, media_limit=media_limit, keep=keep, max_concurrent=max_concurrent
        )

    def tool(self, full_name: str) -> Tool | None:
        return self._by_name.get(full_name)

    @property
    def tokens(self) -> int:
        """The tokens that the tools take in every request to a model, estimated."""
        return self._index.tokens

    @property
    def schema_problems(self) -> dict[str, SchemaProblem]:
        """Tools called so far whose arguments cannot be validated, because their schema is broken."""
        return self._checker.problems

    async def run(
        self,
        calls: Sequence[Call],
        *,
        clock: Callable[[], float] = time.monotonic,
        origin: float | None = None,
    ) -> tuple[Call, ...]:
        """Run the calls of one step concurrently. Returns them in the same order, with result, outcome and
        timing.

        `origin` is the clock's value at the start of the trajectory. Defaults to now.
        """
        began = clock() if origin is None else origin
        if len(calls) == 1:
            return (await self._run_one(calls[0], clock, began),)
        done: list[Call] = list(calls)

        async def run_into(place: int) -> None:
            done[place] = await self._run_one(calls[place], clock, began)

        try:
            async with anyio.create_task_group() as group:
                for place in range(len(calls)):
                    group.start_soon(run_into, place)
        except ExceptionGroup as errors:
            # A bug in a host raises the same error whether or not other calls run beside it.
            raise unwrap_group(errors) from None
        return tuple(done)

    async def _run_one(self, call: Call, clock: Callable[[], float], began: float) -> Call:
        async with self._slots:
            start = clock()
            outcome, result = await self._attempt(call)
            timing = Timing(start - began, clock() - began)
        shown = await self._shown(result)
        return Call(call.name, call.arguments, call.id, shown, outcome, timing)

    async def _shown(self, result: Result) -> Result:
        fitting = partial(cut, result, limit=self._limit, media_limit=self._media_limit, keep=self._keep)
        fitted = await anyio.to_thread.run_sync(fitting) if is_long(result.content) else fitting()
        return fitted.shown

    async def _attempt(self, call: Call) -> tuple[Outcome, Result]:
        if not isinstance(call.name, str) or not call.name.strip():
            return _failed(Outcome.ILLEGAL_FORMAT, "The call has no tool name. Call a tool as server/tool.")
        tool = self._by_name.get(call.name)
        if tool is None:
            return _failed(Outcome.UNKNOWN_TOOL, self._unknown_tool(call.name))
        try:
            arguments = read_arguments(call.arguments)
        except UnreadableArguments as reason:
            return _failed(Outcome.ILLEGAL_FORMAT, f"{tool.full_name} got {reason}. {_takes(tool)}")
        wrong = self._checker.check(tool, arguments)
        if wrong is not None:
            return _failed(
                Outcome.INVALID_ARGUMENTS, f"Invalid arguments for {tool.full_name}: {wrong}. {_takes(tool)}"
            )
        return await self._carry_out(tool, arguments)

    async def _carry_out(self, tool: Tool, arguments: dict[str, Any]) -> tuple[Outcome, Result]:
        try:
            reply = await self._host.call(tool, arguments)
        except ServerFault as fault:
            return _failed(Outcome.SERVER_FAULT, f"{fault}. {_SERVER_FAILED}")
        except Rejection as refusal:
            outcome = classify_rejection(refusal, arguments)
            advice = _takes(tool) if outcome.blames_agent or outcome.executed else _SERVER_FAILED
            return _failed(outcome, f"{tool.full_name} refused the call: {refusal.message}. {advice}")
        if is_long(reply.content):
            outcome = await anyio.to_thread.run_sync(classify, reply, arguments)
        else:
            outcome = classify(reply, arguments)
        if outcome is Outcome.SERVER_FAULT:
            text = " ".join(part.text for part in reply.content if isinstance(part, Text))
            return _failed(outcome, f"{tool.server}: {text}. {_SERVER_FAILED}")
        failed = reply.is_error if outcome.executed else True
        return outcome, Result(reply.content, failed, reply.meta)

    def _unknown_tool(self, name: str) -> str:
        if name not in self._unknown:
            if len(self._unknown) >= _MOST_REMEMBERED:
                self._unknown.clear()
            alike = nearest(name, self._by_name)
            hint = f"Similar tools: {', '.join(alike)}." if alike else "No tool has a similar name."
            self._unknown[name] = f"Unknown tool {shorten_middle(name, 100)!r}. {hint}"
        return self._unknown[name]


_SERVER_FAILED = "The server failed; the call itself was valid. Try again, or continue without this tool."


def _failed(outcome: Outcome, text: str) -> tuple[Outcome, Result]:
    return outcome, Result((Text(text),), is_error=True)


def _takes(tool: Tool) -> str:
    return f"Send a JSON object. {tool.full_name} takes {parameters(tool)}."
