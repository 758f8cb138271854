"""Run the checks of a finished run again, for example with another judge."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Container, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import anyio.to_thread
import msgspec

from m3bench.checks import CheckError, Verdicts, is_checked
from m3bench.core import Task, UsageError
from m3bench.models import ChatModel
from m3bench.runs.assets import AssetSource, run_assets
from m3bench.runs.budget import Budget
from m3bench.runs.distributed import Answer, ReviewAnswer, ReviewRequest, insist, open_workers
from m3bench.runs.engine import WorkerPool, concerns_run
from m3bench.runs.engine_settings import EngineKind, EngineSettings
from m3bench.runs.halt import Halt, HaltKind
from m3bench.runs.models import VisionReviewer, judge_ref, open_reviewer, require_model, vision_usage
from m3bench.runs.rechecking.checker import (
    AttemptChecker,
    CheckRequest,
    RecheckProgram,
    answer_with,
    find_workspace,
    pack_workspace,
)
from m3bench.runs.settings import RunLimits
from m3bench.runs.store import FinishedAttempt, Journal, RunFolder, counted_attempts, require_intact


class RecheckResult(msgspec.Struct):
    """Counts of a recheck."""

    attempts: int = 0
    changed: int = 0
    """Attempts with new verdicts."""
    undecided: int = 0
    """Attempts that are still undecided."""
    broken: int = 0
    """Attempts with a check that failed to run. Their verdicts stay as they were."""
    halt: Halt | None = None


async def recheck_run(
    path: Path,
    *,
    judge: str | None = None,
    every: bool = False,
    limits: RunLimits = RunLimits(),  # noqa: B008 - frozen
    engine: EngineSettings = EngineSettings(),  # noqa: B008 - frozen
    model: ChatModel | None = None,
    say: Callable[[str], None] = lambda _: None,
    signals: bool = False,
) -> RecheckResult:
    """Check attempts again. New verdicts replace the old ones.

    Args:
        path: The run folder.
        judge: The model that decides what code cannot; by default the judge of the run.
        every: Check all attempts that have checks, not only undecided ones.
        limits: Cost of the recheck, and concurrency in each worker.
        engine: Where the checks are run.
        model: A model object to use instead of the judge.
        say: Receives messages.
        signals: Stop on SIGINT and SIGTERM.
    """
    folder = RunFolder.open(path)
    settings = folder.manifest.located_settings
    judge = judge or settings.judge
    if judge is not None and model is None:
        require_model(judge_ref(judge))
    with folder.lock(), folder.open_journal() as journal:
        require_intact(folder)
        wanted = _wanted(folder, every=every)
        engine = engine.at_most(len(wanted))
        budget = Budget(max_cost=limits.max_cost, spent=vision_usage(folder))
        async with open_reviewer(judge, limits, folder, budget, say=say, given=model) as reviewer:
            opening = _open_check(folder, engine, reviewer, at_once=limits.concurrency, say=say)
            concurrency = limits.concurrency * engine.workers
            async with opening as check:
                requests = _Requests(folder, engine)
                pool = _CheckPool(check, requests, journal, budget, say, concurrency=concurrency)
                halt = await pool.run(wanted, signals=signals)
        folder.write_seal()
    pool.result.halt = halt
    return pool.result


def _wanted(folder: RunFolder, *, every: bool) -> Sequence[FinishedAttempt]:
    """Return the attempts to check. Each is read when it is its turn."""
    attempts, _ = counted_attempts(folder)
    checkable = {task.id for task in folder.tasks() if is_checked(task)}
    checked = attempts.where(lambda attempt: attempt.verdicts is not None or _was_missed(attempt, checkable))
    wanted = checked
    if not every:
        wanted = attempts.where(lambda attempt: attempt.verdicts and attempt.verdicts.undecided)
    if not wanted:
        state = "is undecided" if checked else "has checks"
        raise UsageError(f"No attempt of {folder.path} {state}.", "There is nothing to recheck.")
    return wanted


def _was_missed(attempt: FinishedAttempt, checkable: Container[str]) -> bool:
    """Return whether an attempt has no verdicts because it was made before keys were compared."""
    return attempt.verdicts is None and not attempt.failed and attempt.task_id in checkable


class _Requests:
    """Makes requests of attempts."""

    def __init__(self, folder: RunFolder, engine: EngineSettings) -> None:
        self._folder, self._is_older = folder, folder.manifest.has_records_inside
        self._sends_files = engine.kind is not EngineKind.LOCAL
        self._tasks: Mapping[str, Task] = {task.id: task for task in folder.tasks()}

    def make(self, attempt: FinishedAttempt) -> CheckRequest:
        workspace = find_workspace(self._folder, attempt)
        stored = pack_workspace(workspace) if workspace is not None and self._sends_files else workspace
        return CheckRequest(self._tasks[attempt.task_id], attempt, stored, self._is_older)


@asynccontextmanager
async def _open_check(
    folder: RunFolder,
    engine: EngineSettings,
    reviewer: VisionReviewer | None,
    *,
    at_once: int,
    say: Callable[[str], None],
) -> AsyncIterator[Answer]:
    """Yield what checks an attempt: this process, or workers."""
    if engine.is_this_process:
        see = reviewer.see if reviewer is not None else None
        world = folder.manifest.settings.world.world()
        yield answer_with(AttemptChecker(run_assets(folder.path), world, see))
        return
    program = RecheckProgram(AssetSource.of(folder.path), reviews=reviewer is not None)

    async def review(request: ReviewRequest) -> ReviewAnswer:
        assert reviewer is not None
        return ReviewAnswer(await reviewer.judge(request.criteria, request.case))

    async with open_workers(engine, program, at_once=at_once, answer=review, say=say) as group:
        yield partial(insist, group)


class _CheckPool(WorkerPool[FinishedAttempt]):
    """Checks attempts concurrently."""

    def __init__(
        self,
        check: Answer,
        requests: _Requests,
        journal: Journal,
        budget: Budget,
        say: Callable[[str], None],
        *,
        concurrency: int,
    ) -> None:
        super().__init__(journal, say, concurrency=concurrency)
        self._check, self._requests, self._budget = check, requests, budget
        self.result = RecheckResult()

    async def _process(self, job: FinishedAttempt) -> None:
        if self._budget.reached:
            self.stop(Halt(HaltKind.BUDGET, self._budget.reached))
            return
        try:
            request = await anyio.to_thread.run_sync(self._requests.make, job)
            verdicts = await self._check(request)
        except CheckError as error:
            self.result.broken += 1
            self._say(str(error))
        except Exception as error:  # noqa: BLE001 - of one attempt, which must not end the others
            if concerns_run(error):
                self.stop(Halt(HaltKind.ERROR, str(error)))
                return
            self.result.broken += 1
            self._say(f"{job.task_id} was not checked: {type(error).__name__}: {error}")
        else:
            await self._count(job, verdicts)

    async def _count(self, job: FinishedAttempt, verdicts: Verdicts | None) -> None:
        is_new = verdicts != job.verdicts
        if is_new and not await self._append(msgspec.structs.replace(job, verdicts=verdicts, rechecked=True)):
            return
        self.result.attempts += 1
        self.result.changed += is_new
        self.result.undecided += verdicts is not None and verdicts.undecided
