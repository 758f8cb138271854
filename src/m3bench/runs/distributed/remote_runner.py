"""The run's side of attempts in workers: sends tasks, and answers what attempts ask for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from m3bench.agents import BudgetSpent, Meter
from m3bench.core import Task, UsageError
from m3bench.models import ChatModel
from m3bench.runs.budget import Budget
from m3bench.runs.distributed.attempt_program import AttemptProgram
from m3bench.runs.distributed.messages import (
    AttemptAnswer,
    AttemptRequest,
    BudgetNote,
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
from m3bench.runs.distributed.staging import store_files
from m3bench.runs.distributed.worker_group import OpenLink, WorkerGroup, WorkerLost, name_log
from m3bench.runs.engine import AttemptLost, RunWatcher
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
        async with group.opened(workers) as self._group:
            yield self

    async def run(self, task: Task, key: Key, number: int, meter: Meter) -> FinishedAttempt:
        """Make one try at a task in a worker.

        Raises:
            AttemptLost: The worker died. The try can be repeated.
            M3BenchError: No worker can be started, or whatever `AttemptRunner.run` raises.
        """
        assert self._group is not None
        self._meters[key] = meter
        try:
            answer: AttemptAnswer = await self._group.request(AttemptRequest(task, key, number))
        except WorkerLost:
            raise AttemptLost from None
        finally:
            del self._meters[key]
            error = self._errors.pop(key, None)
        if error is not None:
            raise error
        store_files(self._services.folder.path, answer.files, answer.record.workspace)
        return answer.record

    async def _answer(self, body: Any) -> Any:
        if isinstance(body, ModelRequest):
            return await self._ask(body)
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
