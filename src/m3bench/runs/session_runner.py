"""One session of a run: open its models, make the missing attempts, seal the folder."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from m3bench.agents import Agent
from m3bench.core import M3BenchError, Task, Usage
from m3bench.encoders import shared_encoder
from m3bench.hosting import SandboxState, ServerInfo, parse_mode
from m3bench.hosting.mounting import MountKind
from m3bench.judges import same_vendor_judges, same_vendor_warning
from m3bench.models import ChatModel
from m3bench.runs.budget import NO_USAGE, Budget
from m3bench.runs.engine import AttemptRunner, Engine, Job, RunWatcher
from m3bench.runs.halt import Halt
from m3bench.runs.models import (
    SessionStart,
    VisionReviewer,
    count_vision_tasks,
    open_reviewer,
    open_wrapped_model,
    task_concurrency,
    vision_usage,
)
from m3bench.runs.serving import Mounts, ServerSet, is_plugin, required_servers
from m3bench.runs.settings import RunLimits, RunSettings
from m3bench.runs.store import FinishedAttempt, Key, RunCheck, RunFolder, damage_error, digests_of
from m3bench.suites import Suite, ablate_suite


@dataclass(frozen=True, kw_only=True)
class SessionRunner:
    """Makes the attempts of a run that are still missing."""

    settings: RunSettings
    limits: RunLimits
    suite: Suite
    agent: Agent
    tasks: Sequence[Task]
    folder: RunFolder
    server_set: ServerSet
    watcher: RunWatcher
    start: SessionStart
    sandbox: SandboxState

    async def run(self, model: ChatModel | None, judge: ChatModel | None, *, signals: bool) -> Halt | None:
        """Make the attempts; return why they ended early. A given model or judge replaces the named one."""
        with self.folder.lock(), self.folder.open_journal() as journal:
            spent, done = self._earlier_sessions()
            self.start.write(self.folder, journal, say=self.watcher.said)
            budget = self._budget(spent)
            total = len(self.tasks) * self.settings.epochs
            if self.sandbox.warning is not None:
                self.watcher.said(f"WARNING: {self.sandbox.warning}")
            self.watcher.began(total - len(done), len(done))
            async with self._open_model(model) as opened, self._open_reviewer(judge, budget) as reviewer:
                runner = await self._runner(opened, reviewer, answered=bool(done))
                engine = Engine(
                    runner,
                    journal,
                    budget,
                    self.watcher,
                    concurrency=task_concurrency(self.settings.model, self.limits),
                    retries=self.limits.retries,
                )
                halt = await engine.run(self._jobs(done), signals=signals)
            self._seal(halt)
            return halt

    def _seal(self, halt: Halt | None) -> None:
        try:
            self.folder.write_seal()
        except M3BenchError:
            if halt is None:  # otherwise the halt already says why the folder cannot be written
                raise

    def _earlier_sessions(self) -> tuple[Usage, set[Key]]:
        """Return what earlier sessions spent and which attempts are done. Raise if the folder is damaged."""
        check = RunCheck(self.folder)
        spent, done = NO_USAGE, set[Key]()
        blobs: dict[Key, set[str]] = {}
        for line in check.lines({task.id for task in self.tasks}):
            record = line.record
            spent += (record and record.usage) or NO_USAGE
            if isinstance(record, FinishedAttempt) and record.final:
                blobs[record.key] = digests_of(record.trajectory)
                (done.discard if record.failed else done.add)(record.key)
        damages = check.integrity(blobs).damages
        if damages:
            raise damage_error(damages[0], str(self.folder.path))
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
        """Include what earlier sessions and the probes of this one spent."""
        return Budget(
            max_cost=self.limits.max_cost,
            max_tokens=self.limits.max_tokens,
            spent=spent + self.start.spent + vision_usage(self.folder),
            on_change=self.watcher.spent,
        )

    @asynccontextmanager
    async def _open_model(self, given: ChatModel | None) -> AsyncIterator[ChatModel | None]:
        if given is not None or self.settings.model.name is None:
            yield given
            return
        async with open_wrapped_model(self.settings.model, self.limits, say=self.watcher.said) as model:
            yield model

    @asynccontextmanager
    async def _open_reviewer(
        self, given: ChatModel | None, budget: Budget
    ) -> AsyncIterator[VisionReviewer | None]:
        say = self.watcher.said
        opening = open_reviewer(self.settings.judge, self.limits, self.folder, budget, say=say, given=given)
        async with opening as reviewer:
            unreviewed = count_vision_tasks(self.tasks) if reviewer is None else 0
            if unreviewed:
                say(f"{unreviewed} tasks have image checks, which stay undecided without --judge")
            if reviewer is not None:
                for judge, vendor in same_vendor_judges([reviewer.name], self.settings.model.name).items():
                    say(same_vendor_warning(judge, vendor))
            yield reviewer

    def _available_servers(self) -> dict[str, ServerInfo]:
        """Return the servers to mount and to draw distractors from.

        An installed plugin must not change a run: its server is included only if a task needs it.
        """
        required = required_servers(self.tasks)
        available = self.server_set.available.items()
        return {name: info for name, info in available if name in required or not is_plugin(name)}

    async def _runner(
        self, model: ChatModel | None, reviewer: VisionReviewer | None, *, answered: bool
    ) -> AttemptRunner:
        mode = parse_mode(self.settings.mode)
        retrieves = mode.kind is MountKind.RETRIEVE
        if retrieves or mode.kind is MountKind.MAX:
            await self.server_set.discover_tools()
        mounts = Mounts(
            mode,
            self.tasks,
            self._available_servers(),
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
