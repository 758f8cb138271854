"""The park server: lists, details and counts agree; filters filter; pages join up."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from m3bench.servers import load
from m3bench_world import World
from tests.servers.asking import Asking

SERVER = "nationalparks"
WORLD = World()
TOOLS = {"findParks", "getParkDetails", "getAlerts", "getVisitorCenters", "getCampgrounds", "getEvents"}


def test_this_file_tests_every_tool() -> None:
    assert set(load(SERVER).tools) == TOOLS


def test_parks_are_found_by_state(ask: Asking) -> None:
    utah = ask("findParks", stateCode="UT", limit=50).data
    codes = [park["parkCode"] for park in utah["parks"]]
    assert {"arch", "brca", "cany", "care", "zion"} <= set(codes)
    assert all("UT" in park["states"] for park in utah["parks"])
    assert utah["total"] == len(codes)
    both = ask("findParks", stateCode="ut, Arizona", limit=50).data["parks"]
    assert {"grca", "zion"} <= {park["parkCode"] for park in both}


def test_parks_are_found_by_words_and_activities(ask: Asking) -> None:
    assert ask("findParks", q="Grand Canyon").data["parks"][0]["parkCode"] == "grca"
    caves = ask("findParks", activities="caving,HIKING", limit=50).data["parks"]
    assert {"maca", "wica"} <= {park["parkCode"] for park in caves}
    assert all({"Caving", "Hiking"} <= set(park["activities"]) for park in caves)
    narrowed = ask("findParks", activities="Caving", stateCode="CA", q="national park").data["parks"]
    assert {park["parkCode"] for park in narrowed} == {"pinn", "seki"}


def test_pages_join_up(ask: Asking) -> None:
    seen: list[str] = []
    position: int | None = 0
    while position is not None:
        part = ask("findParks", limit=40, start=position).data
        seen += [park["parkCode"] for park in part["parks"]]
        position = part.get("nextStart")
    assert seen == [park.code for park in WORLD.parks.all()]
    assert ask("findParks", start=1000).data["parks"] == []


def test_details_agree_with_the_lists(ask: Asking) -> None:
    details = ask("getParkDetails", parkCode="YOSE").data
    assert details["name"] == "Yosemite National Park"
    assert (details["latitude"], details["longitude"]) == pytest.approx((37.85, -119.55), abs=0.05)
    camps = ask("getCampgrounds", parkCode="yose", limit=50).data
    assert details["campgroundNames"] == [camp["name"] for camp in camps["campgrounds"]]
    assert details["campgrounds"] == camps["total"]
    centers = ask("getVisitorCenters", parkCode="yose").data["visitorCenters"]
    assert details["visitorCenters"] == [center["name"] for center in centers]
    assert details["alertsInForce"] == ask("getAlerts", parkCode="yose").data["total"]
    park = ask("findParks", q="Yosemite").data["parks"][0]
    assert {key: details[key] for key in park} == park


def test_campgrounds_add_up_and_know_their_season(ask: Asking) -> None:
    camps = ask("getCampgrounds", parkCode="glac", limit=50).data["campgrounds"]
    assert len(camps) == 13
    for camp in camps:
        sites = dict(camp["campsites"])
        total = sites.pop("totalSites")
        assert sum(sites.values()) == total
        assert camp["numberOfSitesReservable"] + camp["numberOfSitesFirstComeFirstServe"] == total
        assert abs(camp["latitude"] - 48.69) < 0.3
        assert camp["fees"]
    closed = {camp["name"] for camp in camps if not camp["openNow"]}
    told = " ".join(alert["description"] for alert in ask("getAlerts", parkCode="glac").data["alerts"])
    assert closed
    assert all(name in told for name in closed)


def test_a_park_without_campgrounds_has_none(ask: Asking) -> None:
    assert ask("getCampgrounds", parkCode="jeff").data["campgrounds"] == []


def test_visitor_centers_have_hours_and_places(ask: Asking) -> None:
    centers = ask("getVisitorCenters", parkCode="grca,zion").data["visitorCenters"]
    assert {center["parkCode"] for center in centers} == {"grca", "zion"}
    for center in centers:
        assert set(center["operatingHours"]["standardHours"]) > {"monday", "sunday"}
        assert center["amenities"][:2] == ["Information", "Restroom"]
        assert "555-01" in center["contacts"]["phone"]


def test_alerts_are_in_force_and_can_be_searched(ask: Asking) -> None:
    every = ask("getAlerts", limit=50).data
    assert every["total"] > 100
    for alert in every["alerts"]:
        assert alert["category"] in ("Danger", "Closure", "Caution", "Information")
        assert alert["inForceSince"] <= "2025-11-05" <= alert["expectedUntil"]
    icy = ask("getAlerts", q="ice").data["alerts"]
    assert all("ice" in f"{alert['title']} {alert['description']}".lower() for alert in icy)
    data = ask("getAlerts", parkCode="grca").data
    assert [alert["title"] for alert in data["alerts"]] == [
        alert.title for alert in WORLD.parks.alerts("grca")
    ]


def test_events_fall_between_the_dates(ask: Asking) -> None:
    week = {"dateStart": "2025-12-01", "dateEnd": "2025-12-07"}
    data = ask("getEvents", parkCode="yose,grca,zion", **week, limit=50).data
    assert data["events"]
    for event in data["events"]:
        assert all("2025-12-01" <= day <= "2025-12-07" for day in event["dates"])
        assert event["dateStart"] == event["dates"][0] <= event["dates"][-1] == event["dateEnd"]
        assert event["isFree"] == (event["feeInfo"] == "")
    starts = [event["dateStart"] for event in data["events"]]
    assert starts == sorted(starts)
    usual = ask("getEvents", parkCode="yose").data
    assert (usual["dateStart"], usual["dateEnd"]) == ("2025-11-05", "2025-12-05")


def test_a_year_of_events_is_bounded(ask: Asking) -> None:
    heard = ask("getEvents", dateStart="2025-11-05", dateEnd="2026-11-05", limit=50)
    assert len(heard.text) < 100_000
    daily = [event for event in heard.data["events"] if "moreDates" in event]
    assert daily
    days = [date.fromisoformat(day) for day in daily[0]["dates"]]
    assert len(days) == 31


def test_event_words_are_searched(ask: Asking) -> None:
    stars = ask("getEvents", q="telescopes", dateStart="2025-11-05", dateEnd="2026-02-01").data["events"]
    assert all(event["category"] == "Astronomy" for event in stars)


def test_what_the_answers_stand_on(ask: Asking) -> None:
    assert ask("getParkDetails", parkCode="acad").sources == {
        "knowledge": "real",
        "parks": "invented",
        "weather": "invented",
    }


@pytest.mark.parametrize(
    ("tool", "arguments", "word"),
    [
        ("getParkDetails", {"parkCode": "yosemite"}, "yose (Yosemite National Park)"),
        ("getCampgrounds", {"parkCode": "zoin"}, "zion"),
        ("getCampgrounds", {"parkCode": "yose,"}, ""),
        ("getAlerts", {"parkCode": " , "}, "parkCode"),
        ("getAlerts", {"parkCode": ""}, "parkCode"),
        ("getAlerts", {"q": "flying saucers"}, "fewer"),
        ("getAlerts", {"limit": 0}, "limit"),
        ("getAlerts", {"limit": 2.5}, "limit"),
        ("getAlerts", {"start": -1}, "start"),
        ("getVisitorCenters", {"centre": "x"}, "centre"),
        ("findParks", {"stateCode": "ZZ"}, "stateCode"),
        ("findParks", {"activities": "hikin"}, "Hiking"),
        ("findParks", {"q": "Yelowstone"}, "yell (Yellowstone National Park)"),
        ("findParks", {"stateCode": "HI", "activities": "Sandboarding"}, "leave one out"),
        ("getEvents", {"dateStart": "soon"}, "dateStart"),
        ("getEvents", {"dateStart": "9999-12-31"}, "dateStart"),
        ("getEvents", {"dateStart": "2025-12-01", "dateEnd": "2025-11-01"}, "before"),
        ("getEvents", {"dateStart": "2025-01-01", "dateEnd": "2026-12-01"}, "366"),
    ],
)
def test_bad_arguments_say_what_to_change(
    ask: Asking, tool: str, arguments: dict[str, Any], word: str
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error == bool(word)
    assert word in heard.text
