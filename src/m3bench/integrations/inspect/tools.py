"""The tools of our servers as Inspect offers tools to a model."""

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


def tools_of(stage: SampleEnvironment) -> list[InspectTool]:
    """All tools of the stage, under the aliases that every provider takes."""
    return [_tool(stage, tool) for tool in stage.toolbox.tools]


def _tool(stage: SampleEnvironment, tool: Tool) -> InspectTool:
    # Under this name of its parameter, Inspect hands arguments on as the model wrote them.
    async def execute(**kwargs: Any) -> ToolResult:
        done = await stage.call(tool.full_name, kwargs)
        result = done.result or Result()
        if result.is_error or (done.outcome is not None and not done.outcome.executed):
            raise ToolError("\n".join(filter(None, map(part_text, result.content))))
        return _content(result)

    alias = stage.toolbox.aliases.alias(tool.full_name)
    described = ToolDef(execute, alias, tool.description or alias, _parameters(tool))
    return described.as_tool()


def _content(result: Result) -> ToolResult:
    """What came back, with its pictures to be seen."""
    return [
        ContentImage(image=address_of(part))
        if isinstance(part, Media) and part.data is not None and part.kind == "image"
        else ContentText(text=part_text(part))
        for part in result.content
    ]


def _parameters(tool: Tool) -> ToolParams:
    """The schema as far as Inspect can say it; our own check of arguments knows the whole."""
    try:
        parameters = ToolParams.model_validate({"type": "object", "properties": {}, **tool.input_schema})
    except ValidationError:
        return ToolParams(additionalProperties=True)
    for name, parameter in parameters.properties.items():
        parameter.description = parameter.description or name
    return parameters
