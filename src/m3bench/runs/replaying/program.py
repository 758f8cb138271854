"""Replay in workers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

import anyio.to_thread

from m3bench.core import Trajectory
from m3bench.hosting import Pool
from m3bench.runs.distributed import (
    Answer,
    Channel,
    Program,
    install_servers,
    map_requests,
    open_workers,
    require_sandbox,
)
from m3bench.runs.engine_settings import EngineSettings
from m3bench.runs.replaying.replayed_calls import Assets, ReplayedCall, replay_one
from m3bench.suites import WorldRef


class OpenAssets(Protocol):
    """Gives the files of workspaces, once it is opened where they are needed."""

    def open(self) -> Assets: ...


@dataclass(frozen=True)
class ReplayRequest:
    """Replay a trajectory. The answer is a list of `ReplayedCall`."""

    trajectory: Trajectory

    def __str__(self) -> str:
        return f"replay of {self.trajectory.task_id}"


@dataclass(frozen=True, kw_only=True)
class ReplayProgram(Program):
    """Replays trajectories."""

    world: WorldRef
    servers: frozenset[str]
    """Servers of the calls."""
    sandbox: bool
    files: OpenAssets | None = None
    """The files of workspaces; None for empty ones."""

    @asynccontextmanager
    async def open(self, channel: Channel) -> AsyncIterator[Answer]:  # noqa: ARG002 - asks for nothing
        """Open the servers, and yield what replays a trajectory."""
        if self.sandbox:
            require_sandbox()
        await anyio.to_thread.run_sync(install_servers, self.servers)
        world, assets = self.world.world(), self.files.open() if self.files is not None else None
        async with Pool(sandbox=self.sandbox) as pool:

            async def answer(request: ReplayRequest) -> list[ReplayedCall]:
                return await replay_one(request.trajectory, pool, world, assets)

            yield answer


async def replay_in_workers(
    program: ReplayProgram,
    trajectories: Sequence[Trajectory],
    engine: EngineSettings,
    *,
    at_once: int = 2,
    done: Callable[[int], None] = lambda _: None,
    say: Callable[[str], None] = lambda _: None,
) -> list[ReplayedCall]:
    """Replay trajectories as `replay` does.

    Args:
        program: How to replay.
        trajectories: What to replay.
        engine: The workers.
        at_once: How many trajectories run concurrently in each worker.
        done: Receives the number of calls of each finished trajectory.
        say: Is told what a person should know.

    Returns:
        All calls, in the order of the input.
    """
    requests = [ReplayRequest(trajectory) for trajectory in trajectories]
    async with open_workers(engine, program, at_once=at_once, say=say) as group:
        answers: list[list[ReplayedCall]] = await map_requests(
            group, requests, concurrency=at_once * engine.workers, on_answer=lambda calls: done(len(calls))
        )
    return [call for calls in answers for call in calls]
