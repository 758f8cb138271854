"""The state of a reference for each auditor, computed from their decisions."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from m3bench.apps.audit.decisions import Decision, Verdict
from m3bench.core import Reference

UNDO = "undo"
WITHDRAW = "withdraw"


class AuditState(msgspec.Struct, frozen=True):
    """The state of one reference for one auditor."""

    verdict: Verdict = "open"
    reason: str = ""
    at: str = ""
    form: Reference | None = None
    """The edited reference; None if it is not edited."""
    history: tuple[Reference | None, ...] = ()
    """Earlier forms, for undo."""
    first: Verdict = "open"
    """The first verdict, given before those of others were visible."""

    @property
    def begun(self) -> bool:
        return self.verdict != "open" or self.form is not None or bool(self.history)

    def after(self, decision: Decision) -> AuditState:
        return AuditState(
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


def states(decisions: Iterable[Decision]) -> dict[str, dict[str, AuditState]]:
    """Return states by digest of the item, then by auditor."""
    found: dict[str, dict[str, AuditState]] = {}
    for decision in decisions:
        people = found.setdefault(decision.judged, {})
        people[decision.auditor] = people.get(decision.auditor, AuditState()).after(decision)
    return found
