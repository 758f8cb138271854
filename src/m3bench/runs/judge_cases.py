"""The attempts of a run as judges read them."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from m3bench.core import Media, Task, Trajectory
from m3bench.hosting import Tool
from m3bench.judges import Case
from m3bench.judges.tracing import case_of
from m3bench.runs.bundled import bundled_tools
from m3bench.runs.replay import Assets
from m3bench.runs.scores import RunResult
from m3bench.runs.session import run_assets
from m3bench.scoring import trace
from m3bench.servers import MODULES


def judged_cases(path: Path, result: RunResult, *, pictures: bool = False) -> list[Case]:
    """One case for each attempt that is scored, in their order; with the pictures of the task if asked."""
    assets = run_assets(path) if pictures else None
    several = result.settings.epochs > 1
    return [
        _case(task, trajectory, _pictures(task, assets, several=several) if assets else ())
        for task, trajectory in zip(result.tasks, result.trajectories, strict=True)
    ]


def _case(task: Task, trajectory: Trajectory, pictures: Iterable[Media]) -> Case:
    servers = dict.fromkeys((*task.servers, *(call.server for _, call in trajectory.calls())))
    return case_of(
        task,
        trajectory,
        tools=[tool for server in servers for tool in _tools(server)],
        pictures=pictures,
        provenance=trace(trajectory.steps, trajectory.request).edges,
    )


@cache
def _tools(server: str) -> tuple[Tool, ...]:
    """Those that are known without starting a process."""
    return bundled_tools(server) if server in MODULES else ()


def _pictures(task: Task, assets: Assets, *, several: bool) -> list[Media]:
    files = assets(task.id.rpartition("#")[0] if several else task.id)
    return [_picture(name, files[name]) for name in task.images if name in files]


def _picture(name: str, file: bytes | Path) -> Media:
    data = file if isinstance(file, bytes) else file.read_bytes()
    return Media(media_type=mimetypes.guess_type(name)[0] or "image/png", data=data, uri=name)
