"""An agent's view of its servers: uniform tool names, and one outcome per call."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from copy import copy
from functools import partial
from typing import Any

import anyio
import anyio.to_thread

from m3bench.core import PROTOCOL_KEY, Call, Outcome, Result, Text, Timing
from m3bench.core.schema import SchemaProblem
from m3bench.core.text import shorten_middle
from m3bench.hosting.exception_groups import unwrap_group
from m3bench.hosting.host import Rejection, Reply, ServerFault, ToolHost, offering_servers, refused_tools
from m3bench.hosting.tool import Tool
from m3bench.hosting.toolbox.aliases import nearest
from m3bench.hosting.toolbox.arguments import UnreadableArguments, read_arguments
from m3bench.hosting.toolbox.failures import classify, classify_rejection
from m3bench.hosting.toolbox.parameters import parameters
from m3bench.hosting.toolbox.tool_index import ToolIndex, ToolIndexCache
from m3bench.hosting.toolbox.truncation import MEDIA_LIMIT, TEXT_LIMIT, Keep, cut, is_long

_MOST_REMEMBERED = 1_000
_FEW_TOOLS = 12
_LONGEST_NAME = 100


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
        self.refused = refused_tools(host)
        """Tools that are left out because they break the protocol, and what is wrong with them."""
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

    def around(self, wrap: Callable[[ToolHost], ToolHost]) -> Toolbox:
        """Return the same toolbox with another host around its own, such as one that refuses some calls."""
        other = copy(self)
        other._host = wrap(self._host)
        return other

    def keep(self, data: bytes, media_type: str) -> str | None:
        """Store a file with the run; return its digest. None if nothing is kept."""
        return self._keep(data, media_type) if self._keep is not None else None

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

        async def run_into(index: int) -> None:
            done[index] = await self._run_one(calls[index], clock, began)

        try:
            async with anyio.create_task_group() as group:
                for index in range(len(calls)):
                    group.start_soon(run_into, index)
        except ExceptionGroup as errors:
            # A bug in a host raises the same error whether or not other calls run beside it.
            raise unwrap_group(errors) from None
        return tuple(done)

    async def run_other(
        self,
        call: Call,
        tool: Tool,
        work: Callable[[], Awaitable[Reply]],
        *,
        clock: Callable[[], float] = time.monotonic,
        origin: float | None = None,
    ) -> Call:
        """Run something that is no tool, such as reading a resource, as if it were a call of one."""
        arguments = call.arguments if isinstance(call.arguments, dict) else {}
        began = clock() if origin is None else origin
        return await self._run_one(call, clock, began, partial(self._carry_out, tool, arguments, work))

    @property
    def offering(self) -> tuple[Any, ...]:
        """The servers whose resources and prompts can be reached."""
        return offering_servers(self._host)

    async def _run_one(
        self,
        call: Call,
        clock: Callable[[], float],
        began: float,
        attempt: Callable[[], Awaitable[tuple[Outcome, Result]]] | None = None,
    ) -> Call:
        async with self._slots:
            start = clock()
            outcome, result = await (self._attempt(call) if attempt is None else attempt())
            timing = Timing(start - began, clock() - began)
        shown = await self._shown(result)
        return Call(call.name, call.arguments, call.id, shown, outcome, timing, call.repairs)

    async def _shown(self, result: Result) -> Result:
        fitting = partial(cut, result, limit=self._limit, media_limit=self._media_limit, keep=self._keep)
        return await anyio.to_thread.run_sync(fitting) if is_long(result.content) else fitting()

    async def _attempt(self, call: Call) -> tuple[Outcome, Result]:
        if not isinstance(call.name, str) or not call.name.strip():
            return _failed(Outcome.ILLEGAL_FORMAT, self._nameless(call))
        tool = self._by_name.get(call.name)
        if tool is None:
            return _failed(Outcome.UNKNOWN_TOOL, self._unknown_tool(call.name))
        try:
            arguments = read_arguments(call.arguments)
        except UnreadableArguments as reason:
            return _failed(
                Outcome.ILLEGAL_FORMAT, f"{tool.full_name} got {reason}. Send a JSON object. {_takes(tool)}"
            )
        wrong = self._checker.check(tool, arguments)
        if wrong is not None:
            return _failed(
                Outcome.INVALID_ARGUMENTS, f"Invalid arguments for {tool.full_name}: {wrong}. {_takes(tool)}"
            )
        return await self._carry_out(tool, arguments, partial(self._host.call, tool, arguments))

    async def _carry_out(
        self, tool: Tool, arguments: dict[str, Any], work: Callable[[], Awaitable[Reply]]
    ) -> tuple[Outcome, Result]:
        try:
            reply = await work()
        except ServerFault as fault:
            return _failed(Outcome.SERVER_FAULT, f"{fault}. {_SERVER_FAILED}", fault.meta)
        except Rejection as refusal:
            text = f"{tool.full_name} refused the call: {refusal.message}. {_takes(tool)}"
            return _failed(classify_rejection(refusal, arguments), text, refusal.meta)
        if is_long(reply.content):
            outcome = await anyio.to_thread.run_sync(classify, reply, arguments)
        else:
            outcome = classify(reply, arguments)
        if outcome is Outcome.SERVER_FAULT:
            text = " ".join(part.text for part in reply.content if isinstance(part, Text))
            return _failed(outcome, f"{tool.server}: {text}. {_SERVER_FAILED}", reply.meta)
        failed = reply.is_error if outcome.executed else True
        return outcome, Result(reply.content, failed, reply.meta)

    def _nameless(self, call: Call) -> str:
        if not call.repairs:
            return f"The call has no tool name. {self._some_tools()}"
        return (
            f"The call was not carried out, because its format is wrong ({', '.join(call.repairs)}). "
            "Call tools exactly as you were told, and name them as they are listed."
        )

    def _unknown_tool(self, name: str) -> str:
        if name not in self._unknown:
            if len(self._unknown) >= _MOST_REMEMBERED:
                self._unknown.clear()
            alike = nearest(name, self._by_name)
            hint = f"Similar tools: {', '.join(alike)}." if alike else "No tool has a similar name."
            listed = "" if alike and set(alike) == set(self._by_name) else f" {self._some_tools()}"
            self._unknown[name] = f"Unknown tool {shorten_middle(name, _LONGEST_NAME)!r}. {hint}{listed}"
        return self._unknown[name]

    def _some_tools(self) -> str:
        """List the tools if they are few; otherwise give one as an example of a name."""
        names = [shorten_middle(name, _LONGEST_NAME) for name in self._by_name]
        if not names:
            return "No tools are mounted."
        if len(names) <= _FEW_TOOLS:
            return f"The tools: {', '.join(names)}."
        return f"Use full names from the list of {len(names):,} tools, such as {names[0]}."


_SERVER_FAILED = "The server failed; the call itself was valid. Try again, or continue without this tool."


def _failed(outcome: Outcome, text: str, meta: dict[str, Any] | None = None) -> tuple[Outcome, Result]:
    kept = {name: value for name, value in (meta or {}).items() if name == PROTOCOL_KEY}
    return outcome, Result((Text(text),), is_error=True, meta=kept)


def _takes(tool: Tool) -> str:
    return f"{tool.full_name} takes {parameters(tool)}."
