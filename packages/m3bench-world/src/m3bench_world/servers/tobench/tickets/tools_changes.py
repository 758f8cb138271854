"""Creating tickets, comments, status and priority; handling and escalating."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from m3bench.core import near_misses, normalize
from m3bench.servers.kit import BadArgument, NotFound, about, check_choice, check_text
from m3bench_world.servers.tobench.service_records import (
    CompanyName,
    Reason,
    ServiceRecords,
    refused,
)
from m3bench_world.servers.tobench.tickets.server import (
    AGENT,
    Priority,
    Status,
    TicketId,
    comment_on,
    get_open,
    keep,
    server,
)
from m3bench_world.service import Record, due_at

_ABOUT = {"O": "orders", "B": "bookings", "A": "accounts"}


@server.change
def create_ticket(
    records: ServiceRecords,
    company: CompanyName,
    customer_id: Annotated[str, about("Id of the customer, such as ROS-C1004.")],
    subject: Annotated[str, about("What it is about, in one line.")],
    text: Annotated[str, about("The first comment of the ticket, for colleagues.")],
    team: Annotated[str, about("Team that works on it, as list_companies or list_agents shows it.")],
    priority: Priority = "normal",
    about_id: Annotated[str | None, about("Id of the order, booking or account concerned.")] = None,
) -> Record:
    """Create a ticket for a customer. It is open and has no assignee."""
    title, words = check_text(subject, "subject"), check_text(text, "text")
    chosen = records.company(company)
    customer = records.get("customers", customer_id, "customer_id")
    records.same_company({"id": chosen.code, "company": chosen.code}, customer)
    concerned = _concerned(records, about_id, customer) if about_id is not None else None
    key = records.new_id("tickets", chosen.code)
    ticket = {
        "id": key,
        "company": chosen.code,
        "customer_id": customer["id"],
        "about": concerned,
        "subject": title,
        "status": "open",
        "priority": priority,
        "team": check_choice(team, "team", chosen.teams),
        "assignee": None,
        "created_at": records.time,
        "due_at": due_at(records.now, priority),
        "comments": [],
        "links": [],
        "escalation": None,
        "merged_into": None,
    }
    comment_on(ticket, records.time, words, public=False, author=AGENT)
    keep(records, ticket)
    return {"ticket_id": key, "status": "open", "due_at": ticket["due_at"]}


def _concerned(records: ServiceRecords, about_id: str, customer: Record) -> str:
    """Return the id of a record that a ticket is about."""
    letter = about_id.strip().upper().partition("-")[2][:1]
    table = _ABOUT.get(letter)
    if table is None:
        raise BadArgument("about_id", f"'{about_id[:40]}' is not the id of an order, booking or account")
    record = records.get(table, about_id, "about_id")
    records.same_company(record, customer)
    return str(record["id"])


@server.change
def add_comment(
    records: ServiceRecords,
    ticket_id: TicketId,
    text: Annotated[str, about("The comment.")],
    public: Annotated[bool, about("Whether the customer sees it.")] = False,
) -> Record:
    """Add a comment to a ticket that is not closed."""
    words = check_text(text, "text")
    ticket = get_open(records, ticket_id)
    number = comment_on(ticket, records.time, words, public=public)
    keep(records, ticket)
    return {"ticket_id": ticket["id"], "comment": number, "public": public}


@server.change
def set_status(
    records: ServiceRecords,
    ticket_id: TicketId,
    status: Annotated[Status, about("Pending waits for the customer, on_hold for others; closed is final.")],
) -> Record:
    """Set the status of a ticket. A closed ticket cannot be opened again."""
    ticket = get_open(records, ticket_id)
    if ticket["status"] == status:
        raise refused(f"ticket {ticket['id']} is {status} already")
    was, ticket["status"] = ticket["status"], status
    keep(records, ticket)
    return {"ticket_id": ticket["id"], "status": status, "was": was}


@server.change
def set_priority(records: ServiceRecords, ticket_id: TicketId, priority: Priority) -> Record:
    """Set the priority of a ticket, and with it the time by which it must be answered, counted from its
    creation: low 120, normal 48, high 12, urgent 4 hours."""
    ticket = get_open(records, ticket_id)
    if ticket["priority"] == priority:
        raise refused(f"ticket {ticket['id']} has the priority {priority} already")
    created = datetime.fromisoformat(ticket["created_at"])
    ticket |= {"priority": priority, "due_at": due_at(created, priority)}
    keep(records, ticket)
    return {"ticket_id": ticket["id"], "priority": priority, "due_at": ticket["due_at"]}


MANAGEMENT = "Management"


@server.change
def assign_ticket(
    records: ServiceRecords,
    ticket_id: TicketId,
    assignee: Annotated[str, about("Name of a person of the company's service, as list_agents shows it.")],
) -> Record:
    """Assign a ticket to a person; it goes to that person's team."""
    ticket = get_open(records, ticket_id)
    agents = records.company_of(ticket).agents
    wanted = normalize(assignee[:120])
    name = next((agent for agent in agents if normalize(agent) == wanted), None)
    if name is None:
        raise NotFound(f"nobody called '{assignee[:60]}'", near_misses(assignee[:60], agents) or agents)
    if ticket["assignee"] == name:
        raise refused(f"ticket {ticket['id']} is assigned to {name} already")
    keep(records, ticket | {"assignee": name, "team": agents[name]})
    return {"ticket_id": ticket["id"], "assignee": name, "team": agents[name]}


@server.change
def escalate_ticket(
    records: ServiceRecords,
    ticket_id: TicketId,
    team: Annotated[str, about("Another team of the company, or 'Management'.")],
    reason: Reason,
) -> Record:
    """Escalate a ticket to another team or to the management. It loses its assignee; the reason becomes an
    internal comment."""
    why = check_text(reason, "reason")
    ticket = get_open(records, ticket_id)
    target = check_choice(team, "team", (*records.company_of(ticket).teams, MANAGEMENT))
    if ticket["escalation"] and ticket["escalation"]["team"] == target:
        raise refused(f"ticket {ticket['id']} was escalated to {target} already")
    comment_on(ticket, records.time, f"Escalated to {target}: {why}", public=False)
    escalation = {"team": target, "reason": why, "at": records.time}
    keep(records, ticket | {"escalation": escalation, "team": target, "assignee": None})
    return {"ticket_id": ticket["id"], "team": target}


@server.change
def link_tickets(
    records: ServiceRecords,
    ticket_id: TicketId,
    other_id: Annotated[str, about("Id of the ticket to link it with.")],
) -> Record:
    """Link two tickets of a company with each other. Nothing else of them changes; closed ones can be
    linked."""
    one = records.get("tickets", ticket_id, "ticket_id")
    other = records.get("tickets", other_id, "other_id")
    records.same_company(one, other)
    if one["id"] == other["id"]:
        raise BadArgument("other_id", "a ticket cannot be linked with itself")
    if other["id"] in one["links"]:
        raise refused(f"{one['id']} and {other['id']} are linked already")
    one["links"].append(other["id"])
    other["links"].append(one["id"])
    keep(records, one)
    keep(records, other)
    return {"linked": [one["id"], other["id"]]}


@server.change
def merge_tickets(
    records: ServiceRecords,
    ticket_id: TicketId,
    duplicate_id: Annotated[str, about("Id of the ticket about the same matter; it will be closed.")],
) -> Record:
    """Merge a ticket into another one: its comments are added there, and it is closed. This cannot be
    undone."""
    kept = get_open(records, ticket_id)
    double = get_open(records, duplicate_id, "duplicate_id")
    records.same_company(kept, double)
    if kept["id"] == double["id"]:
        raise BadArgument("duplicate_id", "a ticket cannot be merged with itself")
    for comment in double["comments"]:
        text = f"From {double['id']}: {comment['text']}"
        comment_on(kept, comment["at"], text, public=comment["public"], author=comment["author"])
    keep(records, kept)
    keep(records, double | {"status": "closed", "merged_into": kept["id"]})
    return {"kept": kept["id"], "merged": double["id"], "comments": len(kept["comments"])}
