"""Agents on the smoke suite, over the bundled servers in this process."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path

from m3bench.agents import Attempt, make_agent
from m3bench.core import Task, Trajectory
from m3bench.hosting import Toolbox
from m3bench.runs import BundledHost
from m3bench.suites import Suite, make_suite
from m3bench_world import World
from tests.hosting.processes import run

SERVERS = (
    "google-air",
    "google-maps",
    "imagesorcery-mcp",
    "math",
    "openlibrary_mcp",
    "pyzbar-mcp",
    "tmdb",
    "weather",
)


@functools.cache
def world(seed: int = 7) -> World:
    return World(seed)


@functools.cache
def smoke(seed: int = 7) -> Suite:
    return make_suite("smoke", world(seed))


def task_called(name: str) -> Task:
    return next(task for task in smoke().tasks if task.id == f"smoke/{name}")


async def begin(
    task: Task, workspace: Path, *, servers: Iterable[str] | None = None, seed: int = 0, world_seed: int = 7
) -> Attempt:
    """An attempt whose workspace has the task's files."""
    workspace.mkdir(parents=True, exist_ok=True)
    for name, data in smoke(world_seed).assets(task).items():
        assert isinstance(data, bytes)
        (workspace / name).write_bytes(data)
    host = BundledHost(task.servers if servers is None else servers, world(world_seed), workspace)
    return Attempt(task, await Toolbox.mount(host), workspace, seed=seed)


def attempt_with(
    agent: str, task: Task, workspace: Path, *, servers: Iterable[str] | None = None, seed: int = 0
) -> Trajectory:
    """What an agent does on a task."""

    async def work() -> Trajectory:
        attempt = await begin(task, workspace, servers=servers, seed=seed)
        made = make_agent(agent)
        return attempt.trajectory(await made.solve(attempt), agent=made.name)

    trajectory: Trajectory = run(work)
    return trajectory
