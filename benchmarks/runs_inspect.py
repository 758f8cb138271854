"""The tasks of `runs.py` as Inspect AI runs them, with its mock model; needs only Inspect and the SDK.

    PYTHON benchmarks/runs_inspect.py stdio|plain TASKS AT_ONCE [COMMAND…]

Prints the CPU seconds of this process for each further task, without the fixed cost of an evaluation.
With ``stdio`` COMMAND is an MCP server, one for each sample; with ``plain`` the tool is a function.
"""

# Inspect AI is not a dependency of m3bench.
# mypy: disable-error-code="import-not-found, untyped-decorator"
from __future__ import annotations

import sys
import tempfile
import time
from typing import Any

import inspect_ai
from inspect_ai.dataset import Sample
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessageAssistant,
    ChatMessageTool,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver, use_tools
from inspect_ai.tool import Tool, ToolCall, mcp_connection, mcp_server_stdio, tool
from run_tasks import CALLS, STEPS, TOOL, numbers

FEW = 4


def main() -> None:
    way, tasks, at_once, *command = sys.argv[1:]
    solve = plain() if way == "plain" else over_stdio(command)
    with tempfile.TemporaryDirectory() as folder:
        _cpu(solve, FEW, int(at_once), folder)  # imports and caches warm up
        few = _cpu(solve, FEW, int(at_once), folder)
        many = _cpu(solve, FEW + int(tasks), int(at_once), folder)
    print((many - few) / int(tasks))


def _cpu(solve: Any, count: int, at_once: int, folder: str) -> float:
    began = time.process_time()
    _run(solve, count, at_once, folder)
    return time.process_time() - began


def _run(solve: Any, count: int, at_once: int, folder: str) -> None:
    samples = [Sample(input=f"Add some numbers, task {number}.", id=number) for number in range(count)]
    model = get_model("mockllm/model", custom_outputs=_reply, memoize=False)
    (log,) = inspect_ai.eval(
        inspect_ai.Task(dataset=samples, solver=solve),
        model=model,
        log_dir=folder,
        display="none",
        max_samples=at_once,
        score=False,
    )
    done = [sum(map(_succeeded, sample.messages)) for sample in log.samples or []]
    if done != [STEPS * CALLS] * count:
        sys.exit(f"Inspect AI did not carry out every call: {log.error.message if log.error else done[:5]}")


def _succeeded(message: object) -> bool:
    return isinstance(message, ChatMessageTool) and message.error is None


def plain() -> list[Solver]:
    return [use_tools(add()), generate()]


@solver
def over_stdio(command: list[str]) -> Solver:
    server = mcp_server_stdio(name="measured", command=command[0], args=command[1:])

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        async with mcp_connection(server):
            state = await use_tools(server)(state, generate)
            return await generate(state, tool_calls="loop")

    return solve


@tool
def add() -> Tool:
    async def execute(a: float, b: float) -> float:
        """Add two numbers.

        Args:
            a: The first number.
            b: The second number.
        """
        return a + b

    return execute


def _reply(messages: list[Any], *_: Any) -> ModelOutput:
    step = sum(isinstance(each, ChatMessageAssistant) for each in messages)
    calls = [
        ToolCall(id=f"{step}-{call}", function=TOOL, arguments=numbers(step, call)) for call in range(CALLS)
    ]
    wanted = calls if step < STEPS else None
    message = ChatMessageAssistant(content="" if wanted else "done", tool_calls=wanted)
    choice = ChatCompletionChoice(message=message, stop_reason="tool_calls" if wanted else "stop")
    # Without usage the mock model would count tokens itself, at its own cost.
    return ModelOutput(model="mockllm/model", choices=[choice], usage=ModelUsage())


if __name__ == "__main__":
    main()
