"""Forging of several references at a time, within a budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import anyio

from m3bench.agents import BudgetSpent
from m3bench.core import NO_USAGE, M3BenchError, Task
from m3bench.forge.references import ForgedReference
from m3bench.forge.runner.forgers import Forgers
from m3bench.forge.runner.setup import Forge
from m3bench.runs import Budget, Halt, HaltKind
from m3bench.runs.distributed import MAX_LOSSES, WorkerLost, work_lost
from m3bench.runs.engine import WorkerPool
from m3bench.runs.models import MeteredModel
from m3bench.runs.store import Journal


class ForgeWorkerPool(WorkerPool[Task]):
    """Forges references. Decisions are written to disk before they are reported."""

    def __init__(
        self,
        records: Journal,
        forgers: Forgers,
        forge: Forge,
        budget: Budget,
        *,
        concurrency: int,
        on_decision: Callable[[ForgedReference], None],
        say: Callable[[str], None],
    ) -> None:
        super().__init__(records, say, concurrency=concurrency)
        self._forgers, self._forge, self._budget, self._on_decision = forgers, forge, budget, on_decision
        self.decided: dict[str, ForgedReference] = {}

    async def _process(self, job: Task) -> None:
        for _ in range(MAX_LOSSES):
            if await self._settled(job):
                return
        error = work_lost(job.id)
        self.stop(Halt(HaltKind.ERROR, str(error)))
        raise error

    async def _settled(self, job: Task) -> bool:
        """Forge a reference. Return whether that is settled; it is not if the worker died."""
        forgers, meters = self._forgers.metered(self._budget)
        try:
            forged = await self._forge(job, forgers)
        except WorkerLost:
            await self._put_cost(job, meters)
            return False
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
        return True

    async def _put_cost(self, task: Task, meters: Sequence[MeteredModel]) -> None:
        """Record the cost of an unfinished task."""
        usage = sum((meter.usage for meter in meters), NO_USAGE)
        if usage != NO_USAGE:
            await self._append(
                ForgedReference(task_id=task.id, task=task.digest, candidates=(), broken_off=usage)
            )
