"""The scores of a run, from its folder alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from enum import StrEnum
from pathlib import Path

import msgspec

from m3bench.checks import Verdicts
from m3bench.core import Outcome, Status, Task, Trajectory, Usage
from m3bench.hosting import SandboxState
from m3bench.runs.budget import NOTHING
from m3bench.runs.halting import Halt
from m3bench.runs.models import Looks, read_looks
from m3bench.runs.plugins import missing_plugins
from m3bench.runs.seen import has_facts, seen_by
from m3bench.runs.serving import ToolErrors, tool_errors
from m3bench.runs.settings import RunLimits, RunSettings
from m3bench.runs.store import (
    Attempted,
    Integrity,
    Key,
    LimitsChanged,
    RunCheck,
    RunFolder,
    digests_of,
    limits_after,
)

RANKED_FROM = 0.95
"""The share of attempts that must be scored before a run is ranked."""


class Unscored(msgspec.Struct, frozen=True):
    """An attempt that failed by no doing of the agent's: listed, not scored."""

    id: str
    status: Status
    reason: str


class Drop(StrEnum):
    """Why an attempt was not scored."""

    SERVER_FAILURE = "server_failure"
    HARNESS_FAILURE = "harness_failure"
    NOT_ATTEMPTED = "not_attempted"
    UNDECIDED = "undecided"
    DAMAGED = "damaged"
    """Its record does not match its checksum, or cannot be read."""


class Dropped(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt that was not scored, with the reason. Strict success counts it as failed."""

    id: str
    family: str | None
    why: Drop
    detail: str = ""
    """What was recorded about it, in words."""


class RunResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a run gives to be scored: attempts side by side with their tasks, and all that is left out."""

    name: str
    path: Path | None = None
    """The folder of the run."""
    halt: Halt | None = None
    """Why the session that made this ended early; a run that is read does not know."""
    settings: RunSettings
    tasks: list[Task]
    """Those that are to be scored. With several epochs, one for each, as ``id#epoch``."""
    trajectories: list[Trajectory]
    unscored: tuple[Unscored, ...] = ()
    open: int = 0
    """Attempts that are yet to be made; they are not scored either."""
    statuses: dict[str, int] = {}
    outcomes: dict[str, int] = {}
    tool_errors: tuple[ToolErrors, ...] = ()
    usage: Usage = Usage()
    limits: RunLimits = RunLimits()
    """As they are after all changes."""
    limit_changes: tuple[LimitsChanged, ...] = ()
    waited: float = 0.0
    """Seconds of all attempts that the provider kept them waiting; in no agent's time."""
    seconds: float = 0.0
    durations: dict[str, float] = {}
    """Seconds that each scored attempt took."""
    verdicts: dict[str, Verdicts] = {}
    """What the checks say, of those of the scored attempts that have any."""
    looks: Looks | None = None
    """What became of what a judge was to look at for checks."""
    dropped: tuple[Dropped, ...] = ()
    """Every attempt that was not scored: failures of servers and harness, those not made, undecided ones."""
    has_checks: bool = False
    """Whether tasks of this run have checks, so that its attempts can succeed or fail."""
    evidence: dict[str, float] = {}
    """Evidence recall of each scored attempt for which it is known, keyed like ``verdicts``: the share of the
    facts behind the reference's answer that appeared in any result."""
    grounded: dict[str, bool] = {}
    """Whether each attempt is a grounded success: it succeeds, and every value that it claims, as far as
    values can be traced, was in evidence before. Keyed like ``verdicts``; empty where no task has facts."""
    sandbox: SandboxState | None = None
    """Whether servers and agents from outside ran in a sandbox, where that is known."""
    missing_plugins: tuple[str, ...] = ()
    """Plugins that the run used and that are not installed here, in words."""
    integrity: Integrity = Integrity()
    """Whether the folder is as it was written."""

    @property
    def success(self) -> float | None:
        """The share of checked attempts that pass all their checks, of those of which it can be told."""
        found = [verdicts.passed for verdicts in self.verdicts.values() if not verdicts.undecided]
        return sum(found) / len(found) if found else None

    @property
    def attempts(self) -> int:
        """How many attempts the run is to have: those scored, those that failed, and those not made."""
        return len(self.tasks) + len(self.unscored) + self.open

    @property
    def scored_share(self) -> float:
        """The share of the attempts that were scored and decided."""
        return 1 - len(self.dropped) / self.attempts if self.attempts else 0.0

    @property
    def strict(self) -> dict[str, bool]:
        """Whether each attempt passed, by id: every attempt that was not scored counts as failed.

        Scored attempts at tasks without checks are not in it. Empty where no task has checks.
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
        """The share of attempts that pass all checks, with every attempt that was not scored as failed."""
        found = self.strict
        return sum(found.values()) / len(found) if found else None

    @property
    def unranked(self) -> str:
        """Why the run is not ranked; empty where it is."""
        if self.integrity.damages:
            return "its files were changed or damaged"
        if self.scored_share >= RANKED_FROM:
            return ""
        scored = self.attempts - len(self.dropped)
        return f"{scored} of {self.attempts} attempts scored, {RANKED_FROM:.0%} needed"

    @property
    def undecided(self) -> int:
        """Checked attempts of which it cannot be told whether they pass: in no share."""
        return sum(verdicts.undecided for verdicts in self.verdicts.values())

    @property
    def coverage(self) -> float | None:
        """The mean share of claims that answers state, where they are asked for."""
        found = [one.coverage for one in self.verdicts.values() if one.coverage is not None]
        return sum(found) / len(found) if found else None


def read_run(path: Path, tasks_of: Callable[[RunFolder], Sequence[Task]] = RunFolder.tasks) -> RunResult:
    """Everything that a run has brought so far. Who reads many runs of one suite may share its tasks."""
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
        _name(each, several): seen_by(each, tasks[each.task_id], settings.suite.pictures)
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
        limits=limits_after(manifest.limits, changes),
        limit_changes=tuple(changes),
        waited=sum(each.waited for each in attempts),
        seconds=sum(each.seconds for each in attempts),
        durations={_name(each, several): each.seconds for each in scored},
        verdicts={_name(each, several): each.verdicts for each in scored if each.verdicts},
        looks=read_looks(folder),
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


def _name(attempt: Attempted | Key, several: bool) -> str:
    return f"{attempt.task_id}#{attempt.epoch}" if several else attempt.task_id


def _decided(scored: Sequence[Attempted], several: bool) -> Iterator[tuple[str, bool]]:
    """The attempts of which the checks can tell whether they pass."""
    for each in scored:
        if each.verdicts and not each.verdicts.undecided:
            yield _name(each, several), each.verdicts.passed


def _open(tasks: Iterable[str], epochs: int, made: Set[Key]) -> list[Key]:
    """The attempts that are yet to be made."""
    every = [Key(task_id, epoch) for epoch in range(1, epochs + 1) for task_id in tasks]
    return [key for key in every if key not in made]


def _dropped(
    attempts: Sequence[Attempted],
    open_keys: Sequence[Key],
    damaged: Mapping[Key, str],
    tasks: Mapping[str, Task],
    several: bool,
) -> Iterator[Dropped]:
    for each in attempts:
        found = _why(each)
        if found:
            why, detail = found
            family = tasks[each.task_id].family
            yield Dropped(id=_name(each, several), family=family, why=why, detail=detail)
    for key in open_keys:
        family = tasks[key.task_id].family
        why = Drop.DAMAGED if key in damaged else Drop.NOT_ATTEMPTED
        yield Dropped(id=_name(key, several), family=family, why=why, detail=damaged.get(key, ""))


def _why(attempt: Attempted) -> tuple[Drop, str] | None:
    """Why this attempt is not scored; None where it is."""
    if attempt.failed:
        return Drop(attempt.trajectory.status.value), str(attempt.trajectory.extra.get("reason", ""))
    if attempt.verdicts is None or not attempt.verdicts.undecided:
        return None
    undecided = next((one for one in attempt.verdicts.verdicts if one.undecided), None)
    return Drop.UNDECIDED, f"{undecided.check}: {undecided.reason}" if undecided else ""


def _renamed_task(task: Task, name: str) -> Task:
    return task if task.id == name else msgspec.structs.replace(task, id=name)


def _unscored(attempt: Attempted, several: bool) -> Unscored:
    reason = str(attempt.trajectory.extra.get("reason", ""))
    return Unscored(_name(attempt, several), attempt.trajectory.status, reason)


def _outcomes(attempts: list[Attempted]) -> dict[str, int]:
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
) -> tuple[list[Attempted], dict[Key, str], Usage, list[LimitsChanged]]:
    """The attempts that count, those whose last record is damaged, what all of them used, and changes of
    limits; the journal is read once."""
    final: dict[Key, Attempted] = {}
    damaged: dict[Key, str] = {}
    used = NOTHING
    changes: list[LimitsChanged] = []
    for line in check.lines(tasks):
        record, damage = line.record, line.damage
        if record is not None:
            used += record.usage or NOTHING
        if isinstance(record, LimitsChanged):
            changes.append(record)
        elif isinstance(record, Attempted) and record.final:
            final[record.key] = record
        elif record is None and damage is not None and damage.key is not None:
            damaged[damage.key] = f"line {damage.line}: {damage.problem}"
            if damage.voids:
                final.pop(damage.key, None)
    return list(final.values()), damaged, used, changes
