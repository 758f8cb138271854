"""The server `tickets`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.servers.tobench.sessions import WORLD, Session, pick

OPEN = pick("ROS", "tickets", lambda each: each["status"] == "open")
OTHER = pick("ROS", "tickets", lambda each: each["status"] == "pending")
CLOSED = pick("ROS", "tickets", lambda each: each["status"] == "closed")
AGENTS = WORLD.service.companies["ROS"].agents


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(tmp_path, "tickets")


def test_tickets_are_found(session: Session) -> None:
    tickets = session("search_tickets", company="ROS", query=OPEN["about"], status="open")["tickets"]
    assert OPEN["id"] in [ticket["id"] for ticket in tickets]
    assert session("get_ticket", ticket_id=OPEN["id"])["subject"] == OPEN["subject"]
    agents = session("list_agents", company="ROS")["agents"]
    assert {agent["name"]: agent["team"] for agent in agents} == AGENTS
    assert session.refusal("search_tickets", company="ROS", assignee="Nobody")


def test_a_ticket_is_created(session: Session) -> None:
    given = {"company": "ROS", "customer_id": OPEN["customer_id"], "subject": "Noise", "text": "Room 12."}
    made = session("create_ticket", **given, team="reception", priority="urgent")
    assert (made["ticket_id"], made["due_at"]) == ("ROS-T90001", "2025-11-05T19:00:00Z")
    assert session("get_ticket", ticket_id="ROS-T90001")["team"] == "Reception"
    assert session.refusal("create_ticket", **given, team="Kitchen")
    known = session("create_ticket", **given, team="Events", about_id=OPEN["about"].lower())["ticket_id"]
    assert session.record("tickets", known)["about"] == OPEN["about"]
    for wrong in ("ROS-B1", "ROS-T70311", "PIN-B40203", "Room 12"):
        assert session.refusal("create_ticket", **given, team="Events", about_id=wrong)
    assert session.refusal("create_ticket", **(given | {"customer_id": "PIN-C1001"}), team="Reception")


def test_comments_status_and_priority(session: Session) -> None:
    number = session("add_comment", ticket_id=OPEN["id"], text="On it.", public=True)["comment"]
    assert number == len(OPEN["comments"]) + 1
    assert session("set_status", ticket_id=OPEN["id"], status="solved")["was"] == "open"
    assert session.refusal("set_status", ticket_id=OPEN["id"], status="solved")
    other = "urgent" if OPEN["priority"] != "urgent" else "low"
    assert session("set_priority", ticket_id=OPEN["id"], priority=other)["due_at"] != OPEN["due_at"]
    assert session.refusal("set_priority", ticket_id=OPEN["id"], priority=other)


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("add_comment", {"text": "hello"}),
        ("set_status", {"status": "open"}),
        ("set_priority", {"priority": "low"}),
        ("assign_ticket", {"assignee": next(iter(AGENTS))}),
        ("escalate_ticket", {"team": "Management", "reason": "x"}),
        ("merge_tickets", {"duplicate_id": OTHER["id"]}),
    ],
)
def test_a_closed_ticket_stays_as_it_is(tool: str, arguments: dict[str, str], session: Session) -> None:
    assert "is closed" in session.refusal(tool, ticket_id=CLOSED["id"], **arguments)


def test_assigned_and_escalated(session: Session) -> None:
    name, team = list(AGENTS.items())[-1]
    if OPEN["assignee"] != name:
        assert session("assign_ticket", ticket_id=OPEN["id"], assignee=name.lower())["team"] == team
    assert "already" in session.refusal("assign_ticket", ticket_id=OPEN["id"], assignee=name)
    assert "Not found" in session.refusal("assign_ticket", ticket_id=OPEN["id"], assignee="Nobody")
    session("escalate_ticket", ticket_id=OPEN["id"], team="management", reason="angry")
    after = session.record("tickets", OPEN["id"])
    assert (after["team"], after["assignee"], after["escalation"]["reason"]) == ("Management", None, "angry")
    assert session.refusal("escalate_ticket", ticket_id=OPEN["id"], team="Management", reason="x")
    assert session.refusal("escalate_ticket", ticket_id=OPEN["id"], team="Police", reason="x")


def test_tickets_are_linked_both_ways(session: Session) -> None:
    session("link_tickets", ticket_id=OPEN["id"], other_id=CLOSED["id"])
    assert session.record("tickets", OPEN["id"])["links"] == [CLOSED["id"]]
    assert session.record("tickets", CLOSED["id"])["links"] == [OPEN["id"]]
    assert session.refusal("link_tickets", ticket_id=CLOSED["id"], other_id=OPEN["id"])
    assert session.refusal("link_tickets", ticket_id=OPEN["id"], other_id=OPEN["id"])


def test_a_merged_ticket_is_closed(session: Session) -> None:
    made = session("merge_tickets", ticket_id=OPEN["id"], duplicate_id=OTHER["id"])
    assert made["comments"] == len(OPEN["comments"]) + len(OTHER["comments"])
    assert "was merged" in session.refusal("add_comment", ticket_id=OTHER["id"], text="hello")
    assert session.refusal("merge_tickets", ticket_id=OPEN["id"], duplicate_id=OPEN["id"])
