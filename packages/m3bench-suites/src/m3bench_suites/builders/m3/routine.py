"""Routine: find the fastest route past a pictured sight and a supermarket."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from m3bench.core.text import join
from m3bench.suites import Blueprint, CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture
from m3bench_suites.builders.m3._shared.travel.market_routes import (
    FUZZY_REQUESTS,
    MODES,
    REQUESTS,
    SHORT_MODES,
    Case,
    describe_ending,
    describe_routes,
    fastest_of,
    solution_without,
)
from m3bench_suites.builders.m3._shared.travel.places import (
    WEEKDAYS,
    fair_radius,
    nearby,
    places_of,
    point_waypoint,
)
from m3bench_suites.builders.m3._shared.travel.sights import Sight, geocode, in_town, sight_of, spot_of
from m3bench_suites.builders.m3.family import Family, TaskDraw

if TYPE_CHECKING:
    from m3bench_world import World
    from m3bench_world.atlas import Landmark
    from m3bench_world.scenes import Scene

_ROUTE = "google-maps/compute_route"
_RADII = (700, 1000, 1500, 2500, 4000)
_ENDINGS = ("plain", "hours", "modes", "modes and hours")
_ENDS = ("lodging", "train_station", "library", "university", "hospital")
_ATTEMPTS = 12
_CLEARLY = 5
"""Minimum lead of the fastest route in seconds."""
_FEWEST, _NEAREST, _FARTHEST = 3, 900, 6000
_STOP_EVERY = 7
"""In one task in this many, no market is near enough."""
_NEAR_ENOUGH = (150, 200, 300, 400, 500, 700, 1000, 1500)
_MARGIN = 0.15
"""Minimum relative distance of the nearest market from the limit."""


def make(draw: TaskDraw) -> Blueprint:
    wanted = draw.whole(_FEWEST, 5, "count")
    photo = find_picture(draw, draw.photo_name(), "postcard", partial(_fits, draw))
    sight = sight_of(photo.scene.facts)
    mode, count = draw.pick(tuple(MODES), "mode"), _count(draw.world, sight, wanted)
    start, goal = _far_ends(draw, sight, mode, count)
    case = Case(
        sight=sight,
        start=start.address,
        goal=goal.address,
        mode=mode,
        markets=count,
        radius=fair_radius(draw.world, sight.spot, "supermarket", _RADII, _FEWEST),
        ending=draw.pick(_ENDINGS[:2] if _is_stop(draw) else _ENDINGS, "ending"),
        weekday=draw.pick(WEEKDAYS, "weekday"),
        within=_within(draw, sight),
    )
    words = case._asdict() | {
        "photo": photo.name,
        "by": MODES[case.mode],
        "goes": SHORT_MODES[case.mode],
        "wishes": join(case.request_items()),
        "musings": case.fuzzy_items(),
        "condition": case.condition(),
    }
    return Blueprint(
        id=draw.id,
        family=FAMILY.title,
        request=draw.phrased(*REQUESTS, **words),
        fuzzy_request=draw.phrased(*FUZZY_REQUESTS, **words),
        servers=("google-maps",),
        form=case.form(),
        plans=(partial(_plan, case),),
        pictures=(photo.picture,),
        level="L2" if case.ending == "plain" else "L3",
        extra={"modalities": ["text", "image"], "mode": case.mode, "solvable": not _is_stop(draw)},
        shown=sight.shown,
        key_facts=sight.key_facts,
    )


def _is_stop(draw: TaskDraw) -> bool:
    return draw.number % _STOP_EVERY == 5


def _within(draw: TaskDraw, sight: Sight) -> int:
    """Draw a maximum distance: missed by all markets if the task should stop, else met, or 0."""
    if _is_stop(draw):
        too_near = [far for far in _NEAR_ENOUGH if not _has_market(draw.world, sight, far * (1 + _MARGIN))]
        if not too_near:
            raise PlanError(f"{draw.id}: a market is too close to the sight.")
        return max(too_near)
    kept = [far for far in _NEAR_ENOUGH if _has_market(draw.world, sight, far * (1 - _MARGIN))]
    return min(kept) if kept and draw.whole(0, 1, "condition") else 0


def _has_market(world: World, sight: Sight, radius: float) -> bool:
    return bool(world.atlas.landmarks_near(*sight.spot, radius, ["supermarket"], 1))


def _fits(draw: TaskDraw, scene: Scene) -> bool:
    """Return whether the sight is in a town with enough markets and addresses."""
    world = draw.world
    if not in_town(scene.facts):
        return False
    sight = sight_of(scene.facts)
    try:
        _within(draw, sight)
        fair_radius(world, sight.spot, "supermarket", _RADII, _FEWEST)
    except PlanError:
        return False
    return _count(world, sight, _FEWEST) >= _FEWEST and len(_ends(world, sight)) >= 2


def _count(world: World, sight: Sight, wanted: int) -> int:
    """Return how many of the nearest markets, up to `wanted`, have different names."""
    radius = fair_radius(world, sight.spot, "supermarket", _RADII, _FEWEST)
    names = [each.name for each in world.atlas.landmarks_near(*sight.spot, radius, ["supermarket"], wanted)]
    return next((place for place, name in enumerate(names) if name in names[:place]), len(names))


def _ends(world: World, sight: Sight) -> list[Landmark]:
    """Return places with a usable address, neither at the sight nor far from it."""
    near = world.atlas.landmarks_near(*sight.spot, _FARTHEST, _ENDS, 60)
    close = {each.id for each in world.atlas.landmarks_near(*sight.spot, _NEAREST, _ENDS, 60)}
    return [
        each
        for each in near
        if each.id not in close
        and re.search(r"\d", each.address)
        and not any(fact.casefold() in each.address.casefold() for fact in sight.key_facts)
        and _is_geocoded(world, each)
    ]


def _far_ends(draw: TaskDraw, sight: Sight, mode: str, count: int) -> list[Landmark]:
    """Draw start and goal for which one market is clearly the fastest."""
    ends = _ends(draw.world, sight)
    for attempt in range(_ATTEMPTS):
        start, goal = draw.sample(ends, 2, "ends", attempt)
        if _has_clear_winner(draw.world, sight, (goal.lat, goal.lng), mode, count):
            return [start, goal]
    raise PlanError(f"{draw.id}: no route is clearly the fastest.")


def _has_clear_winner(world: World, sight: Sight, goal: tuple[float, float], mode: str, count: int) -> bool:
    from m3bench_world.roads import Mode, Preferences  # noqa: PLC0415 - loads the road network

    wanted = Preferences(Mode(mode))
    radius = fair_radius(world, sight.spot, "supermarket", _RADII, _FEWEST)
    markets = world.atlas.landmarks_near(*sight.spot, radius, ["supermarket"], count)
    spots = [(each.lat, each.lng) for each in markets]
    there = world.roads.reaches([sight.spot], spots, wanted)[0]
    away = [row[0] for row in world.roads.reaches(spots, [goal], wanted)]
    seconds = sorted(
        one.seconds + other.seconds for one, other in zip(there, away, strict=True) if one and other
    )
    return len(seconds) == count and seconds[1] - seconds[0] >= _CLEARLY


def _is_geocoded(world: World, place: Landmark) -> bool:
    found = world.atlas.geocode(place.address)
    return bool(found) and abs(found[0].lat - place.lat) + abs(found[0].lng - place.lng) < 1e-4


def _plan(case: Case) -> Plan:
    ends = yield [geocode(address) for address in (case.start, case.sight.address, case.goal)]
    start, sight, goal = map(spot_of, ends)
    stops = (point_waypoint(start), point_waypoint(sight), point_waypoint(goal))
    if case.within:
        (close,) = yield [nearby(sight, case.within, "supermarket", ends[1])]
        if not places_of(close):
            (direct,) = yield [_way(stops, None, case.mode, *ends, close)]
            return solution_without(case, direct)
    (search,) = yield [nearby(sight, case.radius, "supermarket", ends[1])]
    markets = places_of(search)[: case.markets]
    if len(markets) < case.markets:
        raise PlanError("there are too few supermarkets near the sight.")
    ways = yield [_way(stops, market["id"], case.mode, *ends, search) for market in markets]
    best = fastest_of(ways)
    answer, fields = describe_routes(case, markets, ways, best)
    last = []
    if "hours" in case.ending:
        last.append(call("google-maps/place_details", search, *ways, place_id=markets[best]["id"]))
    if "modes" in case.ending:
        last += [_way(stops, markets[best]["id"], mode, *ends, search, *ways) for mode in case.others()]
    if last:
        more, new = describe_ending(case, (yield last))
        answer, fields = answer + more, fields | new
    return Solution(answer=answer, fields=fields)


def _way(stops: tuple[dict[str, Any], ...], market: str | None, mode: str, *uses: CallResult) -> PlannedCall:
    start, sight, goal = stops
    over = [sight] if market is None else [sight, {"placeId": market}]
    return call(_ROUTE, *uses, origin=start, destination=goal, intermediates=over, travelMode=mode)


FAMILY = Family(
    number=15,
    name="routine",
    title="Routine",
    goal="Plan a route via a pictured sight and a supermarket, and choose the fastest.",
    make=make,
)
