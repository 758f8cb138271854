"""Send the calls of saved trajectories through the toolbox again, and see how each ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import anyio
import msgspec

from m3bench.core import Call, Outcome, Trajectory
from m3bench.hosting import Pool, Toolbox
from m3bench.hosting.workspace import fill_workspace
from m3bench.runs.replaying.paths import absent_pictures, mapped
from m3bench.runs.serving import THIRD_PARTY, bundled_lease, is_plugin, own_servers
from m3bench.world import World

_MOST_REASON = 300
Assets = Callable[[str], Mapping[str, bytes | Path]]
"""The files of a workspace, by the task's id."""


class ReplayedCall(msgspec.Struct, frozen=True, kw_only=True):
    """A call of a saved trajectory, and how it ended this time."""

    task_id: str
    model: str | None
    tool: str
    arguments: Any
    outcome: Outcome
    reason: str = ""
    """The server's words, where there is no success."""
    moved: tuple[str, ...] = ()
    """Paths that pointed outside the workspace."""
    lacks: tuple[str, ...] = ()
    """Pictures that it needs and that nobody has."""


async def replay(
    trajectories: Sequence[Trajectory],
    pool: Pool,
    world: World,
    *,
    at_once: int = 2,
    done: Callable[[int], None] = lambda _: None,
    assets: Assets | None = None,
) -> list[ReplayedCall]:
    """Every trajectory in a workspace of its own, step by step, calls of a step together.

    `done` is told how many calls a finished trajectory had. The order of the result is that of the input.
    """
    results: list[list[ReplayedCall]] = [[] for _ in trajectories]
    slots = anyio.CapacityLimiter(at_once)

    async def run(place: int) -> None:
        async with slots:
            results[place] = await _replay_one(trajectories[place], pool, world, assets)
        done(len(results[place]))

    async with anyio.create_task_group() as tasks:
        for place in range(len(trajectories)):
            tasks.start_soon(run, place)
    return [call for found in results for call in found]


async def _replay_one(
    trajectory: Trajectory, pool: Pool, world: World, assets: Assets | None
) -> list[ReplayedCall]:
    used = {call.server for step in trajectory.steps for call in step.calls if isinstance(call.name, str)}
    names = [name for name in own_servers() if name in used or not (name in THIRD_PARTY or is_plugin(name))]
    found: list[ReplayedCall] = []
    async with bundled_lease(pool, world, names) as (workspace, host):
        if assets is not None:
            fill_workspace(workspace, assets(trajectory.task_id))
        toolbox = await Toolbox.mount(host)
        for step in trajectory.steps:
            prepared = [_prepared(call, workspace) for call in step.calls]
            answers = await toolbox.run([call for call, _, _ in prepared])
            for original, (_, moved, lacks), answer in zip(step.calls, prepared, answers, strict=True):
                found.append(_replayed(trajectory, original, answer, moved, lacks))
    return found


Prepared = tuple[Call, tuple[str, ...], tuple[str, ...]]


def _prepared(call: Call, workspace: Path) -> Prepared:
    if not isinstance(call.arguments, dict):
        return call, (), ()
    lacks = absent_pictures(call.arguments, workspace)
    arguments, moved = mapped(call.arguments, workspace, absolute=call.server in THIRD_PARTY)
    return Call(call.name, arguments), tuple(moved), tuple(lacks)


def _replayed(
    trajectory: Trajectory, original: Call, answer: Call, moved: tuple[str, ...], lacks: tuple[str, ...]
) -> ReplayedCall:
    outcome = answer.outcome or Outcome.SERVER_FAULT
    reason = answer.result.text[:_MOST_REASON] if answer.result and outcome is not Outcome.SUCCESS else ""
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
