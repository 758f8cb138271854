"""The server, and what its tools share: open tickets and comments."""

from __future__ import annotations

from typing import Annotated, Literal

from m3bench.servers.kit import Proof, about
from m3bench_world.servers.tobench.service_records import RecordServer, ServiceRecords, refused
from m3bench_world.service import Record

server = RecordServer(
    "tickets",
    "Create and search tickets; comment, assign, escalate, link and merge them.",
    Proof("search_tickets", {"company": "ROS", "limit": 2}),
)

TicketId = Annotated[str, about("Id of the ticket, such as ROS-T70311.")]
Priority = Annotated[
    Literal["low", "normal", "high", "urgent"], about("It decides by when the ticket must be answered.")
]
Status = Literal["open", "pending", "on_hold", "solved", "closed"]
AGENT = "agent"
"""The author of what the tools write."""


def get_open(records: ServiceRecords, ticket_id: str, argument: str = "ticket_id") -> Record:
    """Return a ticket that is not closed."""
    ticket = records.get("tickets", ticket_id, argument)
    if ticket["merged_into"]:
        raise refused(f"ticket {ticket['id']} was merged into {ticket['merged_into']}; use that")
    if ticket["status"] == "closed":
        raise refused(f"ticket {ticket['id']} is closed; create a new one and link it")
    return ticket


def comment_on(ticket: Record, time: str, text: str, *, public: bool, author: str = AGENT) -> int:
    """Add a comment, and return its number."""
    number = len(ticket["comments"]) + 1
    comment = {"number": number, "author": author, "at": time, "public": public, "text": text}
    ticket["comments"].append(comment)
    return number


def keep(records: ServiceRecords, ticket: Record) -> None:
    """Keep a ticket as it is from now on."""
    records.put("tickets", ticket | {"updated_at": records.time})
