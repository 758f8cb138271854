"""Read the results of a run from its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from m3bench.checks import Verdicts, is_checked
from m3bench.core import LazySequence, Status, Task, Trajectory, Usage
from m3bench.hosting import SandboxState
from m3bench.runs.attempt_facts import AttemptFacts, DropReason, drop_reason
from m3bench.runs.attempts import RunAttempts, floats, truths
from m3bench.runs.halt import Halt
from m3bench.runs.models import KEYS, VisionSummary, read_vision_summary
from m3bench.runs.plugins import missing_plugins
from m3bench.runs.serving import ToolErrors
from m3bench.runs.settings import RunLimits, RunSettings
from m3bench.runs.store import (
    Integrity,
    LeftOut,
    LimitsChange,
    Mark,
    RunCheck,
    RunFolder,
    Slots,
    apply_limit_changes,
    summarize_journal,
)
from m3bench.suites import MCP_BENCH

MOST_KEPT = 2_000
"""The planned attempts of a run that is kept in memory as a whole."""
_NONE = np.zeros(0, dtype=np.int32)
RANKED_FROM = 0.95
"""The share of attempts that must be scored before a run is ranked."""


class UnscoredAttempt(msgspec.Struct, frozen=True):
    """An attempt that a server or the harness failed. It is listed, not scored."""

    id: str
    status: Status
    reason: str


class DroppedAttempt(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt that was not scored. Strict success counts it as failed."""

    id: str
    family: str | None
    why: DropReason
    detail: str = ""
    """The recorded reason, in words."""


class TaskClass(msgspec.Struct, frozen=True, omit_defaults=True):
    """What kind of task an attempt is at."""

    level: str | None = None
    kind: str | None = None
    time_sensitive: bool | None = None

    @classmethod
    def of(cls, task: Task) -> TaskClass:
        return cls(task.level, task.kind, task.time_sensitive)


class RunMarks(msgspec.Struct, frozen=True):
    """Facts about all attempts of a large run."""

    decided: Mapping[str, bool]
    strict: Mapping[str, bool]
    families: Mapping[str, str | None]
    tasks: Mapping[str, Task]
    """The tasks of the scored attempts by name."""
    trajectories: Mapping[str, Trajectory]
    places: Mapping[str, int]
    """The place of each scored attempt among the scored ones."""


class RunResult(msgspec.Struct, frozen=True, kw_only=True):
    """The attempts of a run to score, paired with their tasks, and those that are left out."""

    name: str
    path: Path | None = None
    """The folder of the run."""
    halt: Halt | None = None
    """Why the session ended early; None for a run read from disk."""
    settings: RunSettings
    tasks: Sequence[Task]
    """One task per scored attempt. With several epochs, its id is ``id#epoch``."""
    trajectories: Sequence[Trajectory]
    """The trajectories of the scored attempts. Those of a large run are read from the journal each time."""
    unscored: Sequence[UnscoredAttempt] = ()
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
    durations: Mapping[str, float] = {}
    """Seconds that each scored attempt took."""
    verdicts: Mapping[str, Verdicts] = {}
    """Check results of the scored attempts that have checks."""
    looks: VisionSummary | None = None
    """Summary of the pictures that a judge reviewed for checks."""
    compared: VisionSummary | None = None
    """Summary of the answers that a judge compared with the key."""
    dropped: Sequence[DroppedAttempt] = ()
    """Every attempt that was not scored: server and harness failures, missing, undecided and damaged ones."""
    has_checks: bool = False
    """Whether tasks of this run have checks or answer keys, so that its attempts can succeed or fail."""
    needed_judge: int = 0
    """Scored attempts that code alone could not decide: a judge did, or they are undecided."""
    evidence: Mapping[str, float] = {}
    """Evidence recall by attempt, where known: the share of the facts behind the reference answer that
    appeared in a result. Keyed like ``verdicts``."""
    grounded: Mapping[str, bool] = {}
    """Whether each attempt is a grounded success: it passes, and every traceable value in its answer appeared
    in the evidence before. Keyed like ``verdicts``; empty if no task has facts."""
    classes: Mapping[str, TaskClass] = {}
    """Level and kind of each attempt, scored or dropped. Empty if no task says either."""
    calling: dict[str, int] = {}
    """Scored attempts by how tools were offered to the model: `native` or `prompted`; where known."""
    mounted_tools: float | None = None
    """Tools that an attempt had before it, on average; None if unknown."""
    schema_tokens: float | None = None
    """Tokens of their names, descriptions and schemas, on average; None if unknown."""
    left_out: tuple[LeftOut, ...] = ()
    """Tasks of the suite that the run does not attempt, and why. They are part of no share."""
    sandbox: SandboxState | None = None
    """Whether third-party servers and agents ran in a sandbox; None if unknown."""
    missing_plugins: tuple[str, ...] = ()
    """Descriptions of plugins that the run used and that are not installed."""
    integrity: Integrity = Integrity()
    """Whether files of the run were changed or damaged."""
    marks: RunMarks | None = None
    """What is kept of a large run, whose records stay in the journal."""

    @property
    def decided(self) -> Mapping[str, bool]:
        """Whether each scored attempt with decided checks passes."""
        if self.marks is not None:
            return self.marks.decided
        return {name: one.passed for name, one in self.verdicts.items() if not one.undecided}

    @property
    def success(self) -> float | None:
        """The share of decided attempts that pass all their checks; None if there are none."""
        found = self.decided
        return sum(found.values()) / len(found) if found else None

    @property
    def is_classified(self) -> bool:
        """Whether tasks say more than a level: kind or time sensitivity, as MCPVerse's do."""
        return any(each.kind or each.time_sensitive is not None for each in self.classes.values())

    @property
    def is_outcome_only(self) -> bool:
        """Whether there is no reference to score trajectories against, but attempts can succeed or fail, or
        are judged alone, as MCP-Bench's are."""
        is_rated = self.has_checks or self.settings.suite.name == MCP_BENCH
        return is_rated and bool(self.tasks) and not any(task.references for task in self.tasks)

    @property
    def attempts(self) -> int:
        """The number of planned attempts: scored, failed and missing."""
        return len(self.tasks) + len(self.unscored) + self.open

    @property
    def scored_share(self) -> float:
        """The share of attempts that were scored and decided."""
        return 1 - len(self.dropped) / self.attempts if self.attempts else 0.0

    @property
    def strict(self) -> Mapping[str, bool]:
        """Whether each attempt passed, by id. Attempts that were not scored count as failed.

        Scored attempts at tasks without checks are left out. Empty if no task has checks.
        """
        if not self.has_checks:
            return {}
        if self.marks is not None:
            return self.marks.strict
        return {**self.decided, **{one.id: False for one in self.dropped}}

    @property
    def families(self) -> Mapping[str, str | None]:
        """The family of each attempt, scored or dropped."""
        if self.marks is not None:
            return self.marks.families
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
        return len(self.verdicts) - len(self.decided)

    @property
    def coverage(self) -> float | None:
        """The mean share of required claims that answers state; None if no task requires any."""
        found = [one.coverage for one in self.verdicts.values() if one.coverage is not None]
        return sum(found) / len(found) if found else None


def read_run(path: Path, tasks_of: Callable[[RunFolder], Sequence[Task]] = RunFolder.tasks) -> RunResult:
    """Read the results of a run so far. `tasks_of` can share the tasks of several runs of one suite.

    The attempts of a small run are kept in memory. Those of a large one are read from the journal each time
    that they are needed: memory grows by less than 100 bytes an attempt.
    """
    folder = RunFolder.open(path)
    check = RunCheck(folder)
    manifest = check.manifest
    settings = manifest.settings
    tasks = {task.id: task for task in tasks_of(folder)}
    found = summarize_journal(check, list(tasks))
    attempts = RunAttempts(folder, tasks, found.table, settings.epochs)
    facts = AttemptFacts(attempts, tasks, settings.suite.pictures)
    facts.read()
    dropped = _dropped(attempts, facts, {found.table.slot(key): why for key, why in found.damaged.items()})
    return _kept(
        RunResult(
            name=path.name,
            path=path,
            settings=settings,
            tasks=attempts.tasks(),
            trajectories=attempts.trajectories(),
            unscored=_unscored(attempts),
            open=found.table.slots - len(attempts.made),
            statuses=dict(facts.statuses),
            outcomes=facts.outcomes_in_order(),
            tool_errors=facts.tool_errors,
            usage=found.usage,
            limits=apply_limit_changes(manifest.limits, found.changes),
            limit_changes=tuple(found.changes),
            waited=facts.waited,
            seconds=facts.seconds,
            durations=floats(attempts, attempts.scored, facts.durations),
            verdicts=attempts.verdicts(facts.with_verdicts()),
            looks=read_vision_summary(folder),
            compared=read_vision_summary(folder, KEYS),
            evidence=floats(attempts, facts.with_recall(), facts.recalls),
            grounded=truths(attempts, facts.decided() if facts.has_facts else _NONE, facts.grounded),
            dropped=dropped,
            has_checks=any(map(is_checked, tasks.values())) or len(facts.with_verdicts()) > 0,
            needed_judge=facts.needed_judge,
            classes=_classes(attempts, facts, tasks.values()),
            calling=dict(facts.calling),
            mounted_tools=facts.mounted.mean_tools,
            schema_tokens=facts.mounted.mean_tokens,
            left_out=manifest.left_out,
            sandbox=manifest.sandbox,
            missing_plugins=missing_plugins(manifest.plugins),
            integrity=check.integrity(found.digests(folder)),
        ),
        attempts,
        facts,
    )


def _kept(result: RunResult, attempts: RunAttempts, facts: AttemptFacts) -> RunResult:
    """Load a small run into memory. Return a large one with what is kept of it."""
    if attempts.table.slots > MOST_KEPT:
        return msgspec.structs.replace(result, marks=_marks(attempts, facts))
    lists, tuples = ("tasks", "trajectories"), ("unscored", "dropped")
    mappings = ("durations", "verdicts", "evidence", "grounded", "classes")
    loaded: dict[str, Any] = {name: list(getattr(result, name)) for name in lists}
    loaded |= {name: tuple(getattr(result, name)) for name in tuples}
    return msgspec.structs.replace(
        result, **loaded, **{name: dict(getattr(result, name)) for name in mappings}
    )


def _marks(attempts: RunAttempts, facts: AttemptFacts) -> RunMarks:
    decided, dropped = facts.decided(), facts.dropped()
    every = _every(attempts, facts)
    places = np.zeros(attempts.table.slots, dtype=np.int32)
    places[attempts.scored] = np.arange(len(attempts.scored))
    return RunMarks(
        decided=truths(attempts, decided, facts.passed),
        strict=truths(attempts, np.concatenate([decided, dropped]), facts.passed),
        families=attempts.column(every, attempts.family),
        tasks=attempts.column(attempts.scored, attempts.task),
        trajectories=attempts.column(
            attempts.scored, attempts.trajectory, lambda: iter(attempts.trajectories())
        ),
        places=attempts.column(attempts.scored, lambda slot: int(places[slot])),
    )


def _every(attempts: RunAttempts, facts: AttemptFacts) -> Slots:
    """Return all attempts: scored ones, then those that were dropped."""
    dropped = facts.dropped()
    return np.concatenate([attempts.scored, dropped[~np.isin(dropped, attempts.scored)]])


def _classes(attempts: RunAttempts, facts: AttemptFacts, tasks: Iterable[Task]) -> Mapping[str, TaskClass]:
    if not any(task.level or task.kind for task in tasks):
        return {}
    return attempts.column(_every(attempts, facts), lambda slot: TaskClass.of(attempts.task(slot)))


def _unscored(attempts: RunAttempts) -> Sequence[UnscoredAttempt]:
    failed = attempts.made[attempts.table.marked(attempts.made, Mark.FAILED)]

    def read(places: range) -> Iterator[UnscoredAttempt]:
        for each in attempts.read(failed[place] for place in places):
            reason = str(each.trajectory.extra.get("reason", ""))
            yield UnscoredAttempt(attempts.name_of(each), each.trajectory.status, reason)

    return LazySequence(len(failed), read)


def _dropped(
    attempts: RunAttempts, facts: AttemptFacts, damaged: Mapping[int | None, str]
) -> Sequence[DroppedAttempt]:
    slots, made = facts.dropped(), len(facts.dropped_of_made())

    def one(slot: int, why: DropReason, detail: str) -> DroppedAttempt:
        return DroppedAttempt(id=attempts.name(slot), family=attempts.family(slot), why=why, detail=detail)

    def read(places: range) -> Iterator[DroppedAttempt]:
        read_places = [place for place in places if place < made]
        for slot, each in zip(slots[read_places], attempts.read(slots[read_places]), strict=True):
            found = drop_reason(each)
            assert found is not None
            yield one(int(slot), *found)
        for slot in map(int, slots[[place for place in places if place >= made]]):
            why = DropReason.DAMAGED if slot in damaged else DropReason.NOT_ATTEMPTED
            yield one(slot, why, damaged.get(slot, ""))

    return LazySequence(len(slots), read)
