"""Steps and checks that tasks of customer service have in common."""

from __future__ import annotations

from m3bench.checks import AllowedChange, RecordOrder, RecordStep, RecordUnchanged, UserAsked
from m3bench.suites import GradedPoint, PlannedCall, call
from m3bench_suites.builders.omni.service._shared.callers import Caller
from m3bench_suites.builders.tasks import tool_point


def done(summary: str, *artefacts: str) -> list[PlannedCall]:
    """Return the last step of a plan."""
    more = {"artefacts": list(artefacts)} if artefacts else {}
    return [call("claim-done/claim_done", summary=summary, **more)]


def verified_first(caller: Caller, table: str, key: str) -> tuple[GradedPoint, GradedPoint]:
    """Return the points that the customer was asked, and verified before a record was changed."""
    verified = RecordStep("customers", caller.id, {"verified_at": {"$any": True}})
    return (
        tool_point("The customer was asked for the security answers.", UserAsked(caller.topics)),
        tool_point("The identity was verified before.", RecordOrder(verified, RecordStep(table, key))),
    )


def changed_only(*allowed: tuple[str, str]) -> GradedPoint:
    """Return the point that no records but these (table and key) were changed."""
    changes = tuple(AllowedChange(table, key) for table, key in allowed)
    return tool_point("Nothing else was changed.", RecordUnchanged(changes))
