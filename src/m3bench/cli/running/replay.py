"""`m3bench replay`: send the calls of saved trajectories through the bundled servers again."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import anyio
import typer

from m3bench.cli import options
from m3bench.cli.console import output, progress_bar, remarks
from m3bench.cli.loading import check_outputs
from m3bench.cli.sandbox_option import Sandbox, use_sandbox
from m3bench.cli.selection import install_third_party
from m3bench.core import Outcome, Trajectory, UsageError
from m3bench.formats import read_trajectories, write_atomically
from m3bench.hosting import Pool, SandboxMode
from m3bench.reports import print_integrity, print_replay, replay_record
from m3bench.runs import Assets, ReplayedCall, RunFolder, counted_attempts, is_run, run_assets
from m3bench.runs.replaying import replay as replay_calls
from m3bench.world import DEFAULT_SEED, World


def replay(
    file: Annotated[
        Path, typer.Argument(help="A run, trajectories, or tasks with references, in any format.")
    ],
    *,
    file_format: Annotated[
        str | None, typer.Option("--format", help="Format of the file [default: detected].")
    ] = None,
    seed: options.WorldSeed = DEFAULT_SEED,
    now: options.WorldNow = options.DEFAULT_NOW_TEXT,
    at_once: Annotated[int, typer.Option(min=1, help="Number of trajectories at a time.")] = os.cpu_count()
    or 2,
    everything: Annotated[
        bool, typer.Option("--all", help="List all calls that found nothing, not only the first ones.")
    ] = False,
    json_path: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write all outcomes here.")
    ] = None,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Send saved calls through the bundled servers again, and count their outcomes by tool and model."""
    check_outputs(json_path)
    world = options.make_world(seed, now)
    trajectories = _trajectories(file, file_format)
    if not any(step.calls for trajectory in trajectories for step in trajectory.steps):
        raise UsageError(f"{file} has no calls.")
    install_third_party(sorted(_servers(trajectories)))
    assets = run_assets(file) if is_run(file) else None
    in_sandbox = use_sandbox(sandbox)
    calls = anyio.run(partial(_replay, trajectories, world, at_once, assets, sandbox=in_sandbox))
    print_replay(output(), calls, everything=everything)
    if json_path:
        write_atomically(json_path, [json.dumps(replay_record(calls), indent=1).encode(), b"\n"])
    if any(call.outcome is Outcome.SERVER_FAULT for call in calls):
        raise typer.Exit(1)


def _trajectories(file: Path, file_format: str | None) -> list[Trajectory]:
    if is_run(file):
        attempts, integrity = counted_attempts(RunFolder.open(file))
        print_integrity(remarks(), integrity)
        return [attempt.trajectory for attempt in attempts]
    return read_trajectories(file, format=file_format, duplicates="all")


def _servers(trajectories: Sequence[Trajectory]) -> set[str]:
    calls = (call for trajectory in trajectories for step in trajectory.steps for call in step.calls)
    return {call.server for call in calls if isinstance(call.name, str)}


async def _replay(
    trajectories: Sequence[Trajectory],
    world: World,
    at_once: int,
    assets: Assets | None,
    *,
    sandbox: bool,
) -> list[ReplayedCall]:
    total = sum(len(step.calls) for trajectory in trajectories for step in trajectory.steps)
    with progress_bar("replaying calls", total) as advance:
        async with Pool(sandbox=sandbox) as pool:
            return await replay_calls(trajectories, pool, world, at_once=at_once, done=advance, assets=assets)
