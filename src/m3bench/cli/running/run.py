"""`m3bench run`: an agent on the tasks of a suite, with everything on record."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
import typer

from m3bench.cli import options
from m3bench.cli.console import output
from m3bench.cli.live_run import finish, print_scores
from m3bench.cli.running import options as given
from m3bench.core import UsageError
from m3bench.hosting import SandboxMode
from m3bench.models import Settings as ModelSettings
from m3bench.runs import (
    HaltKind,
    Pictures,
    RunFolder,
    RunLimits,
    RunSettings,
    current_limits,
    default_folder,
    run_settings,
)
from m3bench.world import DEFAULT_SEED as DEFAULT_WORLD

_INTERRUPTED = 130


def run(
    suite: given.Suite = None,
    *,
    agent: given.Agent = None,
    model: given.Model = None,
    base_url: given.BaseUrl = None,
    judge: given.Judge = None,
    mode: given.Mode = "oracle",
    fuzzy: given.Fuzzy = False,
    pictures: given.Pictures = Pictures.GIVEN,
    without_perception: given.WithoutPerception = False,
    text_only: given.TextOnly = False,
    limit: given.Limit = None,
    family: given.Family = None,
    per_family: given.PerFamily = None,
    epochs: given.Epochs = 1,
    seed: given.Seed = 0,
    world_seed: given.WorldSeed = DEFAULT_WORLD,
    now: options.WorldNow = options.DEFAULT_NOW_TEXT,
    temperature: given.Temperature = None,
    max_steps: given.MaxSteps = None,
    max_concurrent: given.MaxConcurrent = None,
    concurrency: given.RunConcurrency = None,
    retries: given.Retries = None,
    task_timeout: given.TaskTimeout = None,
    model_timeout: given.ModelTimeout = None,
    provider_wait: given.ProviderWait = None,
    max_cost: given.MaxCost = None,
    max_tokens: given.MaxTokens = None,
    no_probe: given.NoProbe = False,
    record: given.Record = None,
    replay: given.Replay = None,
    cache: given.Cache = None,
    config: given.Config = None,
    live: given.Live = False,
    data: given.Data = None,
    sandbox: given.Sandbox = None,
    agent_env: given.AgentEnv = None,
    agent_read: given.AgentRead = None,
    agent_network: given.AgentNetwork = False,
    out: given.Out = None,
    resume: given.Resume = None,
) -> None:
    """Run an agent on a suite. Every attempt is in the run folder as soon as it ends; nothing is lost."""
    wanted = {
        "concurrency": concurrency, "retries": retries, "task_timeout": task_timeout,
        "model_timeout": model_timeout, "provider_wait": provider_wait,
        "max_cost": max_cost, "max_tokens": max_tokens,
    }  # fmt: skip
    if resume is not None:
        _refuse_with_resume(suite, agent, model, judge, out, sandbox, agent_env, agent_read)
        _run(resume, _limits(current_limits(RunFolder.open(resume)), wanted), None, probe=not no_probe)
        return
    settings = run_settings(
        suite=_required(suite, "suite", "Name one, such as smoke, or a file of tasks."),
        agent=_required(agent, "agent", "Name one with --agent, such as reference or executor."),
        model=model, base_url=base_url, judge=judge, model_settings=ModelSettings(temperature=temperature),
        mode=mode, fuzzy=fuzzy, limit=limit, families=tuple(family or ()), per_family=per_family,
        epochs=epochs, seed=seed, world_seed=world_seed, world_now=options.world_of(world_seed, now).now,
        pictures=pictures, without_perception=without_perception,
        max_steps=max_steps, max_concurrent=max_concurrent,
        configs=tuple(str(path.resolve()) for path in config or ()), live=live, data=_absolute(data),
        record=_absolute(record), replay=_absolute(replay), cache=_absolute(cache), text_only=text_only,
        sandbox=sandbox or SandboxMode.AUTO, agent_env=tuple(agent_env or ()),
        agent_read=tuple(str(path.absolute()) for path in agent_read or ()), agent_network=agent_network,
    )  # fmt: skip
    _run(out or default_folder(settings), _limits(RunLimits(), wanted), settings, probe=not no_probe)


def _limits(known: RunLimits, wanted: Mapping[str, float | None]) -> RunLimits:
    """What is given on the command line over what is known."""
    given = {name: value for name, value in wanted.items() if value is not None}
    return msgspec.structs.replace(known, **given)


def _run(path: Path, limits: RunLimits, settings: RunSettings | None, *, probe: bool) -> None:
    halt = finish(path, limits, settings, probe=probe)
    print_scores(output(), path)
    if halt is None:
        return
    output().print(f"The run is not complete. Go on with: m3bench run --resume {path}", soft_wrap=True)
    raise typer.Exit(_INTERRUPTED if halt.kind is HaltKind.INTERRUPTED else 1)


def _refuse_with_resume(*others: object) -> None:
    if any(other is not None for other in others):
        raise UsageError(
            "--resume takes suite, agent, model, judge and sandbox from the run.",
            "Leave them out; limits such as --concurrency and --max-cost may be given anew.",
        )


def _required(value: str | None, what: str, hint: str) -> str:
    if not value:
        raise UsageError(f"There is no {what} to run.", hint)
    return value


def _absolute(path: Path | None) -> str | None:
    return None if path is None else str(path.resolve())
