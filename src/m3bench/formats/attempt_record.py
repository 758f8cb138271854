"""An attempt with its trajectory, scores and checks, for formats that can hold them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import msgspec

from m3bench.core import Media, Status, Task, Trajectory, Usage

UNKNOWN_TIME = datetime(2000, 1, 1, tzinfo=UTC)
"""Placeholder for a time that was not recorded."""
FAILURES = (
    Status.SERVER_FAILURE,
    Status.HARNESS_FAILURE,
    Status.DOES_NOT_FIT,
    Status.AGENT_FAILURE,
    Status.OVER_QUOTA,
)
"""What is an error in formats that tell errors from limits."""


class Check(msgspec.Struct, frozen=True):
    """The result of one check of a task."""

    name: str
    passed: bool | None
    """None if it is undecided."""
    reason: str = ""

    @property
    def word(self) -> str:
        return "undecided" if self.passed is None else "pass" if self.passed else "fail"


class ModelReply(msgspec.Struct, frozen=True, kw_only=True):
    """What a model replied to one request of the agent."""

    usage: Usage = Usage()
    reasoning: str = ""
    cached_tokens: int | None = None
    seconds: float | None = None


class AttemptRecord(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt: the task, the trajectory, scores and checks."""

    trajectory: Trajectory
    task_id: str
    """The id of the task. With several attempts, the id of the trajectory is longer."""
    epoch: int = 1
    task: Task | None = None
    pictures: tuple[Media, ...] = ()
    """The images of the request."""
    scores: dict[str, float] = {}
    """Metrics by name."""
    checks: tuple[Check, ...] = ()
    seconds: float | None = None
    tools: tuple[dict[str, Any], ...] = ()
    """The tools that the model was offered, in OpenAI's format."""
    messages: tuple[dict[str, Any], ...] = ()
    """The conversation as the model had it, in OpenAI's format, with its last reply."""
    replies: tuple[ModelReply, ...] = ()
    """Replies to the agent, in order; empty if there is no transcript."""

    @property
    def passed(self) -> bool | None:
        """Whether all checks passed. None without checks, or if some are undecided and none failed."""
        results = [check.passed for check in self.checks]
        if False in results:
            return False
        return None if None in results or not results else True


class Collection(msgspec.Struct, frozen=True, kw_only=True):
    """Attempts of one run."""

    name: str
    created: datetime = UNKNOWN_TIME
    attempt_records: tuple[AttemptRecord, ...] = ()
    settings: dict[str, str] = {}
    """The settings of the run, for people to read."""
    versions: dict[str, str] = {}


def records_from(trajectories: Iterable[Trajectory]) -> tuple[AttemptRecord, ...]:
    """Return records of trajectories alone. Trajectories with the same id are epochs of one task."""
    seen: Counter[str] = Counter()
    records = []
    for trajectory in trajectories:
        task = trajectory.task_id
        seen[task] += 1
        records.append(AttemptRecord(trajectory=trajectory, task_id=task, epoch=seen[task]))
    return tuple(records)
