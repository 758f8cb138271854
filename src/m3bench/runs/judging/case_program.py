"""Cases built in workers. The rest of judging waits for models; this is its part that computes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from m3bench.core import Task, Trajectory
from m3bench.hosting import Tool
from m3bench.judges import Case
from m3bench.runs.assets import AssetSource
from m3bench.runs.distributed import Answer, Channel, map_requests, open_workers
from m3bench.runs.engine_settings import EngineSettings
from m3bench.runs.judging.cases import CaseBuilder, run_tools, scored_attempts
from m3bench.runs.scoring import RunResult

_AT_ONCE = 2
"""The next attempt is already there when a worker finishes one."""


@dataclass(frozen=True)
class CaseRequest:
    """Build the case of an attempt. The answer is a `Case`."""

    task: Task
    trajectory: Trajectory

    def __str__(self) -> str:
        return f"case of {self.task.id}"


@dataclass(frozen=True, kw_only=True)
class CaseProgram:
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

    def take_note(self, note: Any) -> None:
        """Nothing is noted."""


async def build_cases_in_workers(
    path: Path,
    result: RunResult,
    engine: EngineSettings,
    *,
    pictures: bool = False,
    limit: int | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> list[Case]:
    """Return what `build_cases` returns.

    Args:
        path: The run folder.
        result: The run.
        engine: The workers.
        pictures: Include the pictures of the tasks.
        limit: Only the first cases.
        say: Is told what a person should know.
    """
    requests = [CaseRequest(*attempt) for attempt in scored_attempts(result, limit)]
    program = CaseProgram(
        tools=run_tools(path, result),
        several=result.settings.epochs > 1,
        files=AssetSource.of(path, as_given=False) if pictures else None,
    )
    engine = engine.at_most(len(requests))
    async with open_workers(engine, program, at_once=_AT_ONCE, say=say) as group:
        return await map_requests(group, requests, concurrency=_AT_ONCE * engine.workers)
