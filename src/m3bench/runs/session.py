"""From settings to a finished run: names become objects here, for a new run and for one that goes on."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from m3bench.agents import Agent
from m3bench.core import M3BenchError, Task, Usage, UsageError
from m3bench.core.redaction import SECRET
from m3bench.encoders import shared_encoder
from m3bench.hosting import (
    Environments,
    SandboxState,
    ServerInfo,
    ServerSpec,
    load_catalog,
    parse_mode,
    read_specs,
    sandbox_state,
)
from m3bench.hosting.mounting import MountKind
from m3bench.judges import same_vendor_judges, same_vendor_warning
from m3bench.models import ChatModel
from m3bench.runs.budget import NOTHING, Budget
from m3bench.runs.engine import AttemptRunner, Engine, Job, RunWatcher, Silence
from m3bench.runs.halting import Halt
from m3bench.runs.models import (
    Named,
    Prologue,
    VisionReviewer,
    judge_ref,
    opened_looker,
    opened_model,
    probed,
    require_model,
    spent_on_looking,
    spent_so_far,
    tasks_at_once,
    tasks_to_look_at,
)
from m3bench.runs.plugins import used_plugins
from m3bench.runs.replaying import Assets
from m3bench.runs.run_agent import agent_of, object_name, require_same_agent
from m3bench.runs.serving import (
    Mounts,
    ServerSet,
    confined_agent,
    is_plugin,
    outfitted,
    resumed_state,
    secrets_of,
)
from m3bench.runs.settings import RunLimits, RunSettings, check_settings
from m3bench.runs.settings_record import record_of
from m3bench.runs.store import (
    Attempted,
    Key,
    RunCheck,
    RunFolder,
    RunManifest,
    change_of,
    digests_of,
    final_places,
    limits_of,
    refused,
    require_untouched,
    versions,
)
from m3bench.suites import Suite, ablate_suite, find_suite, select_tasks, world_of_suite


async def start_run(
    settings: RunSettings,
    path: Path,
    *,
    limits: RunLimits = RunLimits(),  # noqa: B008 - frozen
    watcher: RunWatcher | None = None,
    agent: Agent | None = None,
    model: ChatModel | None = None,
    judge: ChatModel | None = None,
    suite: Suite | None = None,
    signals: bool = False,
    probe: bool = False,
) -> Halt | None:
    """Run a suite into a new folder.

    An `agent`, a `model`, a `judge` and a `suite` that are at hand take the places of those that the settings
    name. The manifest calls an agent object `python:NAME`. With `probe`, models that are named are first
    asked for a word, before there is a folder.
    """
    if agent is not None:
        settings = msgspec.structs.replace(settings, agent=object_name(agent))
    check_settings(settings)
    settings = msgspec.structs.replace(settings, world=world_of_suite(settings.suite, settings.world))
    agent = agent_of(settings, agent, model)
    suite = suite or find_suite(settings.suite, settings.world)
    if settings.model.name is not None and model is None:
        require_model(settings.model)
    if settings.judge is not None and judge is None:
        require_model(judge_ref(settings.judge))
    tasks = select_tasks(suite, settings.suite)
    needed = _needed(tasks)
    world = settings.world.world()
    folder = RunFolder(path)
    specs, state = _specs(settings, needed), sandbox_state(settings.sandbox)
    named = Named(model=model is None, judge=judge is None)
    probes = await probed(settings, limits, tasks, named, say=_sayer(watcher)) if probe else []
    async with outfitted(
        folder, world, specs,
        replacing=settings.live, sandbox=state.in_force, hidden=secrets_of(settings),
    ) as server_set:  # fmt: skip
        manifest = RunManifest(
            created=datetime.now(UTC),
            recorded=record_of(settings),
            suite_digest=suite.digest,
            tasks=len(tasks),
            servers=server_set.records(needed),
            versions=versions(),
            limits=limits,
            sandbox=state,
            plugins=used_plugins(settings, tasks),
        )
        folder = RunFolder.create(path, manifest, tasks)
        work = _Work(
            settings=settings,
            limits=limits,
            suite=suite,
            agent=confined_agent(agent, settings, folder, server_set, state),
            tasks=tasks,
            folder=folder,
            server_set=server_set,
            watcher=watcher or Silence(),
            prologue=Prologue(probes),
            sandbox=state,
        )
        return await work.carry_on(model, judge, signals=signals)


async def resume_run(
    path: Path,
    *,
    limits: RunLimits | None = None,
    watcher: RunWatcher | None = None,
    agent: Agent | None = None,
    model: ChatModel | None = None,
    judge: ChatModel | None = None,
    suite: Suite | None = None,
    signals: bool = False,
    probe: bool = False,
) -> Halt | None:
    """Go on with a run: what is not done, and what failed by no doing of the agent's.

    The limits of the run hold. Others that are given take their place from now on, which goes on record. A
    run that was started with an agent object needs that agent again.
    """
    folder = RunFolder.open(path)
    require_untouched(folder)
    manifest = folder.manifest
    kept = limits_of(folder)
    limits = limits or kept
    settings = manifest.settings
    _require_no_secret(settings, path)
    require_same_agent(settings, agent, path)
    agent = agent_of(settings, agent, model)
    suite = suite or find_suite(settings.suite, settings.world)
    if suite.digest != manifest.suite_digest:
        raise UsageError(
            f"The suite {settings.suite.name} is not what it was when {path} began.",
            "Go on with the version of m3bench and the files that it began with, or begin a new run.",
        )
    tasks = folder.tasks()
    specs, state = _specs(settings, _needed(tasks)), resumed_state(folder)
    named = Named(model=model is None, judge=judge is None)
    asks = probe and _is_open(folder, len(tasks) * settings.epochs)
    spent = spent_so_far(folder)
    probes = await probed(settings, limits, tasks, named, say=_sayer(watcher), spent=spent) if asks else []
    async with outfitted(
        folder, settings.world.world(), specs,
        replacing=settings.live, sandbox=state.in_force, hidden=secrets_of(settings),
    ) as server_set:  # fmt: skip
        work = _Work(
            settings=settings,
            limits=limits,
            suite=suite,
            agent=confined_agent(agent, settings, folder, server_set, state),
            tasks=tasks,
            folder=folder,
            server_set=server_set,
            watcher=watcher or Silence(),
            prologue=Prologue(probes, change_of(kept, limits)),
            sandbox=state,
        )
        return await work.carry_on(model, judge, signals=signals)


def run_assets(path: Path, *, as_given: bool = True) -> Assets:
    """The files with which the workspaces of a run began; with `as_given` false, those of the tasks.

    They differ in the pictures of an ablation.
    """
    folder = RunFolder.open(path)
    settings = folder.manifest.settings
    suite = find_suite(settings.suite, settings.world)
    if as_given:
        suite = ablate_suite(suite, settings.suite.pictures, settings.seed)
    # The suite's own tasks: those in the folder may have been made to name other files beside the suite.
    tasks = {task.id: task for task in suite.tasks}

    def assets(task_id: str) -> Mapping[str, bytes | Path]:
        if task_id not in tasks:
            raise UsageError(
                f"The suite {settings.suite.name} has no task {task_id!r}.",
                f"{path} was made with another version of it; its files cannot be had.",
            )
        return suite.assets(tasks[task_id])

    return assets


def _require_no_secret(settings: RunSettings, path: Path) -> None:
    """Secrets are not kept, so that a run whose settings hold one cannot go on."""
    for name, value in msgspec.to_builtins(record_of(settings)).items():
        if SECRET in str(value):
            raise UsageError(
                f"{path} began with a secret in its setting {name!r}, which is not kept: {value}",
                "Begin a new run, and hand the secret over in a variable of the environment, such as "
                "M3BENCH_API_KEY for a model with --base-url.",
            )


def _done(folder: RunFolder) -> set[Key]:
    """The attempts that need not be made again."""
    return {key for key, (_, failed) in final_places(folder.journal).items() if not failed}


def _is_open(folder: RunFolder, attempts: int) -> bool:
    return len(_done(folder)) < attempts


def _sayer(watcher: RunWatcher | None) -> Callable[[str], None]:
    return (watcher or Silence()).said


def _needed(tasks: Sequence[Task]) -> set[str]:
    return {server for task in tasks for server in task.servers}


def _specs(settings: RunSettings, needed: set[str]) -> list[ServerSpec]:
    """Those of the configurations; of a live run also what is needed and installed from the catalog."""
    given = [spec for config in settings.configs for spec in read_specs(Path(config), os.environ)]
    if not settings.live:
        return given
    catalog, environments = load_catalog(), Environments()
    missing = needed - {spec.name for spec in given}
    installed = [
        entry.name for entry in catalog.entries if entry.name in missing and environments.installed(entry)
    ]
    return given + [catalog.spec(name, environments) for name in installed]


@dataclass(frozen=True, kw_only=True)
class _Work:
    """A run folder, and everything that is needed to go on in it."""

    settings: RunSettings
    limits: RunLimits
    suite: Suite
    agent: Agent
    tasks: Sequence[Task]
    folder: RunFolder
    server_set: ServerSet
    watcher: RunWatcher
    prologue: Prologue
    sandbox: SandboxState

    async def carry_on(
        self, given: ChatModel | None, judge: ChatModel | None, *, signals: bool
    ) -> Halt | None:
        with self.folder.locked(), self.folder.opened_journal() as journal:
            spent, done = self._before()
            self.prologue.write(self.folder, journal, say=self.watcher.said)
            budget = self._budget(spent)
            total = len(self.tasks) * self.settings.epochs
            if self.sandbox.warning is not None:
                self.watcher.said(f"WARNING: {self.sandbox.warning}")
            self.watcher.began(total - len(done), len(done))
            async with self._model(given) as model, self._looker(judge, budget) as reviewer:
                runner = await self._performer(model, reviewer, answered=bool(done))
                engine = Engine(
                    runner,
                    journal,
                    budget,
                    self.watcher,
                    concurrency=tasks_at_once(self.settings.model, self.limits),
                    retries=self.limits.retries,
                )
                halt = await engine.run(self._jobs(done), signals=signals)
            self._seal(halt)
            return halt

    def _seal(self, halt: Halt | None) -> None:
        try:
            self.folder.write_seal()
        except M3BenchError:
            if halt is None:  # otherwise it was said why the folder cannot be written
                raise

    def _before(self) -> tuple[Usage, set[Key]]:
        """What earlier sessions spent, and what is done. A folder that was changed or damaged is refused."""
        check = RunCheck(self.folder)
        spent, done = NOTHING, set[Key]()
        blobs: dict[Key, set[str]] = {}
        for line in check.lines({task.id for task in self.tasks}):
            record = line.record
            spent += (record and record.usage) or NOTHING
            if isinstance(record, Attempted) and record.final:
                blobs[record.key] = digests_of(record.trajectory)
                (done.discard if record.failed else done.add)(record.key)
        damages = check.integrity(blobs).damages
        if damages:
            raise refused(damages[0], str(self.folder.path))
        if done:
            self.folder.write_seal()
        return spent, done

    def _jobs(self, done: set[Key]) -> Iterator[Job]:
        for epoch in range(1, self.settings.epochs + 1):
            for task in self.tasks:
                key = Key(task.id, epoch)
                if key not in done:
                    yield key, task

    def _budget(self, spent: Usage) -> Budget:
        """With what earlier sessions spent, and the probes of this one."""
        return Budget(
            max_cost=self.limits.max_cost,
            max_tokens=self.limits.max_tokens,
            spent=spent + self.prologue.spent + spent_on_looking(self.folder),
            told=self.watcher.spent,
        )

    @asynccontextmanager
    async def _model(self, given: ChatModel | None) -> AsyncIterator[ChatModel | None]:
        if given is not None or self.settings.model.name is None:
            yield given
            return
        async with opened_model(self.settings.model, self.limits, say=self.watcher.said) as model:
            yield model

    @asynccontextmanager
    async def _looker(self, given: ChatModel | None, budget: Budget) -> AsyncIterator[VisionReviewer | None]:
        say = self.watcher.said
        opening = opened_looker(self.settings.judge, self.limits, self.folder, budget, say=say, given=given)
        async with opening as reviewer:
            unseen = tasks_to_look_at(self.tasks) if reviewer is None else 0
            if unseen:
                say(f"{unseen} tasks have pictures to be looked at, which stays undecided without --judge")
            if reviewer is not None:
                for judge, house in same_vendor_judges([reviewer.name], self.settings.model.name).items():
                    say(same_vendor_warning(judge, house))
            yield reviewer

    def _offered(self) -> dict[str, ServerInfo]:
        """Servers to mount and to draw distractors from. What happens to be installed must not change a run:
        a plugin's server is offered where some task needs it."""
        needed = _needed(self.tasks)
        available = self.server_set.available.items()
        return {name: info for name, info in available if name in needed or not is_plugin(name)}

    async def _performer(
        self, model: ChatModel | None, reviewer: VisionReviewer | None, *, answered: bool
    ) -> AttemptRunner:
        mode = parse_mode(self.settings.mode)
        retrieves = mode.kind is MountKind.RETRIEVE
        if retrieves or mode.kind is MountKind.MAX:
            await self.server_set.learn()
        mounts = Mounts(
            mode,
            self.tasks,
            self._offered(),
            seed=self.settings.seed,
            encoder=shared_encoder(self.settings.encoder) if retrieves else None,
            model=model,
        )
        return AttemptRunner(
            settings=self.settings,
            suite=ablate_suite(self.suite, self.settings.suite.pictures, self.settings.seed),
            agent=self.agent,
            model=model,
            server_set=self.server_set,
            mounts=mounts,
            folder=self.folder,
            watcher=self.watcher,
            timeout=self.limits.task_timeout,
            see=reviewer.see if reviewer is not None else None,
            answered=answered,
        )
