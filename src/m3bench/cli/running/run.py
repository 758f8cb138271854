"""`m3bench run`: run an agent on the tasks of a suite."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import typer

from m3bench.cli import options
from m3bench.cli.console import output
from m3bench.cli.engine_options import Address, Engine, Workers, engine_settings
from m3bench.cli.live_run import execute_run, print_scores
from m3bench.cli.running import options as run_options
from m3bench.core import UsageError
from m3bench.models import Settings as ModelSettings
from m3bench.runs import (
    EngineKind,
    EngineSettings,
    HaltKind,
    Pictures,
    RunFolder,
    RunLimits,
    RunSettings,
    current_limits,
    default_folder,
    run_settings,
)
from m3bench.servers.kit import unload_networks
from m3bench.suites import suite_defaults
from m3bench.world import DEFAULT_SEED as DEFAULT_WORLD

_INTERRUPTED = 130
_LIMITS = (
    "concurrency", "retries", "task_timeout", "model_timeout", "provider_wait", "in_flight",
    "max_cost", "max_tokens",
)  # fmt: skip


def run(
    suite: run_options.Suite = None,
    *,
    agent: run_options.Agent = None,
    model: run_options.Model = None,
    base_url: options.BaseUrl = None,
    judge: options.Judge = None,
    user: run_options.User = None,
    mode: run_options.Mode = None,
    fuzzy: run_options.Fuzzy = None,
    pictures: run_options.Pictures = Pictures.GIVEN,
    without_perception: run_options.WithoutPerception = False,
    text_only: run_options.TextOnly = False,
    accepts: run_options.Accepts = None,
    limit: options.Limit = None,
    family: options.Family = None,
    per_family: run_options.PerFamily = None,
    bundled_only: run_options.BundledOnly = False,
    epochs: run_options.Epochs = 1,
    seed: run_options.Seed = 0,
    world_seed: options.WorldSeed = DEFAULT_WORLD,
    now: options.WorldNow = options.DEFAULT_NOW_TEXT,
    temperature: run_options.Temperature = None,
    max_steps: options.MaxSteps = None,
    max_concurrent: run_options.MaxConcurrent = None,
    concurrency: run_options.Concurrency = None,
    workers: Workers = 1,
    engine: Engine = EngineKind.LOCAL,
    address: Address = None,
    retries: run_options.Retries = None,
    task_timeout: run_options.TaskTimeout = None,
    model_timeout: run_options.ModelTimeout = None,
    provider_wait: run_options.ProviderWait = None,
    in_flight: run_options.InFlight = None,
    max_cost: run_options.MaxCost = None,
    max_tokens: run_options.MaxTokens = None,
    server_memory: run_options.ServerMemory = None,
    no_probe: run_options.NoProbe = False,
    record: run_options.Record = None,
    replay: run_options.Replay = None,
    cache: run_options.Cache = None,
    config: run_options.Config = None,
    live: run_options.Live = False,
    data: run_options.Data = None,
    sandbox: run_options.Sandbox = None,
    agent_env: run_options.AgentEnv = None,
    agent_read: run_options.AgentRead = None,
    agent_network: run_options.AgentNetwork = False,
    out: run_options.Out = None,
    resume: run_options.Resume = None,
) -> None:
    """Run an agent on a suite. Attempts are saved as they end; --resume continues a run that was stopped."""
    limits = _limits(
        concurrency, retries, task_timeout, model_timeout, provider_wait, in_flight, max_cost, max_tokens
    )  # fmt: skip
    where = msgspec.structs.replace(engine_settings(workers, engine, address), server_memory=server_memory)
    if resume is not None:
        _refuse_with_resume(suite, agent, model, judge, user, out, sandbox, agent_env, agent_read)
        _run(resume, None, limits, where, probe=not no_probe)
        return
    settings = _settings(
        suite, agent, model=model, base_url=base_url, judge=judge, user=user, mode=mode, fuzzy=fuzzy,
        pictures=pictures, without_perception=without_perception, text_only=text_only, accepts=accepts,
        limit=limit, families=family, per_family=per_family, bundled_only=bundled_only, epochs=epochs,
        seed=seed, world_seed=world_seed, world_now=options.make_world(world_seed, now).now,
        max_steps=max_steps, max_concurrent=max_concurrent,
        model_settings=ModelSettings(temperature=temperature), record=record, replay=replay, cache=cache,
        configs=config, live=live, data=data, sandbox=sandbox,
        agent_env=agent_env, agent_read=agent_read, agent_network=agent_network,
    )  # fmt: skip
    _run(out or default_folder(settings), settings, limits, where, probe=not no_probe)


def _limits(*values: float | None) -> dict[str, float]:
    """Return the limits given on the command line by name."""
    return {name: value for name, value in zip(_LIMITS, values, strict=True) if value is not None}


def _settings(suite: str | None, agent: str | None, **values: Any) -> RunSettings:
    """Return the settings of a new run. Options that were not given keep the defaults of the suite."""
    name = _required(suite, "suite", "Name one, such as smoke, or a file of tasks.")
    agent = agent or suite_defaults(name).agent
    return run_settings(
        name,
        _required(agent, "agent", "Name one with --agent, such as reference or executor."),
        **{name: _plain(value) for name, value in values.items() if value is not None},
    )


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_plain, value))
    return str(value.absolute()) if isinstance(value, Path) else value


def _run(
    path: Path,
    settings: RunSettings | None,
    limits: Mapping[str, float],
    engine: EngineSettings,
    *,
    probe: bool,
) -> None:
    """Start a run, or resume it if there are no settings, and print its scores."""
    known = current_limits(RunFolder.open(path)) if settings is None else RunLimits()
    merged = msgspec.structs.replace(known, **limits)
    halt = execute_run(path, merged, settings, engine=engine, probe=probe)
    unload_networks()  # before the encoder is loaded
    print_scores(output(), path)
    if halt is None:
        return
    output().print(f"The run is not complete. Continue with: m3bench run --resume {path}", soft_wrap=True)
    raise typer.Exit(_INTERRUPTED if halt.kind is HaltKind.INTERRUPTED else 1)


def _refuse_with_resume(*others: object) -> None:
    if any(other is not None for other in others):
        raise UsageError(
            "--resume takes suite, agent, model, judge, user and sandbox from the run.",
            "Leave them out. Limits such as --concurrency and --max-cost may be changed.",
        )


def _required(value: str | None, what: str, hint: str) -> str:
    if not value:
        raise UsageError(f"No {what} was given.", hint)
    return value
