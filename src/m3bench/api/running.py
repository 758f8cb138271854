"""Run suites, and read and score runs, from Python."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

import anyio.to_thread
import msgspec

from m3bench.agents import Agent
from m3bench.api.waiting import wait_for
from m3bench.encoders import Encoder
from m3bench.models import ChatModel
from m3bench.runs import (
    Halt,
    RunLabels,
    RunLimits,
    RunResult,
    RunWatcher,
    ScoredRun,
    agent_object_name,
    default_folder,
    read_run,
    read_scored_run,
    resume_run,
    run_scorer,
    run_settings,
    start_run,
)
from m3bench.scoring import DEFAULT_PROFILE, Profile
from m3bench.suites import Suite, SuiteRef, WorldRef, find_suite, world_of_suite
from m3bench.worlds import DEFAULT_NOW, DEFAULT_SEED

PathLike: TypeAlias = str | Path


async def run_async(
    suite: PathLike | Suite,
    agent: str | Agent,
    *,
    model: str | ChatModel | None = None,
    judge: str | ChatModel | None = None,
    out: PathLike | None = None,
    limits: RunLimits | None = None,
    watcher: RunWatcher | None = None,
    tags: Sequence[str] = (),
    note: str | None = None,
    **options: Any,
) -> RunResult:
    """Like `run`, as a coroutine."""
    names = {"model": model, "judge": judge}
    settings = run_settings(
        str(suite) if isinstance(suite, str | Path) else suite.name,
        agent if isinstance(agent, str) else agent_object_name(agent),
        **{option: name for option, name in names.items() if isinstance(name, str)},
        **options,
    )
    path = Path(out) if out is not None else default_folder(settings)
    halt = await start_run(
        settings,
        path,
        limits=limits or RunLimits(),
        watcher=watcher,
        agent=None if isinstance(agent, str) else agent,
        model=None if isinstance(model, str) else model,
        judge=None if isinstance(judge, str) else judge,
        suite=None if isinstance(suite, str | Path) else suite,
        labels=RunLabels(tuple(tags), note),
    )
    return await _result(path, halt)


async def resume_async(
    path: PathLike,
    *,
    agent: Agent | None = None,
    model: ChatModel | None = None,
    judge: ChatModel | None = None,
    suite: Suite | None = None,
    limits: RunLimits | None = None,
    watcher: RunWatcher | None = None,
    retry: Sequence[str] = (),
) -> RunResult:
    """Like `resume`, as a coroutine."""
    folder = Path(path)
    halt = await resume_run(
        folder,
        agent=agent, model=model, judge=judge, suite=suite, limits=limits, watcher=watcher, retry=retry,
    )  # fmt: skip
    return await _result(folder, halt)


async def load_run_async(path: PathLike) -> RunResult:
    """Like `load_run`, as a coroutine. Files are read in a thread."""
    return await anyio.to_thread.run_sync(load_run, path)


async def score_run_async(
    path: PathLike, *, profile: str | Profile = DEFAULT_PROFILE, encoder: str | Encoder = "minilm"
) -> ScoredRun:
    """Like `score_run`, as a coroutine. The work is done in a thread."""
    return await anyio.to_thread.run_sync(partial(score_run, path, profile=profile, encoder=encoder))


async def load_suite_async(
    name: PathLike,
    *,
    data: PathLike | None = None,
    world_seed: int = DEFAULT_SEED,
    world_now: datetime = DEFAULT_NOW,
) -> Suite:
    """Like `load_suite`, as a coroutine. The work is done in a thread."""
    work = partial(load_suite, name, data=data, world_seed=world_seed, world_now=world_now)
    return await anyio.to_thread.run_sync(work)


def run(
    suite: PathLike | Suite,
    agent: str | Agent,
    *,
    model: str | ChatModel | None = None,
    judge: str | ChatModel | None = None,
    out: PathLike | None = None,
    limits: RunLimits | None = None,
    watcher: RunWatcher | None = None,
    tags: Sequence[str] = (),
    note: str | None = None,
    **options: Any,
) -> RunResult:
    """Run an agent on the tasks of a suite and wait until the run ends.

    If an event loop is already running, as in a notebook, the run uses a second loop in a thread.

    Args:
        suite: A name from `m3bench list suites`, a file of tasks, or a suite object.
        agent: A name from `m3bench list agents`, or an agent object (see `m3bench.agents.Agent`).
        model: For agents that need one: a name such as ``openai/gpt-5``, or a model object.
        judge: The model that inspects pictures and documents for checks that need one.
        out: The run folder. The default is a new one below ``runs/``.
        limits: Concurrency, time-outs and budgets.
        watcher: Receives the events of the run.
        tags: What to call the run. The manifest keeps them.
        note: A note, which the manifest keeps, too.
        **options: Other settings of the run, by their names in its manifest: ``limit``, ``per_family``,
            ``families``, ``mode``, ``epochs``, ``seed``, ``max_steps``, ``base_url``, ``pictures`` and so on.

    Returns:
        The result. `path` is the run folder; `halt` is the reason if the run ended early.

    Raises:
        UsageError: A name or an option is wrong, or the folder is not empty.
        M3BenchError: Another error, explained by its message.

    Examples:
        >>> import m3bench
        >>> result = m3bench.run("smoke", "reference", out="runs/first")  # doctest: +SKIP
        >>> result.success  # doctest: +SKIP
        1.0
    """
    return wait_for(
        partial(
            run_async, suite, agent,
            model=model, judge=judge, out=out, limits=limits, watcher=watcher, tags=tags,
            note=note, **options,
        )
    )  # fmt: skip


def resume(
    path: PathLike,
    *,
    agent: Agent | None = None,
    model: ChatModel | None = None,
    judge: ChatModel | None = None,
    suite: Suite | None = None,
    limits: RunLimits | None = None,
    watcher: RunWatcher | None = None,
    retry: Sequence[str] = (),
) -> RunResult:
    """Resume a run and wait until it ends.

    Missing attempts are made, and attempts that failed through no fault of the agent are repeated.

    Args:
        path: The run folder.
        agent: The agent object, if the run was started with one.
        model: The model object, if the run was started with one.
        judge: The judge object, if the run was started with one.
        suite: The suite object, if the run was started with one.
        limits: New limits. The default is the limits that the run was started with.
        watcher: Receives the events of the run.
        retry: Attempts to make again: ``failed``, ``unscored``, ``errors``, or ids. See docs/selecting.md.

    Returns:
        The result of the whole run.

    Raises:
        UsageError: The path is not a run folder, the suite has changed, or an object is missing.
    """
    return wait_for(
        partial(
            resume_async, path,
            agent=agent, model=model, judge=judge, suite=suite, limits=limits, watcher=watcher, retry=retry,
        )
    )  # fmt: skip


def load_run(path: PathLike) -> RunResult:
    """Read a run from its folder.

    Args:
        path: The run folder. The run need not be complete.

    Returns:
        Tasks, trajectories, verdicts of checks, and the attempts that are not scored, with reasons.

    Raises:
        UsageError: The path is not a run folder.
        FormatError: A file of the folder cannot be read.
    """
    return read_run(Path(path))


def score_run(
    path: PathLike, *, profile: str | Profile = DEFAULT_PROFILE, encoder: str | Encoder = "minilm"
) -> ScoredRun:
    """Read a run and score its trajectories against the references of its tasks.

    Args:
        path: The run folder.
        profile: The definition of the metrics, by name or as an object.
        encoder: The text encoder: a name from `m3bench list encoders`, or an object.

    Returns:
        `result`, as from `load_run`, and `report` with the scores.

    Raises:
        UsageError: The path is not a run folder, a task has no reference, or nothing can be scored yet.
    """
    folder = Path(path)
    return read_scored_run(folder, run_scorer([folder], profile=profile, encoder=encoder))


def load_suite(
    name: PathLike,
    *,
    data: PathLike | None = None,
    world_seed: int = DEFAULT_SEED,
    world_now: datetime = DEFAULT_NOW,
) -> Suite:
    """Load a suite: its tasks and their input files.

    Args:
        name: A name from `m3bench list suites`, a file of tasks, or a folder of M³-Bench's data.
        data: For ``m3-original``: the folder with its tasks and pictures.
        world_seed: The seed of the world that generated suites are built from. Files of tasks have their own.
        world_now: The current time in that world.

    Returns:
        The suite, with `tasks`, `digest` and `assets(task)`.

    Raises:
        UsageError: The suite does not exist.
    """
    ref = SuiteRef(name=str(name), data=None if data is None else str(data))
    return find_suite(ref, world_of_suite(ref, WorldRef(seed=world_seed, now=world_now)))


async def _result(path: Path, halt: Halt | None) -> RunResult:
    result = await load_run_async(path)
    return msgspec.structs.replace(result, halt=halt)
