"""Start and resume runs: check the settings, then run a session in the run folder."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from m3bench.agents import Agent
from m3bench.core import NO_USAGE, Task, Usage, UsageError
from m3bench.core.redaction import SECRET
from m3bench.core.text import plural
from m3bench.hosting import SandboxState, ServerSpec, parse_mode, sandbox_state
from m3bench.hosting.mounting import MountKind
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
    suggest_larger,
)
from m3bench.runs.session_runner import SessionRunner
from m3bench.runs.settings import RunLimits, RunSettings, check_settings
from m3bench.runs.settings_record import record_of
from m3bench.runs.store import (
    JudgeUsage,
    LeftOut,
    ModelProbe,
    RunFolder,
    current_limits,
    earlier_sessions,
    limits_change,
    require_unchanged,
)
from m3bench.runs.task_choice import (
    TaskChoice,
    choose_tasks,
    describe_left_out,
    require_programs,
    taken_at_their_word,
)
from m3bench.suites import MCP_BENCH, Suite, find_suite, reworded_conditions, suite_defaults, world_of_suite


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
    agent, suite = _agent_and_suite(settings, agent, model, suite)
    choice = choose_tasks(suite, settings)
    tasks, mounting = choice.tasks, choice.mounting
    require_programs(tasks)
    _require_models(settings, tasks, model, judge)
    _say_choice(settings, suite, tasks, choice.left_out, watcher)
    specs, sandbox = server_specs(settings, required_servers(mounting)), sandbox_state(settings.sandbox)
    session = _NewSession(
        settings=settings, limits=limits, suite=suite, agent=agent, tasks=tasks, mounting=mounting,
        specs=specs, folder=RunFolder(path), watcher=watcher, sandbox=sandbox, engine=engine, model=model,
        judge=judge, probe=probe, given=given, preflight=preflight, labels=labels, choice=choice,
    )  # fmt: skip
    return await session.run(signals=signals)


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
    agent, suite = _agent_and_suite(settings, agent, model, suite)
    _require_same_suite(suite, folder)
    tasks = folder.tasks()
    mounting = _mounting(suite, settings, folder, tasks)
    specs, sandbox = server_specs(settings, required_servers(mounting)), resumed_sandbox(folder)
    request_retries(folder, retry, say=watcher.said)
    is_incomplete = earlier_sessions(folder).table.count_done() < len(tasks) * settings.epochs
    session = _ResumedSession(
        settings=settings, limits=limits, suite=suite, agent=agent, tasks=tasks, mounting=mounting,
        specs=specs, folder=folder, watcher=watcher, sandbox=sandbox, engine=engine, model=model,
        judge=judge, probe=probe, is_incomplete=is_incomplete, previous_limits=previous_limits,
    )  # fmt: skip
    return await session.run(signals=signals)


@dataclass(frozen=True, kw_only=True)
class _Session(ABC):
    """Everything that a session needs, before its servers are open."""

    settings: RunSettings
    limits: RunLimits
    suite: Suite
    agent: Agent
    tasks: Sequence[Task]
    mounting: Sequence[Task]
    """The tasks whose servers are mounted."""
    specs: Sequence[ServerSpec]
    folder: RunFolder
    watcher: RunWatcher
    sandbox: SandboxState
    engine: EngineSettings
    model: ChatModel | None
    """Replaces the model of the settings, as does the judge."""
    judge: ChatModel | None
    probe: bool
    """Whether to send a short request to each named model first."""
    is_incomplete: bool = True
    """Whether attempts are to be made."""

    async def run(self, *, signals: bool) -> Halt | None:
        """Open the servers, see that the model can take their tools, and make the attempts."""
        opening = open_server_set(
            self.folder, self.settings, self.suite, self.specs,
            sandbox=self.sandbox.in_force, memory=self.engine.server_memory, say=self.watcher.said,
        )  # fmt: skip
        async with opening as server_set:
            plan = await self._plan(server_set) if self.is_incomplete else None
            start = await self._start(server_set, plan)
            agent = confine_agent(self.agent, self.settings, self.folder, server_set, self.sandbox)
            shared = RunnerSetup(
                settings=self.settings, limits=self.limits, suite=self.suite, agent=agent, tasks=self.tasks,
                mounting=self.mounting, specs=self.specs, folder=self.folder, server_set=server_set,
                watcher=self.watcher,
            )  # fmt: skip
            session = SessionRunner(shared=shared, start=start, sandbox=self.sandbox, engine=self.engine)
            return await session.run(self.model, self.judge, signals=signals)

    @abstractmethod
    async def _start(self, server_set: ServerSet, plan: MountPlan | None) -> SessionStart:
        """Probe the models, and create the folder of a new run."""

    async def _probe(self, spent: Usage = NO_USAGE) -> list[ModelProbe | JudgeUsage]:
        named = ProbeTargets(model=self.model is None, judge=self.judge is None)
        say = self.watcher.said
        return await probe_models(self.settings, self.limits, self.tasks, named, say=say, spent=spent)

    async def _plan(self, server_set: ServerSet) -> MountPlan | None:
        """Plan what tasks mount. Raise `UsageError` if the model cannot take it, or if a reference names what
        does not exist: nothing is asked before."""
        settings, say = self.settings, self.watcher.said
        await require_references(settings, self.tasks, server_set)
        plan = await plan_mounts(settings, self.tasks, self.mounting, server_set, say=say)
        name = settings.model.name if self.model is None else self.model.name
        if plan is not None:
            suggest_larger(plan, parse_mode(settings.mode), say=say)
        if plan is not None and name is not None:
            require_fit(plan, self.agent, name, settings.mode, say=say, window=settings.model.context)
        return plan


@dataclass(frozen=True, kw_only=True)
class _NewSession(_Session):
    """The first session of a run."""

    given: Agent | None
    """The agent object, if there is one."""
    preflight: bool
    labels: RunLabels
    choice: TaskChoice

    async def _start(self, server_set: ServerSet, plan: MountPlan | None) -> SessionStart:
        probes = await self._probe() if self.probe else []
        checked = None
        if self.preflight:
            from m3bench.runs.preflight import require_preflight  # noqa: PLC0415 - loads the SDK of MCP

            checked = await require_preflight(
                self.settings, self.limits, agent=self.given, model=self.model, say=self.watcher.said
            )
            probes.append(ModelProbe(model=checked.model or "", usage=checked.usage))
        manifest = new_manifest(
            self.settings, self.limits, self.suite, self.choice,
            server_set=server_set, sandbox=self.sandbox, labels=self.labels,
        )  # fmt: skip
        mounted = plan.record if plan is not None else None
        manifest = msgspec.structs.replace(manifest, mounted=mounted, preflight=checked)
        RunFolder.create(self.folder.path, manifest, self.tasks)
        return SessionStart(probes)


@dataclass(frozen=True, kw_only=True)
class _ResumedSession(_Session):
    """A later session."""

    previous_limits: RunLimits

    async def _start(self, server_set: ServerSet, plan: MountPlan | None) -> SessionStart:
        del server_set, plan
        probing = self.probe and self.is_incomplete
        probes = await self._probe(total_usage(self.folder)) if probing else []
        return SessionStart(probes, limits_change(self.previous_limits, self.limits))


def _mounting(
    suite: Suite, settings: RunSettings, folder: RunFolder, tasks: Sequence[Task]
) -> Sequence[Task]:
    """Return the tasks whose servers are mounted, as when the run began.

    An older run in the mode `standard` mounted what its own tasks need, and goes on so.
    """
    if parse_mode(settings.mode).kind is not MountKind.STANDARD:
        return tasks
    whole = choose_tasks(suite, settings).mounting
    return whole if required_servers(whole) <= folder.manifest.servers.keys() else tasks


def _agent_and_suite(
    settings: RunSettings, agent: Agent | None, model: ChatModel | None, suite: Suite | None
) -> tuple[Agent, Suite]:
    learn_facts(settings.model.name, settings.model.facts)
    return resolve_agent(settings, agent, model), suite or find_suite(settings.suite, settings.world)


def _resolve_settings(settings: RunSettings, agent: Agent | None) -> RunSettings:
    """Name the agent object, check the settings, and fill in the world of the suite."""
    if agent is not None:
        settings = msgspec.structs.replace(settings, agent=agent_object_name(agent))
    check_settings(settings)
    return msgspec.structs.replace(settings, world=world_of_suite(settings.suite, settings.world))


def _say_choice(
    settings: RunSettings,
    suite: Suite,
    tasks: Sequence[Task],
    left_out: Sequence[LeftOut],
    watcher: RunWatcher,
) -> None:
    """Say how tasks are run, where a suite has its own defaults, and which tasks are left out."""
    if suite_defaults(settings.suite.name).options:
        requests = "fuzzy" if settings.suite.fuzzy else "concrete"
        mode = f"mode {settings.mode}, seed {settings.seed}"
        watcher.said(f"{settings.suite.name}: {requests} requests, {mode}")
    for line in reworded_conditions(suite.tasks, settings.suite.where):
        watcher.said(line)
    if blunt := taken_at_their_word(tasks):
        watcher.said(blunt)
    if left_out:
        watcher.said(f"left out: {plural(len(left_out), 'task')}; to run: {len(tasks)}")
        for line in describe_left_out(left_out, ids=settings.suite.name == MCP_BENCH):
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
