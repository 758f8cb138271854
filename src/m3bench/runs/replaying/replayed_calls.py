"""Make the calls of saved trajectories again, and report their outcomes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import anyio
import msgspec

from m3bench.core import Call, Outcome, Trajectory
from m3bench.hosting import Pool, Toolbox
from m3bench.hosting.workspace import fill_workspace
from m3bench.runs.replaying.paths import map_paths, missing_pictures
from m3bench.runs.serving import THIRD_PARTY, bundled_lease, is_plugin, own_servers, within_collections
from m3bench.servers import is_on_request
from m3bench.worlds import World

_MAX_REASON = 300
Assets = Callable[[str], Mapping[str, bytes | Path]]
"""Returns the files of a workspace by task id."""


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

    async def run(place: int) -> None:
        async with slots:
            results[place] = await replay_one(trajectories[place], pool, world, assets)
        done(len(results[place]))

    async with anyio.create_task_group() as tasks:
        for place in range(len(trajectories)):
            tasks.start_soon(run, place)
    return [call for result in results for call in result]


async def replay_one(
    trajectory: Trajectory, pool: Pool, world: World, assets: Assets | None
) -> list[ReplayedCall]:
    """Replay one trajectory in a workspace of its own."""
    used = {call.server for step in trajectory.steps for call in step.calls if isinstance(call.name, str)}
    synthetic = [name for name in sorted(used) if is_on_request(name)]
    known = [*within_collections(own_servers(), used), *synthetic]
    names = [name for name in known if name in used or not (name in THIRD_PARTY or is_plugin(name))]
    found: list[ReplayedCall] = []
    async with bundled_lease(pool, world, names) as (workspace, host):
        if assets is not None:
            fill_workspace(workspace, assets(trajectory.task_id))
        toolbox = await Toolbox.mount(host)
        for step in trajectory.steps:
            prepared = [_prepare(call, workspace) for call in step.calls]
            answers = await toolbox.run([call for call, _, _ in prepared])
            for original, (_, moved, lacks), answer in zip(step.calls, prepared, answers, strict=True):
                found.append(_result(trajectory, original, answer, moved, lacks))
    return found


Prepared = tuple[Call, tuple[str, ...], tuple[str, ...]]


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
