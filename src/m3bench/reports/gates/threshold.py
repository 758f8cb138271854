"""Read thresholds: `success=0.5,movies/mean=60%`."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from m3bench.core import Task, UsageError
from m3bench.core.text import did_you_mean
from m3bench.scoring import METRICS

MEAN = "mean"
OUTCOMES = ("success", "grounded_success", "evidence_recall", "coverage", "scored")
METRIC_NAMES = (*OUTCOMES, *METRICS, MEAN)
"""The metrics that a threshold can name."""
_OTHER_NAMES = {
    "average": MEAN,
    "grounded": "grounded_success",
    "evidence": "evidence_recall",
    "prec": "precision",
    "argsim": "argument_similarity",
    "stepco": "step_coherence",
    "order": "order_consistency",
    "merge": "merge_purity",
}
"""The names of the columns that `m3bench score` prints, and short ones."""
_EXAMPLE = "Write NAME=NUMBER, for example success=0.5,mean=0.6."


class Threshold(msgspec.Struct, frozen=True):
    """The least value of a metric, in a whole run or in one group of its tasks."""

    metric: str
    least: float
    group: str | None = None
    """A family or a level."""

    @property
    def name(self) -> str:
        """The metric, after its group."""
        return self.metric if self.group is None else f"{self.group}/{self.metric}"


def read_thresholds(texts: Sequence[str] | None) -> tuple[Threshold, ...]:
    """Read thresholds that are separated by commas.

    Raises:
        UsageError: One cannot be read, names an unknown metric, or is given twice.
    """
    thresholds = [_read(part.strip()) for text in texts or () for part in text.split(",")]
    for name, times in Counter(threshold.name for threshold in thresholds).items():
        if times > 1:
            raise UsageError(f"--fail-under names {name} twice.", "Give one value for each metric.")
    return tuple(thresholds)


def _read(text: str) -> Threshold:
    left, is_given, right = text.rpartition("=")
    if not is_given or not left.strip():
        raise UsageError(f"--fail-under cannot be read: {text!r}.", _EXAMPLE)
    group, _, metric = left.strip().rpartition("/")
    return Threshold(_metric(metric.strip()), _least(right.strip(), text), group.strip() or None)


def _metric(text: str) -> str:
    name = text.lower().rstrip(".").replace("-", "_").replace(" ", "_")
    name = _OTHER_NAMES.get(name, name)
    if name not in METRIC_NAMES:
        known = f"Metrics: {', '.join(METRIC_NAMES)}."
        hint = did_you_mean(name, (*METRIC_NAMES, *_OTHER_NAMES), known)
        raise UsageError(f"--fail-under names an unknown metric: {text!r}.", hint)
    return name


def _least(text: str, whole: str) -> float:
    number, is_percent = (text[:-1], True) if text.endswith("%") else (text, False)
    try:
        least = float(number) / (100 if is_percent else 1)
    except ValueError:
        raise UsageError(f"--fail-under cannot be read: {whole!r}.", _EXAMPLE) from None
    if not math.isfinite(least) or not 0 <= least <= 1:
        raise UsageError(
            f"--fail-under takes values from 0 to 1, not {text}.", "All metrics are shares: 0.5, or 50%."
        )
    return least


def require_groups(thresholds: Iterable[Threshold], tasks: Iterable[Task]) -> None:
    """Raise `UsageError` if a threshold names a family or level that no task has."""
    wanted = [threshold.group for threshold in thresholds if threshold.group is not None]
    if not wanted:
        return
    known = dict.fromkeys(name for task in tasks for name in (task.family, task.level) if name)
    for group in wanted:
        if group not in known:
            some = f"Families and levels: {', '.join(list(known)[:12]) or 'none'}."
            raise UsageError(
                f"--fail-under: no task is of the family or level {group!r}.",
                did_you_mean(group, known, some),
            )
