"""Scores of a set in batches: only one batch of trajectories is in memory, and scores go to a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import msgspec

from m3bench.core import Task, Trajectory, chunks
from m3bench.runs.scoring.spool import Spool
from m3bench.scoring import ProgressWatcher, ScoreColumns, Scorer, ScoreReport, TaskScore

Pair = tuple[Trajectory | None, Task]
TaskOf = Callable[[str], str]
"""Returns the task of an attempt by the name of the attempt."""


@dataclass(frozen=True)
class ScoredBatch:
    """The scores of a batch of tasks, and the tasks without a prediction."""

    scores: tuple[TaskScore, ...]
    missing: tuple[str, ...]


class ScoreCollector:
    """Collects batches in order, and makes the report.

    Args:
        task_of: Returns the task of an attempt by its name, if tasks were attempted several times.
    """

    def __init__(self, task_of: TaskOf | None = None) -> None:
        self._task_of = task_of
        self._scores: Spool[TaskScore] = Spool()
        self._columns = ScoreColumns()
        self._missing: list[str] = []

    def take(self, batch: ScoredBatch) -> None:
        """Add the next batch."""
        for scored in batch.scores:
            name = scored.task_id if self._task_of is None else self._task_of(scored.id)
            score = msgspec.structs.replace(scored, task_id=name)
            self._scores.add(score)
            self._columns.add(score)
        self._missing += batch.missing

    def report(self, scorer: Scorer, unexpected: Iterable[str] = ()) -> ScoreReport:
        """Return what `Scorer.score_many` returns for all tasks together."""
        return ScoreReport(
            profile=scorer.profile.name,
            weak=scorer.profile.weak,
            strong=scorer.profile.strong,
            encoder=scorer.encoder.name,
            encoder_fingerprint=scorer.encoder.fingerprint,
            tasks=self._scores.view(),
            total=self._columns.total(with_intervals=True),
            families=self._columns.by_family(),
            missing=tuple(self._missing),
            unexpected=tuple(unexpected),
        )


def score_batch(scorer: Scorer, pairs: Iterable[Pair], watcher: ProgressWatcher | None = None) -> ScoredBatch:
    """Score one batch. The ids of its tasks must differ."""
    some = list(pairs)
    made = [prediction for prediction, _ in some if prediction is not None]
    report = scorer.score_many(made, [task for _, task in some], watcher=watcher)
    return ScoredBatch(tuple(report.tasks), report.missing)


def score_pairs(
    scorer: Scorer,
    pairs: Iterable[Pair],
    *,
    unexpected: Callable[[], Iterable[str]] = tuple,
    task_of: TaskOf | None = None,
    watcher: ProgressWatcher | None = None,
    on_scored: Callable[[int], None] = lambda _: None,
) -> ScoreReport:
    """Score predictions and tasks as `Scorer.score_many` does, to the bit, with bounded memory.

    Args:
        scorer: The scorer.
        pairs: Tasks with different ids, each with its prediction, if there is one.
        unexpected: Is called at the end, and returns the ids of predictions without a task.
        task_of: Returns the task of an attempt by its name, if tasks were attempted several times.
        watcher: Receives the progress of the encoding.
        on_scored: Is called with the number of tasks of each batch.
    """
    collector = ScoreCollector(task_of)
    for batch in chunks(pairs, scorer.batch_size):
        collector.take(score_batch(scorer, batch, watcher))
        on_scored(len(batch))
    return collector.report(scorer, unexpected())
