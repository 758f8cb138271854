"""Many judgements: several at a time, each on disk as soon as it is there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple, Protocol

import anyio

from m3bench.agents import BudgetSpent
from m3bench.core import M3BenchError, Usage
from m3bench.judges import Case, Judge, Judgement
from m3bench.models import ChatModel
from m3bench.runs.budget import NOTHING, Budget
from m3bench.runs.engine import WorkerPool
from m3bench.runs.halting import Halt, Halted
from m3bench.runs.models import MeteredModel
from m3bench.runs.store import Journal, Judged, JudgementKey, Spent, recordable

MOST_OUT_OF_REACH = 5
"""So many judgements in a row for which a judge could not be reached end the judging."""


class JudgeJob(NamedTuple):
    """One reading that is wanted."""

    case: Case
    judge: Judge
    model: str
    turn: int
    input: str
    """The digest of the case: many jobs share it, and it takes a while."""

    @property
    def key(self) -> JudgementKey:
        return JudgementKey(self.case.id, self.input, self.model, self.judge.prompt, self.turn)


class JudgeWatcher(Protocol):
    """A display, a log or a test."""

    def began(self, todo: int, done: int) -> None: ...

    def judged(self, judgement: Judgement) -> None:
        """A judgement is on record, be it a missing one."""

    def spent(self, total: Usage) -> None: ...

    def said(self, text: str) -> None: ...


class SilentWatcher:
    """Shows nothing."""

    def began(self, todo: int, done: int) -> None: ...

    def judged(self, judgement: Judgement) -> None: ...

    def spent(self, total: Usage) -> None: ...

    def said(self, text: str) -> None: ...


class JudgeEngine(WorkerPool[JudgeJob]):
    """Has judgements made."""

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
        self._out_of_reach: Counter[str] = Counter()

    async def _carry_out(self, job: JudgeJob) -> None:
        model = MeteredModel(self._models[job.model], self._budget)
        try:
            judgement = await job.judge.judge(job.case, model, turn=job.turn)
        except BudgetSpent as limit:
            self.stop(Halt(Halted.BUDGET, str(limit)))
            await self._put_cost(model)
        except M3BenchError as error:
            self.stop(Halt(Halted.ERROR, str(error)))
            await self._put_cost(model)
        except anyio.get_cancelled_exc_class():
            with anyio.CancelScope(shield=True):
                await self._put_cost(model)
            raise
        else:
            self._count_out_of_reach(job.model, model.unavailable)
            await self._put(recordable(judgement))

    def _count_out_of_reach(self, name: str, why: str | None) -> None:
        if why is None:
            self._out_of_reach[name] = 0
            return
        self._out_of_reach[name] += 1
        if self._out_of_reach[name] >= MOST_OUT_OF_REACH:
            reason = f"{self._out_of_reach[name]} judgements in a row did not reach {name}: {why}"
            self.stop(Halt(Halted.PROVIDER, reason))

    async def _put(self, judgement: Judgement) -> None:
        if await self._written(Judged(judgement=judgement)):
            self._watcher.judged(judgement)

    async def _put_cost(self, model: MeteredModel) -> None:
        """Of a judgement that will have to be made again."""
        if model.usage != NOTHING:
            await self._written(Spent(judge=model.name, usage=model.usage))
