"""The run's side of attempts in workers: sends tasks, and answers what attempts ask for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anyio.to_thread

from m3bench.agents import BudgetSpent, Meter
from m3bench.core import Task, UsageError
from m3bench.models import ChatModel
from m3bench.runs.budget import Budget
from m3bench.runs.distributed.attempt_program import AttemptProgram
from m3bench.runs.distributed.messages import (
    AttemptRequest,
    BudgetNote,
    FilePiece,
    ModelAnswer,
    ModelRequest,
    ProgressNote,
    ReviewAnswer,
    ReviewRequest,
    TextNote,
    UsageNote,
)
from m3bench.runs.distributed.ray_workers import name_ray_logs
from m3bench.runs.distributed.remote import answer_model
from m3bench.runs.distributed.staging import IncomingFiles
from m3bench.runs.distributed.worker_group import OpenLink, WorkerGroup, WorkerLost, name_log
from m3bench.runs.engine import AttemptLost, Progress, RunWatcher
from m3bench.runs.models import Recorder, VisionReviewer
from m3bench.runs.store import FinishedAttempt, Key, RunFolder


@dataclass(frozen=True, kw_only=True)
class RunServices:
    """What the run does for its workers."""

    model: ChatModel | None
    reviewer: VisionReviewer | None
    budget: Budget
    watcher: RunWatcher
    folder: RunFolder


class RemoteRunner:
    """Makes attempts in workers. Has the methods of an `AttemptRunner`."""

    def __init__(self, services: RunServices) -> None:
        self._services = services
        self._group: WorkerGroup | None = None
        self._meters: dict[Key, Meter] = {}
        self._errors: dict[Key, UsageError] = {}
        self._incoming = IncomingFiles(services.folder.path)

    @asynccontextmanager
    async def opened(
        self, workers: int, open_link: OpenLink, program: AttemptProgram
    ) -> AsyncIterator[RemoteRunner]:
        """Start workers; they are stopped at the end."""
        group = WorkerGroup(
            open_link, program, capacity=program.limits.concurrency,
            answer=self._answer, take_note=self._take_note, say=self._services.watcher.said,
            explain=name_log if program.folder is not None else name_ray_logs,
        )  # fmt: skip
        try:
            async with group.opened(workers) as self._group:
                yield self
        finally:
            self._incoming.close()

    async def run(self, task: Task, key: Key, number: int, meter: Meter) -> FinishedAttempt:
        """Make one try at a task in a worker.

        Raises:
            AttemptLost: The worker died. The try can be repeated.
            M3BenchError: No worker can be started, or whatever `AttemptRunner.run` raises.
        """
        self._meters[key] = meter
        try:
            record = await self._attempt(AttemptRequest(task, key, number))
            return await self._with_files(task, record)
        finally:
            del self._meters[key]
            self._incoming.drop(key)

    async def _with_files(self, task: Task, record: FinishedAttempt) -> FinishedAttempt:
        """Put the files of a finished try in their place."""
        folder, key, trajectory = self._services.folder, record.key, record.trajectory
        try:
            await anyio.to_thread.run_sync(self._incoming.finish, key, record.workspace)
        except Exception as problem:  # noqa: BLE001 - of one attempt, which must not end the others
            return Progress(folder, task, key, record.number, trajectory=trajectory).failed(problem)
        return record

    async def _attempt(self, request: AttemptRequest) -> FinishedAttempt:
        assert self._group is not None
        try:
            record: FinishedAttempt = await self._group.request(request)
        except WorkerLost:
            raise AttemptLost from None
        finally:
            error = self._errors.pop(request.key, None)
        if error is not None:
            raise error
        return record

    async def _answer(self, body: Any) -> Any:
        if isinstance(body, ModelRequest):
            return await self._ask(body)
        if isinstance(body, FilePiece):
            return await anyio.to_thread.run_sync(self._incoming.take, body)
        assert isinstance(body, ReviewRequest)
        assert self._services.reviewer is not None
        recorder = Recorder()
        with recorder.recording():
            judgement = await self._services.reviewer.judge(body.criteria, body.case)
        return ReviewAnswer(judgement, recorder.requests)

    async def _ask(self, body: ModelRequest) -> ModelAnswer:
        assert self._services.model is not None
        if self._services.budget.reached is not None:
            raise BudgetSpent(self._services.budget.reached)
        return await answer_model(self._services.model, body)

    def _take_note(self, note: Any) -> None:
        watcher = self._services.watcher
        if isinstance(note, UsageNote):
            self._add_usage(note)
        elif isinstance(note, ProgressNote) and note.tools is not None:
            watcher.calling(note.key, note.step, note.tools)
        elif isinstance(note, ProgressNote):
            watcher.thinking(note.key, note.step)
        elif isinstance(note, TextNote):
            watcher.said(note.text)

    def _add_usage(self, note: UsageNote) -> None:
        try:
            self._meters[note.key].add(note.usage)
        except UsageError as error:  # raised at the end of the attempt
            self._errors[note.key] = error
        if self._services.budget.reached is not None and self._group is not None:
            self._group.announce(BudgetNote(self._services.budget.reached))
