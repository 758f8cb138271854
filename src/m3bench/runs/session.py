"""Start and resume runs: check the settings, then run a session in the run folder."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from m3bench.agents import Agent
from m3bench.core import Task, UsageError
from m3bench.core.redaction import SECRET
from m3bench.core.text import plural
from m3bench.hosting import SandboxState, ServerSpec, sandbox_state
from m3bench.models import ChatModel, learn_facts
from m3bench.runs.distributed import require_engine
from m3bench.runs.engine import RunWatcher, SilentWatcher
from m3bench.runs.engine_settings import EngineSettings
from m3bench.runs.halt import Halt
from m3bench.runs.models import (
    ProbeTargets,
    SessionStart,
    judge_ref,
    probe_models,
    require_model,
    total_usage,
    user_model_ref,
)
from m3bench.runs.new_manifest import RunLabels, new_manifest
from m3bench.runs.retrying import request_retries
from m3bench.runs.run_agent import (
    agent_object_name,
    require_same_agent,
    require_sendable_agent,
    resolve_agent,
)
from m3bench.runs.runner_setup import RunnerSetup
from m3bench.runs.serving import (
    MountPlan,
    ServerSet,
    confine_agent,
    open_server_set,
    plan_mounts,
    require_fit,
    require_references,
    required_servers,
    resumed_sandbox,
    server_specs,
)
from m3bench.runs.session_runner import SessionRunner
from m3bench.runs.settings import RunLimits, RunSettings, check_settings
from m3bench.runs.settings_record import record_of
from m3bench.runs.store import (
    LeftOut,
    Mark,
    ModelProbe,
    RunFolder,
    current_limits,
    earlier_sessions,
    limits_change,
    require_unchanged,
)
from m3bench.runs.task_choice import choose_tasks, describe_left_out
from m3bench.suites import (
    MCP_BENCH,
    Suite,
    find_suite,
    reworded_conditions,
    suite_defaults,
    world_of_suite,
)


async def start_run(
    settings: RunSettings,
    path: Path,
    *,
    limits: RunLimits = RunLimits(),  # noqa: B008 - frozen
    engine: EngineSettings = EngineSettings(),  # noqa: B008 - frozen
    watcher: RunWatcher | None = None,
    agent: Agent | None = None,
    model: ChatModel | None = None,
    judge: ChatModel | None = None,
    suite: Suite | None = None,
    signals: bool = False,
    probe: bool = False,
    preflight: bool = False,
    labels: RunLabels = RunLabels(),  # noqa: B008 - frozen
) -> Halt | None:
    """Run a suite and write the results to a new folder.

    Args:
        settings: Everything that decides the result.
        path: The run folder. It must be missing or empty.
        limits: What the run may use.
        engine: Where the attempts are made.
        watcher: Receives progress events.
        agent: Replaces the agent of the settings. The manifest calls it `python:NAME`.
        model: Replaces the model of the settings.
        judge: Replaces the judge of the settings.
        suite: Replaces the suite of the settings.
        signals: Stop on SIGINT and SIGTERM.
        probe: Send a short request to each named model before the folder is created.
        preflight: Check first whether tools and their results reach the agent and its model. The manifest
            gets the report.
        labels: Tags and a note, which the manifest keeps.

    Returns:
        Why the run ended early; None if all attempts were made.
    """
    watcher = watcher or SilentWatcher()
    require_engine(engine, settings)
    require_sendable_agent(agent, engine)
    labels.check()
    settings, given = _resolve_settings(settings, agent), agent
    learn_facts(settings.model.name, settings.model.facts)
    agent = resolve_agent(settings, agent, model)
    suite = suite or find_suite(settings.suite, settings.world)
    tasks, left_out = choose_tasks(suite, settings)
    _require_models(settings, tasks, model, judge)
    _say_defaults(settings, watcher)
    for line in reworded_conditions(suite.tasks, settings.suite.where):
        watcher.said(line)
    _say_left_out(left_out, len(tasks), watcher, ids=settings.suite.name == MCP_BENCH)
    specs, sandbox = server_specs(settings, required_servers(tasks)), sandbox_state(settings.sandbox)
    named = ProbeTargets(model=model is None, judge=judge is None)

    async def start(server_set: ServerSet, plan: MountPlan | None) -> SessionStart:
        probes = await probe_models(settings, limits, tasks, named, say=watcher.said) if probe else []
        checked = None
        if preflight:
            from m3bench.runs.preflight import require_preflight  # noqa: PLC0415 - loads the SDK of MCP

            checked = await require_preflight(settings, limits, agent=given, model=model, say=watcher.said)
            probes.append(ModelProbe(model=checked.model or "", usage=checked.usage))
        manifest = new_manifest(
            settings, limits, suite, tasks, server_set=server_set, sandbox=sandbox, labels=labels
        )
        mounted = plan.record if plan is not None else None
        manifest = msgspec.structs.replace(manifest, mounted=mounted, preflight=checked)
        RunFolder.create(path, manifest, tasks)
        return SessionStart(probes)

    session = _Session(
        settings=settings, limits=limits, suite=suite, agent=agent, tasks=tasks, specs=specs,
        folder=RunFolder(path), watcher=watcher, start=start, sandbox=sandbox, engine=engine,
    )  # fmt: skip
    return await session.run(model, judge, signals=signals)


async def resume_run(
    path: Path,
    *,
    limits: RunLimits | None = None,
    engine: EngineSettings = EngineSettings(),  # noqa: B008 - frozen
    watcher: RunWatcher | None = None,
    agent: Agent | None = None,
    model: ChatModel | None = None,
    judge: ChatModel | None = None,
    suite: Suite | None = None,
    signals: bool = False,
    probe: bool = False,
    retry: Sequence[str] = (),
) -> Halt | None:
    """Continue a run: make missing attempts, and repeat those that a server or the harness failed.

    Args:
        path: The run folder.
        limits: Replace the limits of the run from now on. The change is recorded in the journal.
        engine: Where the attempts are made. It may be another one than before.
        watcher: Receives progress events.
        agent: The agent object that the run was started with, if it was started with one.
        model: Replaces the model of the run.
        judge: Replaces the judge of the run.
        suite: Replaces the suite of the run. It must have the same digest.
        signals: Stop on SIGINT and SIGTERM.
        probe: Send a short request to each named model first.
        retry: Attempts to make again: `failed`, `unscored`, `errors`, or ids. The newest counts. If one of
            them had been scored, the run is marked as a best-of.

    Returns:
        Why the run ended early; None if all attempts were made.
    """
    watcher = watcher or SilentWatcher()
    folder = RunFolder.open(path)
    require_unchanged(folder)
    settings, previous_limits = folder.manifest.located_settings, current_limits(folder)
    limits = limits or previous_limits
    _require_no_secret(settings, path)
    require_same_agent(settings, agent, path)
    require_engine(engine, settings)
    require_sendable_agent(agent, engine)
    learn_facts(settings.model.name, settings.model.facts)
    agent = resolve_agent(settings, agent, model)
    suite = suite or find_suite(settings.suite, settings.world)
    _require_same_suite(suite, folder)
    tasks = folder.tasks()
    specs, sandbox = server_specs(settings, required_servers(tasks)), resumed_sandbox(folder)
    named = ProbeTargets(model=model is None, judge=judge is None)
    request_retries(folder, retry, say=watcher.said)
    is_incomplete = _has_missing_attempts(folder, len(tasks) * settings.epochs)

    async def start(_: ServerSet, __: MountPlan | None) -> SessionStart:
        probes = []
        if probe and is_incomplete:
            spent = total_usage(folder)
            probes = await probe_models(settings, limits, tasks, named, say=watcher.said, spent=spent)
        return SessionStart(probes, limits_change(previous_limits, limits))

    session = _Session(
        settings=settings, limits=limits, suite=suite, agent=agent, tasks=tasks, specs=specs, folder=folder,
        watcher=watcher, start=start, sandbox=sandbox, engine=engine, is_incomplete=is_incomplete,
    )  # fmt: skip
    return await session.run(model, judge, signals=signals)


@dataclass(frozen=True, kw_only=True)
class _Session:
    """Everything that a session needs, before its servers are open."""

    settings: RunSettings
    limits: RunLimits
    suite: Suite
    agent: Agent
    tasks: Sequence[Task]
    specs: Sequence[ServerSpec]
    folder: RunFolder
    watcher: RunWatcher
    start: Callable[[ServerSet, MountPlan | None], Awaitable[SessionStart]]
    """Asks the models for a word, and creates the folder of a new run."""
    sandbox: SandboxState
    engine: EngineSettings
    is_incomplete: bool = True
    """Whether attempts are to be made."""

    async def run(
        self,
        model: ChatModel | None,
        judge: ChatModel | None,
        *,
        signals: bool,
    ) -> Halt | None:
        """Open the servers, see that the model can take their tools, and make the attempts."""
        async with open_server_set(
            self.folder,
            self.settings,
            self.suite,
            self.specs,
            sandbox=self.sandbox.in_force,
            memory=self.engine.server_memory,
            say=self.watcher.said,
        ) as server_set:
            plan = await self._plan(server_set, model) if self.is_incomplete else None
            start = await self.start(server_set, plan)
            shared = RunnerSetup(
                settings=self.settings,
                limits=self.limits,
                suite=self.suite,
                agent=confine_agent(self.agent, self.settings, self.folder, server_set, self.sandbox),
                tasks=self.tasks,
                specs=self.specs,
                folder=self.folder,
                server_set=server_set,
                watcher=self.watcher,
            )
            session = SessionRunner(shared=shared, start=start, sandbox=self.sandbox, engine=self.engine)
            return await session.run(model, judge, signals=signals)

    async def _plan(self, server_set: ServerSet, model: ChatModel | None) -> MountPlan | None:
        """Plan what tasks mount. Raise `UsageError` if the model cannot take it, or if a reference names what
        does not exist: nothing is asked before."""
        say = self.watcher.said
        await require_references(self.settings, self.tasks, server_set)
        plan = await plan_mounts(self.settings, self.tasks, server_set, say=say)
        name = self.settings.model.name if model is None else model.name
        if plan is not None and name is not None:
            require_fit(
                plan, self.agent, name, self.settings.mode, say=say, window=self.settings.model.context
            )
        return plan


def _resolve_settings(settings: RunSettings, agent: Agent | None) -> RunSettings:
    """Name the agent object, check the settings, and fill in the world of the suite."""
    if agent is not None:
        settings = msgspec.structs.replace(settings, agent=agent_object_name(agent))
    check_settings(settings)
    return msgspec.structs.replace(settings, world=world_of_suite(settings.suite, settings.world))


def _say_defaults(settings: RunSettings, watcher: RunWatcher) -> None:
    """Say how tasks are run, where a suite has its own defaults."""
    if suite_defaults(settings.suite.name).options:
        requests = "fuzzy" if settings.suite.fuzzy else "concrete"
        watcher.said(
            f"{settings.suite.name}: {requests} requests, mode {settings.mode}, seed {settings.seed}"
        )


def _say_left_out(left_out: Sequence[LeftOut], kept: int, watcher: RunWatcher, *, ids: bool) -> None:
    if left_out:
        watcher.said(f"left out: {plural(len(left_out), 'task')}; to run: {kept}")
        for line in describe_left_out(left_out, ids=ids):
            watcher.said(f"  {line}")


def _require_models(
    settings: RunSettings, tasks: Sequence[Task], model: ChatModel | None, judge: ChatModel | None
) -> None:
    if settings.model.name is not None and model is None:
        require_model(settings.model)
    if settings.judge is not None and judge is None:
        require_model(judge_ref(settings.judge))
    if (user := user_model_ref(settings, tasks)) is not None:
        require_model(user)


def _require_same_suite(suite: Suite, folder: RunFolder) -> None:
    manifest = folder.manifest
    if suite.digest != manifest.suite_digest:
        raise UsageError(
            f"Suite {manifest.settings.suite.name} has changed since run {folder.path} started.",
            "Resume with the version of m3bench and the files that it started with, or start a new run.",
        )


def _require_no_secret(settings: RunSettings, path: Path) -> None:
    """Raise `UsageError` if a setting held a secret: secrets are not stored, so the run cannot continue."""
    for name, value in msgspec.to_builtins(record_of(settings)).items():
        if SECRET in str(value):
            raise UsageError(
                f"{path} was started with a secret in setting {name!r}, which is not stored: {value}",
                "Start a new run, and pass the secret in an environment variable, such as M3BENCH_API_KEY "
                "for a model with --base-url.",
            )


def _has_missing_attempts(folder: RunFolder, attempts: int) -> bool:
    table = earlier_sessions(folder).table
    made = table.made()
    return len(made) - int(table.marked(made, Mark.FAILED | Mark.RETRY).sum()) < attempts
