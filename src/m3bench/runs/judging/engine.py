"""Make judgements concurrently, and write each to disk as soon as it is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple, Protocol

import anyio

from m3bench.agents import BudgetSpent
from m3bench.core import NO_USAGE, M3BenchError, Usage
from m3bench.judges import Case, Judge, Judgement
from m3bench.models import ChatModel
from m3bench.runs.budget import Budget
from m3bench.runs.engine import WorkerPool
from m3bench.runs.halt import Halt, HaltKind
from m3bench.runs.models import MeteredModel
from m3bench.runs.store import Journal, JudgementKey, JudgementRecord, JudgeUsage, clean_judgement

MAX_FAILURES_IN_A_ROW = 5
"""Judging ends after a judge could not be reached for this many judgements in a row."""


class JudgeJob(NamedTuple):
    """One judgement to make."""

    case: Case
    judge: Judge
    model: str
    turn: int
    input: str
    """The digest of the case, computed once for many jobs."""

    @property
    def key(self) -> JudgementKey:
        return JudgementKey(self.case.id, self.input, self.model, self.judge.prompt, self.turn)


class JudgeWatcher(Protocol):
    """Receives the events of judging, for a display, a log or a test."""

    def began(self, todo: int, done: int) -> None: ...

    def judged(self, judgement: Judgement) -> None:
        """A judgement was recorded; its scores may be missing."""

    def spent(self, total: Usage) -> None: ...

    def said(self, text: str) -> None: ...


class SilentJudgeWatcher:
    """Ignores all events."""

    def began(self, todo: int, done: int) -> None: ...
    def judged(self, judgement: Judgement) -> None: ...
    def spent(self, total: Usage) -> None: ...
    def said(self, text: str) -> None: ...


class JudgeEngine(WorkerPool[JudgeJob]):
    """Makes judgements concurrently."""

    def __init__(
        self,
        models: Mapping[str, ChatModel],
        records: Journal,
        budget: Budget,
        watcher: JudgeWatcher,
        *,
        concurrency: int,
    ) -> None:
        super().__init__(records, watcher.said, concurrency=concurrency)
        self._models, self._budget, self._watcher = models, budget, watcher
        self._failures: Counter[str] = Counter()

    async def _process(self, job: JudgeJob) -> None:
        model = MeteredModel(self._models[job.model], self._budget)
        try:
            judgement = await job.judge.judge(job.case, model, turn=job.turn)
        except (BudgetSpent, M3BenchError) as error:
            kind = HaltKind.BUDGET if isinstance(error, BudgetSpent) else HaltKind.ERROR
            self.stop(Halt(kind, str(error)))
            await self._write_usage(model)
        except anyio.get_cancelled_exc_class():
            with anyio.CancelScope(shield=True):
                await self._write_usage(model)
            raise
        else:
            self._count_failure(job.model, model.unavailable)
            judgement = clean_judgement(judgement)
            if await self._append(JudgementRecord(judgement=judgement)):
                self._watcher.judged(judgement)

    def _count_failure(self, name: str, why: str | None) -> None:
        if why is None:
            self._failures[name] = 0
            return
        self._failures[name] += 1
        if self._failures[name] >= MAX_FAILURES_IN_A_ROW:
            reason = f"{self._failures[name]} judgements in a row did not reach {name}: {why}"
            self.stop(Halt(HaltKind.PROVIDER, reason))

    async def _write_usage(self, model: MeteredModel) -> None:
        """Record the usage of a judgement that was not finished."""
        if model.usage != NO_USAGE:
            await self._append(JudgeUsage(judge=model.name, usage=model.usage))
