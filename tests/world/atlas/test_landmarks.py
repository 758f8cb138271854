"""Points of interest: famous ones where they are, invented ones that hold together."""

from __future__ import annotations

import itertools
from datetime import datetime

import pytest

from m3bench_world import World
from m3bench_world.atlas import Atlas, distance
from m3bench_world.atlas.points.kinds import all_types, kinds, words
from m3bench_world.atlas.points.opening import is_open, next_change

PARIS = (48.8584, 2.2945)


@pytest.fixture(scope="module")
def atlas() -> Atlas:
    return World().atlas


def test_near_is_inside_sorted_and_of_the_kind(atlas: Atlas) -> None:
    found = atlas.landmarks_near(*PARIS, 2_000, ("restaurant",), 20)
    away = [distance(*PARIS, one.lat, one.lng) for one in found]
    assert len(found) == 20
    assert max(away) < 2_120
    assert all(b - a > -250 for a, b in itertools.pairwise(away))
    assert all("restaurant" in one.types for one in found)


def test_best_come_by_rating(atlas: Atlas) -> None:
    found = atlas.landmarks_near(*PARIS, 3_000, ("restaurant",), 15, best=True)
    assert [one.rating for one in found] == sorted((one.rating for one in found), reverse=True)
    every = atlas.landmarks_near(*PARIS, 3_000, ("restaurant",), 1_000)
    assert found[0].rating == max(one.rating for one in every)


def test_ids_resolve_without_having_been_seen(atlas: Atlas) -> None:
    fresh = World().atlas
    for one in atlas.landmarks_near(*PARIS, 1_500, None, 30) + atlas.landmarks_near(39.76, -74.1, 5_000):
        assert one.id.startswith("ChIJ")
        assert len(one.id) == 27
        assert fresh.landmark(one.id) == one
        assert World(8).atlas.landmark(one.id) is None
    assert atlas.landmark("ChIJHQ6aMnBTwokRc-T-3CrcvOE") is None
    assert atlas.landmark("") is None


def test_addresses_of_landmarks_lead_to_them(atlas: Atlas) -> None:
    for town in ("Paris", "Boston, MA", "Munich", "Osaka", "Izmir", "Porto", "Seville", "Nairobi"):
        place = atlas.find(town)
        assert place is not None
        for one in atlas.landmarks_of(place, ("cafe",), 5):
            spot = atlas.geocode(one.address)[0]
            assert distance(one.lat, one.lng, spot.lat, spot.lng) < 20, one.address


def test_a_town_has_what_it_needs_and_no_more(atlas: Atlas) -> None:
    small, large = atlas.find("Barnegat Light, NJ"), atlas.find("Boston, MA")
    assert small is not None
    assert large is not None
    of_small, of_large = (atlas.landmarks_of(place, limit=10_000) for place in (small, large))
    assert 5 < len(of_small) < 40
    assert len(of_large) > 500
    assert not any("university" in one.types for one in of_small if not one.famous)
    assert any("hospital" in one.types for one in of_large)
    assert len({one.id for one in of_large}) == len(of_large)


def test_another_seed_has_other_shops_and_the_same_monuments() -> None:
    one, other = (World(seed).atlas.landmarks_near(*PARIS, 800, None, 12) for seed in (7, 8))
    assert [entry.name for entry in one if not entry.famous] != [
        entry.name for entry in other if not entry.famous
    ]
    assert [entry.name for entry in one if entry.famous] == [entry.name for entry in other if entry.famous]


@pytest.mark.slow
def test_every_famous_landmark_is_complete_and_near_its_home(atlas: Atlas) -> None:
    names = atlas.famous_names()
    assert len(names) == len(set(names)) > 250
    for name in names:
        found = atlas.famous(name)
        assert found is not None
        assert found.kind in found.types
        # In Alaska and on islands the next town that is large enough to be known may be far.
        farthest = 700_000 if "National" in name else 350_000
        assert distance(found.lat, found.lng, found.place.lat, found.place.lng) < farthest


@pytest.mark.parametrize(
    "park", ["Zion National Park", "Grand Canyon National Park, Arizona", "Glacier National Park"]
)
def test_national_parks_are_on_the_map(park: str) -> None:
    world = World()
    known = world.parks.named(park.partition(",")[0])
    assert known is not None
    (spot, *_) = world.atlas.geocode(park)
    assert (spot.lat, spot.lng) == (known.lat, known.lng)


def test_kinds_are_consistent() -> None:
    for kind in kinds():
        assert kind.name in kind.types
        assert kind.patterns
    assert set(words().values()) <= all_types()
    assert {"restaurant", "movie_theater", "lodging", "fishing_store", "supermarket"} <= all_types()


def test_hours(atlas: Atlas) -> None:
    week = (("09:00-12:00", "14:00-18:00"), ("17:00-02:00",), (), (), (), (), ())
    monday = datetime(2025, 11, 3, 11, 59)  # noqa: DTZ001 - a local clock
    assert is_open(week, monday)
    assert not is_open(week, monday.replace(hour=12, minute=0))
    assert is_open(week, datetime(2025, 11, 5, 1, 30))  # noqa: DTZ001
    assert next_change(week, monday) == "2025-11-03T12:00"
    assert next_change((("00:00-24:00",),) * 7, monday) is None
    assert all(len(one.hours) == 7 for one in atlas.landmarks_near(*PARIS, 1_000))


def test_named_ones_are_found_in_their_town(atlas: Atlas) -> None:
    one = atlas.landmarks_near(*PARIS, 1_000, ("cafe",), 1)[0]
    assert one.name in [found.name for found in atlas.landmarks_named(one.place, one.name)]
    assert atlas.geocode(f"{one.name}, {one.place.name}")[0].name == one.name
