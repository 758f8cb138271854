"""From settings to a finished run: names become objects here, for a new run and for one that goes on."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from m3bench.agents import Agent, make_agent
from m3bench.core import Task, UsageError
from m3bench.encoders import shared_encoder
from m3bench.hosting import ServerSpec, parse_mode, read_specs
from m3bench.hosting.mounting import Way
from m3bench.models import ChatModel
from m3bench.runs.attempting import Performer
from m3bench.runs.budget import NOTHING, Budget
from m3bench.runs.engine import Engine, Halt, Job
from m3bench.runs.events import RunWatcher, Silence
from m3bench.runs.filesuite import FileSuite
from m3bench.runs.folder import RunFolder, RunManifest, versions
from m3bench.runs.journal import Journal, final_places, read_journal
from m3bench.runs.mounts import Mounts
from m3bench.runs.opening import opened_model, require_model, tasks_at_once
from m3bench.runs.outfit import Outfit, outfitted
from m3bench.runs.records import Key
from m3bench.runs.replay import Assets
from m3bench.runs.settings import RunLimits, RunSettings, check_settings
from m3bench.suites import SUITES, Suite, make_suite
from m3bench.suites.stored import StoredSuite, world_of_task
from m3bench.world import World


async def start_run(
    settings: RunSettings,
    path: Path,
    *,
    limits: RunLimits = RunLimits(),  # noqa: B008 - frozen
    watcher: RunWatcher | None = None,
    model: ChatModel | None = None,
    signals: bool = False,
) -> Halt | None:
    """Run a suite into a new folder. A `model` that is given takes the place of the one that is named."""
    check_settings(settings)
    settings = in_its_world(settings)
    suite, agent, specs = find_suite(settings), _agent(settings, model), _specs(settings)
    if settings.model is not None and model is None:
        require_model(settings)
    tasks = chosen_tasks(suite, settings)
    needed = {server for task in tasks for server in task.servers}
    world = world_of(settings)
    folder = RunFolder(path)
    async with outfitted(folder, world, specs) as outfit:
        manifest = RunManifest(
            created=datetime.now(UTC),
            settings=settings,
            suite_digest=suite.digest,
            tasks=len(tasks),
            servers=outfit.records(needed),
            versions=versions(),
        )
        folder = RunFolder.create(path, manifest, tasks)
        work = _Work(
            settings=settings,
            limits=limits,
            suite=suite,
            agent=agent,
            tasks=tasks,
            folder=folder,
            outfit=outfit,
            watcher=watcher or Silence(),
        )
        return await work.carry_on(model, signals=signals)


async def resume_run(
    path: Path,
    *,
    limits: RunLimits = RunLimits(),  # noqa: B008 - frozen
    watcher: RunWatcher | None = None,
    model: ChatModel | None = None,
    signals: bool = False,
) -> Halt | None:
    """Go on with a run: what is not done, and what failed by no doing of the agent's."""
    folder = RunFolder.open(path)
    manifest = folder.manifest
    settings = manifest.settings
    suite, agent, specs = find_suite(settings), _agent(settings, model), _specs(settings)
    if suite.digest != manifest.suite_digest:
        raise UsageError(
            f"The suite {settings.suite} is not what it was when {path} began.",
            "Go on with the version of m3bench and the files that it began with, or begin a new run.",
        )
    async with outfitted(folder, world_of(settings), specs) as outfit:
        work = _Work(
            settings=settings,
            limits=limits,
            suite=suite,
            agent=agent,
            tasks=folder.tasks(),
            folder=folder,
            outfit=outfit,
            watcher=watcher or Silence(),
        )
        return await work.carry_on(model, signals=signals)


def find_suite(settings: RunSettings) -> Suite:
    """A suite by its name, or a file of tasks: one that was built, or any other."""
    path = Path(settings.suite)
    if settings.suite in SUITES or not path.is_file():
        return make_suite(settings.suite, world_of(settings))
    suite = FileSuite(path)
    built = any(world_of_task(task) for task in suite.tasks)
    return StoredSuite(suite.name, world_of(settings), suite.tasks) if built else suite


def in_its_world(settings: RunSettings) -> RunSettings:
    """The settings with the world that a file of built tasks belongs to."""
    path = Path(settings.suite)
    if settings.suite in SUITES or not path.is_file():
        return settings
    told = next(filter(None, map(world_of_task, FileSuite(path).tasks)), None)
    if told is None:
        return settings
    now = datetime.fromisoformat(told[1])
    return msgspec.structs.replace(settings, world_seed=told[0], world_now=now)


def run_assets(path: Path) -> Assets:
    """The files with which the workspaces of a run began."""
    folder = RunFolder.open(path)
    suite = find_suite(folder.manifest.settings)
    tasks = {task.id: task for task in folder.tasks()}
    return lambda task_id: suite.assets(tasks[task_id])


def world_of(settings: RunSettings) -> World:
    return World(settings.world_seed, settings.world_now)


def chosen_tasks(suite: Suite, settings: RunSettings) -> list[Task]:
    """The tasks that the settings ask for, in the order of the suite."""
    families = {task.family for task in suite.tasks}
    unknown = [family for family in settings.families if family not in families]
    if unknown:
        known = ", ".join(sorted(family for family in families if family))
        raise UsageError(f"{suite.name} has no family {unknown[0]!r}.", f"Families: {known or 'none'}.")
    tasks = [task for task in suite.tasks if not settings.families or task.family in settings.families]
    if not tasks:
        raise UsageError(f"There is no task in {suite.name}.")
    return tasks[: settings.limit]


def _agent(settings: RunSettings, model: ChatModel | None) -> Agent:
    agent = make_agent(settings.agent)
    if agent.needs_model and settings.model is None and model is None:
        raise UsageError(
            f"The agent {agent.name} needs a model.",
            "Name one with --model, for example openai/NAME, anthropic/NAME or local/smollm2.",
        )
    if not agent.needs_model and settings.model is not None:
        raise UsageError(f"The agent {agent.name} takes no model.", "Leave --model out.")
    return agent


def _specs(settings: RunSettings) -> list[ServerSpec]:
    return [spec for config in settings.configs for spec in read_specs(Path(config), os.environ)]


@dataclass(frozen=True, kw_only=True)
class _Work:
    """A run folder, and everything that is needed to go on in it."""

    settings: RunSettings
    limits: RunLimits
    suite: Suite
    agent: Agent
    tasks: Sequence[Task]
    folder: RunFolder
    outfit: Outfit
    watcher: RunWatcher

    async def carry_on(self, given: ChatModel | None, *, signals: bool) -> Halt | None:
        with self.folder.locked(), Journal(self.folder.journal) as journal:
            shutil.rmtree(self.folder.scratch / "workspaces", ignore_errors=True)  # of a run that was killed
            budget = self._budget()
            done = {key for key, (_, failed) in final_places(self.folder.journal).items() if not failed}
            total = len(self.tasks) * self.settings.epochs
            self.watcher.began(total - len(done), len(done))
            async with self._model(given) as model:
                performer = await self._performer(model)
                engine = Engine(
                    performer,
                    journal,
                    budget,
                    self.watcher,
                    concurrency=tasks_at_once(self.settings, self.limits),
                    retries=self.limits.retries,
                )
                halt = await engine.run(self._jobs(done), signals=signals)
            shutil.rmtree(self.folder.scratch, ignore_errors=True)
            return halt

    def _jobs(self, done: set[Key]) -> Iterator[Job]:
        for epoch in range(1, self.settings.epochs + 1):
            for task in self.tasks:
                key = Key(task.id, epoch)
                if key not in done:
                    yield key, task

    def _budget(self) -> Budget:
        """With what earlier sessions spent."""
        spent = NOTHING
        for record in read_journal(self.folder.journal):
            spent += record.usage or NOTHING
        return Budget(
            max_cost=self.limits.max_cost,
            max_tokens=self.limits.max_tokens,
            spent=spent,
            told=self.watcher.spent,
        )

    @asynccontextmanager
    async def _model(self, given: ChatModel | None) -> AsyncIterator[ChatModel | None]:
        if given is not None or self.settings.model is None:
            yield given
            return
        async with opened_model(self.settings, self.limits, say=self.watcher.said) as model:
            yield model

    async def _performer(self, model: ChatModel | None) -> Performer:
        mode = parse_mode(self.settings.mode)
        retrieves = mode.way is Way.RETRIEVE
        if retrieves or mode.way is Way.MAX:
            await self.outfit.learn()
        mounts = Mounts(
            mode,
            self.tasks,
            self.outfit.available,
            seed=self.settings.seed,
            encoder=shared_encoder(self.settings.encoder) if retrieves else None,
            model=model,
        )
        return Performer(
            settings=self.settings,
            suite=self.suite,
            agent=self.agent,
            model=model,
            outfit=self.outfit,
            mounts=mounts,
            folder=self.folder,
            watcher=self.watcher,
            timeout=self.limits.task_timeout,
        )
