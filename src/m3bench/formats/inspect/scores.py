"""Scores in Inspect logs: of each sample, and their means."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from m3bench.core.text import without_surrogates
from m3bench.formats.attempt_record import AttemptRecord

METRICS, CHECKS = "m3bench", "checks"
"""The names of our two scorers."""


def scores_of(attempt_record: AttemptRecord) -> dict[str, Any] | None:
    """Return the metrics as one score with several values, and the result of the checks with their
    reasons."""
    answer = without_surrogates(attempt_record.trajectory.answer or "")
    scores: dict[str, Any] = {}
    if attempt_record.scores:
        scores[METRICS] = {"value": dict(attempt_record.scores), "answer": answer}
    if attempt_record.passed is not None:
        lines = (f"{check.word} {check.name}: {check.reason}" for check in attempt_record.checks)
        scores[CHECKS] = {
            "value": float(attempt_record.passed),
            "answer": answer,
            "explanation": without_surrogates("\n".join(lines)),
        }
    return scores or None


def results_of(attempt_records: Sequence[AttemptRecord]) -> dict[str, Any]:
    """Return the mean of every metric over the samples that have it."""
    columns: dict[tuple[str, str], list[float]] = defaultdict(list)
    for attempt_record in attempt_records:
        for name, value in attempt_record.scores.items():
            columns[METRICS, name].append(value)
        if attempt_record.passed is not None:
            columns[CHECKS, CHECKS].append(float(attempt_record.passed))
    return {
        "total_samples": len(attempt_records),
        "completed_samples": len(attempt_records),
        "scores": [_column(*names, values, len(attempt_records)) for names, values in columns.items()],
    }


def _column(scorer: str, name: str, values: list[float], total: int) -> dict[str, Any]:
    mean = {"name": "mean", "value": sum(values) / len(values), "params": {}}
    return {
        "name": name,
        "scorer": scorer,
        "scored_samples": len(values),
        "unscored_samples": total - len(values),
        "params": {},
        "metrics": {"mean": mean},
    }
