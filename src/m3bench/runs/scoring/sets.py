"""Score a run, or predictions against tasks: at once if there are few, else in batches or by workers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from m3bench.core import Task, Trajectory, UsageError
from m3bench.runs.scoring.batches import score_pairs
from m3bench.runs.scoring.predictions import PredictionIndex
from m3bench.runs.scoring.spool import MOST_KEPT
from m3bench.scoring import ProgressWatcher, Scorer, ScoreReport, with_tasks

if TYPE_CHECKING:
    from m3bench.runs.scoring.program import ScoringWorkers
    from m3bench.runs.scoring.result import RunResult


_MOST_IDS = 5
_Item = TypeVar("_Item")
OpenBar = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Opens a progress bar with a title and a total. What it yields advances the bar."""


def require_references(tasks: Sequence[Task], hint: str, *, where: str = "") -> None:
    """Raise `UsageError` if a task has no reference to score against."""
    without = [task.id for task in tasks if not task.references]
    if without:
        more = f" and {len(without) - _MOST_IDS} more" if len(without) > _MOST_IDS else ""
        raise UsageError(
            f"{where}{len(without)} of {len(tasks)} tasks have no reference trajectory: "
            f"{', '.join(without[:_MOST_IDS])}{more}.",
            hint,
        )


@contextmanager
def no_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:  # noqa: ARG001 - as every `OpenBar`
    """Show nothing."""
    yield lambda _: None


def counted(items: Iterable[_Item], advance: Callable[[int], None]) -> Iterator[_Item]:
    """Yield the items, and advance a bar by one for each."""
    for item in items:
        yield item
        advance(1)


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
    score = _pairs_scorer(workers, watcher)
    return score(scorer, index.pairs(tasks), unexpected=index.unexpected, on_scored=on_scored)


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
    task_of = result.task_of if result.settings.epochs > 1 else None
    return _pairs_scorer(workers, watcher)(scorer, pairs, task_of=task_of, on_scored=on_scored)


def _pairs_scorer(
    workers: ScoringWorkers | None, watcher: ProgressWatcher | None
) -> Callable[..., ScoreReport]:
    return partial(score_pairs, watcher=watcher) if workers is None else workers.score


def report_of_run(result: RunResult, report: ScoreReport) -> ScoreReport:
    """Return the scores of a run's attempts with their tasks, if tasks were attempted several times."""
    return with_tasks(report, result.task_of) if result.settings.epochs > 1 else report
