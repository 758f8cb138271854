"""`m3bench replay`: send the calls of saved trajectories through the bundled servers again."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import anyio
from typer import Argument, Exit, Option

from m3bench.cli import options
from m3bench.cli.console import output, progress_bar, remarks
from m3bench.cli.engine_options import Ray, Workers, engine_settings
from m3bench.cli.installing import install_third_party
from m3bench.cli.loading import check_outputs
from m3bench.cli.sandbox_option import Sandbox, use_sandbox
from m3bench.core import Outcome, Trajectory, UsageError
from m3bench.formats import read_trajectories, write_atomically
from m3bench.hosting import Pool, SandboxMode
from m3bench.reports import print_integrity, print_replay, replay_record
from m3bench.runs import (
    AssetSource,
    EngineSettings,
    ReplayedCall,
    RunFolder,
    counted_attempts,
    is_run,
    run_assets,
)
from m3bench.runs.replaying import ReplayProgram, replay_in_workers
from m3bench.runs.replaying import replay as replay_calls
from m3bench.suites import WorldRef
from m3bench.worlds import DEFAULT_SEED

_TITLE = "replaying calls"
_AtOnce = Annotated[int, Option(min=1, help="Number of trajectories at a time, in each worker.")]


def replay(
    file: Annotated[Path, Argument(help="A run, trajectories, or tasks with references, in any format.")],
    *,
    file_format: Annotated[
        str | None, Option("--format", help="Format of the file [default: detected].")
    ] = None,
    seed: options.WorldSeed = DEFAULT_SEED,
    now: options.WorldNow = options.DEFAULT_NOW_TEXT,
    concurrency: Annotated[
        int, Option(min=1, help="Number of trajectories at a time, in each worker.")
    ] = os.cpu_count() or 2,
    everything: Annotated[
        bool, Option("--all", help="List all calls that found nothing, not only the first ones.")
    ] = False,
    json_path: Annotated[Path | None, options.json_file("Write all outcomes here.")] = None,
    workers: Workers = 1,
    ray: Ray = None,
    sandbox: Sandbox = SandboxMode.AUTO,
) -> None:
    """Send saved calls through the bundled servers again, and count their outcomes by tool and model."""
    check_outputs(json_path)
    where = engine_settings(workers, ray)
    world = options.chosen_world(seed, now)
    trajectories = _trajectories(file, file_format)
    if not _total(trajectories):
        raise UsageError(f"{file} has no calls.")
    calls = (call for trajectory in trajectories for _, call in trajectory.calls())
    servers = {call.server for call in calls if isinstance(call.name, str)}
    install_third_party(sorted(servers))
    ref = WorldRef(seed=world.seed, now=world.now)
    program = ReplayProgram(world=ref, servers=frozenset(servers), sandbox=use_sandbox(sandbox))
    where = where.at_most(len(trajectories))
    work = _replay_here if where.is_this_process else partial(_replay_in_workers, where)
    replayed = anyio.run(partial(work, program, file, trajectories, concurrency))
    print_replay(output(), replayed, everything=everything)
    if json_path:
        write_atomically(json_path, [json.dumps(replay_record(replayed), indent=1).encode(), b"\n"])
    if any(call.outcome is Outcome.SERVER_FAULT for call in replayed):
        raise Exit(1)


def _trajectories(file: Path, file_format: str | None) -> list[Trajectory]:
    if is_run(file):
        attempts, integrity = counted_attempts(RunFolder.open(file))
        print_integrity(remarks(), integrity)
        return [attempt.trajectory for attempt in attempts]
    return read_trajectories(file, format=file_format, duplicates="all")


def _total(trajectories: Sequence[Trajectory]) -> int:
    return sum(trajectory.call_count for trajectory in trajectories)


async def _replay_here(
    program: ReplayProgram, file: Path, trajectories: Sequence[Trajectory], at_once: int
) -> list[ReplayedCall]:
    assets, world = run_assets(file) if is_run(file) else None, program.world.world()
    with progress_bar(_TITLE, _total(trajectories)) as advance:
        async with Pool(sandbox=program.sandbox) as pool:
            return await replay_calls(trajectories, pool, world, at_once=at_once, done=advance, assets=assets)


async def _replay_in_workers(
    engine: EngineSettings,
    program: ReplayProgram,
    file: Path,
    trajectories: Sequence[Trajectory],
    at_once: int,
) -> list[ReplayedCall]:
    program = replace(program, files=AssetSource.of(file) if is_run(file) else None)
    with progress_bar(_TITLE, _total(trajectories)) as advance:
        return await replay_in_workers(
            program, trajectories, engine, at_once=at_once, done=advance, say=remarks().print
        )
