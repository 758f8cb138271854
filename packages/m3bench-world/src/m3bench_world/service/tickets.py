"""Tickets of a company's service."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from m3bench_world.chance import Chance
from m3bench_world.data import written
from m3bench_world.service.tables import Profile, Record, stamp

COUNT = 24
RESPONSE_HOURS = {"low": 120, "normal": 48, "high": 12, "urgent": 4}
"""Hours until a ticket must be answered, by priority."""
_STATUSES = ("open", "open", "pending", "on_hold", "solved", "closed")
_ABOUT = written("service", "about", dict[str, tuple[tuple[str, str], tuple[str, str], tuple[str, str]]])
_BEGAN = {"orders": "placed_at", "bookings": "booked_at", "accounts": "opened_at"}


def due_at(created: datetime, priority: str) -> str:
    """Return the time by which a ticket must be answered."""
    return stamp(created + timedelta(hours=RESPONSE_HOURS[priority]))


def tickets(
    chance: Chance,
    profile: Profile,
    now: datetime,
    tables: dict[str, dict[str, Record]],
    agents: dict[str, str],
) -> dict[str, Record]:
    """Return the tickets of a company by id. Each is about a record of a customer."""
    about = [list(table.values()) for table in tables.values() if table]
    kinds = [kind for kind, table in tables.items() if table]
    made = []
    for number in range(COUNT):
        draw = chance.stream("service ticket", profile.code, number)
        place = number % len(kinds)
        key = f"{profile.code}-T{70311 + 17 * number}"
        made.append(_ticket(draw, key, kinds[place], draw.choice(about[place]), now=now, agents=agents))
    return {ticket["id"]: ticket for ticket in made}


def _ticket(
    draw: Random, key: str, kind: str, about: Record, *, now: datetime, agents: dict[str, str]
) -> Record:
    subject, text = (part.format_map({"name": "", **about}) for part in draw.choice(_ABOUT[kind]))
    began = max(datetime.fromisoformat(about[_BEGAN[kind]]), now - timedelta(hours=400))
    created = began + (now - began) * draw.uniform(0.05, 0.9)
    status, priority = draw.choice(_STATUSES), draw.choice(("low", "normal", "normal", "high", "urgent"))
    assignee = draw.choice([None, *agents])
    comments = [_comment(1, "customer", created, text)]
    if assignee and status != "open":
        answered = created + (now - created) * draw.uniform(0.1, 0.9)
        comments.append(
            _comment(2, assignee, answered, "Thank you for your message. We are looking into it.")
        )
    return {
        "id": key,
        "company": about["company"],
        "customer_id": about["customer_id"],
        "about": about["id"],
        "subject": subject,
        "status": status,
        "priority": priority,
        "team": agents[assignee] if assignee else draw.choice(list(agents.values())),
        "assignee": assignee,
        "created_at": stamp(created),
        "updated_at": comments[-1]["at"],
        "due_at": due_at(created, priority),
        "comments": comments,
        "links": [],
        "escalation": None,
        "merged_into": None,
    }


def _comment(number: int, author: str, at: datetime, text: str) -> Record:
    return {"number": number, "author": author, "at": stamp(at), "public": True, "text": text}
