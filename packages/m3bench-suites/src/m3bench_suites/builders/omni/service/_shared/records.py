"""Records that a task is about, and changes that several slices check."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from m3bench.checks import AllowedChange, RecordCreated
from m3bench.suites import PlanError
from m3bench_suites.builders.omni.family import TaskDraw
from m3bench_suites.builders.omni.service._shared.callers import Caller
from m3bench_world.service import Company

Record = dict[str, Any]


def draw_record(
    draw: TaskDraw, domain: str, table: str, fits: Callable[[Company, Record], bool], *also: object
) -> Caller:
    """Draw a record of a company of a domain that fits, its customer, and one of someone else.

    Args:
        draw: The choices of the task.
        domain: The domain of the company, such as `e-commerce`.
        table: The table of the record, such as `orders`.
        fits: Whether a record of a company will do.
        also: Names the choice, if a task draws several.
    """
    companies = [one for one in draw.world.service.companies.values() if one.domain == domain]
    found = [
        (company, record)
        for company in companies
        for record in company.table(table).values()
        if company.customers[record["customer_id"]]["status"] == "active" and fits(company, record)
    ]
    if not found:
        raise PlanError(f"{draw.id}: no record in {table} of {domain} fits.")
    company, record = draw.pick(found, "record", *also)
    strangers = [one for one in company.table(table).values() if one["customer_id"] != record["customer_id"]]
    alike = [one for one in strangers if fits(company, one)]
    others = alike or [one for one in strangers if _state(one) == _state(record)] or strangers
    other = draw.pick(others, "other record", *also)
    return Caller(company, company.customers[record["customer_id"]], record, other)


def _state(record: Record) -> tuple[Any, bool]:
    return record["status"], bool(record.get("refunds"))


def note_created(caller: Caller, words: str) -> RecordCreated:
    """Return the check that one note on the customer was written that contains these words."""
    return RecordCreated("customer_notes", {"customer_id": caller.id, "text": {"$contains": words}})


def ticket_created(caller: Caller, about: str, **fields: Any) -> RecordCreated:
    """Return the check that one ticket about a record of the customer was created, with these fields."""
    wanted = {"customer_id": caller.id, "about": about, **fields}
    return RecordCreated("tickets", wanted, keys=f"{caller.code}-T9*")


def new_notes(caller: Caller) -> AllowedChange:
    return AllowedChange("customer_notes", f"{caller.code}-N*")


def new_tickets(caller: Caller) -> AllowedChange:
    return AllowedChange("tickets", f"{caller.code}-T9*")
