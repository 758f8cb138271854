"""Addresses, places and their details hold together across the tools."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from m3bench_world.atlas import distance
from tests.servers.asking import Asking

SERVER = "google-maps"


def names(data: dict[str, Any]) -> list[str]:
    return [place["displayName"]["text"] for place in data["places"]]


def test_geocode(ask: Asking) -> None:
    heard = ask("geocode", address="London, UK", language="en")
    (result,) = heard.data["results"]
    assert result["formatted_address"] == "London, England, UK"
    assert result["geometry"]["location"] == {"lat": 51.5085, "lng": -0.1257}
    assert result["types"][0] == "locality"
    assert "partial_match" not in result
    assert heard.sources == {
        "geonames": "real",
        "airports": "real",
        "knowledge": "real",
        "landmarks": "invented",
    }


def test_geocode_and_reverse_agree(ask: Asking) -> None:
    first = ask("geocode", address="3060 Fillmore St, San Francisco, CA 94123", region="us").data["results"][
        0
    ]
    at = first["geometry"]["location"]
    back = ask("reverse_geocode", **at).data["results"]
    near = back[0]["geometry"]["location"]
    assert distance(at["lat"], at["lng"], near["lat"], near["lng"]) < 100
    again = ask("geocode", address=back[0]["formatted_address"]).data["results"][0]
    assert again["geometry"]["location"] == near
    assert back[-1]["formatted_address"] == "San Francisco, CA, USA"
    parts = {part["types"][0]: part["short_name"] for part in back[0]["address_components"]}
    assert (parts["administrative_area_level_1"], parts["country"]) == ("CA", "US")


def test_a_region_is_preferred(ask: Asking) -> None:
    cities = [ask("geocode", address="Birmingham", region=code).data["results"][0] for code in ("uk", "us")]
    assert [city["formatted_address"] for city in cities] == [
        "Birmingham, England, UK",
        "Birmingham, AL, USA",
    ]


def test_text_search_near_a_landmark(ask: Asking) -> None:
    data = ask(
        "places_text_search", query="best restaurants near Tower Bridge, London", maxResultCount=8
    ).data
    assert len(data["places"]) == 8
    ratings = [place["rating"] for place in data["places"]]
    assert ratings == sorted(ratings, reverse=True)
    for place in data["places"]:
        assert "restaurant" in place["types"]
        at = place["location"]
        assert distance(51.5055, -0.0754, at["latitude"], at["longitude"]) < 2_600


def test_text_search_with_a_bias_in_any_spelling(ask: Asking) -> None:
    spellings: list[dict[str, Any]] = [
        {"circle": {"center": {"latitude": 40.4209, "longitude": -74.036}, "radius": 5000}},
        {"circle": {"center": {"lat": 40.4209, "lng": -74.036}, "radius": 5000}},
        {"center": {"latitude": 40.4209, "longitude": -74.036}, "radius": 5000},
        {"latitude": 40.4209, "longitude": -74.036, "radius": 5000},
    ]
    answers = [
        ask("places_text_search", query="bait and tackle shop", locationBias=spelling).data
        for spelling in spellings
    ]
    assert all(answer == answers[0] for answer in answers)
    assert "fishing_store" in answers[0]["places"][0]["types"]


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("movie theaters showing The Godfather near New York", "movie_theater"),
        ("Once Upon a Time in Hollywood showtimes near New York", "movie_theater"),
        ("supermarket near 3060 Fillmore St, San Francisco, CA 94123", "supermarket"),
        ("hotels in Porto", "lodging"),
        ("research station near Madison, Wisconsin", "research_station"),
        ("coffee near 48.8584,2.2945", "cafe"),
    ],
)
def test_text_search_understands_kinds(ask: Asking, query: str, kind: str) -> None:
    data = ask("places_text_search", query=query).data
    assert data["places"]
    assert all(kind in place["types"] for place in data["places"])


def test_text_search_by_name(ask: Asking) -> None:
    assert names(ask("places_text_search", query="Eiffel Tower Paris", maxResultCount=1).data) == [
        "Eiffel Tower"
    ]
    cafe = ask("places_text_search", query="cafes in Lyon", maxResultCount=1).data["places"][0]
    data = ask("places_text_search", query=f"{cafe['displayName']['text']}, Lyon, France").data
    assert cafe["displayName"]["text"] in names(data)


def test_nearby_search(ask: Asking) -> None:
    centre = {"latitude": 39.7660179, "longitude": -74.1016824}
    wanted = ["restaurant", "sporting_goods_store"]
    data = ask("places_nearby_search", location=centre, radiusMeters=5000, includedTypes=wanted).data
    assert data["places"]
    for place in data["places"]:
        assert set(wanted) & set(place["types"])
        at = place["location"]
        assert distance(centre["latitude"], centre["longitude"], at["latitude"], at["longitude"]) < 5_050


def test_fields_are_honoured(ask: Asking) -> None:
    centre = {"lat": 48.137, "lng": 11.576}
    for mask in ("places.displayName,places.rating", "displayName,rating"):
        data = ask("places_nearby_search", location=centre, radiusMeters=800, fields=mask).data
        assert all(set(place) == {"displayName", "rating"} for place in data["places"])
    refused = ask("places_nearby_search", location=centre, radiusMeters=800, fields="colour")
    assert refused.is_error
    assert "displayName" in refused.text


def test_details_agree_with_the_search(ask: Asking) -> None:
    for place in ask("places_text_search", query="hotels in Kyoto", maxResultCount=4).data["places"]:
        details = ask("place_details", place_id=place["id"]).data
        assert place.items() <= details.items()
        assert len(details["regularOpeningHours"]["weekdayDescriptions"]) == 7
        assert details["websiteUri"].endswith(".example.com/")
        assert details["utcOffsetMinutes"] == 540
        assert details["internationalPhoneNumber"].startswith("+81 ")
        spot = ask("geocode", address=details["formattedAddress"]).data["results"][0]["geometry"]["location"]
        assert (
            distance(details["location"]["latitude"], details["location"]["longitude"], *spot.values()) < 20
        )
    town = ask("geocode", address="Kyoto").data["results"][0]
    masked = ask("place_details", place_id=town["place_id"], fields="id,displayName,rating").data
    assert masked == {"id": town["place_id"], "displayName": {"text": "Kyoto", "languageCode": "en"}}


def test_photos(ask: Asking) -> None:
    place = ask("places_text_search", query="Louvre", fields="photos").data["places"][0]
    pictures = []
    for photo in place["photos"]:
        heard = ask("place_photo_media", photo_resource=photo["name"], maxWidthPx=400)
        assert (heard.data["widthPx"], heard.data["heightPx"]) == (400, 300)
        assert Image.open(BytesIO(heard.pictures[0])).size == (400, 300)
        pictures.append(heard.pictures[0])
    assert len(set(pictures)) == len(pictures)


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("geocode", {"address": "  "}, "address"),
        ("geocode", {"address": "Lisbonn"}, "Lisbon"),
        ("reverse_geocode", {"lat": 91, "lng": 0}, "lat"),
        ("places_text_search", {"query": "Eifel Towr"}, "Eiffel Tower"),
        ("places_text_search", {"query": "cafe", "maxResultCount": 0}, "maxResultCount"),
        ("places_text_search", {"query": "cafe", "locationBias": {"circle": {}}}, "locationBias"),
        ("places_nearby_search", {"location": {}, "radiusMeters": 10}, "location"),
        ("places_nearby_search", {"location": {"lat": 0, "lng": 0}, "radiusMeters": 0}, "radiusMeters"),
        (
            "places_nearby_search",
            {"location": {"lat": 0, "lng": 0}, "radiusMeters": 9, "includedTypes": ["restaurnt"]},
            "restaurant",
        ),
        ("places_nearby_search", {"location": {"lat": 0, "lng": -30}, "radiusMeters": 900}, "larger radius"),
        ("place_details", {"place_id": "ChIJTY_Ic061RIYRPqTvyzTUGVE"}, "Not found"),
        ("place_photo_media", {"photo_resource": "x"}, "photo_resource"),
        ("place_photo_media", {"photo_resource": "places/ChIJTY_Ic061RIYRPqTvyzTUGVE/photos/1"}, "Not found"),
    ],
)
def test_refusals_say_what_to_change(
    ask: Asking, tool: str, arguments: dict[str, Any], expected: str
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert expected in heard.text
