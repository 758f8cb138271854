"""Attempts in several workers: the least busy one takes the next, and lost ones are replaced."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import anyio
import anyio.abc

from m3bench.agents import Meter
from m3bench.core import M3BenchError, Task
from m3bench.runs.distributed.client import RunServices, WorkerClient, open_client
from m3bench.runs.distributed.links import Link, LinkClosed
from m3bench.runs.distributed.messages import BudgetNote, WorkerSetup
from m3bench.runs.engine import AttemptLost
from m3bench.runs.store import FinishedAttempt, Key

OpenLink = Callable[[int], AbstractAsyncContextManager[Link]]
"""Starts the worker of a number, and yields the link to it."""

MAX_LOSSES_IN_A_ROW = 5
"""Workers that die one after another, without an attempt in between, will not do better."""


class WorkersLost(M3BenchError):
    """Workers die again and again."""


class RemoteRunner:
    """Makes attempts in workers. Has the methods of an `AttemptRunner`."""

    def __init__(self, open_link: OpenLink, setup: WorkerSetup, services: RunServices) -> None:
        self._open_link, self._setup, self._services = open_link, setup, services
        self._clients: list[WorkerClient] = []
        self._started = 0
        self._losses = 0
        self._problem: M3BenchError | None = None
        self._changed = anyio.Event()

    async def run(self, task: Task, key: Key, number: int, meter: Meter) -> FinishedAttempt:
        """Make one try at a task in the least busy worker.

        Raises:
            AttemptLost: The worker died. The try can be repeated.
            M3BenchError: No worker can be started, or whatever `AttemptRunner.run` raises.
        """
        client = await self._least_busy()
        try:
            record = await client.run(task, key, number, meter)
        except LinkClosed:
            raise AttemptLost from None
        self._losses = 0
        return record

    @asynccontextmanager
    async def opened(self, workers: int) -> AsyncIterator[RemoteRunner]:
        """Start workers; they are stopped at the end. Attempts can be made as soon as one is ready."""
        async with anyio.create_task_group() as group:
            for _ in range(workers):
                group.start_soon(self._keep_worker)
            try:
                yield self
            finally:
                group.cancel_scope.cancel()

    async def _keep_worker(self) -> None:
        """Keep one worker running: start another one whenever it dies."""
        while self._problem is None:
            self._started += 1
            number = self._started
            try:
                async with self._open_link(number) as link, self._open_client(link) as client:
                    self._clients.append(client)
                    self._notify()
                    await client.gone.wait()
            except LinkClosed:
                pass
            except M3BenchError as error:
                self._fail(error)
                return
            self._clients = [client for client in self._clients if not client.gone.is_set()]
            self._count_loss(number)

    def _open_client(self, link: Link) -> AbstractAsyncContextManager[WorkerClient]:
        return open_client(link, self._setup, self._services, self._announce)

    def _announce(self, note: BudgetNote) -> None:
        for client in self._clients:
            client.tell(note)

    def _count_loss(self, number: int) -> None:
        self._losses += 1
        self._services.watcher.said(f"worker {number} died; its tasks go to the others")
        if self._losses >= MAX_LOSSES_IN_A_ROW:
            log = f"logs/worker-{number}.log"
            self._fail(
                WorkersLost(
                    f"{self._losses} workers died one after another.",
                    f"Look into {log} in the run folder, then continue with --resume, if need be with "
                    "fewer workers.",
                )
            )

    def _fail(self, error: M3BenchError) -> None:
        self._problem = self._problem or error
        self._notify()

    def _notify(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()

    async def _least_busy(self) -> WorkerClient:
        while True:
            if self._problem is not None:
                raise self._problem
            if ready := [client for client in self._clients if not client.gone.is_set()]:
                return min(ready, key=lambda client: client.load)
            await self._changed.wait()
