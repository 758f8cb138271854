"""Assigning, escalating, linking and merging tickets."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.core import near_misses, normalize
from m3bench.servers.kit import Answer, BadArgument, NotFound, about, check_choice, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.service_records import Reason, ServiceRecords, change_records, refused
from m3bench_world.servers.tobench.tickets.server import TicketId, comment_on, get_open, keep, server

MANAGEMENT = "Management"


@server.tool(read_only=False)
def assign_ticket(
    context: ToolContext,
    ticket_id: TicketId,
    assignee: Annotated[str, about("Name of a person of the company's service, as list_agents shows it.")],
) -> Answer:
    """Assign a ticket to a person; it goes to that person's team."""

    def work(records: ServiceRecords) -> dict[str, Any]:
        ticket = get_open(records, ticket_id)
        agents = records.company_of(ticket).agents
        wanted = normalize(assignee[:120])
        name = next((each for each in agents if normalize(each) == wanted), None)
        if name is None:
            raise NotFound(f"nobody called '{assignee[:60]}'", near_misses(assignee[:60], agents) or agents)
        if ticket["assignee"] == name:
            raise refused(f"ticket {ticket['id']} is assigned to {name} already")
        keep(records, ticket | {"assignee": name, "team": agents[name]})
        return {"ticket_id": ticket["id"], "assignee": name, "team": agents[name]}

    return change_records(context, work)


@server.tool(read_only=False)
def escalate_ticket(
    context: ToolContext,
    ticket_id: TicketId,
    team: Annotated[str, about("Another team of the company, or 'Management'.")],
    reason: Reason,
) -> Answer:
    """Escalate a ticket to another team or to the management. It loses its assignee; the reason becomes an
    internal comment."""
    why = check_text(reason, "reason")

    def work(records: ServiceRecords) -> dict[str, Any]:
        ticket = get_open(records, ticket_id)
        target = check_choice(team, "team", (*records.company_of(ticket).teams, MANAGEMENT))
        if ticket["escalation"] and ticket["escalation"]["team"] == target:
            raise refused(f"ticket {ticket['id']} was escalated to {target} already")
        comment_on(ticket, records.time, f"Escalated to {target}: {why}", public=False)
        escalation = {"team": target, "reason": why, "at": records.time}
        keep(records, ticket | {"escalation": escalation, "team": target, "assignee": None})
        return {"ticket_id": ticket["id"], "team": target}

    return change_records(context, work)


@server.tool(read_only=False)
def link_tickets(
    context: ToolContext,
    ticket_id: TicketId,
    other_id: Annotated[str, about("Id of the ticket to link it with.")],
) -> Answer:
    """Link two tickets of a company with each other. Nothing else of them changes; closed ones can be
    linked."""

    def work(records: ServiceRecords) -> dict[str, Any]:
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

    return change_records(context, work)


@server.tool(read_only=False)
def merge_tickets(
    context: ToolContext,
    ticket_id: TicketId,
    duplicate_id: Annotated[str, about("Id of the ticket about the same matter; it will be closed.")],
) -> Answer:
    """Merge a ticket into another one: its comments are added there, and it is closed. This cannot be
    undone."""

    def work(records: ServiceRecords) -> dict[str, Any]:
        kept = get_open(records, ticket_id)
        double = get_open(records, duplicate_id, "duplicate_id")
        records.same_company(kept, double)
        if kept["id"] == double["id"]:
            raise BadArgument("duplicate_id", "a ticket cannot be merged with itself")
        for each in double["comments"]:
            text = f"From {double['id']}: {each['text']}"
            comment_on(kept, each["at"], text, public=each["public"], author=each["author"])
        keep(records, kept)
        keep(records, double | {"status": "closed", "merged_into": kept["id"]})
        return {"kept": kept["id"], "merged": double["id"], "comments": len(kept["comments"])}

    return change_records(context, work)
