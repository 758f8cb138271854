"""The report of a soak."""

from __future__ import annotations

import msgspec

from m3bench.soak.faults import FaultPlan
from m3bench.soak.verdict import Verdict


class SoakReport(msgspec.Struct, frozen=True, kw_only=True):
    """What a soak did, and whether its invariants hold."""

    folder: str
    suite: str
    plan: FaultPlan
    workers: int
    seconds: float
    interrupted: bool
    runs: int
    attempts: int
    """Attempts that ended."""
    tries: int
    """Tries on record. An attempt is tried again if a server or the provider fails."""
    faults: dict[str, int]
    """Injected faults by kind."""
    invariants: tuple[Verdict, ...]

    @property
    def holds(self) -> bool:
        """Whether no invariant is violated."""
        return all(invariant.holds is not False for invariant in self.invariants)
