"""Read the results of a run from its folder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from enum import StrEnum
from pathlib import Path

import msgspec

from m3bench.checks import Verdicts
from m3bench.core import Outcome, Status, Task, Trajectory, Usage
from m3bench.hosting import SandboxState
from m3bench.runs.budget import NO_USAGE
from m3bench.runs.evidence import has_facts, score_attempt_evidence
from m3bench.runs.halt import Halt
from m3bench.runs.models import VisionSummary, read_vision_summary
from m3bench.runs.plugins import missing_plugins
from m3bench.runs.serving import ToolErrors, tool_errors
from m3bench.runs.settings import RunLimits, RunSettings
from m3bench.runs.store import (
    FinishedAttempt,
    Integrity,
    Key,
    LimitsChange,
    RunCheck,
    RunFolder,
    apply_limit_changes,
    digests_of,
)

RANKED_FROM = 0.95
"""The share of attempts that must be scored before a run is ranked."""


class UnscoredAttempt(msgspec.Struct, frozen=True):
    """An attempt that a server or the harness failed. It is listed, not scored."""

    id: str
    status: Status
    reason: str


class DropReason(StrEnum):
    """Why an attempt was not scored."""

    SERVER_FAILURE = "server_failure"
    HARNESS_FAILURE = "harness_failure"
    NOT_ATTEMPTED = "not_attempted"
    UNDECIDED = "undecided"
    DAMAGED = "damaged"
    """Its record is unreadable or does not match its checksum."""


class DroppedAttempt(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt that was not scored. Strict success counts it as failed."""

    id: str
    family: str | None
    why: DropReason
    detail: str = ""
    """The recorded reason, in words."""


class RunResult(msgspec.Struct, frozen=True, kw_only=True):
    """The attempts of a run to score, paired with their tasks, and those that are left out."""

    name: str
    path: Path | None = None
    """The folder of the run."""
    halt: Halt | None = None
    """Why the session ended early; None for a run read from disk."""
    settings: RunSettings
    tasks: list[Task]
    """One task per scored attempt. With several epochs, its id is ``id#epoch``."""
    trajectories: list[Trajectory]
    unscored: tuple[UnscoredAttempt, ...] = ()
    open: int = 0
    """Attempts that are not made yet."""
    statuses: dict[str, int] = {}
    outcomes: dict[str, int] = {}
    tool_errors: tuple[ToolErrors, ...] = ()
    usage: Usage = Usage()
    limits: RunLimits = RunLimits()
    """The current limits, after all changes."""
    limit_changes: tuple[LimitsChange, ...] = ()
    waited: float = 0.0
    """Seconds that attempts waited for the provider; not counted as the agent's time."""
    seconds: float = 0.0
    durations: dict[str, float] = {}
    """Seconds that each scored attempt took."""
    verdicts: dict[str, Verdicts] = {}
    """Check results of the scored attempts that have checks."""
    looks: VisionSummary | None = None
    """Summary of the pictures that a judge reviewed for checks."""
    dropped: tuple[DroppedAttempt, ...] = ()
    """Every attempt that was not scored: server and harness failures, missing, undecided and damaged ones."""
    has_checks: bool = False
    """Whether tasks of this run have checks, so that its attempts can succeed or fail."""
    evidence: dict[str, float] = {}
    """Evidence recall by attempt, where known: the share of the facts behind the reference answer that
    appeared in a result. Keyed like ``verdicts``."""
    grounded: dict[str, bool] = {}
    """Whether each attempt is a grounded success: it passes, and every traceable value in its answer appeared
    in the evidence before. Keyed like ``verdicts``; empty if no task has facts."""
    sandbox: SandboxState | None = None
    """Whether third-party servers and agents ran in a sandbox; None if unknown."""
    missing_plugins: tuple[str, ...] = ()
    """Descriptions of plugins that the run used and that are not installed."""
    integrity: Integrity = Integrity()
    """Whether files of the run were changed or damaged."""

    @property
    def success(self) -> float | None:
        """The share of decided attempts that pass all their checks; None if there are none."""
        found = [verdicts.passed for verdicts in self.verdicts.values() if not verdicts.undecided]
        return sum(found) / len(found) if found else None

    @property
    def attempts(self) -> int:
        """The number of planned attempts: scored, failed and missing."""
        return len(self.tasks) + len(self.unscored) + self.open

    @property
    def scored_share(self) -> float:
        """The share of attempts that were scored and decided."""
        return 1 - len(self.dropped) / self.attempts if self.attempts else 0.0

    @property
    def strict(self) -> dict[str, bool]:
        """Whether each attempt passed, by id. Attempts that were not scored count as failed.

        Scored attempts at tasks without checks are left out. Empty if no task has checks.
        """
        if not self.has_checks:
            return {}
        decided = {name: one.passed for name, one in self.verdicts.items() if not one.undecided}
        return decided | {one.id: False for one in self.dropped}

    @property
    def families(self) -> dict[str, str | None]:
        """The family of each attempt, scored or dropped."""
        return {task.id: task.family for task in self.tasks} | {one.id: one.family for one in self.dropped}

    @property
    def strict_success(self) -> float | None:
        """The share of attempts that pass all checks. Attempts that were not scored count as failed."""
        found = self.strict
        return sum(found.values()) / len(found) if found else None

    @property
    def unranked(self) -> str:
        """Why the run is not ranked; empty if it is."""
        if self.integrity.damages:
            return "its files were changed or damaged"
        if self.scored_share >= RANKED_FROM:
            return ""
        scored = self.attempts - len(self.dropped)
        return f"{scored} of {self.attempts} attempts scored, {RANKED_FROM:.0%} needed"

    @property
    def undecided(self) -> int:
        """The number of attempts with undecided checks. They are not part of any share."""
        return sum(verdicts.undecided for verdicts in self.verdicts.values())

    @property
    def coverage(self) -> float | None:
        """The mean share of required claims that answers state; None if no task requires any."""
        found = [one.coverage for one in self.verdicts.values() if one.coverage is not None]
        return sum(found) / len(found) if found else None


def read_run(path: Path, tasks_of: Callable[[RunFolder], Sequence[Task]] = RunFolder.tasks) -> RunResult:
    """Read the results of a run so far. `tasks_of` can share the tasks of several runs of one suite."""
    folder = RunFolder.open(path)
    check = RunCheck(folder)
    manifest = check.manifest
    settings = manifest.settings
    tasks = {task.id: task for task in tasks_of(folder)}
    order = {task_id: place for place, task_id in enumerate(tasks)}
    final, damaged, usage, changes = _read(check, tasks)
    attempts = sorted(final, key=lambda each: (each.epoch, order[each.task_id]))
    scored = [attempt for attempt in attempts if not attempt.failed]
    several = settings.epochs > 1
    open_keys = _open(tasks, settings.epochs, {each.key for each in attempts})
    seen = {
        _name(each, several): score_attempt_evidence(each, tasks[each.task_id], settings.suite.pictures)
        for each in scored
        if has_facts(tasks[each.task_id])
    }
    return RunResult(
        name=path.name,
        path=path,
        settings=settings,
        tasks=[_renamed_task(tasks[each.task_id], _name(each, several)) for each in scored],
        trajectories=[
            msgspec.structs.replace(each.trajectory, task_id=_name(each, several)) for each in scored
        ],
        unscored=tuple(_unscored(each, several) for each in attempts if each.failed),
        open=len(open_keys),
        statuses=dict(Counter(each.trajectory.status.value for each in attempts)),
        outcomes=_outcomes(attempts),
        tool_errors=tool_errors(each.trajectory for each in attempts),
        usage=usage,
        limits=apply_limit_changes(manifest.limits, changes),
        limit_changes=tuple(changes),
        waited=sum(each.waited for each in attempts),
        seconds=sum(each.seconds for each in attempts),
        durations={_name(each, several): each.seconds for each in scored},
        verdicts={_name(each, several): each.verdicts for each in scored if each.verdicts},
        looks=read_vision_summary(folder),
        evidence={name: one.recall for name, one in seen.items() if one.recall is not None},
        grounded={
            name: passed and not (name in seen and seen[name].ungrounded)
            for name, passed in _decided(scored, several)
            if seen
        },
        dropped=tuple(_dropped(attempts, open_keys, damaged, tasks, several)),
        has_checks=any(task.extra.get("checks") for task in tasks.values())
        or any(each.verdicts for each in scored),
        sandbox=manifest.sandbox,
        missing_plugins=missing_plugins(manifest.plugins),
        integrity=check.integrity({each.key: digests_of(each.trajectory) for each in attempts}),
    )


def _name(attempt: FinishedAttempt | Key, several: bool) -> str:
    return f"{attempt.task_id}#{attempt.epoch}" if several else attempt.task_id


def _decided(scored: Sequence[FinishedAttempt], several: bool) -> Iterator[tuple[str, bool]]:
    """Yield the attempts with decided checks, and whether they pass."""
    for each in scored:
        if each.verdicts and not each.verdicts.undecided:
            yield _name(each, several), each.verdicts.passed


def _open(tasks: Iterable[str], epochs: int, made: Set[Key]) -> list[Key]:
    """Return the keys of missing attempts."""
    every = [Key(task_id, epoch) for epoch in range(1, epochs + 1) for task_id in tasks]
    return [key for key in every if key not in made]


def _dropped(
    attempts: Sequence[FinishedAttempt],
    open_keys: Sequence[Key],
    damaged: Mapping[Key, str],
    tasks: Mapping[str, Task],
    several: bool,
) -> Iterator[DroppedAttempt]:
    for each in attempts:
        found = _why(each)
        if found:
            why, detail = found
            family = tasks[each.task_id].family
            yield DroppedAttempt(id=_name(each, several), family=family, why=why, detail=detail)
    for key in open_keys:
        family = tasks[key.task_id].family
        why = DropReason.DAMAGED if key in damaged else DropReason.NOT_ATTEMPTED
        yield DroppedAttempt(id=_name(key, several), family=family, why=why, detail=damaged.get(key, ""))


def _why(attempt: FinishedAttempt) -> tuple[DropReason, str] | None:
    """Return why this attempt is not scored; None if it is."""
    if attempt.failed:
        return DropReason(attempt.trajectory.status.value), str(attempt.trajectory.extra.get("reason", ""))
    if attempt.verdicts is None or not attempt.verdicts.undecided:
        return None
    undecided = next((one for one in attempt.verdicts.verdicts if one.undecided), None)
    return DropReason.UNDECIDED, f"{undecided.check}: {undecided.reason}" if undecided else ""


def _renamed_task(task: Task, name: str) -> Task:
    return task if task.id == name else msgspec.structs.replace(task, id=name)


def _unscored(attempt: FinishedAttempt, several: bool) -> UnscoredAttempt:
    reason = str(attempt.trajectory.extra.get("reason", ""))
    return UnscoredAttempt(_name(attempt, several), attempt.trajectory.status, reason)


def _outcomes(attempts: list[FinishedAttempt]) -> dict[str, int]:
    found = Counter(
        call.outcome.value if call.outcome else "unfinished"
        for each in attempts
        for _, call in each.trajectory.calls()
    )
    return {
        name: found[name] for name in (*(outcome.value for outcome in Outcome), "unfinished") if found[name]
    }


def _read(
    check: RunCheck, tasks: Collection[str]
) -> tuple[list[FinishedAttempt], dict[Key, str], Usage, list[LimitsChange]]:
    """Read the journal once.

    Returns:
        The final attempts, the problems of attempts whose last record is damaged, the total usage, and the
        changes of limits.
    """
    final: dict[Key, FinishedAttempt] = {}
    damaged: dict[Key, str] = {}
    used = NO_USAGE
    changes: list[LimitsChange] = []
    for line in check.lines(tasks):
        record, damage = line.record, line.damage
        if record is not None:
            used += record.usage or NO_USAGE
        if isinstance(record, LimitsChange):
            changes.append(record)
        elif isinstance(record, FinishedAttempt) and record.final:
            final[record.key] = record
        elif record is None and damage is not None and damage.key is not None:
            damaged[damage.key] = f"line {damage.line}: {damage.problem}"
            if damage.invalidates_earlier:
                final.pop(damage.key, None)
    return list(final.values()), damaged, used, changes
