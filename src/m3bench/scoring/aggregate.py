"""Totals over tasks (the recall-covered sums of section 4.3): over millions, from numbers in columns."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterable, Sequence
from math import fsum

import msgspec
import numpy as np
from numpy.typing import NDArray

from m3bench.scoring.metrics import METRICS, Metrics
from m3bench.scoring.records import ScoreReport, TaskScore, Total
from m3bench.statistics import Interval, average_interval, mean_interval

NO_FAMILY = "(no family)"
_Floats = NDArray[np.float64]


class ExactSum:
    """A running sum without rounding: the same as `math.fsum` of all numbers together."""

    def __init__(self) -> None:
        self._parts: list[float] = []

    def add(self, number: float) -> None:
        """Add a finite number."""
        kept = 0
        for part in self._parts:
            large, small = (number, part) if abs(number) >= abs(part) else (part, number)
            number = large + small
            rest = small - (number - large)
            if rest:
                self._parts[kept] = rest
                kept += 1
        self._parts[kept:] = [number]

    @property
    def value(self) -> float:
        return fsum(self._parts)


def _number(task_id: str) -> int:
    """Return a number that no other task has. Numbers of millions of tasks need less memory than names."""
    digest = hashlib.blake2b(task_id.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)


class ScoreColumns:
    """The scores of attempts, about 90 bytes each, with totals over all of them and by family."""

    def __init__(self, tasks: Iterable[TaskScore] = ()) -> None:
        self._metrics = {name: array("d") for name in METRICS}
        self._precision_weights = array("d")
        self._counts = {
            name: array("i")
            for name in ("reference_calls", "prediction_calls", "prediction_steps", "matched")
        }
        self._missing = array("b")
        self._task_of = array("q")
        self._families: dict[str, int] = {}
        self._family_of = array("i")
        self._similarity = ExactSum()
        self._similarity_by_family: list[ExactSum] = []
        for task in tasks:
            self.add(task)

    def __len__(self) -> int:
        return len(self._family_of)

    def add(self, task: TaskScore) -> None:
        """Add the score of a task."""
        for name, column in self._metrics.items():
            column.append(getattr(task.metrics, name))
        self._precision_weights.append(
            task.prediction_calls if task.precision_calls is None else task.precision_calls
        )
        self._counts["reference_calls"].append(task.reference_calls)
        self._counts["prediction_calls"].append(task.prediction_calls)
        self._counts["prediction_steps"].append(task.prediction_steps)
        self._counts["matched"].append(len(task.matches))
        self._missing.append(task.missing)
        self._task_of.append(_number(task.id if task.task_id is None else task.task_id))
        family = self._families.setdefault(task.family or NO_FAMILY, len(self._families))
        self._family_of.append(family)
        if family == len(self._similarity_by_family):
            self._similarity_by_family.append(ExactSum())
        for match in task.matches:
            self._similarity.add(match.similarity)
            self._similarity_by_family[family].add(match.similarity)

    def total(self, *, with_intervals: bool = False) -> Total:
        """Return the totals over all tasks; optionally with an interval per metric, clustered by family."""
        return self._total(slice(None), self._similarity, self.intervals() if with_intervals else {})

    def by_family(self) -> dict[str, Total]:
        """Return totals per family, in order of first appearance."""
        family_of = np.frombuffer(self._family_of, dtype=np.intc)
        return {
            name: self._total(np.flatnonzero(family_of == number), self._similarity_by_family[number], {})
            for name, number in self._families.items()
        }

    def intervals(self) -> dict[str, Interval]:
        """Return the 95 % interval of each metric; none without tasks."""
        if not len(self):
            return {}
        return {
            name: mean_interval(*self.values_and_weights(name), clusters=self._family_of, tasks=self.tasks)
            for name in METRICS
        }

    def interval_of_average(self) -> Interval:
        """Return the 95 % interval of the mean of the six metrics."""
        parts = [self.values_and_weights(name) for name in METRICS]
        return average_interval(parts, self._family_of, tasks=self.tasks)

    @property
    def clusters(self) -> Sequence[int]:
        """The number of each attempt's family."""
        return self._family_of

    @property
    def tasks(self) -> NDArray[np.int64]:
        """The number of each attempt's task."""
        return np.frombuffer(self._task_of, dtype=np.int64)

    def values_and_weights(self, name: str) -> tuple[_Floats, _Floats]:
        """Return the value of a metric per task, and its weight: the number of calls it is a share of."""
        values = np.frombuffer(self._metrics[name], dtype=np.float64)
        if name == "precision":
            return values, np.frombuffer(self._precision_weights, dtype=np.float64)
        return values, self._count("reference_calls").astype(np.float64)

    def _count(self, name: str) -> NDArray[np.intc]:
        return np.frombuffer(self._counts[name], dtype=np.intc)

    def _total(
        self, chosen: slice | NDArray[np.intp], similarity: ExactSum, intervals: dict[str, Interval]
    ) -> Total:
        task_of = self.tasks[chosen]
        attempts = len(task_of)
        sums = {name: int(self._count(name)[chosen].sum(dtype=np.int64)) for name in self._counts}
        calls = sums["reference_calls"]
        return Total(
            tasks=len(np.unique(task_of)),
            attempts=attempts,
            missing=int(np.frombuffer(self._missing, dtype=np.int8)[chosen].sum(dtype=np.int64)),
            metrics=Metrics(**{name: self._pooled(name, chosen) for name in METRICS}),
            reference_calls=calls,
            prediction_calls=sums["prediction_calls"],
            matched=sums["matched"],
            similarity_covered=similarity.value / calls if calls else 0.0,
            steps_per_task=sums["prediction_steps"] / attempts if attempts else 0.0,
            calls_per_task=sums["prediction_calls"] / attempts if attempts else 0.0,
            intervals=intervals,
        )

    def _pooled(self, name: str, chosen: slice | NDArray[np.intp]) -> float:
        values, weights = (column[chosen] for column in self.values_and_weights(name))
        weight = fsum(weights)
        if weight:
            return fsum(values * weights) / weight
        return fsum(values) / len(values) if len(values) else 0.0


def total(tasks: Iterable[TaskScore], *, with_intervals: bool = False) -> Total:
    """Return totals over tasks; optionally with an interval per metric, clustered by family."""
    return ScoreColumns(tasks).total(with_intervals=with_intervals)


def by_family(tasks: Iterable[TaskScore]) -> dict[str, Total]:
    """Return totals per family, in order of first appearance."""
    return ScoreColumns(tasks).by_family()


def with_tasks(report: ScoreReport, task_of: Callable[[str], str]) -> ScoreReport:
    """Return a report on attempts whose scores name the task of each, which its totals need."""
    scores = tuple(msgspec.structs.replace(score, task_id=task_of(score.id)) for score in report.tasks)
    columns = ScoreColumns(scores)
    return msgspec.structs.replace(
        report, tasks=scores, total=columns.total(with_intervals=True), families=columns.by_family()
    )


def interval_of_average(tasks: Iterable[TaskScore]) -> Interval:
    """Return the 95 % interval of the mean of the six metrics."""
    return ScoreColumns(tasks).interval_of_average()
