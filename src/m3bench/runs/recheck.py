"""Run the checks of a finished run again, for example with another judge."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import anyio.to_thread
import msgspec

from m3bench.checks import CheckError, See, Verdicts
from m3bench.core import FormatError, M3BenchError, Task, UsageError
from m3bench.formats.io import path_inside
from m3bench.hosting.workspace import fill_workspace
from m3bench.models import ChatModel
from m3bench.runs.assets import run_assets
from m3bench.runs.budget import Budget
from m3bench.runs.engine import WorkerPool, check_attempt, file_hashes
from m3bench.runs.halt import Halt, HaltKind
from m3bench.runs.models import judge_ref, open_reviewer, require_model, vision_usage
from m3bench.runs.replaying import Assets
from m3bench.runs.settings import RunLimits
from m3bench.runs.store import FinishedAttempt, Journal, RunFolder, counted_attempts, require_intact
from m3bench.world import World


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
    model: ChatModel | None = None,
    say: Callable[[str], None] = lambda _: None,
    signals: bool = False,
) -> RecheckResult:
    """Check attempts again. New verdicts replace the old ones.

    Args:
        path: The run folder.
        judge: The model that reviews pictures; by default the judge of the run.
        every: Check all attempts that have checks, not only undecided ones.
        limits: Cost and concurrency of the recheck.
        model: A model object to use instead of the judge.
        say: Receives messages.
        signals: Stop on SIGINT and SIGTERM.
    """
    folder = RunFolder.open(path)
    settings = folder.manifest.settings
    judge = judge or settings.judge
    if judge is not None and model is None:
        require_model(judge_ref(judge))
    with folder.lock(), folder.open_journal() as journal:
        require_intact(folder)
        budget = Budget(max_cost=limits.max_cost, spent=vision_usage(folder))
        async with open_reviewer(judge, limits, folder, budget, say=say, given=model) as reviewer:
            checker = _AttemptChecker(
                folder, run_assets(path), settings.world.world(), reviewer.see if reviewer else None
            )
            pool = _CheckPool(checker, journal, budget, say, concurrency=limits.concurrency)
            halt = await pool.run(_wanted(folder, every=every), signals=signals)
        folder.write_seal()
    pool.result.halt = halt
    return pool.result


def _wanted(folder: RunFolder, *, every: bool) -> Sequence[FinishedAttempt]:
    """Return the attempts to check. Each is read when it is its turn."""
    attempts, _ = counted_attempts(folder)
    checked = attempts.where(lambda each: each.verdicts is not None)
    wanted = checked if every else attempts.where(lambda each: each.verdicts and each.verdicts.undecided)
    if not wanted:
        state = "is undecided" if checked else "has checks"
        raise UsageError(f"No attempt of {folder.path} {state}.", "There is nothing to recheck.")
    return wanted


class _AttemptChecker:
    """Runs the checks of an attempt on its workspace."""

    def __init__(self, folder: RunFolder, assets: Assets, world: World, see: See | None) -> None:
        self._folder, self._assets, self._world, self._see = folder, assets, world, see
        self._tasks: Mapping[str, Task] = {task.id: task for task in folder.tasks()}

    def verdicts(self, attempt: FinishedAttempt) -> Verdicts | None:
        before = self._assets(attempt.task_id)
        with self._workspace(attempt) as workspace:
            return check_attempt(
                self._tasks[attempt.task_id], attempt.trajectory, workspace, file_hashes(before), self._world,
                see=self._see,
            )  # fmt: skip

    @contextmanager
    def _workspace(self, attempt: FinishedAttempt) -> Iterator[Path]:
        """Yield the stored workspace, or a fresh one if the attempt changed nothing."""
        if attempt.workspace is not None:
            workspace = path_inside(self._folder.path, attempt.workspace)
            if not workspace.is_dir():
                raise FormatError(
                    f"the workspace {attempt.workspace} is missing",
                    file=str(self._folder.path), record=attempt.task_id,
                )  # fmt: skip
            yield workspace
            return
        with tempfile.TemporaryDirectory(prefix="m3bench-") as name:
            workspace = Path(name, "workspace")
            workspace.mkdir()
            fill_workspace(workspace, self._assets(attempt.task_id))
            yield workspace


class _CheckPool(WorkerPool[FinishedAttempt]):
    """Checks attempts concurrently."""

    def __init__(
        self,
        checker: _AttemptChecker,
        journal: Journal,
        budget: Budget,
        say: Callable[[str], None],
        *,
        concurrency: int,
    ) -> None:
        super().__init__(journal, say, concurrency=concurrency)
        self._checker, self._budget = checker, budget
        self.result = RecheckResult()

    async def _process(self, job: FinishedAttempt) -> None:
        if self._budget.reached:
            self.stop(Halt(HaltKind.BUDGET, self._budget.reached))
            return
        try:
            verdicts = await anyio.to_thread.run_sync(
                partial(self._checker.verdicts, job), abandon_on_cancel=True
            )
        except CheckError as error:
            self.result.broken += 1
            self._say(str(error))
        except M3BenchError as error:
            self.stop(Halt(HaltKind.ERROR, str(error)))
        else:
            await self._count(job, verdicts)

    async def _count(self, job: FinishedAttempt, verdicts: Verdicts | None) -> None:
        is_new = verdicts != job.verdicts
        if is_new and not await self._append(msgspec.structs.replace(job, verdicts=verdicts, rechecked=True)):
            return
        self.result.attempts += 1
        self.result.changed += is_new
        self.result.undecided += verdicts is not None and verdicts.undecided
