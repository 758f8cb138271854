"""The server `Call for Papers`."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from m3bench_world import World
from tests.servers.asking import Asking, InProcess

SERVER = "Call for Papers"
TODAY = date(2025, 11, 5)


def day(text: str) -> date:
    return datetime.strptime(text, "%b %d, %Y").date()  # noqa: DTZ007 - a day has no zone


def test_conferences_have_seven_texts(ask: Asking) -> None:
    heard = ask("get_events", keywords="renewable energy").data
    assert (heard["status"], heard["count"], len(heard["events"])) == ("success", 10, 10)
    for event in heard["events"]:
        assert all(isinstance(value, str) and value for value in event.values())
        assert len(event) == 7
        start, end = (day(part) for part in event["event_time"].split(" - "))
        assert day(event["submission_deadline"]) < start < end
        assert "energy" in f"{event['event_description']} {event['topics']}".lower()


def test_the_nearest_open_deadline_comes_first(ask: Asking) -> None:
    events = ask("get_events", keywords="Data Privacy Europe", limit=5).data["events"]
    deadlines = [day(event["submission_deadline"]) for event in events]
    assert deadlines == sorted(deadlines)
    assert deadlines[0] >= TODAY


def test_the_limit_counts_and_places_are_known_to_the_map(
    ask: Asking, tmp_path_factory: pytest.TempPathFactory
) -> None:
    events = ask("get_events", keywords="machine learning Italy", limit=3).data["events"]
    assert len(events) == 3
    maps = InProcess("google-maps", tmp_path_factory.mktemp("maps"), World())
    for event in events:
        assert event["event_location"].endswith(", Italy")
        data = maps("geocode", address=event["event_location"]).data
        assert data["results"][0]["formatted_address"].startswith(event["event_location"].split(",")[0])


@pytest.mark.parametrize(
    "arguments", [{"keywords": " "}, {"keywords": "zzzz"}, {"keywords": "law", "limit": 0}]
)
def test_what_finds_nothing_is_refused(ask: Asking, arguments: dict[str, object]) -> None:
    assert ask("get_events", **arguments).is_error


def test_an_unknown_subject_gets_fields(ask: Asking) -> None:
    assert "Did you mean: Economics" in ask("get_events", keywords="economiks").text
