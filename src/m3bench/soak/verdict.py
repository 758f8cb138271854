"""The verdicts on invariants, and the report of a soak."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from m3bench.core.text import plural
from m3bench.soak.faults import FaultPlan

_MOST_SHOWN = 5


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """Whether an invariant holds, and what shows it."""

    invariant: str
    holds: bool | None
    """None if it could not be judged."""
    summary: str
    """What was found, in one line."""
    evidence: tuple[str, ...] = ()
    """Each violation, or the first of them."""
    look: str = ""
    """Where to look further, if it does not hold."""


def verdict(invariant: str, problems: Iterable[str], fine: str, look: str) -> Verdict:
    """Return a verdict: the invariant holds, with the summary `fine`, if there are no problems."""
    sentences = list(problems)
    if not sentences:
        return Verdict(invariant=invariant, holds=True, summary=fine)
    more = [f"and {len(sentences) - _MOST_SHOWN} more"] if len(sentences) > _MOST_SHOWN else []
    return Verdict(
        invariant=invariant,
        holds=False,
        summary=plural(len(sentences), "violation"),
        evidence=(*sentences[:_MOST_SHOWN], *more),
        look=look,
    )


def not_judged(invariant: str, why: str) -> Verdict:
    """Return the verdict on an invariant that could not be judged."""
    return Verdict(invariant=invariant, holds=None, summary=f"not judged: {why}")


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
