"""What scoring gives back: one record per task, totals over tasks, and the report that holds both."""

from __future__ import annotations

import msgspec

from m3bench.scoring.align import Match
from m3bench.scoring.metrics import Metrics
from m3bench.statistics import Interval


class TaskScore(msgspec.Struct, frozen=True, kw_only=True):
    """The score of one task, with every match that it rests on."""

    id: str
    family: str | None
    metrics: Metrics
    matches: tuple[Match, ...] = ()
    reference: int = 0
    """Which of the task's references scored best, from 0."""
    reference_name: str | None = None
    reference_count: int = 1
    reference_calls: int
    reference_steps: int
    prediction_calls: int
    prediction_steps: int
    precision_calls: int | None = None
    """What precision weighs in a total, where that is not the number of predicted calls."""
    missing: bool = False
    """There was no prediction."""
    notes: tuple[str, ...] = ()
    """What was unusual about the prediction, in words."""

    @property
    def similarity_covered(self) -> float:
        """Similarity summed over all matches, strong and weak, per reference call."""
        total = sum(match.similarity for match in self.matches)
        return total / self.reference_calls if self.reference_calls else 0.0


class Total(msgspec.Struct, frozen=True, kw_only=True):
    """Metrics over several tasks: weighted by reference calls, precision by predicted calls."""

    tasks: int
    missing: int
    metrics: Metrics
    reference_calls: int
    prediction_calls: int
    matched: int
    similarity_covered: float
    steps_per_task: float
    calls_per_task: float
    intervals: dict[str, Interval] = {}


class ScoreReport(msgspec.Struct, frozen=True, kw_only=True):
    """The scores of a set of predictions, and everything needed to get them again."""

    profile: str
    weak: float
    strong: float
    encoder: str
    encoder_fingerprint: str
    tasks: tuple[TaskScore, ...]
    total: Total
    families: dict[str, Total]
    missing: tuple[str, ...] = ()
    """Tasks without a prediction, counted as zero or left out as the profile says."""
    unexpected: tuple[str, ...] = ()
    """Predictions for tasks that the references do not have; not scored."""

    def task(self, task_id: str) -> TaskScore | None:
        """Find the score of one task.

        Args:
            task_id: The id of the task.

        Returns:
            Its score; None if no task has that id.
        """
        return next((task for task in self.tasks if task.id == task_id), None)
