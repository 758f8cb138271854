"""Plans executed in workers, before it is their turn."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anyio
import anyio.abc
import anyio.to_thread

from m3bench.core import M3BenchError
from m3bench.forge.runner.task_servers import TaskForgeSettings, forge_world, open_trials, resolve_servers
from m3bench.forge.tasks import Composer, Composition, Plan, compose
from m3bench.hosting import Pool, Tool
from m3bench.runs import EngineSettings
from m3bench.runs.distributed import (
    Answer,
    Channel,
    WorkerGroup,
    insist,
    install_servers,
    open_workers,
    require_sandbox,
)
from m3bench.runs.serving import ServerSet

_AHEAD_PER_WORKER = 4
"""A long plan keeps the others waiting for their turn, not the workers for work."""


@dataclass(frozen=True)
class PlanRequest:
    """Execute a plan. The answer is a `Composition`, or None if its calls do not form a task."""

    plan: Plan

    def __str__(self) -> str:
        return f"plan over {', '.join(self.plan.tools)}"


@dataclass(frozen=True)
class ComposeProgram:
    """Executes plans."""

    settings: TaskForgeSettings
    tools: Mapping[str, Tool]
    sandbox: bool

    @asynccontextmanager
    async def open(self, channel: Channel) -> AsyncIterator[Answer]:  # noqa: ARG002 - asks for nothing
        """Open the servers, and yield what executes a plan."""
        if self.sandbox:
            require_sandbox()
        settings, world = self.settings, forge_world(self.settings)
        await anyio.to_thread.run_sync(install_servers, settings.servers)
        async with Pool(ahead=0, sandbox=self.sandbox) as pool:
            server_set = ServerSet(pool, world, resolve_servers(settings))

            async def answer(request: PlanRequest) -> Composition | None:
                async with server_set.lease(request.plan.servers) as (workspace, host):
                    trials = await open_trials(settings, workspace, host)
                    return await compose(request.plan, trials, self.tools, world.now.date())

            yield answer

    def take_note(self, note: Any) -> None:
        """Nothing is noted."""


class _Begun:
    """A plan that is being executed. It holds the plan, whose `id` is its key."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.done = anyio.Event()
        self.composition: Composition | None = None
        self.error: M3BenchError | None = None


class WorkerComposer:
    """Executes plans in workers."""

    def __init__(self, group: WorkerGroup, tasks: anyio.abc.TaskGroup, workers: int) -> None:
        self._group, self._tasks = group, tasks
        self._begun: dict[int, _Begun] = {}
        self.ahead = _AHEAD_PER_WORKER * workers

    def expect(self, plans: Sequence[Plan]) -> None:
        """Begin with plans that are not begun yet."""
        for plan in plans:
            if id(plan) not in self._begun:
                begun = self._begun[id(plan)] = _Begun(plan)
                self._tasks.start_soon(self._execute, begun)

    async def compose(self, plan: Plan) -> Composition | None:
        """Return a plan as executed. Raises what its execution raised."""
        self.expect([plan])
        begun = self._begun[id(plan)]
        await begun.done.wait()
        del self._begun[id(plan)]
        if begun.error is not None:
            raise begun.error
        return begun.composition

    async def _execute(self, begun: _Begun) -> None:
        try:
            begun.composition = await insist(self._group, PlanRequest(begun.plan))
        except M3BenchError as error:  # raised when it is the turn of the plan
            begun.error = error
        begun.done.set()


@asynccontextmanager
async def open_composer(
    engine: EngineSettings, program: ComposeProgram, *, say: Callable[[str], None]
) -> AsyncIterator[Composer | None]:
    """Start workers that execute plans, and yield their composer; None if this process executes them."""
    if engine.is_this_process:
        yield None
        return
    async with open_workers(engine, program, say=say) as group, anyio.create_task_group() as tasks:
        yield WorkerComposer(group, tasks, engine.workers)
        tasks.cancel_scope.cancel()  # what was begun ahead is not needed any more
