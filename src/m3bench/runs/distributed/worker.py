"""A worker: makes the attempts that a run asks for, until the run closes the link."""

from __future__ import annotations

import pickle
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio

from m3bench.core import M3BenchError, UsageError
from m3bench.runs.distributed.channel import Channel
from m3bench.runs.distributed.links import Link, LinkClosed, SocketLink
from m3bench.runs.distributed.messages import AttemptRequest, BudgetNote, WorkerSetup
from m3bench.runs.distributed.remote import (
    RemoteMeter,
    RemoteModel,
    RemoteReviewer,
    RemoteWatcher,
    SharedBudget,
)
from m3bench.runs.engine import AttemptRunner
from m3bench.runs.run_agent import resolve_agent
from m3bench.runs.runner_setup import RunnerSetup
from m3bench.runs.serving import confine_agent, open_server_set, required_servers, server_specs
from m3bench.runs.store import FinishedAttempt, RunFolder
from m3bench.suites import find_suite


async def serve_run(link: Link) -> None:
    """Serve the run at the other end of a link until it closes the link.

    The first frame is a `WorkerSetup`. It is answered with None, or with the error that prevents the work.
    """
    setup: WorkerSetup = pickle.loads(await link.receive())  # noqa: S301 - from the run that started us
    worker = _Worker(link)
    try:
        async with worker.opened(setup):
            await link.send(pickle.dumps(None))
            await worker.channel.run()
    except (M3BenchError, OSError) as error:
        await link.send(pickle.dumps(error))


class _Worker:
    """The end of the channel in a worker."""

    def __init__(self, link: Link) -> None:
        self.channel = Channel(link, self._answer, self._note)
        self._budget = SharedBudget()
        self._runner: AttemptRunner | None = None

    @asynccontextmanager
    async def opened(self, setup: WorkerSetup) -> AsyncIterator[None]:
        """Open servers and suite. They are closed at the end."""
        folder, settings = RunFolder(setup.folder), setup.settings
        suite = find_suite(settings.suite, settings.world)
        if suite.digest != setup.suite_digest:
            raise UsageError(
                f"Suite {settings.suite.name} is not the same in a worker process.",
                "Install the same version of m3bench and the same files on all machines.",
            )
        tasks = folder.tasks()
        model = None if setup.model is None else RemoteModel(self.channel, setup.model)
        specs = server_specs(settings, required_servers(tasks))
        async with open_server_set(folder, settings, specs, sandbox=setup.sandbox.in_force) as server_set:
            agent = resolve_agent(settings, None, model)
            shared = RunnerSetup(
                settings=settings,
                limits=setup.limits,
                suite=suite,
                agent=confine_agent(agent, settings, folder, server_set, setup.sandbox),
                tasks=tasks,
                folder=folder,
                server_set=server_set,
                watcher=RemoteWatcher(self.channel),
            )
            see = RemoteReviewer(self.channel).see if setup.reviews else None
            self._runner = await shared.make_runner(model, see, answered=setup.answered)
            yield

    async def _answer(self, body: Any) -> FinishedAttempt:
        assert isinstance(body, AttemptRequest)
        assert self._runner is not None
        meter = RemoteMeter(self.channel, body.key, self._budget)
        return await self._runner.run(body.task, body.key, body.number, meter)

    def _note(self, body: Any) -> None:
        if isinstance(body, BudgetNote):
            self._budget.reached = body.reason


async def _main(descriptor: int) -> None:
    link = await SocketLink.open(socket.socket(fileno=descriptor))
    try:
        await serve_run(link)
    except LinkClosed:
        pass  # the run is gone
    finally:
        await link.aclose()


if __name__ == "__main__":
    anyio.run(_main, int(sys.argv[1]))
