"""Run attempts concurrently, retry server and harness failures, and write each to the journal."""

from __future__ import annotations

import errno
from typing import Protocol

import anyio
import msgspec

from m3bench.agents import BudgetSpent, Meter
from m3bench.core import NO_USAGE, Status, Task, Trajectory
from m3bench.runs.budget import Budget, Spending
from m3bench.runs.engine.events import RunWatcher
from m3bench.runs.engine.failures import Progress
from m3bench.runs.engine.worker_pool import WorkerPool
from m3bench.runs.halt import Halt, HaltKind
from m3bench.runs.store import FinishedAttempt, Journal, Key, ParkedAttempt, RunFolder

Job = tuple[Key, Task]

MIN_FAILURES_IN_A_ROW = 5
"""The run ends after this many tries in a row (at least one per worker) that the provider refused or could
not serve, or that do not fit into the model: the rest would fail too."""
MAX_LOSSES = 3
"""So often a try is repeated because its worker died. A task that kills every worker is a failure."""


class AttemptLost(Exception):
    """The worker of a try died. Nothing is known of the try but what it spent."""


class Runner(Protocol):
    """Makes attempts: in this process, or in workers."""

    async def run(self, task: Task, key: Key, number: int, meter: Meter) -> FinishedAttempt:
        """Make one try at a task.

        Raises:
            BudgetSpent: The budget of the run is used up.
            AttemptLost: The worker died.
            M3BenchError: An error that every other task would run into as well.
        """


class Engine(WorkerPool[Job]):
    """Makes attempts concurrently."""

    def __init__(
        self,
        runner: Runner,
        folder: RunFolder,
        journal: Journal,
        budget: Budget,
        watcher: RunWatcher,
        *,
        concurrency: int,
        retries: int,
    ) -> None:
        super().__init__(journal, watcher.said, concurrency=concurrency)
        self._runner, self._folder, self._budget = runner, folder, budget
        self._watcher, self._retries = watcher, retries
        self._provider_failures = 0

    async def _process(self, job: Job) -> None:
        if self._budget.reached:
            self.stop(Halt(HaltKind.BUDGET, self._budget.reached))
            return
        await self._finish(*job)

    async def _finish(self, key: Key, task: Task) -> None:
        """Try the task until it is done or all retries are used."""
        before: FinishedAttempt | None = None
        for number in range(1, self._retries + 2):
            self._watcher.started(key, number)
            spending = Spending(self._budget)
            record = await self._try(key, task, number, spending)
            if record is None:
                await self._park(key, spending)
                return
            self._count_provider_failure(record)
            is_over = not record.failed or record.trajectory.status is Status.DOES_NOT_FIT
            is_over |= before is not None and _fails_alike(before.trajectory, record.trajectory)
            before = record
            final = is_over or number > self._retries or self._halt is not None
            written = await self._appended(msgspec.structs.replace(record, final=final), task)
            if written is not None:
                self._watcher.ended(written)
            if final:
                return

    async def _try(self, key: Key, task: Task, number: int, spending: Spending) -> FinishedAttempt | None:
        """Make one try. Return None if a resumed run has to repeat it."""
        try:
            return await self._run(key, task, number, spending)
        except BudgetSpent as limit:
            self.stop(Halt(HaltKind.BUDGET, str(limit)))
        except anyio.get_cancelled_exc_class():
            with anyio.CancelScope(shield=True):
                await self._park(key, spending)
            raise
        except Exception as error:  # noqa: BLE001 - of one attempt, which must not end the others
            return self._failed(Progress(self._folder, task, key, number, usage=spending.usage), error)
        return None

    def _failed(self, progress: Progress, error: Exception) -> FinishedAttempt | None:
        """Return the try as a failure of the harness. Stop for an error that every task would meet."""
        try:
            return progress.failed(error)
        except OSError as problem:
            self.stop(Halt(HaltKind.ERROR, _describe(problem)))
        except Exception as problem:  # noqa: BLE001 - not even the failure can be noted
            self.stop(Halt(HaltKind.ERROR, str(problem)))
        return None

    async def _run(self, key: Key, task: Task, number: int, spending: Spending) -> FinishedAttempt:
        """Make one try, again if its worker dies."""
        for _ in range(MAX_LOSSES):
            try:
                return await self._runner.run(task, key, number, spending)
            except AttemptLost:
                await self._write_usage(key, spending)
                spending.usage = NO_USAGE
        progress = Progress(self._folder, task, key, number)
        reason = f"the worker process died {MAX_LOSSES} times during the attempt"
        return progress.ended(progress.bare(), reason=reason)

    def _count_provider_failure(self, record: FinishedAttempt) -> None:
        what = _provider_failure(record.trajectory)
        if what is None:
            self._provider_failures = 0
            return
        self._provider_failures += 1
        if self._provider_failures >= max(MIN_FAILURES_IN_A_ROW, self._concurrency):
            reason = record.trajectory.extra.get("reason", "")
            self.stop(Halt(HaltKind.PROVIDER, f"{self._provider_failures} tries in a row {what}: {reason}"))

    async def _park(self, key: Key, spending: Spending) -> None:
        await self._write_usage(key, spending)
        self._watcher.parked(key)

    async def _write_usage(self, key: Key, spending: Spending) -> None:
        """Record what a try spent that has no record of its own."""
        if spending.usage != NO_USAGE:
            await self._append(ParkedAttempt(task_id=key.task_id, epoch=key.epoch, usage=spending.usage))

    async def _appended(self, record: FinishedAttempt, task: Task) -> FinishedAttempt | None:
        """Write a record, or a failure of the harness if it cannot be encoded. Return what was written."""
        try:
            return record if await self._append(record) else None
        except Exception as error:  # noqa: BLE001 - of one attempt, which must not end the others
            progress = Progress(self._folder, task, record.key, record.number, usage=record.usage)
            failed = self._failed(progress, error)
        if failed is None:
            return None
        failed = msgspec.structs.replace(failed, final=record.final)
        try:
            return failed if await self._append(failed) else None
        except Exception as error:  # noqa: BLE001 - a journal that takes no record ends the run
            self.stop(Halt(HaltKind.ERROR, f"The journal takes no records: {type(error).__name__}: {error}"))
            return None


def _fails_alike(one: Trajectory, other: Trajectory) -> bool:
    """Return whether two tries failed at the same calls for the same reason: a third would, too."""
    if one.status is not other.status or _provider_failure(other) is not None:
        return False
    calls = [[(call.name, call.arguments, call.outcome) for _, call in each.calls()] for each in (one, other)]
    return calls[0] == calls[1] and _reason(one) == _reason(other)


def _reason(trajectory: Trajectory) -> str:
    """Return why a try failed, without the file of its traceback, which is another one each time."""
    return str(trajectory.extra.get("reason", "")).partition(" (traceback: ")[0]


def _provider_failure(trajectory: Trajectory) -> str | None:
    """Say why the model could not be used in a try; None if it could."""
    if trajectory.status is Status.DOES_NOT_FIT:
        return "did not fit into the model"
    if trajectory.extra.get("refused"):
        return "were refused"
    return "did not reach the model" if trajectory.extra.get("provider") else None


def _describe(error: OSError) -> str:
    where = f" ({error.filename})" if error.filename else ""
    advice = (
        " Free disk space, then continue with --resume."
        if error.errno in (errno.ENOSPC, errno.EDQUOT)
        else ""
    )
    return f"{error.strerror or error}{where}.{advice}"
