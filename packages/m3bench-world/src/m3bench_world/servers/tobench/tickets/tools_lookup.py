"""Finding tickets and the people who work on them."""

from __future__ import annotations

from typing import Annotated

from m3bench.servers.kit import about, check_limit
from m3bench_world.servers.tobench.service_records import (
    MOST_SHOWN,
    CompanyName,
    Limit,
    ServiceRecords,
    contains_words,
    listing,
)
from m3bench_world.servers.tobench.tickets.server import Status, TicketId, server
from m3bench_world.service import Record


@server.lookup
def search_tickets(
    records: ServiceRecords,
    company: CompanyName,
    query: Annotated[str, about("Words of the subject, the comments, or an id; empty for all.")] = "",
    customer_id: Annotated[str | None, about("Only tickets of this customer.")] = None,
    status: Annotated[Status | None, about("Only tickets with this status.")] = None,
    assignee: Annotated[str | None, about("Only tickets of this person.")] = None,
    limit: Limit = 10,
) -> Record:
    """Find tickets of a company, the newest first."""
    most = check_limit(limit, "limit", MOST_SHOWN)
    found = [
        ticket
        for ticket in records.all("tickets", records.company(company)).values()
        if customer_id in (None, ticket["customer_id"])
        and status in (None, ticket["status"])
        and assignee in (None, ticket["assignee"])
        and contains_words(
            query,
            ticket["id"],
            ticket["about"],
            ticket["subject"],
            *(comment["text"] for comment in ticket["comments"][:50]),
        )
    ]
    found.sort(key=lambda ticket: (ticket["created_at"], ticket["id"]), reverse=True)
    names = ("id", "customer_id", "subject", "status", "priority", "team", "assignee", "created_at", "due_at")
    return listing("tickets", found, most, *names)


@server.lookup
def get_ticket(records: ServiceRecords, ticket_id: TicketId) -> Record:
    """Return a ticket with its comments (at most the last 50), links, escalation, and whether its answer is
    overdue."""
    ticket = records.get("tickets", ticket_id, "ticket_id")
    waiting = ticket["status"] in ("open", "pending", "on_hold")
    overdue = waiting and ticket["due_at"] < records.time
    return ticket | {"comments": ticket["comments"][-MOST_SHOWN:], "overdue": overdue}


@server.lookup
def list_agents(records: ServiceRecords, company: CompanyName) -> Record:
    """List the people of a company's service with their teams and how many open tickets each has."""
    chosen = records.company(company)
    busy = [
        ticket["assignee"]
        for ticket in records.all("tickets", chosen).values()
        if ticket["status"] not in ("solved", "closed")
    ]
    listed = [
        {"name": name, "team": team, "open_tickets": busy.count(name)} for name, team in chosen.agents.items()
    ]
    return {"agents": listed}
