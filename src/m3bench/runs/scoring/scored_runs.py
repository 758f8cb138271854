"""Read and score runs from their folders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from m3bench.core import (
    M3BenchError,
    Row,
    Task,
    Trajectory,
    UsageError,
    html_table,
    pandas_frame,
    polars_frame,
)
from m3bench.runs.scoring.reading import read_run
from m3bench.runs.scoring.result import RunResult
from m3bench.runs.scoring.sets import OpenBar, no_bar, report_of_run, require_references, score_run_result
from m3bench.runs.scoring.spool import MOST_KEPT
from m3bench.runs.store import RunFolder, damage_error
from m3bench.scoring import ProgressWatcher, Scorer, ScoreReport


class ScoredRun(NamedTuple):
    """A run with its scores."""

    result: RunResult
    """How its attempts ended, and which were not scored."""
    report: ScoreReport
    """The scores of its tasks, and their totals."""

    def rows(self) -> list[Row]:
        """Return one row per attempt: how it ended, and its scores."""
        scores = {row.pop("id"): row for row in self.report.rows()}
        names = next(iter(scores.values()), {})
        empty = dict.fromkeys(names)
        return [
            {**row, **scores.get(row["id"], empty), "family": row["family"]} for row in self.result.rows()
        ]

    def to_pandas(self) -> Any:
        """Return a `pandas.DataFrame`. Raise `UsageError` if pandas is not installed."""
        return pandas_frame(self.rows())

    def to_polars(self) -> Any:
        """Return a `polars.DataFrame`. Raise `UsageError` if Polars is not installed."""
        return polars_frame(self.rows())

    def _repr_html_(self) -> str:
        return html_table(self.rows(), self.result.caption)


def read_scorable_run(
    path: Path, tasks_of: Callable[[RunFolder], Sequence[Task]] = RunFolder.tasks, *, outcomes: bool = False
) -> RunResult:
    """Read a run whose tasks all have references. It may have nothing to score yet.

    Args:
        path: The run folder.
        tasks_of: Reads its tasks.
        outcomes: Also accept a run without any reference, if its attempts succeed or fail.

    Raises:
        UsageError: The path is not a run folder, or a task has no reference.
    """
    result = read_run(path, tasks_of)
    if outcomes and result.is_outcome_only:
        return result
    require_references(result.tasks, f"Look at the run with: m3bench view {path}", where=f"{path}: ")
    return result


def require_attempts(results: Mapping[Path, RunResult]) -> None:
    """Raise an error if no run has anything to score."""
    if any(result.tasks for result in results.values()):
        return
    path, result = next(iter(results.items()))
    if result.integrity.damages:
        raise damage_error(result.integrity.damages[0], str(path))
    raise UsageError(f"No attempt of {path} can be scored yet.", f"Continue it: m3bench run --resume {path}")


def read_scored_runs(
    paths: Sequence[Path],
    scorer: Scorer,
    *,
    watcher: ProgressWatcher | None = None,
    open_bar: OpenBar = no_bar,
    on_unreadable: Callable[[Path, M3BenchError], None] | None = None,
) -> list[ScoredRun]:
    """Read and score runs. Shared task files are read once, and texts are encoded together.

    Args:
        paths: Run folders without duplicates.
        scorer: A scorer from `run_scorer`.
        watcher: Receives the progress of the encoding of small runs.
        open_bar: Shows the progress over the attempts of large runs.
        on_unreadable: Is called for each run that cannot be read, which is then left out. Without it, or if
            no run can be read, the error is raised.

    Returns:
        The runs in the order of the paths. A run without a scored attempt, or without references, has an
        empty report.

    Raises:
        UsageError: A path is not a run folder, a task has no reference, or no run has anything to score.
    """
    tasks = _TaskCache()
    results: dict[Path, RunResult] = {}
    for path in paths:
        try:
            results[path] = read_scorable_run(path, tasks.read, outcomes=True)
        except M3BenchError as error:
            if on_unreadable is None or (path == paths[-1] and not results):
                raise
            on_unreadable(path, error)
    require_attempts(results)
    if sum(len(result.tasks) for result in results.values()) <= MOST_KEPT:
        sets = [_pairs(result) for result in results.values()]
        scored = scorer.score_sets(sets, watcher=watcher)
        reports = [report_of_run(*pair) for pair in zip(results.values(), scored, strict=True)]
    else:
        reports = []
        for result in results.values():
            with open_bar("scoring attempts", max(1, len(result.tasks))) as advance:
                reports.append(score_run_result(scorer, result, on_scored=advance))
    return [ScoredRun(result, report) for result, report in zip(results.values(), reports, strict=True)]


def _pairs(result: RunResult) -> tuple[Sequence[Trajectory], Sequence[Task]]:
    """Return what can be scored against references."""
    return ((), ()) if result.is_outcome_only else (result.trajectories, result.tasks)


def read_scored_run(path: Path, scorer: Scorer, *, watcher: ProgressWatcher | None = None) -> ScoredRun:
    """Read and score one run; see `read_scored_runs`."""
    return read_scored_runs([path], scorer, watcher=watcher)[0]


class _TaskCache:
    """Reads the tasks of run folders. Folders with the same task file share them."""

    def __init__(self) -> None:
        self._known: dict[str, list[Task]] = {}

    def read(self, folder: RunFolder) -> list[Task]:
        digest = folder.tasks_digest()
        if digest not in self._known:
            self._known[digest] = folder.tasks()
        return self._known[digest]
