"""What the attempts of a run saw of the facts that right answers rest on."""

from __future__ import annotations

from m3bench.core import Task
from m3bench.runs.store import Attempted
from m3bench.scoring import EvidenceScore, score_evidence
from m3bench.suites import Pictures


def has_facts(task: Task) -> bool:
    """Whether it is known what a right answer to the task rests on."""
    return any(reference.facts for reference in task.references)


def seen_by(attempted: Attempted, task: Task, pictures: Pictures) -> EvidenceScore:
    """What one attempt saw. Pictures count where the run gave the agent the right ones."""
    return score_evidence(attempted.trajectory, task, pictures=pictures is Pictures.GIVEN)
