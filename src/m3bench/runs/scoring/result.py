"""The results of a run: its attempts, what they scored, and what could not be scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from m3bench.checks import Verdicts
from m3bench.core import Row, Status, Tabular, Task, Trajectory, Usage
from m3bench.hosting import SandboxState
from m3bench.runs.attempt_facts import DropReason
from m3bench.runs.attempts import split_name
from m3bench.runs.halt import Halt
from m3bench.runs.models import VisionSummary
from m3bench.runs.serving import ToolErrors
from m3bench.runs.settings import RunLimits, RunSettings
from m3bench.runs.store import Integrity, LeftOut, LimitsChange, PreflightReport, RetryRequest
from m3bench.suites import MCP_BENCH, Pictures, shown_cameras

RANKED_FROM = 0.95
"""The share of attempts that must be scored before a run is ranked."""


class UnscoredAttempt(msgspec.Struct, frozen=True):
    """An attempt that a server or the harness failed. It is listed, not scored."""

    id: str
    status: Status
    reason: str


class DroppedAttempt(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt that was not scored. Success counts it as failed."""

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
    camera: str | None = None
    """The camera level of the pictures that the agent got; None if there are none, or of several levels."""

    @classmethod
    def of(cls, task: Task, pictures: Pictures = Pictures.GIVEN) -> TaskClass:
        cameras = shown_cameras(task, pictures)
        camera = cameras[0].value if len(cameras) == 1 else None
        return cls(task.level, task.kind, task.time_sensitive, camera)


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


class RunResult(msgspec.Struct, Tabular, frozen=True, kw_only=True):
    """The attempts of a run to score, paired with their tasks, and those that are left out."""

    name: str
    path: Path | None = None
    """The folder of the run."""
    halt: Halt | None = None
    """Why the session ended early; None for a run read from disk."""
    settings: RunSettings
    tasks: Sequence[Task]
    """One task per scored attempt. With several epochs, its id is ``id#epoch``."""
    planned: Mapping[str, Task] = {}
    """The task of each attempt, scored or dropped, by the name of the attempt."""
    trajectories: Sequence[Trajectory]
    """The trajectories of the scored attempts. Those of a large run are read from the journal each time."""
    unscored: Sequence[UnscoredAttempt] = ()
    open: int = 0
    """Attempts that are not made yet."""
    statuses: dict[str, int] = {}
    outcomes: dict[str, int] = {}
    repaired_calls: int = 0
    """Calls that had to be repaired to be read."""
    repairs: dict[str, int] = {}
    """The same by kind of repair. A call may have several."""
    limits_met: dict[str, int] = {}
    """Attempts in which the model met a limit, by kind: `cut_replies`, `pictures_as_notes`, `short_tools`…"""
    tool_errors: tuple[ToolErrors, ...] = ()
    usage: Usage = Usage()
    limits: RunLimits = RunLimits()
    """The current limits, after all changes."""
    limit_changes: tuple[LimitsChange, ...] = ()
    retries: tuple[RetryRequest, ...] = ()
    """Attempts that were made again on request."""
    best_of: bool = False
    """Whether some of them had been scored before, so that results are the best of several tries."""
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
    tags: tuple[str, ...] = ()
    note: str | None = None
    left_out: tuple[LeftOut, ...] = ()
    """Tasks of the suite that the run does not attempt, and why. They are part of no share."""
    preflight: PreflightReport | None = None
    """What held when the agent was checked before the run, if it was."""
    sandbox: SandboxState | None = None
    """Whether third-party servers and agents ran in a sandbox; None if unknown."""
    missing_plugins: tuple[str, ...] = ()
    """Descriptions of plugins that the run used and that are not installed."""
    integrity: Integrity = Integrity()
    """Whether files of the run were changed or damaged."""
    marks: RunMarks | None = None
    """What is kept of a large run, whose records stay in the journal."""

    def rows(self) -> list[Row]:
        """Return one row per attempt, also those that were not scored."""
        decided, scored = self.decided, {task.id for task in self.tasks}
        rows = [
            _row(self, task, trajectory, decided.get(task.id))
            for task, trajectory in zip(self.tasks, self.trajectories, strict=True)
        ]
        names = dict.fromkeys(_COLUMNS)
        left = [attempt for attempt in self.dropped if attempt.id not in scored]
        return rows + [
            {**names, "id": attempt.id, "family": attempt.family, "scored": False, "why": attempt.why.value}
            for attempt in left
        ]

    @property
    def caption(self) -> str:
        """The run in one line."""
        success = "" if self.success is None else f", success {self.success:.1%}"
        return f"{self.name}: {self.attempts} attempts{success}"

    def _caption(self) -> str:
        return self.caption

    @property
    def decided(self) -> Mapping[str, bool]:
        """Whether each scored attempt with decided checks passes."""
        if self.marks is not None:
            return self.marks.decided
        return {name: verdict.passed for name, verdict in self.verdicts.items() if not verdict.undecided}

    @property
    def success(self) -> float | None:
        """The share of all attempts that pass all checks; None if no task has checks.

        Attempts that were not scored count as failed.
        """
        strict = self.strict
        return sum(strict.values()) / len(strict) if strict else None

    @property
    def scored_success(self) -> float | None:
        """The share of scored and decided attempts that pass all their checks; None if there are none."""
        decided = self.decided
        return sum(decided.values()) / len(decided) if decided else None

    @property
    def is_classified(self) -> bool:
        """Whether tasks say more than a level: kind or time sensitivity, as MCPVerse's do."""
        return any(class_.kind or class_.time_sensitive is not None for class_ in self.classes.values())

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
        return {**self.decided, **{attempt.id: False for attempt in self.dropped}}

    @property
    def families(self) -> Mapping[str, str | None]:
        """The family of each attempt, scored or dropped."""
        if self.marks is not None:
            return self.marks.families
        scored = {task.id: task.family for task in self.tasks}
        return scored | {attempt.id: attempt.family for attempt in self.dropped}

    def task_of(self, name: str) -> str:
        """Return the task of an attempt.

        Args:
            name: The name of the attempt, as in ``durations`` and ``verdicts``.

        Returns:
            The task's id.
        """
        return split_name(name, self.settings.epochs)[0]

    @property
    def strict_success(self) -> float | None:
        """The same as `success`, under its earlier name."""
        return self.success

    @property
    def unranked(self) -> str:
        """Why the run is not ranked; empty if it is."""
        if self.integrity.damages:
            return "its files were changed or damaged"
        if self.best_of:
            return "scored attempts were made again, so it is a best-of"
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
        shares = [verdict.coverage for verdict in self.verdicts.values() if verdict.coverage is not None]
        return sum(shares) / len(shares) if shares else None


_COLUMNS = (
    *("id", "family", "level", "kind", "scored", "why", "status", "success", "evidence_recall", "seconds"),
    *("steps", "calls", "input_tokens", "output_tokens", "cost", "answer"),
)


def _row(result: RunResult, task: Task, trajectory: Trajectory, success: bool | None) -> Row:
    usage = trajectory.usage or Usage()
    values = (
        *(task.id, task.family, task.level, task.kind, True, None, trajectory.status.value, success),
        *(result.evidence.get(task.id), result.durations.get(task.id)),
        *(len(trajectory.steps), trajectory.call_count),
        *(usage.input_tokens, usage.output_tokens, usage.cost, trajectory.answer),
    )
    return dict(zip(_COLUMNS, values, strict=True))
