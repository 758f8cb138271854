"""What a model did under Inspect, as the trajectory that is scored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import msgspec
import pytest

pytest.importorskip("inspect_ai", reason="the extra inspect is not installed")

from inspect_ai.model import (
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    ModelName,
)
from inspect_ai.solver import TaskState
from inspect_ai.tool import ToolCall, ToolCallError, ToolDef, ToolError

from m3bench.core import AnswerField, AnswerForm, Call, FieldType, Outcome, Task, UsageError
from m3bench.hosting import Toolbox
from m3bench.integrations.inspect.environment import SampleEnvironment
from m3bench.integrations.inspect.setup import environment_of, tools_of
from m3bench.integrations.inspect.transcripts import trajectory_of
from m3bench.runs import BundledHost
from m3bench.worlds import DEFAULT_NOW, DEFAULT_SEED
from m3bench_world import World


class _NoSuite:
    name, digest, tasks = "none", "none", ()

    def assets(self, task: Task) -> dict[str, bytes | Path]:
        return {}


async def _environment(workspace: Path) -> SampleEnvironment:
    """An environment whose servers need no process, without a sample around it."""
    world = World(DEFAULT_SEED, DEFAULT_NOW)
    task = Task(id="sum", family="sums", request="?", servers=("math", "imagesorcery-mcp"))
    environment = SampleEnvironment(task, _NoSuite(), world, sandbox=False)
    environment.workspace = workspace
    environment._toolbox = await Toolbox.mount(BundledHost(task.servers, world, workspace))
    return environment


def _state(*messages: Any) -> TaskState:
    return TaskState(
        model=ModelName("mockllm/model"), sample_id="sum", epoch=1, input="?", messages=list(messages)
    )


def _asked(*calls: tuple[str, dict[str, Any]]) -> ChatMessageAssistant:
    made = [ToolCall(f"c{number}", name, arguments) for number, (name, arguments) in enumerate(calls)]
    return ChatMessageAssistant(content="Now.", tool_calls=made)


def _refused(number: int) -> ChatMessageTool:
    return ChatMessageTool(content="", tool_call_id=f"c{number}", error=ToolCallError("parsing", "refused"))


def test_calls_are_told_with_outcomes_of_ours(tmp_path: Path) -> None:
    async def worked() -> tuple[SampleEnvironment, TaskState]:
        environment = await _environment(tmp_path)
        numbers = {"numbers": [1, 2]}
        await environment.call("math/sum", numbers)
        await environment.call("math/sum", {"numbers": "no"})
        asked = _asked(
            ("math__sum", numbers), ("math__sum", {"numbers": "no"}), ("math__nosuch", {}), ("math__mean", {})
        )
        done = ChatMessageTool(content="3", tool_call_id="c0")
        told = [ChatMessageSystem(content="Be brief."), ChatMessageUser(content="?"), asked, done]
        answer = ChatMessageAssistant(content="Three.")
        return environment, _state(*told, *map(_refused, (1, 2, 3)), answer)

    environment, state = anyio.run(worked)
    made = trajectory_of(state, environment)
    (step,) = made.steps
    assert [(call.name, call.outcome) for call in step.calls] == [
        ("math/sum", Outcome.SUCCESS),
        ("math/sum", Outcome.INVALID_ARGUMENTS),
        ("math/nosuch", Outcome.UNKNOWN_TOOL),
        ("math/mean", Outcome.INVALID_ARGUMENTS),
    ]
    assert [call.timing is None for call in step.calls] == [False, False, True, True]
    assert (made.task_id, made.family, step.plan, made.answer) == ("sum", "sums", "Now.", "Three.")


def test_paths_into_the_workspace_are_the_same_on_every_machine(tmp_path: Path) -> None:
    async def worked() -> tuple[SampleEnvironment, TaskState]:
        environment = await _environment(tmp_path)
        return environment, _state(
            _asked(("imagesorcery-mcp__get_metainfo", {"input_path": f"{tmp_path}/a.png"}))
        )

    environment, state = anyio.run(worked)
    ((_, call),) = trajectory_of(state, environment).calls()
    assert call == Call("imagesorcery-mcp/get_metainfo", {"input_path": "${WORKSPACE}/a.png"}, "c0")


def test_tools_answer_or_say_why_not(tmp_path: Path) -> None:
    async def called() -> tuple[Any, str]:
        environment = await _environment(tmp_path)
        tools = {ToolDef(tool).name: tool for tool in tools_of(environment)}
        told = await tools["math__sum"](numbers=[1, 2])
        with pytest.raises(ToolError) as refused:
            await tools["math__sum"](numbers="no")
        return told, str(refused.value)

    told, refusal = anyio.run(called)
    assert [part.text for part in told] == ["3"]
    assert "Invalid arguments for math/sum" in refusal


def test_a_sample_that_is_not_under_way_cannot_be_scored() -> None:
    with pytest.raises(UsageError, match="has no running m3bench environment"):
        environment_of(_state())


def test_a_form_is_read_from_the_answer(tmp_path: Path) -> None:
    async def read() -> Any:
        environment = await _environment(tmp_path)
        form = AnswerForm((AnswerField("total", FieldType.NUMBER, "the sum"),))
        environment.task = msgspec.structs.replace(environment.task, form=form)
        state = _state(ChatMessageUser(content="?"), ChatMessageAssistant(content='It is 5.\n{"total": 5,}'))
        return trajectory_of(state, environment)

    made = anyio.run(read)
    assert (made.answer, made.fields) == ("It is 5.", {"total": 5})
