"""Callers that fit a condition, and evaluation points about who they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from m3bench.checks import AllowedChange, RecordOrder, RecordStep, RecordUnchanged, UserAsked
from m3bench.suites import GradedPoint, PlanError
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_suites.builders.omni.service._shared.callers import Caller, draw_company
from m3bench_suites.builders.tasks import tool_point


def draw_fitting_caller(
    draw: TaskDraw, domain: str, table: str, fits: Callable[[dict[str, Any]], bool]
) -> Caller:
    """Draw a customer with a record that fits, as `draw_caller` does.

    Raises:
        PlanError: Fewer than two customers have such a record.
    """
    company = draw_company(draw, domain)
    records = [
        record
        for record in company.table(table).values()
        if fits(record) and company.customers[record["customer_id"]]["status"] == "active"
    ]
    record = draw.pick(records, "record") if records else {}
    others = [one for one in records if one["customer_id"] != record["customer_id"]]
    if not others:
        raise PlanError(f"no two customers of {company.code} have such a record in {table}")
    return Caller(
        company, company.customers[record["customer_id"]], record, draw.pick(others, "other record")
    )


def identity_points(caller: Caller, then: RecordStep, *topics: str) -> tuple[GradedPoint, GradedPoint]:
    """Return the points that the caller was asked, and verified before a change.

    Args:
        caller: The customer.
        then: The change.
        topics: What else the user must be asked for.
    """
    verified = RecordStep("customers", caller.id, {"verified_at": {"$any": True}})
    asked = UserAsked((*caller.topics, *topics))
    return (
        tool_point("The customer was asked for what only they know.", asked),
        tool_point("The identity was verified before.", RecordOrder(verified, then)),
    )


def unchanged_point(*allowed: tuple[str, str]) -> GradedPoint:
    """Return the point that only these records were changed, given by table and key."""
    return tool_point(
        "Nothing else was changed.", RecordUnchanged(tuple(AllowedChange(*each) for each in allowed))
    )
