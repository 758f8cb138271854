"""The program of workers that make attempts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from m3bench.core import UsageError
from m3bench.hosting import SandboxState
from m3bench.runs.distributed.channel import Channel
from m3bench.runs.distributed.messages import AttemptRequest, BudgetNote
from m3bench.runs.distributed.remote import (
    RemoteMeter,
    RemoteModel,
    RemoteReviewer,
    RemoteWatcher,
    SharedBudget,
)
from m3bench.runs.distributed.worker import Answer
from m3bench.runs.run_agent import resolve_agent
from m3bench.runs.runner_setup import RunnerSetup
from m3bench.runs.serving import confine_agent, open_server_set, required_servers, server_specs
from m3bench.runs.settings import RunLimits, RunSettings
from m3bench.runs.store import FinishedAttempt, RunFolder
from m3bench.suites import Suite, find_suite


@dataclass(frozen=True, kw_only=True)
class AttemptProgram:
    """Makes attempts of a run. Servers and workspaces are the worker's own."""

    folder: Path
    """The run folder."""
    settings: RunSettings
    limits: RunLimits
    suite_digest: str
    sandbox: SandboxState
    model: str | None
    """The name of the model. The run itself asks it."""
    reviews: bool
    """Whether the run has a judge that reviews pictures."""
    answered: bool
    """Whether the model has already answered in this run."""
    budget: SharedBudget = field(default_factory=SharedBudget)

    @asynccontextmanager
    async def open(self, channel: Channel) -> AsyncIterator[Answer]:
        """Open suite, servers and agent, and yield what makes attempts."""
        folder, settings = RunFolder(self.folder), self.settings
        suite, tasks = self._suite(), folder.tasks()
        model = None if self.model is None else RemoteModel(channel, self.model)
        specs = server_specs(settings, required_servers(tasks))
        async with open_server_set(folder, settings, specs, sandbox=self.sandbox.in_force) as server_set:
            agent = resolve_agent(settings, None, model)
            shared = RunnerSetup(
                settings=settings,
                limits=self.limits,
                suite=suite,
                agent=confine_agent(agent, settings, folder, server_set, self.sandbox),
                tasks=tasks,
                folder=folder,
                server_set=server_set,
                watcher=RemoteWatcher(channel),
            )
            see = RemoteReviewer(channel).see if self.reviews else None
            runner = await shared.make_runner(model, see, answered=self.answered)

            async def answer(request: AttemptRequest) -> FinishedAttempt:
                meter = RemoteMeter(channel, request.key, self.budget)
                return await runner.run(request.task, request.key, request.number, meter)

            yield answer

    def take_note(self, note: Any) -> None:
        """Hear that the budget is used up."""
        if isinstance(note, BudgetNote):
            self.budget.reached = note.reason

    def _suite(self) -> Suite:
        suite = find_suite(self.settings.suite, self.settings.world)
        if suite.digest != self.suite_digest:
            raise UsageError(
                f"Suite {self.settings.suite.name} is not the same in a worker.",
                "Install the same version of m3bench and the same files on all machines.",
            )
        return suite
