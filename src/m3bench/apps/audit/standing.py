"""Where people stand on a reference, from what they did one after the other."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from m3bench.apps.audit.decisions import Decision, Verdict
from m3bench.core import Reference

UNDO = "undo"
WITHDRAW = "withdraw"


class Standing(msgspec.Struct, frozen=True):
    """One person and one reference."""

    verdict: Verdict = "open"
    reason: str = ""
    at: str = ""
    form: Reference | None = None
    """The reference as this person left it; None is as it was."""
    history: tuple[Reference | None, ...] = ()
    """Earlier forms, to go back to."""
    first: Verdict = "open"
    """The first verdict, given before those of others could be seen."""

    @property
    def begun(self) -> bool:
        return self.verdict != "open" or self.form is not None or bool(self.history)

    def after(self, decision: Decision) -> Standing:
        return Standing(
            decision.verdict,
            decision.reason,
            decision.at,
            decision.edited,
            self._history_after(decision),
            decision.verdict if self.first == "open" else self.first,
        )

    def _history_after(self, decision: Decision) -> tuple[Reference | None, ...]:
        if decision.action == UNDO:
            return self.history[:-1]
        changed = decision.verdict == "open" and decision.action != WITHDRAW
        return (*self.history, self.form) if changed else self.history


def standings(decisions: Iterable[Decision]) -> dict[str, dict[str, Standing]]:
    """By the digest of what was judged, then by person."""
    found: dict[str, dict[str, Standing]] = {}
    for decision in decisions:
        people = found.setdefault(decision.judged, {})
        people[decision.auditor] = people.get(decision.auditor, Standing()).after(decision)
    return found
