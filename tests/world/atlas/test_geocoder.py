"""What is written leads to a point, and the point leads back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.atlas import Atlas, Precision, distance, pluscode

ATLAS = World().atlas
TOWNS = [
    "Paris, France",
    "San Francisco, CA",
    "Munich",
    "Porto",
    "Tokyo",
    "Bristol, UK",
    "Rome, Italy",
    "Mumbai",
    "Toronto",
    "Sydney, Australia",
    "Barnegat Light, NJ",
    "Selçuk, Turkey",
    "Seoul",
    "Beijing",
    "Nairobi",
    "Kyoto",
    "Sao Paulo",
    "Stockholm",
    "Warsaw",
    "Madrid",
    "Utrecht",
]


@pytest.mark.parametrize(
    ("text", "lat", "lng"),
    [
        ("Eiffel Tower Paris", 48.8584, 2.2945),
        ("Cathédrale Notre-Dame de Paris, 6 Parvis Notre-Dame, 75004 Paris, France", 48.853, 2.3499),
        ("Bow Bridge, Central Park, New York, NY", 40.7758, -73.9718),
        ("Statue of Liberty Odaiba Tokyo", 35.6279, 139.7718),
        ("Statue of Liberty", 40.6892, -74.0445),
        ("RGM9+4V, Sausalito, CA 94965", 37.8328, -122.4803),
        ("97M7+99W, Qinling N Rd, Lintong District, Xi'An, Shaanxi, China, 710611", 34.3835, 109.2635),
        ("8FW4V75V+8Q", 48.8583, 2.2944),
        ("JFK", 40.6399, -73.7787),
        ("Heathrow Airport", 51.4706, -0.4619),
        ("48.8584, 2.2945", 48.8584, 2.2945),
        ("33.8688S, 151.2093E", -33.8688, 151.2093),
    ],
)
def test_known_points(text: str, lat: float, lng: float) -> None:
    spot = ATLAS.geocode(text)[0]
    assert distance(spot.lat, spot.lng, lat, lng) < 120
    assert not spot.partial


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("Lisbon, Portugal", "locality", "Lisbon"),
        ("Singapore", "locality", "Singapore"),
        ("France", "country", "France"),
        ("California", "administrative_area_level_1", "California"),
    ],
)
def test_towns_and_areas(text: str, kind: str, name: str) -> None:
    spot = ATLAS.geocode(text)[0]
    assert (spot.types[0], spot.name) == (kind, name)


def test_a_name_in_a_known_town_is_a_partial_match() -> None:
    spot = ATLAS.geocode("Ashton Lodge, Bristol BS8 3PX, United Kingdom")[0]
    assert spot.partial
    assert spot.place is not None
    assert spot.place.name == "Bristol"


def test_a_landmark_elsewhere_is_another_one() -> None:
    spot = ATLAS.geocode("Central Park, Incheon, South Korea")[0]
    assert spot.place is not None
    assert spot.place.country == "KR"


def test_houses_of_a_street_lie_along_it() -> None:
    spots = [ATLAS.geocode(f"{number} Fillmore Street, San Francisco, CA")[0] for number in (101, 103, 201)]
    assert ATLAS.geocode("101 Fillmore St, San Francisco, CA 94117")[0].id == spots[0].id
    assert all(spot.precision is Precision.INTERPOLATED for spot in spots)
    first, second, third = spots
    assert distance(first.lat, first.lng, second.lat, second.lng) == pytest.approx(12, abs=1)
    assert distance(first.lat, first.lng, third.lat, third.lng) == pytest.approx(600, abs=10)


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(TOWNS), st.floats(-0.7, 0.7), st.floats(-0.7, 0.7))
def test_an_address_leads_back_to_its_point(town: str, east: float, north: float) -> None:
    place = ATLAS.find(town)
    assert place is not None
    point = place.lat + 0.004 * north, place.lng + 0.004 * east
    address = ATLAS.reverse(*point)[0]
    assert address.types == ("street_address",)
    assert distance(*point, address.lat, address.lng) <= 100
    back = ATLAS.geocode(address.address)[0]
    assert distance(back.lat, back.lng, address.lat, address.lng) <= 1, (address.address, back.address)
    assert ATLAS.spot(address.id) == address


def test_the_sea_has_a_plus_code_only() -> None:
    (spot,) = ATLAS.reverse(0.0, -30.0)
    assert spot.types == ("plus_code",)
    again = ATLAS.geocode(spot.name)[0]
    assert again.name == spot.name
    assert distance(again.lat, again.lng, spot.lat, spot.lng) < 20


@given(st.floats(-89.9, 89.9), st.floats(-180, 179.99))
def test_plus_codes_lead_back(lat: float, lng: float) -> None:
    code = pluscode.encode(lat, lng)
    centre = pluscode.decode(code)
    assert centre is not None
    assert abs(centre[0] - lat) <= 0.000_07
    assert abs((centre[1] - lng + 180) % 360 - 180) <= 0.000_07
    assert pluscode.recover(code[4:], lat, lng) == centre


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_survived(text: str) -> None:
    ATLAS.geocode(text)
    ATLAS.locate(text)


def test_ids_of_every_kind_resolve_in_a_fresh_world() -> None:
    fresh: Atlas = World().atlas
    for text in ("Oslo, Norway", "12 Via Roma, Rome, Italy", "JFK", "Louvre", "RGM9+4V, Sausalito, CA"):
        spot = ATLAS.geocode(text)[0]
        found = fresh.spot(spot.id)
        assert found is not None
        assert (found.id, found.lat, found.lng) == (spot.id, spot.lat, spot.lng) or spot.types[
            0
        ] != "locality"
        assert distance(found.lat, found.lng, spot.lat, spot.lng) <= 100
        assert World(8).atlas.spot(spot.id) is None


def test_locate_takes_ids_coordinates_and_names() -> None:
    oslo = ATLAS.geocode("Oslo")[0]
    assert ATLAS.locate(oslo.id) == ATLAS.locate(f"place_id:{oslo.id}") == ATLAS.locate("Oslo")
    assert ATLAS.locate("1.5,2.5") == (1.5, 2.5, "1.50000, 2.50000")
    assert ATLAS.locate("nowhere at all") is None
