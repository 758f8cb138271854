"""Set up the environment of a sample before its solver, and take it down after its scorers."""

from __future__ import annotations

from inspect_ai.model import ChatMessageSystem, ChatMessageUser, Content, ContentImage, ContentText
from inspect_ai.solver import Generate, Solver, TaskState, solver

from m3bench.agents import list_inputs, read_inputs
from m3bench.agents.shared import load_prompts
from m3bench.core import UsageError
from m3bench.formats.openai import address_of
from m3bench.integrations.inspect.environment import SampleEnvironment
from m3bench.integrations.inspect.files import file_content
from m3bench.integrations.inspect.tools import tools_of
from m3bench.runs import task_pictures
from m3bench.suites import Suite
from m3bench.worlds import World

_ENVIRONMENTS: dict[str, SampleEnvironment] = {}


def environment_of(state: TaskState) -> SampleEnvironment:
    if state.uuid not in _ENVIRONMENTS:
        raise UsageError(
            f"Sample {state.sample_id} has no running m3bench environment.",
            "Score during the evaluation: a log has no workspace. `m3bench score` reads logs.",
        )
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
