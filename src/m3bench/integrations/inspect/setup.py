"""Set up the environment of a sample before its solver, and take it down after its scorers."""

from __future__ import annotations

from typing import Any

from inspect_ai.model import ChatMessageSystem, ChatMessageUser, Content, ContentImage, ContentText
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import Tool as InspectTool
from inspect_ai.tool import ToolDef, ToolError, ToolParams, ToolResult
from pydantic import ValidationError

from m3bench.agents import list_inputs, read_inputs
from m3bench.agents.shared import load_prompts, part_text
from m3bench.core import Media, Result, UsageError
from m3bench.formats.openai import address_of
from m3bench.hosting import Tool
from m3bench.integrations.inspect.environment import SampleEnvironment
from m3bench.integrations.inspect.files import file_content
from m3bench.runs import task_pictures
from m3bench.suites import Suite
from m3bench.worlds import World

_ENVIRONMENTS: dict[str, SampleEnvironment] = {}


def environment_of(state: TaskState) -> SampleEnvironment:
    if state.uuid not in _ENVIRONMENTS:
        hint = "Score during the evaluation: a log has no workspace. `m3bench score` reads logs."
        raise UsageError(f"Sample {state.sample_id} has no running m3bench environment.", hint)
    return _ENVIRONMENTS[state.uuid]


@solver
def set_up(suite: Suite, world: World, *, sandbox: bool) -> Solver:
    """Start the servers of the sample, fill its workspace, and add its tools and request."""
    tasks = {task.id: task for task in suite.tasks}

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001 - as Inspect calls it
        task = tasks[str(state.sample_id)]
        environment = SampleEnvironment(task, suite, world, sandbox=sandbox)
        _ENVIRONMENTS[state.uuid] = environment
        await environment.open()
        state.tools = [*state.tools, *tools_of(environment)]
        system = ChatMessageSystem(content=load_prompts("caller").fill("native"))
        state.messages = [system, _request(environment, state.input_text, suite, str(state.model))]
        return state

    return solve


async def take_down(state: TaskState) -> None:
    environment = _ENVIRONMENTS.pop(state.uuid, None)
    if environment is not None:
        await environment.close()


def _request(environment: SampleEnvironment, text: str, suite: Suite, model: str) -> ChatMessageUser:
    """Return the request with pictures, files and their names."""
    task = environment.task
    files = read_inputs(environment.workspace, task.files)
    named = f"Its pictures: {', '.join(task.images)}" if task.images else ""
    listed = "\n".join(filter(None, (named, list_inputs(files))))
    words = load_prompts("caller").fill("task", request=text, pictures=listed)
    pictures = [ContentImage(image=address_of(picture)) for picture in task_pictures(task, suite)]
    content: list[Content] = [ContentText(text=words), *pictures, *file_content(files, model)]
    return ChatMessageUser(content=content)


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
