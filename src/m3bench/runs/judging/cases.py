"""Judge cases from the attempts of a run."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterable
from pathlib import Path

from m3bench.core import Media, Task, Trajectory
from m3bench.judges import Case, build_case
from m3bench.runs.assets import run_assets
from m3bench.runs.replaying import Assets
from m3bench.runs.scores import RunResult
from m3bench.runs.serving import ToolLists
from m3bench.runs.store import RunFolder
from m3bench.scoring import trace


def build_cases(path: Path, result: RunResult, *, pictures: bool = False) -> list[Case]:
    """Return one case per scored attempt, in order. With `pictures`, include those of the task."""
    assets = run_assets(path, as_given=False) if pictures else None
    several = result.settings.epochs > 1
    lists = ToolLists(RunFolder(path))
    return [
        _case(task, trajectory, lists, _pictures(task, assets, several=several) if assets else ())
        for task, trajectory in zip(result.tasks, result.trajectories, strict=True)
    ]


def _case(task: Task, trajectory: Trajectory, lists: ToolLists, pictures: Iterable[Media]) -> Case:
    servers = dict.fromkeys((*task.servers, *(call.server for _, call in trajectory.calls())))
    return build_case(
        task,
        trajectory,
        tools=[tool for server in servers for tool in lists.tools(server)],
        pictures=pictures,
        provenance=trace(trajectory.steps, trajectory.request).edges,
    )


def _pictures(task: Task, assets: Assets, *, several: bool) -> list[Media]:
    files = assets(task.id.rpartition("#")[0] if several else task.id)
    return [_picture(name, files[name]) for name in task.images if name in files]


def _picture(name: str, file: bytes | Path) -> Media:
    data = file if isinstance(file, bytes) else file.read_bytes()
    return Media(media_type=mimetypes.guess_type(name)[0] or "image/png", data=data, uri=name)
