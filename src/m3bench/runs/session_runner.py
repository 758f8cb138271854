"""One session of a run: open its models, make the missing attempts, seal the folder."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from m3bench.core import M3BenchError, Usage
from m3bench.hosting import SandboxState, default_server_memory
from m3bench.judges import same_vendor_judges, same_vendor_warning
from m3bench.models import ChatModel
from m3bench.runs.budget import Budget
from m3bench.runs.distributed import AttemptProgram, RemoteRunner, RunServices, open_engine
from m3bench.runs.engine import Engine, Job, Runner
from m3bench.runs.engine_settings import EngineKind, EngineSettings
from m3bench.runs.halt import Halt
from m3bench.runs.models import (
    SessionStart,
    VisionReviewer,
    count_key_tasks,
    count_vision_tasks,
    open_named_model,
    open_reviewer,
    task_concurrency,
    user_model_ref,
    vision_usage,
)
from m3bench.runs.runner_setup import RunnerSetup
from m3bench.runs.serving import catalog_servers
from m3bench.runs.store import AttemptTable, Key, earlier_sessions


@dataclass(frozen=True, kw_only=True)
class SessionRunner:
    """Makes the attempts of a run that are still missing."""

    shared: RunnerSetup
    start: SessionStart
    engine: EngineSettings
    sandbox: SandboxState

    async def run(self, model: ChatModel | None, judge: ChatModel | None, *, signals: bool) -> Halt | None:
        """Make the attempts; return why they ended early. A given model or judge replaces the named one."""
        with self.shared.folder.lock(), self.shared.folder.open_journal() as journal:
            spent, table, done = self._earlier_sessions()
            self.start.write(self.shared.folder, journal, say=self.shared.watcher.said)
            budget = self._budget(spent)
            total = len(self.shared.tasks) * self.shared.settings.epochs
            if self.sandbox.warning is not None:
                self.shared.watcher.said(f"WARNING: {self.sandbox.warning}")
            self.shared.watcher.began(total - done, done)
            settings, limits, say = self.shared.settings, self.shared.limits, self.shared.watcher.said
            opening = open_named_model(
                settings.model, limits, say=say, given=model, workers=self.engine.workers, blinds=True
            )
            async with (
                opening as opened,
                self._open_reviewer(judge, budget) as reviewer,
                open_named_model(user_model_ref(settings, self.shared.tasks), limits, say=say) as user,
                self._open_runner(opened, reviewer, budget, user=user) as runner,
            ):
                engine = Engine(
                    runner,
                    self.shared.folder,
                    journal,
                    budget,
                    self.shared.watcher,
                    concurrency=task_concurrency(settings.model, limits, self.engine.workers),
                    retries=limits.retries,
                )
                halt = await engine.run(self._jobs(table), signals=signals)
            self._seal(halt)
            return halt

    def _seal(self, halt: Halt | None) -> None:
        try:
            self.shared.folder.write_seal()
        except M3BenchError:
            if halt is None:  # otherwise the halt already says why the folder cannot be written
                raise

    def _earlier_sessions(self) -> tuple[Usage, AttemptTable, int]:
        """Return what earlier sessions spent, which attempts they made, and how many need no repeat."""
        summary = earlier_sessions(self.shared.folder)
        done = summary.table.count_done()
        if done:
            self.shared.folder.write_seal()
        return summary.usage, summary.table, done

    def _jobs(self, table: AttemptTable) -> Iterator[Job]:
        for epoch in range(1, self.shared.settings.epochs + 1):
            for task in self.shared.tasks:
                key = Key(task.id, epoch)
                if not table.succeeded(key):
                    yield key, task

    def _memory_of_worker(self) -> int | None:
        """Divide the default memory of servers among the workers of this machine."""
        default = default_server_memory()
        if self.engine.server_memory or default is None or self.engine.kind is not EngineKind.LOCAL:
            return self.engine.server_memory
        return max(1, default // self.engine.workers)

    def _budget(self, spent: Usage) -> Budget:
        """Include what earlier sessions and the probes of this one spent."""
        return Budget(
            max_cost=self.shared.limits.max_cost,
            max_tokens=self.shared.limits.max_tokens,
            spent=spent + self.start.spent + vision_usage(self.shared.folder),
            on_change=self.shared.watcher.spent,
        )

    @asynccontextmanager
    async def _open_reviewer(
        self, given: ChatModel | None, budget: Budget
    ) -> AsyncIterator[VisionReviewer | None]:
        shared, say = self.shared, self.shared.watcher.said
        name, limits = shared.settings.judge, shared.limits
        async with open_reviewer(name, limits, shared.folder, budget, say=say, given=given) as reviewer:
            if reviewer is None:
                self._warn_without_judge()
            else:
                same = same_vendor_judges([reviewer.name], shared.settings.model.name)
                for judge, vendor in same.items():
                    say(same_vendor_warning(judge, vendor))
            yield reviewer

    def _warn_without_judge(self) -> None:
        say = self.shared.watcher.said
        if pictures := count_vision_tasks(self.shared.tasks):
            say(f"{pictures} tasks have image checks, which stay undecided without --judge")
        if keys := count_key_tasks(self.shared.tasks):
            say(f"{keys} tasks have an answer key; answers in other words stay undecided without --judge")

    @asynccontextmanager
    async def _open_runner(
        self,
        model: ChatModel | None,
        reviewer: VisionReviewer | None,
        budget: Budget,
        *,
        user: ChatModel | None,
    ) -> AsyncIterator[Runner]:
        """Yield what makes the attempts: this process, or workers."""
        shared, engine = self.shared, self.engine
        if engine.is_this_process:
            see = reviewer.see if reviewer is not None else None
            yield await shared.make_runner(model, see, user_model=user)
            return
        on_this_machine = engine.kind is EngineKind.LOCAL
        program = AttemptProgram(
            folder=shared.folder.path.absolute() if on_this_machine else None,
            settings=shared.settings,
            limits=shared.limits,
            tasks=tuple(shared.mounting),
            specs=tuple(shared.specs),
            from_catalog=() if on_this_machine else catalog_servers(shared.specs),
            suite_digest=shared.suite.digest,
            sandbox=self.sandbox,
            model=None if model is None else model.name,
            reviews=reviewer is not None,
            server_memory=self._memory_of_worker(),
        )
        services = RunServices(
            model=model, reviewer=reviewer, budget=budget, watcher=shared.watcher, folder=shared.folder
        )
        with open_engine(engine, shared.folder.logs, shared.watcher.said) as open_link:
            async with RemoteRunner(services).opened(engine.workers, open_link, program) as runner:
                yield runner
