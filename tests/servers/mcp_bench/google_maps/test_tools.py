"""The server `Google Maps`: the atlas and the roads of `google-maps`."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from m3bench_world import World
from tests.servers.asking import Asking, InProcess

SERVER = "Google Maps"


@pytest.fixture(scope="module")
def maps(tmp_path_factory: pytest.TempPathFactory) -> InProcess:
    return InProcess("google-maps", tmp_path_factory.mktemp("maps"), World())


def test_addresses_are_those_of_the_original(ask: Asking, maps: InProcess) -> None:
    here = ask("maps_geocode", address="Utrecht, Netherlands").data
    there = maps("geocode", address="Utrecht, Netherlands").data["results"][0]
    assert here["location"] == there["geometry"]["location"]
    assert (here["place_id"], here["formatted_address"]) == (there["place_id"], there["formatted_address"])
    spot = here["location"]
    back = ask("maps_reverse_geocode", latitude=spot["lat"], longitude=spot["lng"]).data
    same = maps("reverse_geocode", lat=spot["lat"], lng=spot["lng"]).data["results"]
    assert back["formatted_address"] == same[0]["formatted_address"]
    assert len(back["wider"]) == len(same) - 1
    heights = ask("maps_elevation", locations=[{"latitude": spot["lat"], "longitude": spot["lng"]}] * 2).data[
        "results"
    ]
    expected = maps("elevation_by_locations", locations=[f"{spot['lat']},{spot['lng']}"]).data["results"][0]
    assert heights == [expected, expected]


def test_places_near_a_point_are_those_of_the_original(ask: Asking, maps: InProcess) -> None:
    center = {"value": "52.0908,5.1222", "isCoordinates": True}
    data = ask("search_nearby", center=center, keyword="cafe", radius=2000).data
    near = maps(
        "places_nearby_search",
        location={"latitude": 52.0908, "longitude": 5.1222},
        radiusMeters=2000,
        includedTypes=["cafe"],
    ).data["places"]
    assert [place["place_id"] for place in data["places"]] == [place["id"] for place in near]
    details = ask("get_place_details", placeId=near[0]["id"]).data
    assert (details["name"], details["rating"]) == (near[0]["displayName"]["text"], near[0]["rating"])
    assert len(details["opening_hours"]) == 7
    assert details["open_now"] == data["places"][0]["open_now"]
    good: dict[str, Any] = {"center": center, "keyword": "cafes", "radius": 5000, "minRating": 4.2}
    rated = ask("search_nearby", **good).data["places"]
    assert all(place["rating"] >= 4.2 for place in rated)
    assert all(place["open_now"] for place in ask("search_nearby", **good, openNow=True).data["places"])


def test_institutions_of_a_town_are_found(ask: Asking) -> None:
    hall = ask("maps_geocode", address="San Francisco City Hall").data
    assert hall["name"] == "San Francisco City Hall"
    assert hall["partial_match"] is False
    museum = ask("maps_geocode", address="Denver Art Museum").data
    assert "museum" in museum["types"] or "art_gallery" in museum["types"]
    assert museum["partial_match"] is True
    assert "Denver" in museum["formatted_address"]
    around = ask(
        "search_nearby", center={"value": "San Francisco City Hall"}, keyword="bicycle rental", radius=5000
    )
    assert around.data["center"]["location"] == hall["location"]


def test_journeys_are_those_of_the_original(ask: Asking, maps: InProcess) -> None:
    ends = {"origin": "Belmar, NJ", "destination": "Newark, NJ"}
    (route,) = ask("maps_directions", **ends, mode="bicycling").data["routes"]
    (leg,) = maps("directions_legacy", **ends, mode="bicycling").data["routes"][0]["legs"]
    assert (route["distance"], route["duration"]) == (leg["distance"], leg["duration"])
    assert [step["instruction"] for step in route["steps"]] == [
        step["html_instructions"] for step in leg["steps"]
    ]
    places = {"origins": ["Belmar, NJ", "Nowhere Xyzq"], "destinations": ["Newark, NJ"]}
    matrix = ask("maps_distance_matrix", **places).data
    cell = maps("distance_matrix", **places).data["rows"][0]["elements"][0]
    assert matrix["rows"][0][0] == cell
    assert matrix["rows"][1][0] == {"status": "NOT_FOUND", "distance": None, "duration": None}


def test_a_journey_can_begin_or_end_at_a_time(ask: Asking) -> None:
    ends = {"origin": "Belmar, NJ", "destination": "Newark, NJ"}
    (leaving,) = ask("maps_directions", **ends, departure_time="2025-11-08T14:00:00Z").data["routes"]
    assert leaving["departure_time"] == "2025-11-08T09:00-05:00"
    (arriving,) = ask("maps_directions", **ends, arrival_time="2025-11-08T09:00:00-05:00").data["routes"]
    gap = datetime.fromisoformat(arriving["arrival_time"]) - datetime.fromisoformat("2025-11-08T09:00-05:00")
    assert abs(gap.total_seconds()) < 3600
    both = ask("maps_directions", **ends, departure_time="now", arrival_time="now")
    assert "not both" in both.text
    assert "arrival_time" in ask("maps_directions", **ends, arrival_time="soon").text


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("search_nearby", {"center": {"value": "Paris", "isCoordinates": True}}, "latitude,longitude"),
        ("search_nearby", {"center": {"value": "Paris"}, "minRating": 6}, "minRating"),
        ("search_nearby", {"center": {"value": "0,0", "isCoordinates": True}, "keyword": "cafe"}, "no cafe"),
        ("search_nearby", {"center": {"value": "Paris", "radius": 5}}, "radius"),
        ("get_place_details", {"placeId": "ChIJnone"}, "no place with the id"),
        ("maps_geocode", {"address": "Xyzqq Art Museum"}, "no place"),
        ("maps_reverse_geocode", {"latitude": 91, "longitude": 0}, "latitude"),
        ("maps_elevation", {"locations": []}, "1 to 200"),
        ("maps_distance_matrix", {"origins": [], "destinations": ["Paris"]}, "origins"),
        ("maps_directions", {"origin": "Paris", "destination": "Lyon", "mode": "flying"}, "mode"),
    ],
)
def test_mistakes_are_refused_with_advice(
    ask: Asking, tool: str, arguments: dict[str, Any], message: str
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert message in heard.text


def test_some_listings_contradict_the_terrain(tmp_path: Path) -> None:
    world = World()
    ask = InProcess(SERVER, tmp_path, world)
    data = ask("search_nearby", center={"value": "Denver, Colorado"}, keyword="museum", radius=20000).data
    places = [ask("get_place_details", placeId=place["place_id"]).data for place in data["places"]]
    points = [
        {"latitude": place_["location"]["lat"], "longitude": place_["location"]["lng"]} for place_ in places
    ]
    terrain = [result["elevation"] for result in ask("maps_elevation", locations=points).data["results"]]
    apart = [
        abs(place_["listing"]["altitude_m"] - metres) for place_, metres in zip(places, terrain, strict=True)
    ]
    wrong = [world.errata.has("altitudes of listings", place_["place_id"]) for place_ in places]
    assert set(wrong) == {True, False}
    assert all(metres > 50 if bad else metres <= 0.5 for metres, bad in zip(apart, wrong, strict=True))


@pytest.mark.slow
def test_some_listings_contradict_the_park_service(tmp_path: Path) -> None:
    world = World()
    ask = InProcess(SERVER, tmp_path, world)
    official = InProcess("nationalparks", tmp_path, world)
    parks = [park for park in world.parks.all() if park.designation == "National Park"][:10]
    wrong = 0
    for park in parks:
        spot = ask("maps_geocode", address=park.full_name).data
        stated = ask("get_place_details", placeId=spot["place_id"]).data["listing"]["protected_since"]
        right = official("getParkDetails", parkCode=park.code).data["protectedSince"]
        assert (stated != right) is world.errata.has("years of listings", park.code), park.code
        assert abs(stated - right) <= 7
        wrong += stated != right
    assert 0 < wrong < len(parks)


def test_towns_have_no_listing(ask: Asking) -> None:
    town = ask("maps_geocode", address="Utrecht, Netherlands").data
    assert "listing" not in ask("get_place_details", placeId=town["place_id"]).data
