"""Routes run over roads, are as long as their steps, and agree with each other."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import permutations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.roads import Mode, NoRoute, Preferences, RoadKind, metres_between, path_length

WORLD = World()
ROADS = WORLD.roads
PARIS, LYON, DIJON, BERLIN = (48.8534, 2.3488), (45.7485, 4.8467), (47.3167, 5.0167), (52.52, 13.405)
LONDON, DUBLIN, NEW_YORK, BOSTON = (
    (51.5085, -0.1257),
    (53.3331, -6.2489),
    (40.7143, -74.006),
    (42.3584, -71.0598),
)
CITIES = [PARIS, LYON, DIJON, BERLIN, LONDON]

french = st.tuples(st.floats(45.5, 49), st.floats(1, 6)).map(lambda p: (round(p[0], 4), round(p[1], 4)))


def test_a_route_is_plausible() -> None:
    route = ROADS.route(PARIS, LYON)
    line = metres_between(PARIS, LYON)
    assert 1.1 * line < route.metres < 1.6 * line
    assert 70 < route.metres / route.seconds * 3.6 < 130
    assert any(step.kind is RoadKind.MOTORWAY and step.road.startswith("A") for step in route.steps)


@pytest.mark.parametrize("pair", list(permutations(CITIES, 2))[::3])
def test_a_route_is_the_sum_of_its_steps(pair: tuple[tuple[float, float], tuple[float, float]]) -> None:
    route = ROADS.route(*pair)
    assert route.metres == sum(step.metres for step in route.steps)
    assert route.seconds == route.busy_seconds == sum(step.seconds for step in route.steps)
    for before, step in zip(route.steps, route.steps[1:], strict=False):
        assert before.path[-1] == step.path[0]
    assert metres_between(route.path[0], pair[0]) < 3
    assert metres_between(route.path[-1], pair[1]) < 3
    assert path_length(route.path) == pytest.approx(route.metres, rel=0.02)


@settings(max_examples=25, deadline=None)
@given(french, french)
def test_there_and_back_are_the_same(a: tuple[float, float], b: tuple[float, float]) -> None:
    there, back = ROADS.route(a, b), ROADS.route(b, a)
    assert there.metres == pytest.approx(back.metres, abs=10)
    assert there.seconds == pytest.approx(back.seconds, abs=10)
    assert there.metres >= metres_between(a, b) - 5


@pytest.mark.parametrize("stops", list(permutations(CITIES, 3))[::4])
def test_no_detour_is_quicker(stops: tuple[tuple[float, float], ...]) -> None:
    a, b, c = stops
    detour = ROADS.route(a, b).seconds + ROADS.route(b, c).seconds
    assert ROADS.route(a, c).seconds <= detour + 60


def test_within_a_town_the_way_follows_a_grid() -> None:
    a, b = (48.8600, 2.3400), (48.8500, 2.3600)
    route = ROADS.route(a, b, Preferences(Mode.WALK))
    assert 1.0 <= route.metres / metres_between(a, b) <= 1.45
    assert route.metres / route.seconds == pytest.approx(4.8 / 3.6, rel=0.02)
    assert {step.kind for step in route.steps} == {RoadKind.STREET}


def test_reaches_agree_with_routes() -> None:
    when = datetime(2025, 11, 5, 7, 30, tzinfo=UTC)
    for goals in (CITIES, CITIES[:2]):
        rows = ROADS.reaches(CITIES[:3], goals, departure=when)
        for a, row in zip(CITIES[:3], rows, strict=True):
            for b, reach in zip(goals, row, strict=True):
                route = ROADS.route(a, b, departure=when)
                assert reach is not None
                assert (reach.metres, reach.seconds, reach.busy_seconds) == (
                    route.metres,
                    route.seconds,
                    route.busy_seconds,
                )


def test_no_way_over_an_ocean_and_none_on_the_sea() -> None:
    with pytest.raises(NoRoute, match="no road, tunnel or ferry"):
        ROADS.route(NEW_YORK, LONDON)
    with pytest.raises(NoRoute, match="near the destination"):
        ROADS.route(PARIS, (40.0, -40.0))
    assert ROADS.reaches([NEW_YORK], [LONDON, BOSTON])[0][0] is None


def test_islands_are_reached_by_ferry_or_tunnel() -> None:
    assert ROADS.route(LONDON, DUBLIN).ferry
    kinds = {step.kind for step in ROADS.route(LONDON, PARIS).steps}
    assert kinds & {RoadKind.FERRY, RoadKind.SHUTTLE}
    assert not kinds & {RoadKind.BRIDGE}


def test_tolls_are_avoided_at_the_cost_of_time() -> None:
    quick = ROADS.route(PARIS, LYON)
    free = ROADS.route(PARIS, LYON, Preferences(avoid_tolls=True))
    assert quick.toll
    assert quick.toll_metres > 0
    assert not free.toll
    assert free.seconds > quick.seconds
    slow = ROADS.route(PARIS, LYON, Preferences(avoid_motorways=True))
    assert all(step.kind is not RoadKind.MOTORWAY for step in slow.steps)


@pytest.mark.parametrize("mode", [Mode.WALK, Mode.BICYCLE])
def test_nobody_walks_on_a_motorway(mode: Mode) -> None:
    route = ROADS.route(PARIS, DIJON, Preferences(mode))
    assert all(step.kind is not RoadKind.MOTORWAY for step in route.steps)
    assert route.seconds > ROADS.route(PARIS, DIJON).seconds


def test_modes_differ_in_speed() -> None:
    seconds = {mode: ROADS.route(PARIS, DIJON, Preferences(mode)).seconds for mode in Mode}
    assert seconds[Mode.DRIVE] <= seconds[Mode.TRANSIT] < seconds[Mode.BICYCLE] < seconds[Mode.WALK]
    rides = {step.ride for step in ROADS.route(PARIS, DIJON, Preferences(Mode.TRANSIT)).steps}
    assert "train" in rides


def test_alternatives_differ_and_take_longer() -> None:
    best, *others = ROADS.routes(PARIS, BERLIN)
    assert others
    for other in others:
        assert best.seconds <= other.seconds <= 1.65 * best.seconds
        assert other.path != best.path


def test_traffic_follows_the_local_hour() -> None:
    def minutes(hour: int, day: int = 5) -> float:
        when = datetime(2025, 11, day, hour, 0, tzinfo=UTC)
        return ROADS.route(PARIS, (48.80, 2.13), departure=when).busy_seconds

    assert minutes(7) > minutes(12) > minutes(2)
    assert minutes(7, day=8) < minutes(7)
    # Eight in the morning in New York is one in the afternoon in Greenwich.
    early = ROADS.route(NEW_YORK, BOSTON, departure=datetime(2025, 11, 5, 13, tzinfo=UTC))
    night = ROADS.route(NEW_YORK, BOSTON, departure=datetime(2025, 11, 5, 6, tzinfo=UTC))
    assert early.busy_seconds > night.busy_seconds >= night.seconds


def test_the_same_seed_makes_the_same_roads() -> None:
    again, other = World(), World(seed=8)
    encode = msgspec.json.encode
    assert encode(again.roads.route(PARIS, BERLIN)) == encode(ROADS.route(PARIS, BERLIN))
    assert encode(other.roads.route(PARIS, BERLIN)) != encode(ROADS.route(PARIS, BERLIN))


def test_asking_in_another_order_changes_nothing() -> None:
    fresh = World()
    fresh.roads.route(LONDON, BERLIN)
    fresh.roads.routes(LYON, DIJON)
    assert fresh.roads.route(PARIS, LYON) == ROADS.route(PARIS, LYON)


def test_a_way_to_where_one_is_has_no_length() -> None:
    route = ROADS.route(PARIS, PARIS)
    assert (route.metres, route.seconds) == (0, 0)
    assert route.path
