"""The run's end of a worker: sends attempts, and answers what the worker asks for."""

from __future__ import annotations

import pickle
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anyio

from m3bench.agents import BudgetSpent, Meter
from m3bench.core import Task, UsageError
from m3bench.models import ChatModel, work_clock
from m3bench.models.wrappers import salted
from m3bench.runs.budget import Budget
from m3bench.runs.distributed.channel import Channel
from m3bench.runs.distributed.links import Link
from m3bench.runs.distributed.messages import (
    AttemptRequest,
    BudgetNote,
    ModelAnswer,
    ModelRequest,
    ProgressNote,
    ReviewRequest,
    TextNote,
    UsageNote,
    WorkerSetup,
)
from m3bench.runs.engine import RunWatcher
from m3bench.runs.models import VisionReviewer
from m3bench.runs.store import FinishedAttempt, Key


@dataclass(frozen=True, kw_only=True)
class RunServices:
    """What the run does for its workers."""

    model: ChatModel | None
    reviewer: VisionReviewer | None
    budget: Budget
    watcher: RunWatcher


class WorkerClient:
    """One worker, as the run sees it."""

    def __init__(self, link: Link, services: RunServices, announce: Callable[[BudgetNote], None]) -> None:
        """`announce` sends a note to all workers."""
        self._channel = Channel(link, self._answer, self._note)
        self._services, self._announce = services, announce
        self._meters: dict[Key, Meter] = {}
        self._errors: dict[Key, UsageError] = {}
        self.gone = anyio.Event()
        """Set when the worker is gone."""

    @property
    def load(self) -> int:
        """How many attempts it is working on."""
        return len(self._meters)

    async def run(self, task: Task, key: Key, number: int, meter: Meter) -> FinishedAttempt:
        """Make an attempt in the worker.

        Raises `LinkClosed` if the worker dies, and whatever `AttemptRunner.run` raises.
        """
        self._meters[key] = meter
        try:
            record: FinishedAttempt = await self._channel.request(AttemptRequest(task, key, number))
        finally:
            del self._meters[key]
            error = self._errors.pop(key, None)
        if error is not None:
            raise error
        return record

    def tell(self, note: BudgetNote) -> None:
        """Send a note to the worker."""
        self._channel.tell(note)

    async def serve(self) -> None:
        """Answer the worker until it is gone."""
        try:
            await self._channel.run()
        finally:
            self.gone.set()

    async def _answer(self, body: Any) -> Any:
        if isinstance(body, ModelRequest):
            return await self._ask(body)
        assert isinstance(body, ReviewRequest)
        assert self._services.reviewer is not None
        return await self._services.reviewer.judged(body.criteria, body.case)

    async def _ask(self, body: ModelRequest) -> ModelAnswer:
        assert self._services.model is not None
        if self._services.budget.reached is not None:
            raise BudgetSpent(self._services.budget.reached)
        model = salted(self._services.model, body.salt) if body.salt else self._services.model
        with work_clock(None) as clock:
            reply = await model.ask(body.request)
        return ModelAnswer(reply, clock.waited)

    def _note(self, body: Any) -> None:
        watcher = self._services.watcher
        if isinstance(body, UsageNote):
            self._add_usage(body)
        elif isinstance(body, ProgressNote) and body.tools is not None:
            watcher.calling(body.key, body.step, body.tools)
        elif isinstance(body, ProgressNote):
            watcher.thinking(body.key, body.step)
        elif isinstance(body, TextNote):
            watcher.said(body.text)

    def _add_usage(self, note: UsageNote) -> None:
        try:
            self._meters[note.key].add(note.usage)
        except UsageError as error:  # for the run, which hears of it at the end of the attempt
            self._errors[note.key] = error
        if self._services.budget.reached is not None:
            self._announce(BudgetNote(self._services.budget.reached))


@asynccontextmanager
async def open_client(
    link: Link, setup: WorkerSetup, services: RunServices, announce: Callable[[BudgetNote], None]
) -> AsyncIterator[WorkerClient]:
    """Set a worker up and yield its client. Raises `LinkClosed`, and the error that prevents its work."""
    await link.send(pickle.dumps(setup))
    problem = pickle.loads(await link.receive())  # noqa: S301 - from a process of ours
    if problem is not None:
        raise problem
    client = WorkerClient(link, services, announce)
    async with anyio.create_task_group() as group:
        group.start_soon(client.serve)
        try:
            yield client
        finally:
            group.cancel_scope.cancel()
