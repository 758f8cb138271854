"""Success by level, kind and mode, as MCPVerse counts it, and the ways to it that nobody annotated."""

from __future__ import annotations

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
    found = [(result.classes[name], success) for name, success in passed.items() if name in result.classes]
    cameras = _counts((each.camera, success) for each, success in found)
    return SuccessBreakdown(
        levels=_counts((each.level, success) for each, success in found),
        kinds=_counts((each.kind, success) for each, success in found),
        time_sensitive=_counts((_word(each), success) for each, success in found),
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
    counts: dict[_Group, SuccessCount] = {}
    for name, passed in result.strict.items():
        for group in groups(result.planned[name]):
            known = counts.get(group, SuccessCount())
            counts[group] = SuccessCount(known.passed + passed, known.attempts + 1)
    return counts


def emergent_paths(result: RunResult) -> Iterator[EmergentPath]:
    """Yield the emergent paths of a run, in the order of its attempts."""
    decided = result.decided
    for task, trajectory in zip(result.tasks, result.trajectories, strict=True):
        if decided.get(task.id) and (found := _emergent(task, trajectory)):
            yield found


def _emergent(task: Task, trajectory: Trajectory) -> EmergentPath | None:
    used = dict.fromkeys(call.server for _, call in trajectory.calls() if call.outcome is Outcome.SUCCESS)
    unused = tuple(server for server in task.servers if server not in used)
    known = {*task.servers, USER_SERVER, ""}
    others = tuple(server for server in used if server not in known)
    return EmergentPath(task.id, task.level, unused, others) if unused and others else None


def _word(each: TaskClass) -> str | None:
    return None if each.time_sensitive is None else "yes" if each.time_sensitive else "no"


def _counts(found: Iterable[tuple[str | None, bool]]) -> dict[str, SuccessCount]:
    counts: dict[str, SuccessCount] = {}
    for group, success in found:
        if group is not None:
            known = counts.get(group, SuccessCount())
            counts[group] = SuccessCount(known.passed + success, known.attempts + 1)
    return dict(sorted(counts.items()))
