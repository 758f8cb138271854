"""Routine: find the fastest route past a pictured sight and a supermarket."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from m3bench.checks import Expected, Tolerance
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlanError, PlannedCall, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture
from m3bench_suites.builders.m3._shared.travel.opening_times import expected_hours
from m3bench_suites.builders.m3._shared.travel.places import (
    WEEKDAYS,
    fair_radius,
    hours_on,
    name_of,
    nearby,
    places_of,
    point_waypoint,
)
from m3bench_suites.builders.m3._shared.travel.sights import Sight, geocode, in_town, sight_of, spot_of
from m3bench_suites.builders.m3.family import TaskDraw, Turn, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

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
_STOP = Turn(5, of=7)
"""In this task, no market is near enough."""
_NEAR_ENOUGH = (150, 200, 300, 400, 500, 700, 1000, 1500)
_MARGIN = 0.15
"""Minimum relative distance of the nearest market from the limit."""
MODES = {"DRIVE": "by car", "WALK": "on foot", "BICYCLE": "by bicycle"}
_MINUTE = Tolerance(absolute=1)
_FAR = Tolerance(absolute=0.06, relative=0.01)
DURATIONS = {"DRIVE": "minutes_by_car", "WALK": "minutes_on_foot", "BICYCLE": "minutes_by_bicycle"}


class Case(NamedTuple):
    """What one task asks for."""

    sight: Sight
    start: str
    goal: str
    mode: str
    markets: int
    radius: int
    ending: str
    weekday: str
    within: int
    """Maximum distance of the nearest market in metres, 0 for none."""

    def others(self) -> list[str]:
        return [mode for mode in MODES if mode != self.mode]

    def durations(self) -> list[str]:
        """Return the fields about other modes of travel, if they are asked about."""
        return [DURATIONS[mode] for mode in self.others()] if "modes" in self.ending else []


def routine(draw: TaskDraw) -> TaskSpec:
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
        ending=draw.pick(_ENDINGS[:2] if draw.is_turn(_STOP) else _ENDINGS, "ending"),
        weekday=draw.pick(WEEKDAYS, "weekday"),
        within=_within(draw, sight),
    )
    return TaskSpec(
        words={
            "photo": photo.name,
            "start": case.start,
            "goal": case.goal,
            "by": mode,
            "others": case.others(),
            "markets": count,
            "weekday": case.weekday,
            "within": case.within or None,
            "hours": "hours" in case.ending,
            "modes": "modes" in case.ending,
            **{name: name in case.durations() for name in DURATIONS.values()},
        },
        plans=(partial(_plan, case),),
        pictures=(photo.picture,),
        level="L2" if case.ending == "plain" else "L3",
        extra={"mode": mode, "solvable": not draw.is_turn(_STOP)},
        shown=sight.shown,
        key_facts=sight.key_facts,
    )


def _within(draw: TaskDraw, sight: Sight) -> int:
    """Draw a maximum distance: missed by all markets if the task should stop, else met, or 0."""
    if draw.is_turn(_STOP):
        too_near = [far for far in _NEAR_ENOUGH if not _has_market(draw.world, sight, far * (1 + _MARGIN))]
        require(too_near, f"{draw.id}: a market is too close to the sight.")
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
    names = [
        market.name for market in world.atlas.landmarks_near(*sight.spot, radius, ["supermarket"], wanted)
    ]
    return next((index for index, name in enumerate(names) if name in names[:index]), len(names))


def _ends(world: World, sight: Sight) -> list[Landmark]:
    """Return places with a usable address, neither at the sight nor far from it."""
    near = world.atlas.landmarks_near(*sight.spot, _FARTHEST, _ENDS, 60)
    close = {place.id for place in world.atlas.landmarks_near(*sight.spot, _NEAREST, _ENDS, 60)}
    return [
        place
        for place in near
        if place.id not in close
        and re.search(r"\d", place.address)
        and not any(fact.casefold() in place.address.casefold() for fact in sight.key_facts)
        and _is_geocoded(world, place)
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
    spots = [(market.lat, market.lng) for market in markets]
    there = world.roads.reaches([sight.spot], spots, wanted)[0]
    away = [row[0] for row in world.roads.reaches(spots, [goal], wanted)]
    seconds = sorted(
        one.seconds + other.seconds for one, other in zip(there, away, strict=True) if one and other
    )
    return len(seconds) == count and seconds[1] - seconds[0] >= _CLEARLY


def _is_geocoded(world: World, place: Landmark) -> bool:
    matches = world.atlas.geocode(place.address)
    return bool(matches) and abs(matches[0].lat - place.lat) + abs(matches[0].lng - place.lng) < 1e-4


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
    require(len(markets) >= case.markets, "there are too few supermarkets near the sight.")
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


def _seconds(way: CallResult) -> int:
    routes = way.data.get("routes") if isinstance(way.data, dict) else None
    if not routes:
        raise PlanError("there is no route past one of the markets.")
    return int(routes[0]["duration"].removesuffix("s"))


def _minutes(way: CallResult) -> int:
    return round(_seconds(way) / 60)


def fastest_of(ways: Sequence[CallResult]) -> int:
    """Return the index of the fastest route. Raise `PlanError` on a tie."""
    seconds = [_seconds(way) for way in ways]
    first, second = sorted(seconds)[:2]
    require(second - first >= 2, "two routes take about the same time.")
    return seconds.index(first)


def _kilometres(way: CallResult) -> float:
    return float(way.data["routes"][0]["distanceMeters"]) / 1000


def _duration(way: CallResult) -> Expected:
    return Expected(_minutes(way), tolerance=_MINUTE, grounds=(_raw_duration(way),))


def _raw_duration(way: CallResult) -> str:
    return str(way.data["routes"][0]["duration"])


def _length(way: CallResult) -> Expected:
    metres = way.data["routes"][0]["distanceMeters"]
    return Expected(round(_kilometres(way), 1), tolerance=_FAR, grounds=(metres,))


def describe_routes(
    case: Case, markets: list[dict[str, Any]], ways: Sequence[CallResult], best: int
) -> tuple[str, dict[str, Expected]]:
    """Return the answer and the expected fields about the routes."""
    lines = [
        f"over {name_of(market)} {_minutes(way)} minutes" for market, way in zip(markets, ways, strict=True)
    ]
    winner = name_of(markets[best])
    answer = (
        f"The sight is {case.sight.name} in {case.sight.city}. {MODES[case.mode].capitalize()} it "
        f"takes {join(lines)}. The fastest way is that over {winner} ({markets[best]['formattedAddress']}), "
        f"{_kilometres(ways[best]):.1f} km long."
    )
    compared = tuple(
        {"supermarket": Expected(name_of(market)), "minutes": _duration(way)}
        for market, way in zip(markets, ways, strict=True)
    )
    return answer, {
        "sight": case.sight.expected,
        "city": case.sight.expected_city,
        "ways": Expected(rows=compared),
        "market": Expected(winner, grounds=tuple(map(_raw_duration, ways))),
        "minutes": _duration(ways[best]),
        "distance": _length(ways[best]),
    }


def solution_without(case: Case, direct: CallResult) -> Solution:
    """Return the solution without a market near enough: the direct route past the sight."""
    answer = (
        f"The sight is {case.sight.name} in {case.sight.city}. There is no supermarket within "
        f"{case.within} m of it. Without one the way takes {_minutes(direct)} minutes "
        f"{MODES[case.mode]} and is {_kilometres(direct):.1f} km long."
    )
    empty = [*(["market_hours"] if "hours" in case.ending else []), *case.durations()]
    fields = {
        "sight": case.sight.expected,
        "city": case.sight.expected_city,
        "ways": Expected(),
        "market": Expected(),
        "minutes": _duration(direct),
        "distance": _length(direct),
    }
    return Solution(answer=answer, fields=fields | dict.fromkeys(empty, Expected()))


def describe_ending(case: Case, results: Sequence[CallResult]) -> tuple[str, dict[str, Expected]]:
    """Return the answer and the expected fields about hours and other modes of travel."""
    answer, fields, rest = "", {}, list(results)
    if "hours" in case.ending:
        hours = hours_on(rest.pop(0), case.weekday)
        answer += f" On {case.weekday} that market has these hours: {hours}."
        fields["market_hours"] = expected_hours(hours)
    for mode, way in zip(case.others(), rest, strict=False):
        answer += f" {MODES[mode].capitalize()} it would take {_minutes(way)} minutes."
        fields[DURATIONS[mode]] = _duration(way)
    return answer, fields


FAMILY = m3_family(
    number=15,
    name="routine",
    title="Routine",
    goal="Plan a route via a pictured sight and a supermarket, and choose the fastest.",
    servers=("google-maps",),
    tasks=(routine,),
)
