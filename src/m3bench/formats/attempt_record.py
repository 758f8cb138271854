"""What is known of an attempt beside its trajectory, for formats that have room for it."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from m3bench.core import Media, Task, Trajectory

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
"""Stands for a time that nobody noted."""


class Check(msgspec.Struct, frozen=True):
    """What one check of a task says."""

    name: str
    passed: bool | None
    """None where it could not be told."""
    reason: str = ""

    @property
    def word(self) -> str:
        return "undecided" if self.passed is None else "pass" if self.passed else "fail"


class AttemptRecord(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt: what was asked, what was done, and what it is worth."""

    trajectory: Trajectory
    task_id: str
    """Of the task; the trajectory of one attempt of several has a longer one."""
    epoch: int = 1
    task: Task | None = None
    pictures: tuple[Media, ...] = ()
    """Those of the request."""
    scores: dict[str, float] = {}
    """Metrics by name."""
    checks: tuple[Check, ...] = ()
    seconds: float | None = None

    @property
    def passed(self) -> bool | None:
        """Whether all checks do; None where there are none, or none fails and some could not be told."""
        said = [check.passed for check in self.checks]
        if False in said:
            return False
        return None if None in said or not said else True


class Collection(msgspec.Struct, frozen=True, kw_only=True):
    """Attempts that were made together."""

    name: str
    created: datetime = LONG_AGO
    attempt_records: tuple[AttemptRecord, ...] = ()
    settings: dict[str, str] = {}
    """How they were made, for people to read."""
    versions: dict[str, str] = {}


def bare_dossiers(trajectories: list[Trajectory]) -> tuple[AttemptRecord, ...]:
    """Trajectories of which nothing else is known; those of one id are epochs of one task."""
    seen: dict[str, int] = {}
    made = []
    for trajectory in trajectories:
        seen[trajectory.task_id] = seen.get(trajectory.task_id, 0) + 1
        made.append(
            AttemptRecord(trajectory=trajectory, task_id=trajectory.task_id, epoch=seen[trajectory.task_id])
        )
    return tuple(made)
