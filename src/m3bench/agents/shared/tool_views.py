"""Show as much of the mounted tools as fits into a model's context: whole, short, or only the nearest."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

import msgspec

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.shared.prompts import first_sentences
from m3bench.agents.tool_view import ToolForm, ToolView
from m3bench.core import ASK_USER
from m3bench.hosting import Tool
from m3bench.hosting.mounting import nearest_tools
from m3bench.models import ModelIncapable

_MOST_OPTIONS = 12
_MAX_DEPTH = 3
_FEWER = 4
"""After a refusal, only this part of the nearest tools is shown: a quarter."""

_AROUND = 10
"""Tokens that a prompt adds to each tool."""

Cost = Callable[[Sequence[Tool]], int]
"""Estimates the tokens that these tools take in the prompts of an agent."""


async def solve_in_window(attempt: Attempt, cost: Cost, solve: Callable[[], Awaitable[Ending]]) -> Ending:
    """Work on an attempt with tools in a form that fits.

    Known limits are respected before anything is asked. If the first request is refused as too long, less is
    shown, and the work starts again.

    Raises:
        ModelIncapable: Not even one tool fits.
    """
    refusal: ModelIncapable | None = None
    for view in tool_views(attempt, cost):
        attempt.show(view)
        try:
            return await solve()
        except ModelIncapable as error:
            if error.capability != "context":
                raise
            refusal = error
    raise refusal or _no_room(attempt, cost)


def tool_views(attempt: Attempt, cost: Cost) -> Iterator[ToolView]:
    """Yield what may be shown, the most first. Between two views, more may be learnt of the window."""
    tools, window = attempt.toolbox.tools, attempt.window
    if window.room is None or cost(tools) <= window.room:
        yield ToolView.whole(tools)
    short = tuple(map(short_tool, tools))
    costs = {tool.full_name: cost([tool]) + _AROUND for tool in short}
    if tools and (window.room is None or sum(costs.values()) <= window.room):
        yield ToolView(ToolForm.SHORT, short, tools)
    ranked = sorted(nearest_tools(short, attempt.request), key=lambda tool: tool.full_name != ASK_USER)
    totals = list(accumulate(costs[tool.full_name] for tool in ranked))
    most = len(ranked) - 1
    while (most := min(most, sum(window.half is None or tokens <= window.half for tokens in totals))) > 0:
        names = {tool.full_name for tool in ranked[:most]}
        yield ToolView(ToolForm.NEAREST, _only(short, names), _only(tools, names))
        most //= _FEWER


def short_tool(tool: Tool) -> Tool:
    """Return a tool with the first sentences of its description and the types of its parameters."""
    return msgspec.structs.replace(
        tool, description=first_sentences(tool), input_schema=short_schema(tool.input_schema)
    )


def short_schema(schema: Mapping[str, Any], depth: int = 0) -> dict[str, Any]:
    """Return what is needed to write a valid value: types, names, what is required, and short options."""
    short: dict[str, Any] = {key: schema[key] for key in ("type", "const", "$ref") if key in schema}
    options = schema.get("enum")
    if isinstance(options, list) and len(options) <= _MOST_OPTIONS:
        short["enum"] = options
    if depth >= _MAX_DEPTH:
        return short
    if isinstance(schema.get("properties"), dict):
        short["properties"] = {name: _nested(value, depth) for name, value in schema["properties"].items()}
        if isinstance(schema.get("required"), list):
            short["required"] = schema["required"]
    if isinstance(schema.get("items"), dict):
        short["items"] = _nested(schema["items"], depth)
    for key in ("anyOf", "oneOf"):
        if isinstance(schema.get(key), list):
            short[key] = [_nested(option, depth) for option in schema[key]]
    if isinstance(schema.get("$defs"), dict):
        short["$defs"] = {name: _nested(value, depth) for name, value in schema["$defs"].items()}
    return short


def _nested(schema: Any, depth: int) -> Any:
    return short_schema(schema, depth + 1) if isinstance(schema, dict) else schema


def _only(tools: Sequence[Tool], names: set[str]) -> tuple[Tool, ...]:
    return tuple(tool for tool in tools if tool.full_name in names)


def _no_room(attempt: Attempt, cost: Cost) -> ModelIncapable:
    tools = attempt.toolbox.tools
    return ModelIncapable(
        f"{len(tools):,} tools take {cost(tools):,} tokens. {attempt.model.name} has room for "
        f"{attempt.window.room:,}, which not even the smallest selection of them fits into.",
        "Name a model with a larger context, or give the server one and say so with --context.",
        capability="context",
    )
