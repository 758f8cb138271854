"""Success by level, kind and mode, as MCPVerse counts it, and the ways to it that nobody annotated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from statistics import fmean
from typing import TypeVar

import msgspec

from m3bench.core import USER_SERVER, CameraLevel, Outcome, Task, Trajectory
from m3bench.runs.scoring import RunResult, TaskClass

_Group = TypeVar("_Group", bound=Hashable)

LEVELS = ("L1", "L2", "L3")
"""MCPVerse's levels. Its success rate (SR) is the mean over them."""


class SuccessCount(msgspec.Struct, frozen=True):
    """Attempts of a group, and how many of them passed."""

    passed: int = 0
    attempts: int = 0

    @property
    def share(self) -> float | None:
        """The share that passed; None without attempts."""
        return self.passed / self.attempts if self.attempts else None


class SuccessBreakdown(msgspec.Struct, frozen=True, kw_only=True):
    """Success of a run by level, kind and camera level: attempts that were not scored count as failed."""

    levels: dict[str, SuccessCount] = {}
    kinds: dict[str, SuccessCount] = {}
    time_sensitive: dict[str, SuccessCount] = {}
    """By `yes` and `no`."""
    cameras: dict[str, SuccessCount] = {}
    """By the camera level of the pictures that the agent got. Empty if all are clean."""

    @property
    def rate(self) -> float | None:
        """The mean over the three levels: the paper's SR. None if a level has no attempt."""
        shares = [self.levels.get(level, SuccessCount()).share for level in LEVELS]
        known = [share for share in shares if share is not None]
        return fmean(known) if len(known) == len(LEVELS) else None

    def share(self, level: str) -> float | None:
        """Return the share of a level that passed; None without attempts."""
        return self.levels.get(level, SuccessCount()).share


class EmergentPath(msgspec.Struct, frozen=True):
    """A success without a server that the task was annotated with, by means of another one."""

    id: str
    level: str | None
    unused: tuple[str, ...]
    """Annotated servers without a successful call."""
    others: tuple[str, ...]
    """Servers with a successful call that are not annotated."""


def success_breakdown(result: RunResult, only: Mapping[str, bool] | None = None) -> SuccessBreakdown:
    """Count successes by level and by kind.

    Args:
        result: The run.
        only: Whether attempts passed, if not as the run says.
    """
    passed = result.strict if only is None else only
    known = [(result.classes[name], success) for name, success in passed.items() if name in result.classes]
    cameras = _sorted_counts((task.camera, success) for task, success in known)
    return SuccessBreakdown(
        levels=_sorted_counts((task.level, success) for task, success in known),
        kinds=_sorted_counts((task.kind, success) for task, success in known),
        time_sensitive=_sorted_counts((_word(task), success) for task, success in known),
        cameras=cameras if set(cameras) - {CameraLevel.CLEAN.value} else {},
    )


def success_by_group(
    result: RunResult, groups: Callable[[Task], Iterable[_Group]]
) -> dict[_Group, SuccessCount]:
    """Count successes by group of tasks. Attempts that were not scored count as failed.

    Args:
        result: The run.
        groups: Returns the groups of an attempt's task, which has the name of the attempt.
    """
    strict = result.strict.items()
    return _counts((group, passed) for name, passed in strict for group in groups(result.planned[name]))


def emergent_paths(result: RunResult) -> Iterator[EmergentPath]:
    """Yield the emergent paths of a run, in the order of its attempts."""
    decided = result.decided
    for task, trajectory in zip(result.tasks, result.trajectories, strict=True):
        if decided.get(task.id) and (path := _emergent(task, trajectory)):
            yield path


def _emergent(task: Task, trajectory: Trajectory) -> EmergentPath | None:
    used = dict.fromkeys(call.server for _, call in trajectory.calls() if call.outcome is Outcome.SUCCESS)
    unused = tuple(server for server in task.servers if server not in used)
    known = {*task.servers, USER_SERVER, ""}
    others = tuple(server for server in used if server not in known)
    return EmergentPath(task.id, task.level, unused, others) if unused and others else None


def _word(task: TaskClass) -> str | None:
    return None if task.time_sensitive is None else "yes" if task.time_sensitive else "no"


def _counts(outcomes: Iterable[tuple[_Group, bool]]) -> dict[_Group, SuccessCount]:
    counts: dict[_Group, SuccessCount] = defaultdict(SuccessCount)
    for group, success in outcomes:
        counts[group] = SuccessCount(counts[group].passed + success, counts[group].attempts + 1)
    return dict(counts)


def _sorted_counts(outcomes: Iterable[tuple[str | None, bool]]) -> dict[str, SuccessCount]:
    return dict(sorted(_counts((group, success) for group, success in outcomes if group is not None).items()))
