"""Land, polylines and the roads that are nearest to points."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.roads import RoadKind, decode_polyline, encode_polyline, metres_between, path_length

ROADS = World().roads

points = st.tuples(st.floats(-90, 90), st.floats(-180, 180)).map(lambda p: (round(p[0], 5), round(p[1], 5)))


@given(st.lists(points, max_size=20))
def test_polylines_decode_to_what_was_encoded(path: list[tuple[float, float]]) -> None:
    assert decode_polyline(encode_polyline(path)) == path


def test_the_published_example_of_polylines() -> None:
    path = [(38.5, -120.2), (40.7, -120.95), (43.252, -126.453)]
    assert encode_polyline(path) == "_p~iF~ps|U_ulLnnqC_mqNvxq`@"


@given(st.text(max_size=30))
def test_any_text_decodes_or_is_refused(text: str) -> None:
    try:
        assert all(len(point) == 2 for point in decode_polyline(text))
    except ValueError:
        assert text


@pytest.mark.parametrize(
    ("point", "land"),
    [
        ((48.85, 2.35), True),
        ((22.0, 5.0), True),
        ((40.0, -30.0), False),
        ((43.5, -87.0), False),
        ((50.3, -1.0), False),
        ((-33.86, 151.2), True),
        ((-80.0, 30.0), True),
    ],
)
def test_land_is_where_land_is(point: tuple[float, float], land: bool) -> None:
    assert ROADS.land.is_land(point) is land


def test_water_between_two_shores_is_measured() -> None:
    calais_to_dover = ROADS.land.longest_water((50.95, 1.86), (51.13, 1.31))
    assert 10_000 < calais_to_dover < 45_000
    assert ROADS.land.longest_water((48.85, 2.35), (45.75, 4.85)) == 0


@settings(max_examples=40, deadline=None)
@given(st.floats(48.80, 48.90), st.floats(2.25, 2.45))
def test_the_nearest_road_is_near_and_resolves(lat: float, lng: float) -> None:
    point = round(lat, 5), round(lng, 5)
    road = ROADS.nearest_road(point)
    assert road is not None
    assert metres_between(point, road.point) == pytest.approx(road.metres_off, abs=3)
    assert road.metres_off <= 81
    again = ROADS.segment(road.segment)
    assert again is not None
    assert (again.road, again.kind, again.limit, again.segment) == (
        road.road,
        road.kind,
        road.limit,
        road.segment,
    )
    snapped = ROADS.nearest_road(road.point)
    assert snapped is not None
    assert snapped.metres_off < 1.5


def test_far_from_all_roads_there_is_none() -> None:
    assert ROADS.nearest_road((40.0, -40.0)) is None
    assert ROADS.nearest_road((90.0, 0.0)) is None


@pytest.mark.parametrize(
    "name", ["", "street.1", "road.a.b.c", "road.99999999.1.1", "lane.-1.2.3", "street.1.2.4"]
)
def test_names_of_no_segment(name: str) -> None:
    assert ROADS.segment(name) is None


def test_roads_of_a_map_measure_their_length() -> None:
    roads = list(ROADS.roads_in(48.0, 1.5, 49.5, 3.5))
    assert len(roads) > 100
    for road in roads:
        if road.kind <= RoadKind.SECONDARY:
            line = metres_between(road.path[0], road.path[-1])
            assert 1.08 < path_length(road.path) / line < 1.43
    straight = list(ROADS.roads_in(48.0, 1.5, 49.5, 3.5, RoadKind.MOTORWAY, straight=True))
    assert {road.kind for road in straight} == {RoadKind.MOTORWAY}
    assert all(len(road.path) == 2 for road in straight)


def test_towns_of_a_box_come_by_size() -> None:
    towns = ROADS.towns(45, 1, 50, 6, least=100_000)
    assert towns[0].name == "Paris"
    people = [town.population for town in towns]
    assert people == sorted(people, reverse=True)
    assert min(people) >= 100_000
    across_the_date_line = ROADS.towns(-20, 177, -16, -178)
    assert "Suva" in {town.name for town in across_the_date_line}
