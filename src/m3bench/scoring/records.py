"""Results of scoring: records per task, totals, and the report."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.core import Row, Tabular
from m3bench.scoring.align import Match
from m3bench.scoring.metrics import METRICS, Metrics
from m3bench.statistics import Interval


class TaskScore(msgspec.Struct, frozen=True, kw_only=True):
    """The score of one attempt at a task, with all matches."""

    id: str
    """The id of the task; the name of the attempt, if there are several at the task."""
    task_id: str | None = None
    """The id of the task, if it is not ``id``."""
    family: str | None
    metrics: Metrics
    matches: tuple[Match, ...] = ()
    reference: int = 0
    """The index of the best-scoring reference, from 0."""
    reference_name: str | None = None
    reference_count: int = 1
    reference_calls: int
    reference_steps: int
    prediction_calls: int
    prediction_steps: int
    precision_calls: int | None = None
    """The weight of precision in a total, if it is not the number of predicted calls."""
    missing: bool = False
    """Whether there was no prediction."""
    notes: tuple[str, ...] = ()
    """Unusual properties of the prediction."""

    @property
    def row(self) -> Row:
        """The score as a row of a table."""
        return {
            "id": self.id,
            "family": self.family,
            **{name: getattr(self.metrics, name) for name in METRICS},
            "average": self.metrics.average,
            "reference_calls": self.reference_calls,
            "prediction_calls": self.prediction_calls,
            "missing": self.missing,
        }

    @property
    def similarity_covered(self) -> float:
        """The similarity of all matches, strong and weak, per reference call."""
        total = sum(match.similarity for match in self.matches)
        return total / self.reference_calls if self.reference_calls else 0.0


class Total(msgspec.Struct, frozen=True, kw_only=True):
    """Metrics over several attempts, weighted by reference calls; precision by predicted calls."""

    tasks: int
    """Tasks with a scored attempt."""
    attempts: int = 0
    """Scored attempts. There are more than tasks if tasks were attempted several times."""
    missing: int
    metrics: Metrics
    reference_calls: int
    prediction_calls: int
    matched: int
    similarity_covered: float
    steps_per_task: float
    calls_per_task: float
    intervals: dict[str, Interval] = {}


class ScoreReport(msgspec.Struct, Tabular, frozen=True, kw_only=True):
    """The scores of a set of predictions, and everything needed to reproduce them."""

    profile: str
    weak: float
    strong: float
    encoder: str
    encoder_fingerprint: str
    tasks: Sequence[TaskScore]
    """The scores in order. Those of a large set are read from a temporary file each time."""
    total: Total
    families: dict[str, Total]
    missing: tuple[str, ...] = ()
    """Tasks without a prediction; the profile decides whether they count as zero or are left out."""
    unexpected: tuple[str, ...] = ()
    """Predictions for tasks without references; not scored."""

    def rows(self) -> list[Row]:
        """Return one row per task, with the six metrics and their average."""
        return [task.row for task in self.tasks]

    def _caption(self) -> str:
        total = self.total
        attempts = f", {total.attempts} attempts" if total.attempts > total.tasks else ""
        return f"{total.tasks} tasks{attempts}, mean {total.metrics.average:.3f}, profile {self.profile}"

    def task(self, task_id: str) -> TaskScore | None:
        """Find the score of one task.

        Args:
            task_id: The id of the task.

        Returns:
            Its score; None if no task has that id.
        """
        return next((task for task in self.tasks if task.id == task_id), None)
