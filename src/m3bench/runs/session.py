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
from m3bench.core.redaction import SECRET
from m3bench.encoders import shared_encoder
from m3bench.hosting import Environments, ServerSpec, load_catalog, parse_mode, read_specs
from m3bench.hosting.mounting import Way
from m3bench.judges.vendors import kin_warning, of_one_house
from m3bench.models import ChatModel
from m3bench.runs.ablation import ablated
from m3bench.runs.attempting import Performer
from m3bench.runs.budget import NOTHING, Budget
from m3bench.runs.engine import Engine, Job
from m3bench.runs.events import RunWatcher, Silence
from m3bench.runs.finding import chosen_tasks, find_suite, in_its_world, world_of
from m3bench.runs.folder import RunFolder, RunManifest, versions
from m3bench.runs.halting import Halt
from m3bench.runs.journal import Journal, final_places, read_journal
from m3bench.runs.judge_seats import seat_settings
from m3bench.runs.looking import Looker, opened_looker, spent_on_looking, tasks_to_look_at
from m3bench.runs.mounts import Mounts
from m3bench.runs.opening import opened_model, require_model, tasks_at_once
from m3bench.runs.outfit import Outfit, outfitted
from m3bench.runs.records import Key
from m3bench.runs.replay import Assets
from m3bench.runs.settings import RunLimits, RunSettings, check_settings
from m3bench.suites import Suite


async def start_run(
    settings: RunSettings,
    path: Path,
    *,
    limits: RunLimits = RunLimits(),  # noqa: B008 - frozen
    watcher: RunWatcher | None = None,
    model: ChatModel | None = None,
    judge: ChatModel | None = None,
    suite: Suite | None = None,
    signals: bool = False,
) -> Halt | None:
    """Run a suite into a new folder.

    A `model`, a `judge` and a `suite` that are at hand take the places of those that the settings name.
    """
    check_settings(settings)
    settings, agent = in_its_world(settings), _agent(settings, model)
    suite = suite or find_suite(settings)
    if settings.model is not None and model is None:
        require_model(settings)
    if settings.judge is not None and judge is None:
        require_model(seat_settings(settings.judge))
    tasks = chosen_tasks(suite, settings)
    needed = _needed(tasks)
    world = world_of(settings)
    folder = RunFolder(path)
    specs = _specs(settings, needed)
    async with outfitted(folder, world, specs, replacing=settings.live) as outfit:
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
        return await work.carry_on(model, judge, signals=signals)


async def resume_run(
    path: Path,
    *,
    limits: RunLimits = RunLimits(),  # noqa: B008 - frozen
    watcher: RunWatcher | None = None,
    model: ChatModel | None = None,
    judge: ChatModel | None = None,
    suite: Suite | None = None,
    signals: bool = False,
) -> Halt | None:
    """Go on with a run: what is not done, and what failed by no doing of the agent's."""
    folder = RunFolder.open(path)
    manifest = folder.manifest
    settings = manifest.settings
    _require_no_secret(settings, path)
    suite, agent = suite or find_suite(settings), _agent(settings, model)
    if suite.digest != manifest.suite_digest:
        raise UsageError(
            f"The suite {settings.suite} is not what it was when {path} began.",
            "Go on with the version of m3bench and the files that it began with, or begin a new run.",
        )
    tasks = folder.tasks()
    specs = _specs(settings, _needed(tasks))
    async with outfitted(folder, world_of(settings), specs, replacing=settings.live) as outfit:
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
        return await work.carry_on(model, judge, signals=signals)


def run_assets(path: Path, *, as_given: bool = True) -> Assets:
    """The files with which the workspaces of a run began; with `as_given` false, those of the tasks.

    They differ in the pictures of an ablation.
    """
    folder = RunFolder.open(path)
    settings = folder.manifest.settings
    suite = find_suite(settings)
    if as_given:
        suite = ablated(suite, settings)
    tasks = {task.id: task for task in folder.tasks()}
    return lambda task_id: suite.assets(tasks[task_id])


def _require_no_secret(settings: RunSettings, path: Path) -> None:
    """Secrets are not kept, so that a run whose settings hold one cannot go on."""
    for name, value in msgspec.to_builtins(settings).items():
        if SECRET in str(value):
            raise UsageError(
                f"{path} began with a secret in its setting {name!r}, which is not kept: {value}",
                "Begin a new run, and hand the secret over in a variable of the environment, such as "
                "M3BENCH_API_KEY for a model with --base-url.",
            )


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
    outfit: Outfit
    watcher: RunWatcher

    async def carry_on(
        self, given: ChatModel | None, judge: ChatModel | None, *, signals: bool
    ) -> Halt | None:
        with self.folder.locked(), Journal(self.folder.journal) as journal:
            shutil.rmtree(self.folder.scratch / "workspaces", ignore_errors=True)  # of a run that was killed
            budget = self._budget()
            done = {key for key, (_, failed) in final_places(self.folder.journal).items() if not failed}
            total = len(self.tasks) * self.settings.epochs
            self.watcher.began(total - len(done), len(done))
            async with self._model(given) as model, self._looker(judge, budget) as looker:
                performer = await self._performer(model, looker)
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
        spent = spent_on_looking(self.folder)
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

    @asynccontextmanager
    async def _looker(self, given: ChatModel | None, budget: Budget) -> AsyncIterator[Looker | None]:
        say = self.watcher.said
        opening = opened_looker(self.settings, self.limits, self.folder, budget, say=say, given=given)
        async with opening as looker:
            unseen = tasks_to_look_at(self.tasks) if looker is None else 0
            if unseen:
                say(f"{unseen} tasks have pictures to be looked at, which stays undecided without --judge")
            if looker is not None:
                for judge, house in of_one_house([looker.name], self.settings.model).items():
                    say(kin_warning(judge, house))
            yield looker

    async def _performer(self, model: ChatModel | None, looker: Looker | None) -> Performer:
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
            suite=ablated(self.suite, self.settings),
            agent=self.agent,
            model=model,
            outfit=self.outfit,
            mounts=mounts,
            folder=self.folder,
            watcher=self.watcher,
            timeout=self.limits.task_timeout,
            see=looker.see if looker is not None else None,
        )
