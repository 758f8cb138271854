"""Records of all decisions on the way to a reference."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from m3bench.core import NO_USAGE, Reference, Trajectory, Usage
from m3bench.forge.references.consolidation import RemovedCall
from m3bench.forge.references.graph import Need
from m3bench.forge.references.verdict import Verdict


class DecisionStatus(StrEnum):
    """The status of a candidate or a task."""

    VALID = "valid"
    REJECTED = "rejected"
    UNDECIDED = "undecided"
    """A server, a provider or the judge failed; worth another try."""


class Trial(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A consolidation that was checked and executed."""

    by: str
    """`judge`, `code`, or `code, nothing left out`."""
    problems: tuple[str, ...] = ()
    """Problems of the check or the execution; empty if it works."""
    raw: tuple[str, ...] = ()
    """The reply of the judge, if it is the judge's proposal."""


class Candidate(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The attempt of one executor, and its status."""

    executor: str
    standing: DecisionStatus
    reasons: tuple[str, ...] = ()
    """Why it is not a reference."""
    trajectory: Trajectory
    """The attempt, without the bytes of pictures."""
    verdicts: tuple[Verdict, ...] = ()
    removed: tuple[RemovedCall, ...] = ()
    merged: tuple[tuple[int, ...], ...] = ()
    """Steps with calls that the executor made in different steps; calls are numbered from 0."""
    needs: tuple[Need, ...] = ()
    """Why calls are in this order; numbered over the steps of the reference, from 0."""
    trials: tuple[Trial, ...] = ()
    results: tuple[str, ...] = ()
    """Hashes of the results of the reference's calls when executed again."""
    reference: Reference | None = None
    usage: Usage | None = None
    """Of executor and judge."""

    @property
    def length(self) -> tuple[int, int]:
        """Steps and calls; fewer are better."""
        reference = self.reference or Reference()
        return len(reference.steps), reference.call_count


class ForgedReference(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A task with all candidates, and the winner."""

    task_id: str
    task: str
    """The task's digest."""
    candidates: tuple[Candidate, ...]
    """Empty if the work was interrupted."""
    winner: int | None = None
    broken_off: Usage | None = None
    """Usage of interrupted work."""

    @property
    def standing(self) -> DecisionStatus:
        if self.winner is not None:
            return DecisionStatus.VALID
        undecided = any(candidate.standing is DecisionStatus.UNDECIDED for candidate in self.candidates)
        return DecisionStatus.UNDECIDED if undecided or not self.candidates else DecisionStatus.REJECTED

    @property
    def usage(self) -> Usage:
        known = [self.broken_off, *(candidate.usage for candidate in self.candidates)]
        return sum((usage for usage in known if usage is not None), NO_USAGE)

    @property
    def best(self) -> Candidate | None:
        return None if self.winner is None else self.candidates[self.winner]
