"""A gateway over a fake host, with everything that it recorded."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import anyio
from mcp import Client

from m3bench.core import (
    Content,
    Media,
    Text,
    Trajectory,
)
from m3bench.hosting import Reply, ServerFault, Tool
from m3bench.hosting.gateway.gateway import Assignment, Gateway, Recorder
from m3bench.hosting.gateway.sdk import make_server
from m3bench.hosting.toolbox.toolbox import Toolbox
from tests.hanging import HANG_SECONDS

PNG = Media(media_type="image/png", data=b"\x89PNG")

TEXT_SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}

TASK = Assignment(id="t1", request="What is on the picture?", attachments=(PNG,), family="pictures")


class FakeHost:
    """Tools with the answers of the test. `gate` holds back the answers of `wait`."""

    def __init__(self, answers: dict[str, tuple[Content, ...]] | None = None) -> None:
        self.answers = answers or {}
        self.faults: dict[str, str] = {}
        self.gate = anyio.Event()
        self.waiting = anyio.Event()

    async def tools(self) -> Sequence[Tool]:
        names = ("echo", "wait", "fail", *self.answers)
        return [
            Tool(server="lab", name=name, description=f"Does {name}.", input_schema=TEXT_SCHEMA)
            for name in names
        ]

    async def call(self, tool: Tool, arguments: dict[str, Any]) -> Reply:
        if tool.name == "wait":
            self.waiting.set()
            await self.gate.wait()
        if tool.name == "fail":
            raise ServerFault("lab", "fell over")
        return Reply(self.answers.get(tool.name, (Text(arguments["text"]),)))


class Ticks:
    """A clock that advances by one on each call."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


class Setup:
    """A gateway over a fake host, and what it recorded."""

    def __init__(self, host: FakeHost, gateway: Gateway, recorded: list[Trajectory]) -> None:
        self.host, self.gateway, self.recorded = host, gateway, recorded


def run_with_gateway(
    play: Callable[[Setup], Awaitable[None]],
    *,
    task: Assignment | None = TASK,
    answers: dict[str, tuple[Content, ...]] | None = None,
    record: Recorder | None = None,
) -> None:
    async def run() -> None:
        with anyio.fail_after(HANG_SECONDS):
            host = FakeHost(answers)
            recorded: list[Trajectory] = []
            toolbox = await Toolbox.mount(host)
            await play(
                Setup(host, Gateway(toolbox, task, record or recorded.append, clock=Ticks()), recorded)
            )

    anyio.run(run)


def shape(trajectory: Trajectory) -> list[list[Any]]:
    """Return the texts of the calls, by step."""
    return [[call.arguments["text"] for call in step.calls] for step in trajectory.steps]


def with_client(
    use: Callable[[Client, Setup], Awaitable[None]],
    *,
    task: Assignment | None = TASK,
    answers: dict[str, tuple[Content, ...]] | None = None,
) -> None:
    async def play(setup: Setup) -> None:
        async with Client(make_server(setup.gateway), mode="legacy") as client:
            await use(client, setup)

    run_with_gateway(play, task=task, answers=answers)
