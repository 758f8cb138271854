"""Scores of attempts as Inspect has them: of each sample, and their means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from m3bench.formats.attempt_record import Dossier
from m3bench.formats.foreign import safe_text

METRICS, CHECKS = "m3bench", "checks"
"""The names of our two scorers."""


def scores_of(dossier: Dossier) -> dict[str, Any] | None:
    """The metrics as one score of several values, and whether all checks passed, with their reasons."""
    answer = safe_text(dossier.trajectory.answer or "")
    scores: dict[str, Any] = {}
    if dossier.scores:
        scores[METRICS] = {"value": dict(dossier.scores), "answer": answer}
    if dossier.passed is not None:
        told = "\n".join(f"{check.word} {check.name}: {check.reason}" for check in dossier.checks)
        scores[CHECKS] = {"value": float(dossier.passed), "answer": answer, "explanation": safe_text(told)}
    return scores or None


def results_of(dossiers: Sequence[Dossier]) -> dict[str, Any]:
    """The mean of every metric over the samples that have it."""
    columns: dict[tuple[str, str], list[float]] = {}
    for dossier in dossiers:
        for name, value in dossier.scores.items():
            columns.setdefault((METRICS, name), []).append(value)
        if dossier.passed is not None:
            columns.setdefault((CHECKS, CHECKS), []).append(float(dossier.passed))
    return {
        "total_samples": len(dossiers),
        "completed_samples": len(dossiers),
        "scores": [_column(*names, values, len(dossiers)) for names, values in columns.items()],
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
