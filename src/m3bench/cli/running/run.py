"""`m3bench run`: run an agent on the tasks of a suite."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from typer import Context, Exit

from m3bench.cli import options
from m3bench.cli.console import output, remark, say
from m3bench.cli.engine_options import Ray, Workers, engine_settings
from m3bench.cli.exit_codes import ExitCode
from m3bench.cli.gating import FailUnder, JsonFile, Junit, Outputs, read_outputs
from m3bench.cli.live_run import execute_run
from m3bench.cli.running import launch_options
from m3bench.cli.running import options as run_options
from m3bench.cli.running.ending import end_run
from m3bench.cli.running.launch import (
    OPTIONS,
    OnResume,
    Study,
    given_limits,
    is_matrix,
    missing_attempts,
    print_dry_run,
    require_no_study,
    require_same,
    settings_options,
    started_by,
    started_in,
)
from m3bench.core import M3BenchError, UsageError
from m3bench.runs import (
    EngineSettings,
    Pictures,
    RunFolder,
    RunLabels,
    RunLimits,
    RunSettings,
    current_limits,
    default_folder,
    run_settings,
)
from m3bench.servers.kit import unload_networks
from m3bench.suites import suite_defaults
from m3bench.worlds import DEFAULT_SEED as DEFAULT_WORLD


def run(
    ctx: Context,
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
    strict_format: run_options.StrictFormat = False,
    limit: options.Limit = None,
    family: options.Family = None,
    task: launch_options.Task = None,
    where: launch_options.Where = None,
    sample: launch_options.Sample = None,
    sample_seed: launch_options.SampleSeed = 0,
    per_family: run_options.PerFamily = None,
    bundled_only: run_options.BundledOnly = False,
    skip_missing: run_options.SkipMissing = False,
    epochs: run_options.Epochs = 1,
    seed: run_options.Seed = 0,
    world_seed: options.WorldSeed = DEFAULT_WORLD,
    now: options.WorldNow = options.DEFAULT_NOW_TEXT,
    model_setting: launch_options.ModelSetting = None,
    extra_body: launch_options.ExtraBody = None,
    header: launch_options.Header = None,
    context: run_options.Context = None,
    encoder: options.EncoderName = "minilm",
    max_steps: options.MaxSteps = None,
    max_concurrent: run_options.MaxConcurrent = None,
    concurrency: run_options.Concurrency = None,
    workers: Workers = 1,
    ray: Ray = None,
    retries: run_options.Retries = None,
    task_timeout: run_options.TaskTimeout = None,
    reply_timeout: run_options.ReplyTimeout = None,
    provider_wait: run_options.ProviderWait = None,
    in_flight: run_options.InFlight = None,
    max_cost: run_options.MaxCost = None,
    max_tokens: run_options.MaxTokens = None,
    server_memory: run_options.ServerMemory = None,
    no_probe: run_options.NoProbe = False,
    preflight: run_options.Preflight = False,
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
    resource_limit: run_options.ResourceLimit = None,
    out: run_options.Out = None,
    resume: run_options.Resume = None,
    tag: launch_options.Tag = None,
    note: launch_options.Note = None,
    dry_run: launch_options.DryRun = False,
    retry: launch_options.Retry = None,
    fail_under: FailUnder = None,
    junit: Junit = None,
    json_path: JsonFile = None,
) -> None:
    """Run an agent on a suite. Attempts are saved as they end. --resume continues a run that was stopped."""
    params = {name: value for name, value in locals().items() if name != "ctx"}
    limits = given_limits(params)
    workplace = msgspec.structs.replace(engine_settings(workers, ray), server_memory=server_memory)
    outputs = read_outputs(fail_under, junit, json_path)
    if resume is not None:
        _resume(resume, _given(ctx, params), limits, workplace, outputs, probe=not no_probe)
        return
    if retry:
        raise UsageError("--retry needs the run of the attempts.", "Add --resume DIR.")
    if is_matrix(suite):
        study = Study(Path(suite or ""), _given(ctx, params), limits, workplace)
        study.dry_run(output()) if dry_run else study.run()
        return
    settings = _settings(params)
    if dry_run:
        print_dry_run(output(), settings)
        return
    path = out or default_folder(settings)
    labels = RunLabels(tuple(tag or ()), note)
    _run(path, settings, limits, workplace, outputs, probe=not no_probe, preflight=preflight, labels=labels)


def _given(ctx: Context, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters whose options are on the command line."""
    sources = {name: getattr(ctx.get_parameter_source(name), "name", "") for name in params}
    return {name: params[name] for name in params if sources[name] in {"COMMANDLINE", "ENVIRONMENT"}}


def _settings(params: Mapping[str, Any]) -> RunSettings:
    """Return the settings of a new run. Options that were not given keep the defaults of the suite."""
    decisive = {name for name, kind in OPTIONS.items() if kind is OnResume.SAME}
    decisive -= {"suite", "agent", "tag", "note"}
    values = settings_options({name: value for name, value in params.items() if name in decisive})
    name = _required(params["suite"], "suite", "Name one, such as smoke, or a file of tasks.")
    agent = _required(
        params["agent"] or suite_defaults(name).agent,
        "agent",
        "Name one with --agent, such as reference or executor.",
    )
    return run_settings(name, agent, **values)


def _resume(
    path: Path,
    given: Mapping[str, Any],
    limits: Mapping[str, Any],
    engine: EngineSettings,
    outputs: Outputs,
    *,
    probe: bool,
) -> None:
    """Resume a run, from any folder. Options that would change it are refused."""
    require_no_study(path)
    folder = RunFolder.open(path)
    require_same(folder, given)
    if given.get("dry_run") and given.get("retry"):
        raise UsageError("--dry-run and --retry cannot be combined.", "Leave one of them out.")
    if given.get("dry_run"):
        print_dry_run(output(), folder.manifest.located_settings, missing_attempts(folder))
        return
    if named := started_by(folder):
        remark(f"{path} decides what is started and reached from here: {'; '.join(named)}.")
    home = started_in(folder)
    located = path if home == Path.cwd() else path.absolute()
    with contextlib.chdir(home):
        _run(located, None, limits, engine, outputs, probe=probe, shown=path, retry=given.get("retry") or ())


def _run(
    path: Path,
    settings: RunSettings | None,
    limits: Mapping[str, float],
    engine: EngineSettings,
    outputs: Outputs,
    *,
    probe: bool,
    preflight: bool = False,
    labels: RunLabels = RunLabels(),  # noqa: B008 - frozen
    shown: Path | None = None,
    retry: Sequence[str] = (),
) -> None:
    """Start a run, or resume it if there are no settings, print its scores, and end with its status."""
    known = current_limits(RunFolder.open(path)) if settings is None else RunLimits()
    merged = msgspec.structs.replace(known, **limits)
    with outputs.redirected():
        halt = execute_run(
            path, merged, settings,
            engine=engine, probe=probe, preflight=preflight, check_tasks=outputs.check_tasks,
            labels=labels, retry=retry,
        )  # fmt: skip
        unload_networks()  # before the encoder is loaded
        try:
            end_run(path, halt, outputs, shown=shown)
        except M3BenchError as error:
            say(f"error: {error}")
            say(f"The attempts were made. Score them with: m3bench score {shown or path}")
            raise Exit(ExitCode.INCOMPLETE) from error


def _required(value: str | None, what: str, hint: str) -> str:
    if not value:
        raise UsageError(f"No {what} was given.", hint)
    return value
