"""The verdict on one invariant."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

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
    """Return a verdict: the invariant holds if there are no problems.

    Args:
        invariant: Its name.
        problems: A sentence for each violation.
        fine: The summary if there are none.
        look: Where to look further if there are some.
    """
    found = list(problems)
    if not found:
        return Verdict(invariant=invariant, holds=True, summary=fine)
    more = [f"and {len(found) - _MOST_SHOWN} more"] if len(found) > _MOST_SHOWN else []
    return Verdict(
        invariant=invariant,
        holds=False,
        summary=f"{len(found)} violations" if len(found) > 1 else "1 violation",
        evidence=(*found[:_MOST_SHOWN], *more),
        look=look,
    )


def not_judged(invariant: str, why: str) -> Verdict:
    """Return the verdict on an invariant that could not be judged."""
    return Verdict(invariant=invariant, holds=None, summary=f"not judged: {why}")
