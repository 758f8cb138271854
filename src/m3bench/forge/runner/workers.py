"""Workers that forge references, several tasks at a time, within a budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import anyio
import msgspec

from m3bench.agents import BudgetSpent, Confinement, confine
from m3bench.core import M3BenchError, Task
from m3bench.forge.references import Adjudicator, ForgedReference, forge_reference
from m3bench.forge.runner.bench import Executor, SuiteBench
from m3bench.models import ChatModel
from m3bench.runs import NO_USAGE, Budget, Halt, HaltKind
from m3bench.runs.engine import WorkerPool
from m3bench.runs.models import MeteredModel
from m3bench.runs.store import Journal

MakeBench = Callable[[Sequence[Executor]], SuiteBench]


class Forgers(msgspec.Struct, frozen=True, kw_only=True):
    """The competing executors, and the judge's model if any."""

    executors: tuple[Executor, ...]
    judge: ChatModel | None = None

    def confined(self, rules: Confinement) -> Forgers:
        """Return a copy whose executor programs run under these rules."""
        executors = (Executor(confine(each.agent, rules), each.model) for each in self.executors)
        return Forgers(executors=tuple(executors), judge=self.judge)

    def metered(self, budget: Budget) -> tuple[Forgers, list[MeteredModel]]:
        """Return a copy that counts every request."""
        meters: list[MeteredModel] = []

        def measured(model: ChatModel | None) -> ChatModel | None:
            if model is None:
                return None
            meters.append(MeteredModel(model, budget))
            return meters[-1]

        executors = tuple(Executor(each.agent, measured(each.model)) for each in self.executors)
        return Forgers(executors=executors, judge=measured(self.judge)), meters


class ForgeWorkerPool(WorkerPool[Task]):
    """Forges references. Decisions are written to disk before they are reported."""

    def __init__(
        self,
        records: Journal,
        forgers: Forgers,
        make_bench: MakeBench,
        budget: Budget,
        *,
        concurrency: int,
        on_decision: Callable[[ForgedReference], None],
        say: Callable[[str], None],
    ) -> None:
        super().__init__(records, say, concurrency=concurrency)
        self._forgers, self._make_bench, self._budget, self._on_decision = (
            forgers,
            make_bench,
            budget,
            on_decision,
        )
        self.decided: dict[str, ForgedReference] = {}

    async def _process(self, job: Task) -> None:
        forgers, meters = self._forgers.metered(self._budget)
        judge = Adjudicator(forgers.judge) if forgers.judge is not None else None
        try:
            forged = await forge_reference(job, self._make_bench(forgers.executors), judge)
        except BudgetSpent as limit:
            self.stop(Halt(HaltKind.BUDGET, str(limit)))
            await self._put_cost(job, meters)
        except M3BenchError as error:
            self.stop(Halt(HaltKind.ERROR, str(error)))
            await self._put_cost(job, meters)
            raise
        except anyio.get_cancelled_exc_class():
            with anyio.CancelScope(shield=True):
                await self._put_cost(job, meters)
            raise
        else:
            if await self._append(forged):
                self.decided[job.id] = forged
                self._on_decision(forged)

    async def _put_cost(self, task: Task, meters: Sequence[MeteredModel]) -> None:
        """Record the cost of an unfinished task."""
        usage = sum((meter.usage for meter in meters), NO_USAGE)
        if usage != NO_USAGE:
            await self._append(
                ForgedReference(task_id=task.id, task=task.digest, candidates=(), broken_off=usage)
            )
