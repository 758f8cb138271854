"""Judge cases from the attempts of a run, here or in workers."""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from m3bench.core import Media, Task, Trajectory
from m3bench.hosting import Tool
from m3bench.judges import Case, build_case
from m3bench.runs.assets import AssetSource, run_assets
from m3bench.runs.distributed import Answer, Channel, Program, map_requests, open_workers
from m3bench.runs.engine_settings import EngineSettings
from m3bench.runs.replaying import Assets
from m3bench.runs.scoring import RunResult
from m3bench.runs.serving import ToolLists
from m3bench.runs.store import RunFolder
from m3bench.scoring import trace

_AT_ONCE = 2
"""The next attempt is already there when a worker finishes one."""


@dataclass(frozen=True)
class CaseBuilder:
    """Builds cases of a run."""

    tools: Mapping[str, Sequence[Tool]]
    """By server."""
    several: bool
    """Whether tasks have several attempts, so that their ids end with `#EPOCH`."""
    assets: Assets | None = None
    """Gives the pictures of tasks; None to leave them out."""

    def build(self, task: Task, trajectory: Trajectory) -> Case:
        """Return the case of an attempt."""
        return build_case(
            task,
            trajectory,
            tools=[tool for server in _servers(task, trajectory) for tool in self.tools[server]],
            pictures=self._pictures(task, self.assets) if self.assets is not None else (),
            provenance=trace(trajectory.steps, trajectory.request).edges,
        )

    def _pictures(self, task: Task, assets: Assets) -> list[Media]:
        files = assets(task.id.rpartition("#")[0] if self.several else task.id)
        return [_picture(name, files[name]) for name in task.images if name in files]


def build_cases(
    path: Path, result: RunResult, *, pictures: bool = False, limit: int | None = None
) -> list[Case]:
    """Return one case per scored attempt, in order, with or without the pictures of the tasks."""
    assets = run_assets(path, as_given=False) if pictures else None
    builder = CaseBuilder(run_tools(path, result), result.settings.epochs > 1, assets)
    return [builder.build(task, trajectory) for task, trajectory in scored_attempts(result, limit)]


def scored_attempts(result: RunResult, limit: int | None = None) -> list[tuple[Task, Trajectory]]:
    """Return tasks with their trajectories, in order; with a limit, the first ones."""
    return list(zip(result.tasks, result.trajectories, strict=True))[:limit]


def run_tools(path: Path, result: RunResult) -> dict[str, list[Tool]]:
    """Return the tools of all servers in a run, by server."""
    lists, names = ToolLists(RunFolder(path)), dict[str, None]()
    for task, trajectory in scored_attempts(result):
        names |= dict.fromkeys(_servers(task, trajectory))
    return {name: lists.tools(name) for name in names}


def _servers(task: Task, trajectory: Trajectory) -> list[str]:
    """Return the servers of a task and of the calls, each once."""
    return list(dict.fromkeys((*task.servers, *(call.server for _, call in trajectory.calls()))))


def _picture(name: str, file: bytes | Path) -> Media:
    data = file if isinstance(file, bytes) else file.read_bytes()
    return Media(media_type=mimetypes.guess_type(name)[0] or "image/png", data=data, uri=name)


@dataclass(frozen=True)
class CaseRequest:
    """Build the case of an attempt. The answer is a `Case`."""

    task: Task
    trajectory: Trajectory

    def __str__(self) -> str:
        return f"case of {self.task.id}"


@dataclass(frozen=True, kw_only=True)
class CaseProgram(Program):
    """Builds cases of a run."""

    tools: Mapping[str, Sequence[Tool]]
    several: bool
    files: AssetSource | None
    """Where the pictures of tasks come from; None to leave them out."""

    @asynccontextmanager
    async def open(self, channel: Channel) -> AsyncIterator[Answer]:  # noqa: ARG002 - asks for nothing
        """Yield what builds a case."""
        assets = self.files.open() if self.files is not None else None
        builder = CaseBuilder(self.tools, self.several, assets)

        async def answer(request: CaseRequest) -> Case:
            return builder.build(request.task, request.trajectory)

        yield answer


async def build_cases_in_workers(
    path: Path,
    result: RunResult,
    engine: EngineSettings,
    *,
    pictures: bool = False,
    limit: int | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> list[Case]:
    """Return what `build_cases` returns, built by workers."""
    requests = [CaseRequest(*attempt) for attempt in scored_attempts(result, limit)]
    program = CaseProgram(
        tools=run_tools(path, result),
        several=result.settings.epochs > 1,
        files=AssetSource.of(path, as_given=False) if pictures else None,
    )
    engine = engine.at_most(len(requests))
    async with open_workers(engine, program, at_once=_AT_ONCE, say=say) as group:
        return await map_requests(group, requests, concurrency=_AT_ONCE * engine.workers)
