"""Facts about the attempts of a run, collected in one pass, a few bytes for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import IntEnum, StrEnum

import numpy as np
from numpy.typing import NDArray

from m3bench.core import LIMITS_MET, Outcome, Task, Trajectory, count_repairs
from m3bench.hosting import MountSize
from m3bench.runs.attempts import RunAttempts
from m3bench.runs.evidence import has_facts, score_attempt_evidence
from m3bench.runs.serving import ToolErrors, tool_errors
from m3bench.runs.store import FinishedAttempt, Mark, Slots
from m3bench.suites import Pictures


class DropReason(StrEnum):
    """Why an attempt was not scored."""

    SERVER_FAILURE = "server_failure"
    HARNESS_FAILURE = "harness_failure"
    DOES_NOT_FIT = "does_not_fit"
    """The task does not fit into the context of the model."""
    NOT_ATTEMPTED = "not_attempted"
    UNDECIDED = "undecided"
    DAMAGED = "damaged"
    """Its record is unreadable or does not match its checksum."""


def drop_reason(attempt: FinishedAttempt) -> tuple[DropReason, str] | None:
    """Return why an attempt is not scored, with details; None if it is."""
    if attempt.failed:
        return DropReason(attempt.trajectory.status.value), str(attempt.trajectory.extra.get("reason", ""))
    if attempt.verdicts is None or not attempt.verdicts.undecided:
        return None
    undecided = next((verdict for verdict in attempt.verdicts.verdicts if verdict.undecided), None)
    return DropReason.UNDECIDED, f"{undecided.check}: {undecided.reason}" if undecided else ""


def chosen(slots: Slots, which: NDArray[np.bool_]) -> Slots:
    """Return the slots at the places that are true."""
    return slots[which]


class _Checked(IntEnum):
    """The result of the checks of an attempt, if it has any."""

    NO = 0
    DECIDED = 1
    UNDECIDED = 2


class MountedTotal:
    """Tools and schema tokens that attempts had before them, added up."""

    def __init__(self) -> None:
        self._total: Counter[str] = Counter()

    def add(self, size: MountSize | None) -> None:
        """Add an attempt, if its size is known."""
        if size is not None:
            self._total.update(attempts=1, tools=size.tools, tokens=size.tokens)

    def mean(self, what: str) -> float | None:
        """Return the mean number of `tools` or `tokens`, if it is known."""
        return self._total[what] / self._total["attempts"] if self._total else None


class AttemptFacts:
    """Counts of all final attempts, and columns by slot of the scored ones."""

    def __init__(self, attempts: RunAttempts, tasks: Mapping[str, Task], pictures: Pictures) -> None:
        self._attempts, self._pictures = attempts, pictures
        self._tasks = tasks
        self._have_facts = {task.id for task in tasks.values() if has_facts(task)}
        slots = attempts.table.slots
        self.statuses: Counter[str] = Counter()
        self.outcomes: Counter[str] = Counter()
        self.tool_errors: tuple[ToolErrors, ...] = ()
        self.repaired_calls = 0
        self.repairs: Counter[str] = Counter()
        """Calls that had to be repaired to be read, by kind of repair."""
        self.limits_met: Counter[str] = Counter()
        """Attempts in which the model met a limit, by kind."""
        self.needed_judge = 0
        self.calling: Counter[str] = Counter()
        """Attempts by how tools were offered to the model, where known."""
        self.mounted = MountedTotal()
        self.waited: float = 0
        self.seconds: float = 0
        self.durations = np.zeros(slots)
        self._checked = np.zeros(slots, dtype=np.uint8)
        self.passed = np.zeros(slots, dtype=np.bool_)
        self.recalls = np.full(slots if self._have_facts else 0, np.nan)
        self.grounded = np.zeros(slots if self._have_facts else 0, dtype=np.bool_)
        self.has_facts = False
        """Whether a scored attempt has a task with facts."""

    def read(self) -> None:
        """Read all final attempts once."""
        self.tool_errors = tool_errors(self._trajectories())

    def outcomes_in_order(self) -> dict[str, int]:
        """Return the number of calls by outcome."""
        names = (*(outcome.value for outcome in Outcome), "unfinished")
        return {name: self.outcomes[name] for name in names if self.outcomes[name]}

    def with_verdicts(self) -> Slots:
        """Return the scored attempts that have checks."""
        return chosen(self._attempts.scored, self._checked[self._attempts.scored] != _Checked.NO)

    def with_recall(self) -> Slots:
        """Return the scored attempts whose evidence recall is known."""
        scored = self._attempts.scored
        return chosen(scored, ~np.isnan(self.recalls[scored])) if self._have_facts else scored[:0]

    def decided(self) -> Slots:
        """Return the scored attempts with decided checks."""
        return chosen(self._attempts.scored, self._checked[self._attempts.scored] == _Checked.DECIDED)

    def dropped_of_made(self) -> Slots:
        """Return the attempts that were made and are not scored, or undecided."""
        made, table = self._attempts.made, self._attempts.table
        return chosen(made, table.marked(made, Mark.FAILED) | (self._checked[made] == _Checked.UNDECIDED))

    def dropped(self) -> Slots:
        """Return the attempts that are not scored or undecided: those that were made, then missing ones."""
        return np.concatenate([self.dropped_of_made(), self._attempts.table.open()])

    def _trajectories(self) -> Iterator[Trajectory]:
        made = self._attempts.made
        for slot, attempt in zip(map(int, made), self._attempts.read(made), strict=True):
            self._take(slot, attempt)
            yield attempt.trajectory

    def _take(self, slot: int, attempt: FinishedAttempt) -> None:
        trajectory, calls = attempt.trajectory, [call for _, call in attempt.trajectory.calls()]
        self.statuses[trajectory.status.value] += 1
        self.outcomes.update(call.outcome.value if call.outcome else "unfinished" for call in calls)
        self.repaired_calls += sum(bool(call.repairs) for call in calls)
        self.repairs.update(count_repairs(trajectory.steps))
        met = trajectory.extra.get(LIMITS_MET)
        self.limits_met.update(met.keys() if isinstance(met, dict) else ())
        self.waited += attempt.waited
        self.seconds += attempt.seconds
        if not attempt.failed:
            self._take_scored(slot, attempt)

    def _take_scored(self, slot: int, attempt: FinishedAttempt) -> None:
        self.durations[slot] = attempt.seconds
        if calling := str(attempt.trajectory.extra.get("calling", "")):
            self.calling[calling.partition(":")[0]] += 1
        self.mounted.add(attempt.mounted)
        verdicts = attempt.verdicts
        if verdicts:
            self._checked[slot] = _Checked.UNDECIDED if verdicts.undecided else _Checked.DECIDED
            self.passed[slot] = verdicts.passed and not verdicts.undecided
            self.needed_judge += verdicts.needed_judge
        if self._have_facts:
            self.grounded[slot] = self.passed[slot]
        if attempt.task_id in self._have_facts:
            self.has_facts = True
            seen = score_attempt_evidence(attempt, self._tasks[attempt.task_id], self._pictures)
            self.recalls[slot] = np.nan if seen.recall is None else seen.recall
            self.grounded[slot] = self.passed[slot] and not seen.ungrounded
