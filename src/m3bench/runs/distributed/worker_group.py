"""Several workers: the least busy one takes the next request, and lost ones are replaced."""

from __future__ import annotations

import pickle
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import anyio

from m3bench.core import M3BenchError
from m3bench.runs.distributed.channel import Channel, Link, LinkClosed
from m3bench.runs.distributed.worker import Answer, Program

OpenLink = Callable[[int], AbstractAsyncContextManager[Link]]
"""Starts the worker of a number, and yields the link to it."""

MAX_LOSSES_IN_A_ROW = 5
"""Workers that die one after another, without an answer in between, will not do better."""


class WorkerLost(Exception):
    """The worker died before it answered."""


class WorkersLost(M3BenchError):
    """Workers die again and again."""


def name_log(number: int) -> str:
    """Name the log of a worker process, for a person."""
    return f"Look into logs/worker-{number}.log, then run the same again, if need be with fewer workers."


class _Worker:
    """One worker that is ready."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.load = 0
        self.gone = anyio.Event()

    async def serve(self) -> None:
        try:
            await self.channel.run()
        finally:
            self.gone.set()


class WorkerGroup:
    """Workers that run the same program."""

    def __init__(
        self,
        open_link: OpenLink,
        program: Program,
        *,
        capacity: int | None = None,
        answer: Answer | None = None,
        take_note: Callable[[Any], None] = lambda _: None,
        say: Callable[[str], None] = lambda _: None,
        explain: Callable[[int], str] = name_log,
    ) -> None:
        """Describe a group.

        Args:
            open_link: Starts a worker.
            program: What the workers run.
            capacity: Requests that a worker takes at a time. The first one that is ready would otherwise take
                those of workers that are still starting.
            answer: Answers requests of the workers, if they make any.
            take_note: Takes their notes.
            say: Is told what a person should know.
            explain: Returns what a person can do about a worker that died, by its number.
        """
        self._open_link, self._program = open_link, pickle.dumps(program)
        self._capacity = float("inf") if capacity is None else capacity
        self._answer, self._take_note, self._say = answer or _refuse, take_note, say
        self._explain = explain
        self._workers: list[_Worker] = []
        self._started = self._losses = 0
        self._problem: M3BenchError | None = None
        self._changed = anyio.Event()

    @asynccontextmanager
    async def opened(self, workers: int) -> AsyncIterator[WorkerGroup]:
        """Start workers; they are stopped at the end. Requests are sent as soon as one is ready."""
        async with anyio.create_task_group() as group:
            for _ in range(workers):
                group.start_soon(self._keep_worker)
            try:
                yield self
            finally:
                group.cancel_scope.cancel()

    async def request(self, body: Any) -> Any:
        """Send a request to the least busy worker, as soon as one has room, and return its answer.

        Raises:
            WorkerLost: The worker died. The request can be repeated.
            WorkersLost: Workers die again and again.
            M3BenchError: No worker can be started, or what the worker raised.
        """
        worker = await self._least_busy()
        worker.load += 1
        try:
            answer = await worker.channel.request(body)
        except LinkClosed:
            raise WorkerLost from None
        finally:
            worker.load -= 1
            self._notify()
        self._losses = 0
        return answer

    def announce(self, note: Any) -> None:
        """Send a note to all workers."""
        for worker in self._workers:
            worker.channel.tell(note)

    async def _keep_worker(self) -> None:
        """Keep one worker running: start another one whenever it dies."""
        while self._problem is None:
            self._started += 1
            number = self._started
            try:
                async with self._open_link(number) as link, self._open_worker(link) as worker:
                    self._workers.append(worker)
                    self._notify()
                    await worker.gone.wait()
            except LinkClosed:
                pass
            except M3BenchError as error:
                self._fail(error)
            else:
                self._workers.remove(worker)
            self._count_loss(number)

    @asynccontextmanager
    async def _open_worker(self, link: Link) -> AsyncIterator[_Worker]:
        """Yield a worker that is ready. Raises `LinkClosed`, and the error that prevents its work."""
        await link.send(self._program)
        problem = pickle.loads(await link.receive())  # noqa: S301 - from a process of ours
        if problem is not None:
            raise problem
        worker = _Worker(Channel(link, self._answer, self._take_note))
        async with anyio.create_task_group() as group:
            group.start_soon(worker.serve)
            try:
                yield worker
            finally:
                group.cancel_scope.cancel()

    def _count_loss(self, number: int) -> None:
        if self._problem is not None:
            return
        self._losses += 1
        self._say(f"worker {number} died; its tasks go to the others")
        if self._losses >= MAX_LOSSES_IN_A_ROW:
            message = f"{self._losses} workers died one after another."
            self._fail(WorkersLost(message, self._explain(number)))

    def _fail(self, error: M3BenchError) -> None:
        self._problem = self._problem or error
        self._notify()

    def _notify(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()

    async def _least_busy(self) -> _Worker:
        while True:
            if self._problem is not None:
                raise self._problem
            alive = (worker for worker in self._workers if not worker.gone.is_set())
            if ready := [worker for worker in alive if worker.load < self._capacity]:
                return min(ready, key=lambda worker: worker.load)
            await self._changed.wait()


async def _refuse(body: Any) -> Any:
    raise TypeError(f"this group answers no requests: {type(body).__name__}")
