"""Evaluation points about who called, and about which records were changed."""

from __future__ import annotations

from typing import Any

from m3bench.checks import AllowedChange, RecordCreated, RecordOrder, RecordStep, RecordUnchanged, UserAsked
from m3bench.suites import GradedPoint
from m3bench_suites.builders.omni.service._shared.callers import Caller
from m3bench_suites.builders.tasks import tool_point


def identity_points(
    caller: Caller, changed: tuple[str, str], *topics: str
) -> tuple[GradedPoint, GradedPoint]:
    """Return the points that the caller was asked, also for further topics, and verified before a change."""
    asked = UserAsked((*caller.topics, *topics))
    return (
        tool_point("The customer was asked for what only they know.", asked),
        verified_point(caller, *changed),
    )


def verified_first(caller: Caller, table: str, key: str) -> tuple[GradedPoint, GradedPoint]:
    """Return the points that the caller was asked, and verified before a record was changed."""
    return (
        tool_point("The customer was asked for the security answers.", UserAsked(caller.topics)),
        verified_point(caller, table, key),
    )


def verified_point(caller: Caller, table: str, key: str) -> GradedPoint:
    """Return the point that the caller was verified before a record was changed."""
    verified = RecordStep("customers", caller.id, {"verified_at": {"$any": True}})
    return tool_point("The identity was verified before.", RecordOrder(verified, RecordStep(table, key)))


def unchanged_point(*allowed: tuple[str, str]) -> GradedPoint:
    """Return the point that no records but these (table and key) were changed."""
    changes = tuple(AllowedChange(table, key) for table, key in allowed)
    return tool_point("Nothing else was changed.", RecordUnchanged(changes))


def note_created(caller: Caller, words: str) -> RecordCreated:
    """Return the check that one note on the customer was written that contains these words."""
    return RecordCreated("customer_notes", {"customer_id": caller.id, "text": {"$contains": words}})


def ticket_created(caller: Caller, about: str, **fields: Any) -> RecordCreated:
    """Return the check that one ticket about a record of the customer was created, with these fields."""
    wanted = {"customer_id": caller.id, "about": about, **fields}
    return RecordCreated("tickets", wanted, keys=f"{caller.code}-T9*")


def new_notes(caller: Caller) -> tuple[str, str]:
    return "customer_notes", f"{caller.code}-N*"


def new_tickets(caller: Caller) -> tuple[str, str]:
    return "tickets", f"{caller.code}-T9*"
