"""Make the calls of saved trajectories again, and report their outcomes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import anyio
import msgspec

from m3bench.agents import WORKSPACE
from m3bench.core import Call, Outcome, Trajectory
from m3bench.hosting import Pool, Toolbox
from m3bench.hosting.workspace import fill_workspace
from m3bench.runs.serving import THIRD_PARTY, bundled_lease, is_plugin, own_servers, within_collections
from m3bench.servers import is_on_request
from m3bench.worlds import World

_FILE_PARAMETER = re.compile(r"path|file|image_source|input_data", re.IGNORECASE)
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)
_PICTURE = re.compile(r".+\.(png|jpe?g|webp|gif|bmp|tiff?)", re.IGNORECASE)
_MAX_LENGTH = 300
_WORKSPACE_PREFIX = f"{WORKSPACE}/"
"""Prefix of files in the trajectories of a run."""
_MAX_REASON = 300
Assets = Callable[[str], Mapping[str, bytes | Path]]
"""Returns the files of a workspace by task id."""
Prepared = tuple[Call, tuple[str, ...], tuple[str, ...]]


def file_arguments(arguments: dict[str, Any]) -> list[str]:
    """Return the values that look like file paths, by parameter name and value."""
    given = (value for name, value in arguments.items() if _FILE_PARAMETER.search(name))
    items = (item for value in given for item in (value if isinstance(value, list) else [value]))
    return [item for item in items if isinstance(item, str) and _is_path(item)]


def map_paths(
    arguments: dict[str, Any], workspace: Path, *, absolute: bool
) -> tuple[dict[str, Any], list[str]]:
    """Return arguments with every file mapped into the workspace, and the paths that pointed outside of it.

    Some servers take only `absolute` paths.
    """
    outside: list[str] = []

    def map_value(name: str, value: Any) -> Any:
        if isinstance(value, list):
            return [map_value(name, item) for item in value]
        if not isinstance(value, str) or not _FILE_PARAMETER.search(name) or not _is_path(value):
            return value
        inner = _inside(value)
        if inner != str(PurePosixPath(value.removeprefix(_WORKSPACE_PREFIX))):
            outside.append(value)
        target = workspace / inner
        target.parent.mkdir(parents=True, exist_ok=True)
        return str(target) if absolute else inner

    return {name: map_value(name, value) for name, value in arguments.items()}, outside


def missing_pictures(arguments: dict[str, Any], workspace: Path) -> list[str]:
    """Return the input pictures that the arguments name and the workspace lacks."""
    read = {name: value for name, value in arguments.items() if "output" not in name.casefold()}
    named = [path for path in file_arguments(read) if _PICTURE.fullmatch(path)]
    return [path for path in named if not (workspace / _inside(path)).exists()]


def _is_path(value: str) -> bool:
    is_name = 0 < len(value) <= _MAX_LENGTH and not {"\n", "\0"} & {*value}
    return is_name and not _ADDRESS.match(value)


def _inside(path: str) -> str:
    """Return the path relative to the workspace, without its root and parent steps."""
    parts = PurePosixPath(path.removeprefix(_WORKSPACE_PREFIX)).parts
    inner = [part for part in parts if part.strip("/") and part not in ("..", "~")]
    return str(PurePosixPath(*inner)) if inner else "file"


class ReplayedCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call of a saved trajectory, and its outcome in the replay."""

    task_id: str
    model: str | None
    tool: str
    arguments: Any
    outcome: Outcome
    reason: str = ""
    """The server's message, if the call did not succeed."""
    moved: tuple[str, ...] = ()
    """Paths that pointed outside of the workspace."""
    lacks: tuple[str, ...] = ()
    """Input pictures that are missing."""


async def replay(
    trajectories: Sequence[Trajectory],
    pool: Pool,
    world: World,
    *,
    at_once: int = 2,
    done: Callable[[int], None] = lambda _: None,
    assets: Assets | None = None,
) -> list[ReplayedCall]:
    """Replay trajectories, each in its own workspace. The calls of a step run together.

    Args:
        trajectories: What to replay.
        pool: Runs the third-party servers.
        world: The world of the bundled servers.
        at_once: How many trajectories run concurrently.
        done: Receives the number of calls of each finished trajectory.
        assets: Returns the files of a workspace by task id.

    Returns:
        All calls, in the order of the input.
    """
    results: list[list[ReplayedCall]] = [[] for _ in trajectories]
    slots = anyio.CapacityLimiter(at_once)

    async def run(index: int) -> None:
        async with slots:
            results[index] = await replay_one(trajectories[index], pool, world, assets)
        done(len(results[index]))

    async with anyio.create_task_group() as tasks:
        for index in range(len(trajectories)):
            tasks.start_soon(run, index)
    return [call for result in results for call in result]


async def replay_one(
    trajectory: Trajectory, pool: Pool, world: World, assets: Assets | None
) -> list[ReplayedCall]:
    """Replay one trajectory in a workspace of its own."""
    used = {call.server for step in trajectory.steps for call in step.calls if isinstance(call.name, str)}
    synthetic = [name for name in sorted(used) if is_on_request(name)]
    known = [*within_collections(own_servers(), used), *synthetic]
    names = [name for name in known if name in used or not (name in THIRD_PARTY or is_plugin(name))]
    replayed: list[ReplayedCall] = []
    async with bundled_lease(pool, world, names) as (workspace, host):
        if assets is not None:
            fill_workspace(workspace, assets(trajectory.task_id))
        toolbox = await Toolbox.mount(host)
        for step in trajectory.steps:
            prepared = [_prepare(call, workspace) for call in step.calls]
            answers = await toolbox.run([call for call, _, _ in prepared])
            for original, (_, moved, lacks), answer in zip(step.calls, prepared, answers, strict=True):
                replayed.append(_result(trajectory, original, answer, moved, lacks))
    return replayed


def _prepare(call: Call, workspace: Path) -> Prepared:
    if not isinstance(call.arguments, dict):
        return call, (), ()
    lacks = missing_pictures(call.arguments, workspace)
    arguments, moved = map_paths(call.arguments, workspace, absolute=call.server in THIRD_PARTY)
    return Call(call.name, arguments), tuple(moved), tuple(lacks)


def _result(
    trajectory: Trajectory, original: Call, answer: Call, moved: tuple[str, ...], lacks: tuple[str, ...]
) -> ReplayedCall:
    outcome = answer.outcome or Outcome.SERVER_FAULT
    reason = answer.result.text[:_MAX_REASON] if answer.result and outcome is not Outcome.SUCCESS else ""
    return ReplayedCall(
        task_id=trajectory.task_id,
        model=trajectory.model or trajectory.agent,
        tool=str(original.name),
        arguments=original.arguments,
        outcome=outcome,
        reason=reason,
        moved=moved,
        lacks=lacks,
    )
