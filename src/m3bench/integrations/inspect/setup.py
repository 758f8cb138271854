"""Which stage belongs to which sample: set up before its solver, taken down after its scorers."""

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
from m3bench.world import World

_STAGES: dict[str, SampleEnvironment] = {}


def environment_of(state: TaskState) -> SampleEnvironment:
    if state.uuid not in _STAGES:
        raise UsageError(
            f"The sample {state.sample_id} is none of a task of ours that is under way.",
            "Score while evaluating: a log alone has no workspace. `m3bench score` reads logs.",
        )
    return _STAGES[state.uuid]


@solver
def set_up(suite: Suite, world: World, *, sandbox: bool) -> Solver:
    """Servers, workspace and pictures of the sample, and the tools for its solver."""
    tasks = {task.id: task for task in suite.tasks}

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001 - as Inspect calls it
        task = tasks[str(state.sample_id)]
        stage = SampleEnvironment(task, suite, world, sandbox=sandbox)
        _STAGES[state.uuid] = stage
        await stage.open()
        state.tools = [*state.tools, *tools_of(stage)]
        system = ChatMessageSystem(content=load_prompts("caller").fill("native"))
        state.messages = [system, _request(stage, state.input_text, suite, str(state.model))]
        return state

    return solve


async def take_down(state: TaskState) -> None:
    stage = _STAGES.pop(state.uuid, None)
    if stage is not None:
        await stage.close()


def _request(stage: SampleEnvironment, text: str, suite: Suite, model: str) -> ChatMessageUser:
    """What is asked, with the pictures to be seen, the files to be read, and the names to be used."""
    task = stage.task
    files = read_inputs(stage.workspace, task.files)
    named = f"Its pictures: {', '.join(task.images)}" if task.images else ""
    listed = "\n".join(filter(None, (named, list_inputs(files))))
    words = load_prompts("caller").fill("task", request=text, pictures=listed)
    pictures = [ContentImage(image=address_of(picture)) for picture in task_pictures(task, suite)]
    content: list[Content] = [ContentText(text=words), *pictures, *file_content(files, model)]
    return ChatMessageUser(content=content)
