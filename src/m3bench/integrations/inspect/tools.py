"""The tools of a sample as Inspect tools."""

from __future__ import annotations

from typing import Any

from inspect_ai.model import ContentImage, ContentText
from inspect_ai.tool import Tool as InspectTool
from inspect_ai.tool import ToolDef, ToolError, ToolParams, ToolResult
from pydantic import ValidationError

from m3bench.agents.shared import part_text
from m3bench.core import Media, Result
from m3bench.formats.openai import address_of
from m3bench.hosting import Tool
from m3bench.integrations.inspect.environment import SampleEnvironment


def tools_of(environment: SampleEnvironment) -> list[InspectTool]:
    """Return all tools, under aliases that every provider accepts."""
    return [_tool(environment, tool) for tool in environment.toolbox.tools]


def _tool(environment: SampleEnvironment, tool: Tool) -> InspectTool:
    # With a parameter of this name, Inspect passes arguments on unchanged.
    async def execute(**kwargs: Any) -> ToolResult:
        done = await environment.call(tool.full_name, kwargs)
        result = done.result or Result()
        if result.is_error or (done.outcome is not None and not done.outcome.executed):
            raise ToolError("\n".join(filter(None, map(part_text, result.content))))
        return _content(result)

    alias = environment.toolbox.aliases.alias(tool.full_name)
    described = ToolDef(execute, alias, tool.description or alias, _parameters(tool))
    return described.as_tool()


def _content(result: Result) -> ToolResult:
    """Return the result with its pictures."""
    return [
        ContentImage(image=address_of(part))
        if isinstance(part, Media) and part.data is not None and part.kind == "image"
        else ContentText(text=part_text(part))
        for part in result.content
    ]


def _parameters(tool: Tool) -> ToolParams:
    """Return the schema as far as Inspect supports it. The toolbox checks arguments against all of it."""
    try:
        parameters = ToolParams.model_validate({"type": "object", "properties": {}, **tool.input_schema})
    except ValidationError:
        return ToolParams(additionalProperties=True)
    for name, parameter in parameters.properties.items():
        parameter.description = parameter.description or name
    return parameters
