"""Places are found as people write them, and the fields around them agree with known facts."""

from __future__ import annotations

import itertools
import math
from datetime import UTC, datetime

import pytest

from m3bench_world import World
from m3bench_world.atlas import Atlas, distance, move_point
from m3bench_world.atlas.fold import fold


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return World().atlas


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Paris", "Paris, Île-de-France, France"),
        ("Paris, FR", "Paris, Île-de-France, France"),
        ("paris, texas", "Paris, Texas, United States"),
        ("75007 Paris", "Paris, Île-de-France, France"),
        ("London, UK", "London, England, United Kingdom"),
        ("London, Ontario", "London, Ontario, Canada"),
        ("London, ON", "London, Ontario, Canada"),
        ("Tokyo, Japan", "Tokyo, Japan"),
        ("Toronto, Ontario, Canada", "Toronto, Ontario, Canada"),
        ("Cambridge, MA", "Cambridge, Massachusetts, United States"),
        ("Cambridge MA", "Cambridge, Massachusetts, United States"),
        ("Washington, DC", "Washington, District of Columbia, United States"),
        ("New York", "New York City, New York, United States"),
        ("Highlands, NJ", "Highlands, New Jersey, United States"),
        ("Barnegat Light, NJ 08006", "Barnegat Light, New Jersey, United States"),
        ("Springdale, UT 84767", "Springdale, Utah, United States"),
        ("Selçuk/İzmir, Türkiye", "Selçuk, Izmir, Turkey"),
        ("selcuk izmir", "Selçuk, Izmir, Turkey"),
        ("Xi'An, Shaanxi, China, 710611", "Xi’an, Shaanxi, China"),
        ("Bombay", "Mumbai, Maharashtra, India"),
        ("München", "Munich, Bavaria, Germany"),
        ("Sydney NSW", "Sydney, New South Wales, Australia"),
        ("St Louis", "St. Louis, Missouri, United States"),
    ],
)
def test_find(atlas: Atlas, text: str, label: str) -> None:
    found = atlas.find(text)
    assert found is not None
    assert found.label == label


@pytest.mark.parametrize(
    "text", ["", " ", "\x00", ",,,", "Qwertzuiopville", "Paris, Japan", "1234", "é" * 10_000]
)
def test_what_is_no_place_is_not_found(atlas: Atlas, text: str) -> None:
    assert atlas.find(text) is None


def test_several_places_of_a_name_come_by_size(atlas: Atlas) -> None:
    found = atlas.search("Springfield", country="US", limit=5)
    assert len(found) == 5
    assert {place.country for place in found} == {"US"}
    assert [place.population for place in found] == sorted((p.population for p in found), reverse=True)


def test_near_misses(atlas: Atlas) -> None:
    assert "Lisbon" in atlas.suggestions("Lisbonn")
    assert "Eiffel Tower" in atlas.suggestions("Eifel Tower, Paris")


def test_nearest_agrees_with_measuring_all(atlas: Atlas) -> None:
    lats, lngs = atlas.coordinates()
    best = min(range(len(lats)), key=lambda row: distance(46.0, 8.9, float(lats[row]), float(lngs[row])))
    assert atlas.nearest(46.0, 8.9)[0] == atlas.places([best])[0]


def test_within_is_sorted_and_inside(atlas: Atlas) -> None:
    found = atlas.within(52.52, 13.4, 60_000, limit=40)
    away = [distance(52.52, 13.4, place.lat, place.lng) for place in found]
    assert len(found) == 40
    assert max(away) <= 60_000
    assert away == sorted(away)


def test_a_place_is_found_by_its_id(atlas: Atlas) -> None:
    for text in ("Lima, Peru", "Barnegat Light, NJ"):
        place = atlas.find(text)
        assert place is not None
        assert atlas.place(place.id) == place
    assert atlas.place(-1) is None


def test_distance_and_moving_agree() -> None:
    assert distance(48.8566, 2.3522, 51.5074, -0.1278) == pytest.approx(343_500, rel=0.005)
    lat, lng = move_point(60.0, 179.99, 3_000, 4_000)
    assert distance(60.0, 179.99, lat, lng) == pytest.approx(5_000, rel=0.01)
    assert -180 <= lng < 180


def test_countries(atlas: Atlas) -> None:
    japan = atlas.country("jp")
    assert (japan.name, japan.capital, japan.currency) == ("Japan", "Tokyo", "JPY")
    assert "FR" in atlas.country("DE").neighbours
    assert len(atlas.countries()) > 240
    with pytest.raises(KeyError):
        atlas.country("XX")


def test_airports(atlas: Atlas) -> None:
    kennedy = atlas.airport("jfk")
    assert kennedy is not None
    assert kennedy == atlas.airport("KJFK")
    assert distance(kennedy.lat, kennedy.lng, 40.64, -73.78) < 2_000
    assert "LHR" in [airport.iata for airport in atlas.nearest_airports(51.47, -0.45, 3)]
    assert atlas.airport("") is None


def test_elevation_follows_the_land(atlas: Atlas) -> None:
    denver, amsterdam, ocean = (atlas.elevation(*at) for at in ((39.74, -104.99), (52.37, 4.9), (0.0, -30.0)))
    assert 1_450 < denver < 1_900
    assert -60 < amsterdam < 80
    assert abs(ocean) < 30
    near = [atlas.elevation(46.5 + step / 10_000, 8.0) for step in range(20)]
    assert max(abs(a - b) for a, b in itertools.pairwise(near)) < 100


def test_time_zones(atlas: Atlas) -> None:
    assert atlas.timezone(48.85, 2.35) == "Europe/Paris"
    assert atlas.timezone(0.0, -30.0).startswith("Etc/")
    noon = datetime(2025, 7, 1, 12, tzinfo=UTC)
    assert atlas.local_time(40.71, -74.0, noon).hour == 8


def test_crowds_are_where_people_are(atlas: Atlas) -> None:
    assert atlas.crowd(35.69, 139.69) > 10 * atlas.crowd(43.06, 141.35) / 4 > 100_000
    assert atlas.crowd(0.0, -30.0) == 0


@pytest.mark.parametrize("text", ["San José", "Łódź", "İstanbul", "Æro–Øst", "N'Djamena", "a\tb"])
def test_folding_is_stable(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert fold(text).isascii()


def test_the_tables_are_sane(atlas: Atlas) -> None:
    lats, lngs = atlas.coordinates()
    assert len(lats) == len(lngs) > 30_000
    assert all(math.isfinite(value) for value in (float(lats.min()), float(lngs.max())))
