"""The checks of a finished run once more, from its folder: by a judge that it did not have, for one."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
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
from m3bench.runs.engine import WorkerPool, checked, hashes
from m3bench.runs.halting import Halt, Halted
from m3bench.runs.models import judge_ref, opened_looker, require_model, spent_on_looking
from m3bench.runs.replaying import Assets
from m3bench.runs.settings import RunLimits
from m3bench.runs.store import Attempted, Journal, RunFolder, final_attempts, require_whole
from m3bench.world import World


class Rechecked(msgspec.Struct):
    """What checking again came to, so far."""

    attempts: int = 0
    changed: int = 0
    """Whose verdicts are others than before."""
    undecided: int = 0
    """That still are."""
    broken: int = 0
    """Of which a check could not be carried out: these stay as they were."""
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
) -> Rechecked:
    """Check attempts that are undecided, or with `every` all that have checks; new verdicts replace the old.

    Without a judge the one of the run looks. A `model` that is given takes the place of the judge.
    """
    folder = RunFolder.open(path)
    settings = folder.manifest.settings
    judge = judge or settings.judge
    if judge is not None and model is None:
        require_model(judge_ref(judge))
    with folder.locked(), folder.opened_journal() as journal:
        require_whole(folder)
        budget = Budget(max_cost=limits.max_cost, spent=spent_on_looking(folder))
        looking = opened_looker(judge, limits, folder, budget, say=say, given=model)
        async with looking as reviewer:
            bench = _Bench(
                folder, run_assets(path), settings.world.world(), reviewer.see if reviewer else None
            )
            worker_pool = _Checkers(bench, journal, budget, say, concurrency=limits.concurrency)
            halt = await worker_pool.run(_wanted(folder, every=every), signals=signals)
        folder.write_seal()
    worker_pool.found.halt = halt
    return worker_pool.found


def _wanted(folder: RunFolder, *, every: bool) -> list[Attempted]:
    found = [attempt for attempt in final_attempts(folder.journal) if attempt.verdicts is not None]
    wanted = [each for each in found if every or (each.verdicts and each.verdicts.undecided)]
    if not wanted:
        state = "is undecided" if found else "has checks"
        raise UsageError(f"No attempt of {folder.path} {state}.", "All of it stands as it is.")
    return wanted


class _Bench:
    """Attempts as they were left: the task, the workspace and the files that lay in it before."""

    def __init__(self, folder: RunFolder, assets: Assets, world: World, see: See | None) -> None:
        self._folder, self._assets, self._world, self._see = folder, assets, world, see
        self._tasks: Mapping[str, Task] = {task.id: task for task in folder.tasks()}

    def verdicts(self, attempt: Attempted) -> Verdicts | None:
        before = self._assets(attempt.task_id)
        with self._workspace(attempt) as workspace:
            return checked(
                self._tasks[attempt.task_id], attempt.trajectory, workspace, hashes(before), self._world,
                see=self._see,
            )  # fmt: skip

    @contextmanager
    def _workspace(self, attempt: Attempted) -> Iterator[Path]:
        """The one that is kept; where nothing was changed in it, one as it began."""
        if attempt.workspace is not None:
            workspace = path_inside(self._folder.path, attempt.workspace)
            if not workspace.is_dir():
                raise FormatError(
                    f"the workspace {attempt.workspace} is not there",
                    file=str(self._folder.path), record=attempt.task_id,
                )  # fmt: skip
            yield workspace
            return
        with tempfile.TemporaryDirectory(prefix="m3bench-") as name:
            workspace = Path(name, "workspace")
            workspace.mkdir()
            fill_workspace(workspace, self._assets(attempt.task_id))
            yield workspace


class _Checkers(WorkerPool[Attempted]):
    """Put checks to attempts."""

    def __init__(
        self,
        bench: _Bench,
        journal: Journal,
        budget: Budget,
        say: Callable[[str], None],
        *,
        concurrency: int,
    ) -> None:
        super().__init__(journal, say, concurrency=concurrency)
        self._bench, self._budget = bench, budget
        self.found = Rechecked()

    async def _carry_out(self, job: Attempted) -> None:
        if self._budget.reached:
            self.stop(Halt(Halted.BUDGET, self._budget.reached))
            return
        try:
            verdicts = await anyio.to_thread.run_sync(
                partial(self._bench.verdicts, job), abandon_on_cancel=True
            )
        except CheckError as error:
            self.found.broken += 1
            self._say(str(error))
        except M3BenchError as error:
            self.stop(Halt(Halted.ERROR, str(error)))
        else:
            await self._count(job, verdicts)

    async def _count(self, job: Attempted, verdicts: Verdicts | None) -> None:
        is_new = verdicts != job.verdicts
        if is_new and not await self._written(
            msgspec.structs.replace(job, verdicts=verdicts, rechecked=True)
        ):
            return
        self.found.attempts += 1
        self.found.changed += is_new
        self.found.undecided += verdicts is not None and verdicts.undecided
