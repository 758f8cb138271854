"""The program of workers that make attempts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import anyio.to_thread

from m3bench.core import Task
from m3bench.hosting import SandboxState, ServerSpec
from m3bench.models import learn_facts
from m3bench.runs.distributed.channel import Channel
from m3bench.runs.distributed.machine import SameSuite, require_sandbox
from m3bench.runs.distributed.messages import AttemptRequest, BudgetNote
from m3bench.runs.distributed.remote import (
    RemoteMeter,
    RemoteModel,
    RemoteReviewer,
    RemoteWatcher,
    SharedBudget,
)
from m3bench.runs.distributed.staging import StagedFiles
from m3bench.runs.distributed.worker import Answer
from m3bench.runs.engine import AttemptRunner
from m3bench.runs.run_agent import resolve_agent
from m3bench.runs.runner_setup import RunnerSetup
from m3bench.runs.serving import confine_agent, open_server_set, prepare_machine, required_servers
from m3bench.runs.settings import RunLimits, RunSettings
from m3bench.runs.store import FinishedAttempt, RunFolder
from m3bench.suites import Suite


@dataclass(frozen=True, kw_only=True)
class AttemptProgram:
    """Makes attempts of a run. Servers and workspaces are the worker's own."""

    folder: Path | None
    """The run folder; None where workers may not reach it, and send the files of attempts."""
    settings: RunSettings
    limits: RunLimits
    tasks: tuple[Task, ...]
    specs: tuple[ServerSpec, ...]
    """Servers of the configuration files and of the catalog."""
    from_catalog: tuple[str, ...]
    """Names of the latter, which other machines install by themselves."""
    suite_digest: str
    sandbox: SandboxState
    model: str | None
    """The name of the model. The run itself asks it."""
    reviews: bool
    """Whether the run has a judge that reviews pictures."""
    server_memory: int | None = None
    """Megabytes that server processes may use before idle ones are stopped."""
    budget: SharedBudget = field(default_factory=SharedBudget)

    @asynccontextmanager
    async def open(self, channel: Channel) -> AsyncIterator[Answer]:
        """Open suite, servers and agent, and yield what makes attempts."""
        if self.sandbox.in_force:
            require_sandbox(self.settings.sandbox)
        suite = SameSuite(self.settings.suite, self.settings.world, self.suite_digest).load()
        specs = await self._specs()
        with self._run_folder() as folder:
            staged = StagedFiles(folder.path) if self.folder is None else None
            async with self._open_runner(channel, suite, specs, folder) as runner:

                async def answer(request: AttemptRequest) -> FinishedAttempt:
                    meter = RemoteMeter(channel, request.key, self.budget)
                    record = await runner.run(request.task, request.key, request.number, meter)
                    if staged is not None:
                        await staged.send(request.key, record.workspace, channel.request)
                    return record

                yield answer

    def take_note(self, note: Any) -> None:
        """Hear that the budget is used up."""
        if isinstance(note, BudgetNote):
            self.budget.reached = note.reason

    @contextmanager
    def _run_folder(self) -> Iterator[RunFolder]:
        if self.folder is not None:
            yield RunFolder(self.folder)
            return
        with TemporaryDirectory(prefix="m3bench-run-") as path:
            yield RunFolder(Path(path))

    @asynccontextmanager
    async def _open_runner(
        self, channel: Channel, suite: Suite, specs: Sequence[ServerSpec], folder: RunFolder
    ) -> AsyncIterator[AttemptRunner]:
        settings, sandbox = self.settings, self.sandbox
        model = None if self.model is None else RemoteModel(channel, self.model)
        watcher = RemoteWatcher(channel)
        opening = open_server_set(
            folder, settings, suite, specs,
            sandbox=sandbox.in_force, memory=self.server_memory, say=watcher.said,
        )  # fmt: skip
        async with opening as server_set:
            learn_facts(settings.model.name, settings.model.facts)
            agent = resolve_agent(settings, None, model)
            agent = confine_agent(agent, settings, folder, server_set, sandbox)
            shared = RunnerSetup(
                settings=settings, limits=self.limits, suite=suite, agent=agent, tasks=self.tasks,
                mounting=self.tasks, specs=specs, folder=folder, server_set=server_set, watcher=watcher,
            )  # fmt: skip
            see = RemoteReviewer(channel).see if self.reviews else None
            yield await shared.make_runner(model, see)

    async def _specs(self) -> Sequence[ServerSpec]:
        """Return the servers as they start on this machine, which may be another one than that of the run."""
        if self.folder is not None:
            return self.specs
        needed = required_servers(self.tasks)
        return await anyio.to_thread.run_sync(prepare_machine, needed, self.specs, self.from_catalog)
