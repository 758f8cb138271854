"""Everything that was decided on the way to a reference, as it is kept on record."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from m3bench.core import Reference, Trajectory, Usage
from m3bench.forge.references.consolidating import Removed
from m3bench.forge.references.needs import Need
from m3bench.forge.references.verdict import Verdict


class Standing(StrEnum):
    """What became of an executor's way, or of a task."""

    VALID = "valid"
    REJECTED = "rejected"
    UNDECIDED = "undecided"
    """A server, a provider or the judge failed: worth another try."""


class Trial(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One consolidation that was checked and executed again."""

    by: str
    """`judge`, `code`, or `code, nothing left out`."""
    problems: tuple[str, ...] = ()
    """What the check or the execution found; empty where it works."""
    raw: tuple[str, ...] = ()
    """What the judge wrote, where it is its proposal."""


class Candidate(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One executor's way, and what became of it."""

    executor: str
    standing: Standing
    reasons: tuple[str, ...] = ()
    """Why it is no reference."""
    trajectory: Trajectory
    """What the executor did, without the bytes of pictures."""
    verdicts: tuple[Verdict, ...] = ()
    removed: tuple[Removed, ...] = ()
    merged: tuple[tuple[int, ...], ...] = ()
    """Steps whose calls the executor did not make together; counted through its steps from 0."""
    needs: tuple[Need, ...] = ()
    """Why calls are in this order; counted through the reference's steps from 0."""
    trials: tuple[Trial, ...] = ()
    results: tuple[str, ...] = ()
    """Hashes of what the calls of the reference brought when they were executed again."""
    reference: Reference | None = None
    usage: Usage | None = None
    """Of executor and judge."""

    @property
    def length(self) -> tuple[int, int]:
        """Steps and calls: the fewer the better."""
        reference = self.reference or Reference()
        return len(reference.steps), reference.call_count


class Forged(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A task, all that was tried on it, and which way won."""

    task_id: str
    task: str
    """The task's digest."""
    candidates: tuple[Candidate, ...]
    """None where the work on it was broken off."""
    winner: int | None = None
    broken_off: Usage | None = None
    """What was used until then."""

    @property
    def standing(self) -> Standing:
        if self.winner is not None:
            return Standing.VALID
        undecided = any(each.standing is Standing.UNDECIDED for each in self.candidates)
        return Standing.UNDECIDED if undecided or not self.candidates else Standing.REJECTED

    @property
    def usage(self) -> Usage:
        """Of all executors and judges."""
        known = [self.broken_off, *(each.usage for each in self.candidates)]
        return sum((usage for usage in known if usage is not None), Usage(0, 0, 0, 0.0))

    @property
    def best(self) -> Candidate | None:
        return None if self.winner is None else self.candidates[self.winner]
