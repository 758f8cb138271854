"""Many attempts: several at a time, tried again where the fault was not the agent's, each in the journal."""

from __future__ import annotations

import errno

import anyio
import msgspec

from m3bench.agents import BudgetSpent
from m3bench.core import M3BenchError, Task
from m3bench.runs.budget import NOTHING, Budget, Spending
from m3bench.runs.engine.attempt_runner import AttemptRunner
from m3bench.runs.engine.events import RunWatcher
from m3bench.runs.engine.worker_pool import WorkerPool
from m3bench.runs.halting import Halt, Halted
from m3bench.runs.store import Attempted, Journal, Key, Parked, Record

Job = tuple[Key, Task]

LEAST_IN_A_ROW = 5
"""So many tries in a row, or one for each that runs at a time if that is more, that could not reach the
model or were refused end the run: the rest would not fare better."""


class Engine(WorkerPool[Job]):
    """Makes attempts."""

    def __init__(
        self,
        runner: AttemptRunner,
        journal: Journal,
        budget: Budget,
        watcher: RunWatcher,
        *,
        concurrency: int,
        retries: int,
    ) -> None:
        super().__init__(journal, watcher.said, concurrency=concurrency)
        self._performer, self._budget, self._watcher, self._retries = runner, budget, watcher, retries
        self._out_of_reach = 0

    async def _carry_out(self, job: Job) -> None:
        if self._budget.reached:
            self.stop(Halt(Halted.BUDGET, self._budget.reached))
            return
        await self._finish(*job)

    async def _finish(self, key: Key, task: Task) -> None:
        """Try until it is done, or until there is no point in trying again."""
        for number in range(1, self._retries + 2):
            self._watcher.started(key, number)
            spending = Spending(self._budget)
            record = await self._tried(key, task, number, spending)
            if record is None:
                await self._park(key, spending)
                return
            self._count_out_of_reach(record)
            final = not record.failed or number > self._retries or self._halt is not None
            await self._put(msgspec.structs.replace(record, final=final))
            if final:
                return

    async def _tried(self, key: Key, task: Task, number: int, spending: Spending) -> Attempted | None:
        """A record; nothing where the try has to be made again when the run goes on."""
        try:
            return await self._performer.perform(task, key, number, spending)
        except BudgetSpent as limit:
            self.stop(Halt(Halted.BUDGET, str(limit)))
        except M3BenchError as error:
            self.stop(Halt(Halted.ERROR, str(error)))
        except OSError as error:
            self.stop(Halt(Halted.ERROR, _told(error)))
        except anyio.get_cancelled_exc_class():
            with anyio.CancelScope(shield=True):
                await self._park(key, spending)
            raise
        return None

    def _count_out_of_reach(self, record: Attempted) -> None:
        extra = record.trajectory.extra
        if not (extra.get("provider") or extra.get("refused")):
            self._out_of_reach = 0
            return
        self._out_of_reach += 1
        if self._out_of_reach >= max(LEAST_IN_A_ROW, self._concurrency):
            what = "were refused" if extra.get("refused") else "did not reach the model"
            told = f"{self._out_of_reach} tries in a row {what}: {extra.get('reason', '')}"
            self.stop(Halt(Halted.PROVIDER, told))

    async def _park(self, key: Key, spending: Spending) -> None:
        if spending.usage != NOTHING:
            await self._put(Parked(task_id=key.task_id, epoch=key.epoch, usage=spending.usage))
        self._watcher.parked(key)

    async def _put(self, record: Record) -> None:
        if await self._written(record) and isinstance(record, Attempted):
            self._watcher.ended(record)


def _told(error: OSError) -> str:
    where = f" ({error.filename})" if error.filename else ""
    room = " Make room, then go on with --resume." if error.errno in (errno.ENOSPC, errno.EDQUOT) else ""
    return f"{error.strerror or error}{where}.{room}"
