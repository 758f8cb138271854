"""Evidence that attempts collected for their answers."""

from __future__ import annotations

from m3bench.core import Task
from m3bench.runs.store import FinishedAttempt
from m3bench.scoring import EvidenceScore, score_evidence
from m3bench.suites import Pictures


def has_facts(task: Task) -> bool:
    """Return whether a reference of the task lists the facts behind its answer."""
    return any(reference.facts for reference in task.references)


def score_attempt_evidence(attempt: FinishedAttempt, task: Task, pictures: Pictures) -> EvidenceScore:
    """Score the evidence of one attempt. Pictures count if they show the scenes of the task."""
    return score_evidence(attempt.trajectory, task, pictures=pictures.show_the_task)
