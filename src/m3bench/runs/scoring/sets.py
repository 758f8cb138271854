"""Score a run, or predictions against tasks: at once if there are few, else in batches or by workers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from m3bench.core import Task, Trajectory
from m3bench.runs.scoring.batches import Pair, TaskOf, score_pairs
from m3bench.runs.scoring.predictions import PredictionIndex
from m3bench.runs.scoring.spool import MOST_KEPT
from m3bench.scoring import ProgressWatcher, Scorer, ScoreReport, with_tasks

if TYPE_CHECKING:
    from m3bench.runs.scoring.program import ScoringWorkers
    from m3bench.runs.scoring.result import RunResult


def score_set(
    scorer: Scorer,
    predictions: Sequence[Trajectory],
    tasks: Sequence[Task],
    *,
    watcher: ProgressWatcher | None = None,
    workers: ScoringWorkers | None = None,
    on_scored: Callable[[int], None] = lambda _: None,
) -> ScoreReport:
    """Score predictions against tasks with the same ids. The report is that of `Scorer.score_many`.

    Args:
        scorer: The scorer.
        predictions: At most one for each task. Large sets are best read from a file each time.
        tasks: The tasks with their references.
        watcher: Receives the progress of the encoding in this process.
        workers: Score there instead of in this process.
        on_scored: Is called with the number of tasks of each batch; never if the set is small.
    """
    if workers is None and max(len(predictions), len(tasks)) <= MOST_KEPT:
        return scorer.score_many(predictions, tasks, watcher=watcher)
    index = PredictionIndex(predictions)
    return _score(
        scorer, index.pairs(tasks), index.unexpected, watcher=watcher, workers=workers, on_scored=on_scored
    )


def score_run_result(
    scorer: Scorer,
    result: RunResult,
    *,
    watcher: ProgressWatcher | None = None,
    workers: ScoringWorkers | None = None,
    on_scored: Callable[[int], None] = lambda _: None,
) -> ScoreReport:
    """Score a run; see `score_set`. The report of a run without references is empty."""
    if result.is_outcome_only:
        return scorer.score_many((), ())
    if workers is None and len(result.tasks) <= MOST_KEPT:
        return report_of_run(result, scorer.score_many(result.trajectories, result.tasks, watcher=watcher))
    pairs = zip(result.trajectories, result.tasks, strict=True)
    return _score(
        scorer,
        pairs,
        tuple,
        task_of=result.task_of if result.settings.epochs > 1 else None,
        watcher=watcher,
        workers=workers,
        on_scored=on_scored,
    )


def report_of_run(result: RunResult, report: ScoreReport) -> ScoreReport:
    """Return the scores of a run's attempts with their tasks, if tasks were attempted several times."""
    return with_tasks(report, result.task_of) if result.settings.epochs > 1 else report


def _score(
    scorer: Scorer,
    pairs: Iterable[Pair],
    unexpected: Callable[[], Iterable[str]],
    *,
    task_of: TaskOf | None = None,
    watcher: ProgressWatcher | None,
    workers: ScoringWorkers | None,
    on_scored: Callable[[int], None],
) -> ScoreReport:
    if workers is None:
        return score_pairs(
            scorer, pairs, unexpected=unexpected, task_of=task_of, watcher=watcher, on_scored=on_scored
        )
    return workers.score(scorer, pairs, unexpected=unexpected, task_of=task_of, on_scored=on_scored)
