"""The server `calendar`."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from m3bench_world import World
from tests.servers.asking import Asking

SERVER = "calendar"
WORLD = World()
AGENDA = WORLD.agenda
OWNER = AGENDA.owner.address
ENGINEER = WORLD.office.colleague("Engineer")
INVITATIONS = [
    event
    for event in AGENDA.records.values()
    if {"address": OWNER, "status": "needs_action"} in event["attendees"]
]
OWN = next(
    event
    for event in AGENDA.records.values()
    if event["organizer"] == OWNER and event["attendees"] and event["start"] > "2025-11-06"
)
SERIES = next(event for event in AGENDA.records.values() if event["recurrence"])


def test_calendars_and_rooms_are_listed(ask: Asking) -> None:
    listed = ask("list_calendars").data
    assert (listed["you"], len(listed["calendars"])) == (OWNER, 9)
    assert listed["now"] == "2025-11-05T15:00+00:00"
    rooms = {room["id"]: room for room in ask("list_rooms").data["rooms"]}
    assert "projector" in rooms["room-atrium"]["equipment"]


def test_events_of_a_range_are_listed_each_time(ask: Asking) -> None:
    events = ask("list_events", start="2025-11-10", end="2025-11-14", query="stand-up").data["events"]
    assert len(events) == 5
    assert {event["id"] for event in events} == {SERIES["id"]}
    theirs = ask("list_events", start="2025-11-06", end="2025-11-07", calendar=ENGINEER.name).data
    assert theirs["calendar"] == ENGINEER.address
    assert "2025-11-06T10:00-05:00" in [event["start"] for event in theirs["events"]]
    assert ask("read_event", event_id=OWN["id"]).data == OWN


def test_free_times_fit_all_and_a_room(ask: Asking) -> None:
    data = ask(
        "find_free_times",
        people=[ENGINEER.address],
        start="2025-11-06",
        end="2025-11-12",
        minutes=45,
        seats=9,
        equipment=["video conference"],
        limit=30,
    ).data
    assert data["times"]
    for time in data["times"]:
        start, end = (datetime.fromisoformat(time[name]) for name in ("start", "end"))
        assert end - start == timedelta(minutes=45)
        assert AGENDA.busy([OWNER, ENGINEER.address], start, end) == []
        assert set(time["rooms"]) <= {"room-atrium", "room-birch"}
        assert 14 <= start.hour < 17  # nine in New York, five in London
    alone = ask("find_free_times", people=[], start="2025-11-06", end="2025-11-06", minutes=30).data
    assert alone["people"] == [OWNER]
    assert "rooms" not in alone["times"][0]


def test_an_event_is_created_with_a_room_that_nobody_else_gets(ask: Asking) -> None:
    times = {"start": "2025-12-01T14:00", "end": "2025-12-01T15:00"}
    made = ask("create_event", title="Audit", **times, attendees=[ENGINEER.address], room="Cedar").data
    assert made["created"]["start"] == "2025-12-01T14:00+00:00"
    assert made["invited"] == [ENGINEER.address]
    assert "is taken" in ask("create_event", title="Other", **times, room="room-cedar").text
    clash = ask("create_event", title="Other", **times).data["clashes"]
    assert [each["who"] for each in clash] == [OWNER]
    read = ask("read_event", event_id=made["created"]["id"]).data
    assert read["attendees"] == [{"address": ENGINEER.address, "status": "needs_action"}]


def test_series_and_whole_days_are_created(ask: Asking) -> None:
    made = ask(
        "create_event",
        title="Plants",
        start="2026-01-05T12:00",
        end="2026-01-05T12:15",
        time_zone="America/New_York",
        repeat="weekly",
        interval=2,
        repeat_until="2026-02-28",
    ).data["created"]
    listed = ask("list_events", start="2026-01-01", end="2026-03-01", query="plants").data["events"]
    assert [each["start"][:10] for each in listed] == ["2026-01-05", "2026-01-19", "2026-02-02", "2026-02-16"]
    assert (
        ask("cancel_event", event_id=made["id"], occurrence="2026-01-19").data["occurrence"] == "2026-01-19"
    )
    moved = ask(
        "move_event",
        event_id=made["id"],
        start="2026-02-03T12:00",
        end="2026-02-03T12:30",
        occurrence="2026-02-02",
    ).data["moved"]
    assert moved["id"] != made["id"]
    listed = ask("list_events", start="2026-01-01", end="2026-03-01", query="plants").data["events"]
    assert [each["start"][:10] for each in listed] == ["2026-01-05", "2026-02-03", "2026-02-16"]
    days = ask("create_event", title="Fair", start="2026-03-02", end="2026-03-03", all_day=True).data[
        "created"
    ]
    assert (days["start"], days["end"]) == ("2026-03-02T00:00+00:00", "2026-03-04T00:00+00:00")


def test_own_events_are_updated_moved_and_cancelled(ask: Asking) -> None:
    key = OWN["id"]
    assert ask("update_event", event_id=key, title="Renamed", room="").data["changed"] == ["title", "room"]
    moved = ask("move_event", event_id=key, start="2025-12-02T09:00", end="2025-12-02T10:00").data
    assert moved["moved"]["start"] == "2025-12-02T09:00+00:00"
    read = ask("read_event", event_id=key).data
    assert (read["title"], read["room"]) == ("Renamed", None)
    assert {attendee["status"] for attendee in read["attendees"]} == {"needs_action"}
    ask("update_event", event_id=key, attendees=[]).data  # noqa: B018
    ask("cancel_event", event_id=key).data  # noqa: B018
    assert ask("list_events", start="2025-12-02", end="2025-12-02", query="renamed").data["total"] == 0
    assert "was cancelled" in ask("move_event", event_id=key, start="2025-12-03", end="2025-12-04").text


def test_an_invitation_is_answered(ask: Asking) -> None:
    key = INVITATIONS[0]["id"]
    assert ask("respond_to_invitation", event_id=key, response="declined").data["clashes"] == []
    ask("respond_to_invitation", event_id=key, response="Accepted", comment="see you").data  # noqa: B018
    read = ask("read_event", event_id=key).data
    assert read["attendees"] == [{"address": OWNER, "status": "accepted", "comment": "see you"}]


def test_private_events_of_others_are_hidden(ask: Asking) -> None:
    private = [event for event in AGENDA.records.values() if event["private"]]
    theirs = [event for event in private if event["organizer"] != OWNER]
    assert theirs
    for event in private:
        shown = ask("read_event", event_id=event["id"]).data
        assert (shown["title"] == "Private") is (event in theirs)
        assert shown["start"] == event["start"]
    day = theirs[0]["start"][:10]
    listed = ask("list_events", start=day, end=day, calendar=theirs[0]["organizer"], query="physio").data
    assert listed["total"] == 0


NEW = {"title": "T", "start": "2025-12-01T14:00", "end": "2025-12-01T15:00"}


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("create_event", NEW | {"end": "2025-12-01T14:00"}, "after the start"),
        ("create_event", NEW | {"start": "0001-01-01", "end": "9999-12-31"}, "the year must be"),
        ("create_event", NEW | {"attendees": ["nobody@x.example"]}, "no calendar"),
        ("create_event", NEW | {"room": "Ballroom"}, "no room"),
        ("create_event", NEW | {"time_zone": "Mars/Olympus"}, "no time zone"),
        ("create_event", NEW | {"repeat": "hourly"}, "not one of"),
        ("create_event", NEW | {"repeat": "daily", "interval": 0}, "from 1 to 52"),
        ("create_event", NEW | {"repeat": "daily", "repeat_until": "9999-12-31"}, "three years"),
        ("create_event", NEW | {"title": " "}, "empty"),
        ("update_event", {"event_id": SERIES["id"], "title": "mine"}, "is organized by"),
        ("cancel_event", {"event_id": INVITATIONS[0]["id"]}, "is organized by"),
        ("respond_to_invitation", {"event_id": OWN["id"], "response": "accepted"}, "not invited"),
        ("read_event", {"event_id": "event-999"}, "no event"),
        ("list_events", {"start": "2025-01-01", "end": "2027-01-01"}, "at most 92 days"),
        (
            "find_free_times",
            {"people": [], "start": "2025-11-06", "end": "2025-11-07", "seats": 900},
            "no room has",
        ),
        ("find_free_times", {"people": [], "start": "x", "end": "y"}, "not a time"),
    ],
)
def test_what_cannot_be_done_is_refused(
    ask: Asking, tool: str, arguments: dict[str, Any], words: str
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert words in heard.text
