"""A place for an agent to work in: the bundled servers in this process, a world and a workspace."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
from PIL import Image

from m3bench.agents import Agent, Attempt, ContextWindow, Ending, Limits
from m3bench.core import Call, Task
from m3bench.hosting import Toolbox, ToolHost
from m3bench.models import ChatModel
from m3bench.runs import BundledHost
from m3bench_world import World
from tests.hanging import HANG_SECONDS

SERVERS = ("math", "imagesorcery-mcp")
TASK = Task(
    id="t1", family="pictures", request="What is 2 + 3? Then crop the picture.", images=("photo.png",)
)


def run(work: Callable[[], Awaitable[Any]]) -> Any:
    """Run asynchronous work, bounded in time."""

    async def bounded() -> Any:
        with anyio.fail_after(HANG_SECONDS):
            return await work()

    return anyio.run(bounded)


async def an_attempt(
    workspace: Path,
    *,
    task: Task = TASK,
    model: ChatModel | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    host: ToolHost | None = None,
    window: ContextWindow | None = None,
) -> Attempt:
    """An attempt at the task, with its picture in the workspace. A test puts other files there."""
    for name in task.images:
        (workspace / name).write_bytes(png())
    toolbox = await Toolbox.mount(host or BundledHost(SERVERS, World(7), workspace))
    return Attempt(task, toolbox, workspace, model=model, limits=limits, window=window)


def solve(
    agent: Agent, workspace: Path, model: ChatModel | None = None, **how: Any
) -> tuple[Ending, Attempt]:
    """Let the agent work on the task to its end."""

    async def work() -> tuple[Ending, Attempt]:
        attempt = await an_attempt(workspace, model=model, **how)
        return await agent.solve(attempt), attempt

    ending, attempt = run(work)
    return ending, attempt


def shape(attempt: Attempt) -> list[list[str]]:
    """What was called and how it ended, step by step."""
    return [[f"{call.name} {call.outcome}" for call in step.calls] for step in attempt.steps]


def call(attempt: Attempt, step: int = 0, place: int = 0) -> Call:
    return attempt.steps[step].calls[place]


def png(width: int = 40, height: int = 30) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), "orange").save(file, "PNG")
    return file.getvalue()
