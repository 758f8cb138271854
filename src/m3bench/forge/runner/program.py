"""References forged in workers. Their models are asked by the session, which counts what they cost."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anyio.to_thread

from m3bench.agents import make_agent
from m3bench.core import Task
from m3bench.forge.references import ForgedReference
from m3bench.forge.runner.bench import Executor
from m3bench.forge.runner.forgers import Forgers
from m3bench.forge.runner.setup import Forge, ForgeSetup
from m3bench.runs import EngineSettings
from m3bench.runs.distributed import (
    Answer,
    Channel,
    ModelAnswer,
    ModelRequest,
    RemoteModel,
    SameSuite,
    answer_model,
    install_servers,
    open_workers,
    require_sandbox,
)


@dataclass(frozen=True)
class ExecutorName:
    """An executor that workers make themselves."""

    agent: str
    model: str | None
    """The name of its model. The session asks it."""


@dataclass(frozen=True)
class ForgerRequest:
    """Ask the model of an executor or the judge. The answer is a `ModelAnswer`."""

    task_id: str
    place: int | None
    """The index of the executor; None for the judge."""
    body: ModelRequest


@dataclass(frozen=True)
class _ForgerChannel:
    """Says which task and which executor ask."""

    channel: Channel
    task_id: str
    place: int | None

    async def request(self, body: ModelRequest) -> Any:
        return await self.channel.request(ForgerRequest(self.task_id, self.place, body))


@dataclass(frozen=True, kw_only=True)
class ForgeProgram:
    """Forges references: the request is a `Task`, the answer a `ForgedReference`."""

    setup: ForgeSetup
    suite: SameSuite
    servers: frozenset[str]
    """Servers of the tasks."""
    executors: tuple[ExecutorName, ...]
    judge: str | None
    """The name of the judge's model."""

    @asynccontextmanager
    async def open(self, channel: Channel) -> AsyncIterator[Answer]:
        """Open suite and servers, and yield what forges a reference."""
        if self.setup.sandbox:
            require_sandbox()
        suite = self.suite.load()
        await anyio.to_thread.run_sync(install_servers, self.servers)
        async with self.setup.open(suite, self.suite.world.world()) as forge:

            async def answer(task: Task) -> ForgedReference:
                return await forge(task, self._forgers(channel, task.id))

            yield answer

    def take_note(self, note: Any) -> None:
        """Nothing is noted."""

    def _forgers(self, channel: Channel, task_id: str) -> Forgers:
        def model(name: str | None, index: int | None) -> RemoteModel | None:
            return RemoteModel(_ForgerChannel(channel, task_id, index), name) if name is not None else None

        executors = (
            Executor(make_agent(executor.agent), model(executor.model, index))
            for index, executor in enumerate(self.executors)
        )
        return Forgers(executors=tuple(executors), judge=model(self.judge, None))


@asynccontextmanager
async def open_remote_forge(
    engine: EngineSettings, program: ForgeProgram, *, at_once: int, say: Callable[[str], None]
) -> AsyncIterator[Forge]:
    """Start workers, and yield what forges a reference in one of them. Models are asked in this process."""
    forgers_of: dict[str, Forgers] = {}

    async def answer(request: ForgerRequest) -> ModelAnswer:
        return await answer_model(forgers_of[request.task_id].model(request.place), request.body)

    async with open_workers(engine, program, at_once=at_once, answer=answer, say=say) as group:

        async def forge(task: Task, forgers: Forgers) -> ForgedReference:
            """Forge in a worker. Raises `WorkerLost` if it died."""
            forgers_of[task.id] = forgers
            try:
                forged: ForgedReference = await group.request(task)
            finally:
                del forgers_of[task.id]
            return forged

        yield forge
